#include "codec/wire/encapsulation.h"

#include <gtest/gtest.h>

#include <string>

#include "tests/support/hex.h"

namespace transcdr {
namespace {

struct Read {
  bool ok;
  Encapsulation header;
  Fault fault;
};

Read ReadHeader(const std::string& payload,
                bool accept_parameter_list = false) {
  Read read;
  read.ok = ReadEncapsulation(payload, accept_parameter_list, &read.header,
                              &read.fault);
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

TEST(Encapsulation, OtherRepresentationsAreNamed) {
  const std::pair<const char*, const char*> rows[] = {
      {"0002", "PL_CDR_BE"},  {"0003", "PL_CDR_LE"},  {"0004", "XML"},
      {"0006", "CDR2_BE"},    {"0007", "CDR2_LE"},    {"0008", "D_CDR2_BE"},
      {"0009", "D_CDR2_LE"},  {"000a", "PL_CDR2_BE"}, {"000b", "PL_CDR2_LE"},
      {"0010", "CDR2_BE"},    {"0011", "CDR2_LE"},    {"0012", "PL_CDR2_BE"},
      {"0013", "PL_CDR2_LE"}, {"0014", "D_CDR2_BE"},  {"0015", "D_CDR2_LE"},
      {"0005", "unknown"},    {"000c", "unknown"},    {"0100", "unknown"},
      {"0103", "unknown"},    {"ffff", "unknown"}};
  for (const auto& [id, name] : rows) {
    const Read read = ReadHeader(Hex(std::string(id) + " 0000"));
    EXPECT_FALSE(read.ok) << id;
    EXPECT_EQ(FaultReason::kPayloadMalformed, read.fault.reason);
    EXPECT_EQ(0u, read.fault.byte_offset);
    EXPECT_EQ(name, read.fault.actual) << id;
  }
}

TEST(Encapsulation, ParameterListIdsMayBeTakenForTheirByteOrder) {
  EXPECT_EQ(std::endian::big, ReadHeader(Hex("0002 0000"), true).header.order);
  EXPECT_EQ(std::endian::little,
            ReadHeader(Hex("0003 0000"), true).header.order);
  EXPECT_FALSE(ReadHeader(Hex("0007 0000"), true).ok);
}

TEST(Encapsulation, TooShort) {
  for (const char* hex : {"", "00", "0001", "000100"}) {
    const Read read = ReadHeader(Hex(hex));
    EXPECT_FALSE(read.ok) << hex;
    EXPECT_EQ(FaultReason::kPayloadTruncated, read.fault.reason);
    EXPECT_EQ(0u, read.fault.byte_offset);
  }
}

TEST(Encapsulation, Written) {
  const auto little = PlainHeader(std::endian::little);
  EXPECT_EQ("00010000",
            ToHex({reinterpret_cast<const char*>(little.data()), 4}));
  const auto big = PlainHeader(std::endian::big);
  EXPECT_EQ("00000000", ToHex({reinterpret_cast<const char*>(big.data()), 4}));
}

}  // namespace
}  // namespace transcdr
