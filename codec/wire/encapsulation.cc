#include "codec/wire/encapsulation.h"

#include "codec/base/byte_order.h"

namespace transcdr {
namespace {

// An even id (big endian); the odd one behind it is little endian.
struct Id {
  uint16_t number;
  XcdrVersion version;
  Framing framing;
  const char* big;     // name
  const char* little;  // name
};
// The first entry of a kind is the one that is written.
constexpr Id kIds[] = {
    {0x0000, XcdrVersion::k1, Framing::kPlain, "CDR_BE", "CDR_LE"},
    {0x0002, XcdrVersion::k1, Framing::kParameterList, "PL_CDR_BE",
     "PL_CDR_LE"},
    {0x0006, XcdrVersion::k2, Framing::kPlain, "CDR2_BE", "CDR2_LE"},
    {0x0008, XcdrVersion::k2, Framing::kDelimited, "D_CDR2_BE", "D_CDR2_LE"},
    {0x000a, XcdrVersion::k2, Framing::kParameterList, "PL_CDR2_BE",
     "PL_CDR2_LE"},
    {0x0010, XcdrVersion::k2, Framing::kPlain, "CDR2_BE", "CDR2_LE"},
    {0x0012, XcdrVersion::k2, Framing::kParameterList, "PL_CDR2_BE",
     "PL_CDR2_LE"},
    {0x0014, XcdrVersion::k2, Framing::kDelimited, "D_CDR2_BE", "D_CDR2_LE"},
};
constexpr uint16_t kXmlId = 0x0004;

const Id* FindId(uint16_t number) {
  for (const Id& id : kIds) {
    if (id.number == (number & ~1)) return &id;
  }
  return nullptr;
}

const Id& IdOf(XcdrVersion version, Framing framing) {
  for (const Id& id : kIds) {
    if (id.version == version && id.framing == framing) return id;
  }
  return kIds[0];  // delimited XCDR1: FramingOf gives no such thing
}

// What a header that does not fit should have been: a literal.
const char* ExpectedFraming(XcdrVersion version, Framing framing) {
  if (version == XcdrVersion::k1) {
    return framing == Framing::kParameterList
               ? "0x0002 or 0x0003 (PL_CDR), since the root type is mutable"
               : "0x0000 (CDR_BE) or 0x0001 (CDR_LE), since the root type is "
                 "not mutable";
  }
  switch (framing) {
    case Framing::kPlain:
      return "0x0006 or 0x0007 (CDR2), since the root type is final";
    case Framing::kDelimited:
      return "0x0008 or 0x0009 (D_CDR2), since the root type is appendable";
    case Framing::kParameterList:
      return "0x000a or 0x000b (PL_CDR2), since the root type is mutable";
  }
  return "";
}

const char* NameOf(const Id& id, std::endian order) {
  return order == std::endian::little ? id.little : id.big;
}

}  // namespace

Framing FramingOf(XcdrVersion version, Extensibility root) {
  switch (root) {
    case Extensibility::kFinal:
      return Framing::kPlain;
    case Extensibility::kAppendable:
      return version == XcdrVersion::k1 ? Framing::kPlain : Framing::kDelimited;
    case Extensibility::kMutable:
      return Framing::kParameterList;
  }
  return Framing::kPlain;
}

bool ReadEncapsulation(std::string_view payload, Encapsulation* encapsulation,
                       Fault* fault) {
  if (payload.size() < kEncapsulationSize) {
    *fault = {.reason = FaultReason::kPayloadTruncated,
              .byte_offset = 0,
              .what = "encapsulation header",
              .expected_number = static_cast<int64_t>(kEncapsulationSize),
              .actual_number = static_cast<int64_t>(payload.size())};
    return false;
  }
  const auto* bytes = reinterpret_cast<const uint8_t*>(payload.data());
  const auto number = Load<std::endian::big, uint16_t>(bytes);
  const Id* id = FindId(number);
  if (id == nullptr) {
    *fault = {.reason = FaultReason::kPayloadMalformed,
              .byte_offset = 0,
              .what = "encapsulation id",
              .actual_number = number,
              .expected =
                  "an id of XCDR1 (0x0000 to 0x0003) or of XCDR2 "
                  "(0x0006 to 0x000b)",
              .actual = number == kXmlId ? "XML" : "unknown"};
    return false;
  }
  encapsulation->version = id->version;
  encapsulation->framing = id->framing;
  encapsulation->order =
      number % 2 == 1 ? std::endian::little : std::endian::big;
  encapsulation->pad_count = bytes[3] & 3;
  encapsulation->has_unused_bits = bytes[2] != 0 || (bytes[3] & ~3) != 0;
  return true;
}

bool CheckFraming(const Encapsulation& encapsulation, Extensibility root,
                  bool any_parameter_list, Fault* fault) {
  const Framing expected = FramingOf(encapsulation.version, root);
  if (encapsulation.framing == expected) return true;
  if (any_parameter_list && encapsulation.version == XcdrVersion::k1 &&
      expected == Framing::kPlain) {
    return true;
  }
  const Id& id = IdOf(encapsulation.version, encapsulation.framing);
  const int low = encapsulation.order == std::endian::little ? 1 : 0;
  *fault = {.reason = FaultReason::kPayloadMalformed,
            .byte_offset = 0,
            .what = "encapsulation id",
            .actual_number = id.number + low,
            .expected = ExpectedFraming(encapsulation.version, expected),
            .actual = NameOf(id, encapsulation.order)};
  return false;
}

std::array<uint8_t, kEncapsulationSize> EncapsulationHeader(XcdrVersion version,
                                                            Framing framing,
                                                            std::endian order) {
  const int low = order == std::endian::little ? 1 : 0;
  return {0, static_cast<uint8_t>(IdOf(version, framing).number + low), 0, 0};
}

}  // namespace transcdr
