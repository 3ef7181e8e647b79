#include "codec/wire/encapsulation.h"

#include "codec/base/byte_order.h"

namespace transcdr {
namespace {

// Names of the identifiers that other representations have; null for none.
const char* RepresentationName(uint16_t id) {
  switch (id) {
    case 0x0002:
      return "PL_CDR_BE";
    case 0x0003:
      return "PL_CDR_LE";
    case 0x0004:
      return "XML";
    case 0x0006:
    case 0x0010:
      return "CDR2_BE";
    case 0x0007:
    case 0x0011:
      return "CDR2_LE";
    case 0x0008:
    case 0x0014:
      return "D_CDR2_BE";
    case 0x0009:
    case 0x0015:
      return "D_CDR2_LE";
    case 0x000a:
    case 0x0012:
      return "PL_CDR2_BE";
    case 0x000b:
    case 0x0013:
      return "PL_CDR2_LE";
    default:
      return nullptr;
  }
}

}  // namespace

bool ReadEncapsulation(std::string_view payload, bool accept_parameter_list,
                       Encapsulation* encapsulation, Fault* fault) {
  if (payload.size() < kEncapsulationSize) {
    *fault = {.reason = FaultReason::kPayloadTruncated,
              .byte_offset = 0,
              .what = "encapsulation header",
              .expected_number = static_cast<int64_t>(kEncapsulationSize),
              .actual_number = static_cast<int64_t>(payload.size())};
    return false;
  }
  const auto* bytes = reinterpret_cast<const uint8_t*>(payload.data());
  const auto id = Load<std::endian::big, uint16_t>(bytes);
  const bool is_plain = id <= static_cast<uint16_t>(RepresentationId::kCdrLe);
  const bool is_parameter_list =
      id == static_cast<uint16_t>(RepresentationId::kPlCdrBe) ||
      id == static_cast<uint16_t>(RepresentationId::kPlCdrLe);
  if (!is_plain && !(is_parameter_list && accept_parameter_list)) {
    const char* name = RepresentationName(id);
    *fault = {.reason = FaultReason::kPayloadMalformed,
              .byte_offset = 0,
              .what = "encapsulation id",
              .actual_number = id,
              .expected = "0x0000 (CDR_BE) or 0x0001 (CDR_LE)",
              .actual = name == nullptr ? "unknown" : name};
    return false;
  }
  encapsulation->order = id % 2 == 1 ? std::endian::little : std::endian::big;
  encapsulation->pad_count = bytes[3] & 3;
  encapsulation->has_unused_bits = bytes[2] != 0 || (bytes[3] & ~3) != 0;
  return true;
}

std::array<uint8_t, kEncapsulationSize> PlainHeader(std::endian order) {
  return {0, static_cast<uint8_t>(order == std::endian::little ? 1 : 0), 0, 0};
}

}  // namespace transcdr
