#include "codec/wire/encapsulation.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/hex.h"

namespace transcdr {
namespace {

struct Read {
  bool ok;
  Encapsulation header;
  Fault fault;
};

Read ReadHeader(const std::string& payload) {
  Read read;
  read.ok = ReadEncapsulation(payload, &read.header, &read.fault);
  return read;
}

TEST(Encapsulation, PlainXcdr1) {
  const Read little = ReadHeader(Hex("0001 0000"));
  EXPECT_TRUE(little.ok);
  EXPECT_EQ(std::endian::little, little.header.order);
  EXPECT_EQ(0, little.header.pad_count);
  EXPECT_FALSE(little.header.has_unused_bits);
  const Read big = ReadHeader(Hex("0000 0000 ff"));
  EXPECT_TRUE(big.ok);
  EXPECT_EQ(std::endian::big, big.header.order);
}

TEST(Encapsulation, OptionsHoldThePadCount) {
  for (int count = 0; count < 4; ++count) {
    std::string payload = Hex("0001 0000");
    payload[3] = static_cast<char>(count);
    const Read read = ReadHeader(payload);
    EXPECT_EQ(count, read.header.pad_count);
    EXPECT_FALSE(read.header.has_unused_bits);
  }
  for (const char* hex : {"0001 0004", "0001 0100", "0001 8003", "0001 00ff"}) {
    const Read read = ReadHeader(Hex(hex));
    EXPECT_TRUE(read.ok) << hex;
    EXPECT_TRUE(read.header.has_unused_bits) << hex;
  }
}

TEST(Encapsulation, EveryId) {
  struct Row {
    const char* id;
    XcdrVersion version;
    Framing framing;
  };
  const Row rows[] = {{"0000", XcdrVersion::k1, Framing::kPlain},
                      {"0002", XcdrVersion::k1, Framing::kParameterList},
                      {"0006", XcdrVersion::k2, Framing::kPlain},
                      {"0008", XcdrVersion::k2, Framing::kDelimited},
                      {"000a", XcdrVersion::k2, Framing::kParameterList},
                      // As older DDS versions number XCDR2.
                      {"0010", XcdrVersion::k2, Framing::kPlain},
                      {"0012", XcdrVersion::k2, Framing::kParameterList},
                      {"0014", XcdrVersion::k2, Framing::kDelimited}};
  for (const Row& row : rows) {
    std::string payload = Hex(std::string(row.id) + " 0000");
    for (const std::endian order : {std::endian::big, std::endian::little}) {
      const Read read = ReadHeader(payload);
      EXPECT_TRUE(read.ok) << row.id;
      EXPECT_EQ(row.version, read.header.version) << row.id;
      EXPECT_EQ(row.framing, read.header.framing) << row.id;
      EXPECT_EQ(order, read.header.order) << row.id;
      ++payload[1];
    }
  }
}

TEST(Encapsulation, OtherIdsAreErrors) {
  const std::pair<const char*, const char*> rows[] = {
      {"0004", "XML"},     {"0005", "unknown"}, {"000c", "unknown"},
      {"000f", "unknown"}, {"0016", "unknown"}, {"0100", "unknown"},
      {"0103", "unknown"}, {"ffff", "unknown"}};
  for (const auto& [id, name] : rows) {
    const Read read = ReadHeader(Hex(std::string(id) + " 0000"));
    EXPECT_FALSE(read.ok) << id;
    EXPECT_EQ(FaultReason::kPayloadMalformed, read.fault.reason);
    EXPECT_EQ(0u, read.fault.byte_offset);
    EXPECT_EQ(name, read.fault.actual) << id;
  }
}

TEST(Encapsulation, TheFramingIsTheRootTypes) {
  const char* const ids[] = {"0001", "0003", "0007", "0009", "000b"};
  struct Row {
    Extensibility root;
    std::vector<const char*> fitting;
  };
  const Row rows[] = {{Extensibility::kFinal, {"0001", "0007"}},
                      {Extensibility::kAppendable, {"0001", "0009"}},
                      {Extensibility::kMutable, {"0003", "000b"}}};
  for (const Row& row : rows) {
    for (const std::string id : ids) {
      const Read read = ReadHeader(Hex(id + " 0000"));
      const bool fits = std::find(row.fitting.begin(), row.fitting.end(), id) !=
                        row.fitting.end();
      Fault fault;
      EXPECT_EQ(fits, CheckFraming(read.header, row.root, false, &fault)) << id;
      EXPECT_EQ(fits ? FaultReason::kNone : FaultReason::kPayloadMalformed,
                fault.reason);
    }
  }
}

TEST(Encapsulation, AParameterListsIdBeforeAPlainBodyMayBeTaken) {
  Fault fault;
  EXPECT_TRUE(CheckFraming(ReadHeader(Hex("0003 0000")).header,
                           Extensibility::kFinal, true, &fault));
  EXPECT_FALSE(CheckFraming(ReadHeader(Hex("0001 0000")).header,
                            Extensibility::kMutable, true, &fault));
  EXPECT_FALSE(CheckFraming(ReadHeader(Hex("000b 0000")).header,
                            Extensibility::kFinal, true, &fault));
}

TEST(Encapsulation, TooShort) {
  for (const char* hex : {"", "00", "0001", "000100"}) {
    const Read read = ReadHeader(Hex(hex));
    EXPECT_FALSE(read.ok) << hex;
    EXPECT_EQ(FaultReason::kPayloadTruncated, read.fault.reason);
    EXPECT_EQ(0u, read.fault.byte_offset);
  }
}

std::string Written(XcdrVersion version, Extensibility root,
                    std::endian order) {
  const auto header =
      EncapsulationHeader(version, FramingOf(version, root), order);
  return ToHex({reinterpret_cast<const char*>(header.data()), header.size()});
}

TEST(Encapsulation, Written) {
  const auto little = std::endian::little;
  const auto big = std::endian::big;
  const auto k1 = XcdrVersion::k1;
  const auto k2 = XcdrVersion::k2;
  EXPECT_EQ("00010000", Written(k1, Extensibility::kFinal, little));
  EXPECT_EQ("00000000", Written(k1, Extensibility::kAppendable, big));
  EXPECT_EQ("00030000", Written(k1, Extensibility::kMutable, little));
  EXPECT_EQ("00060000", Written(k2, Extensibility::kFinal, big));
  EXPECT_EQ("00090000", Written(k2, Extensibility::kAppendable, little));
  EXPECT_EQ("000b0000", Written(k2, Extensibility::kMutable, little));
}

}  // namespace
}  // namespace transcdr
