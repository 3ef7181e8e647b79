#include "codec/render/document_types.h"

#include <cstddef>
#include <limits>

#include "codec/base/utf8.h"

namespace transcdr::render {

IntegerRange SignedRange(uint32_t bits) {
  const uint64_t half = uint64_t{1} << (bits - 1);
  return {-static_cast<int64_t>(half - 1) - 1, half - 1};
}

IntegerRange UnsignedRange(uint32_t bits) {
  return {0, bits >= 64 ? std::numeric_limits<uint64_t>::max()
                        : (uint64_t{1} << bits) - 1};
}

IntegerRange RangeOfInteger(TypeKind kind) {
  switch (kind) {
    case TypeKind::kInt8:
      return SignedRange(8);
    case TypeKind::kInt16:
      return SignedRange(16);
    case TypeKind::kInt32:
      return SignedRange(32);
    case TypeKind::kInt64:
      return SignedRange(64);
    case TypeKind::kUInt16:
      return UnsignedRange(16);
    case TypeKind::kUInt32:
      return UnsignedRange(32);
    case TypeKind::kUInt64:
      return UnsignedRange(64);
    default:  // octet and uint8
      return UnsignedRange(8);
  }
}

uint32_t HolderBits(uint32_t bits) {
  if (bits <= 8) return 8;
  if (bits <= 16) return 16;
  return bits <= 32 ? 32 : 64;
}

std::string JsonText(std::string_view text) {
  static constexpr char kDigits[] = "0123456789abcdef";
  std::string out = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (byte < 0x20 || byte == 0x7f) {
      out += "\\u00";
      out += kDigits[byte >> 4];
      out += kDigits[byte & 15];
    } else {
      out += c;
    }
  }
  return out + '"';
}

std::string JsonLabel(const TypeDescriptor& discriminator, int64_t label) {
  switch (discriminator.kind) {
    case TypeKind::kBoolean:
      return label != 0 ? "true" : "false";
    case TypeKind::kChar8:
    case TypeKind::kChar16: {
      std::string text;
      const bool is_half = label >> 11 == 0xd800 >> 11;
      AppendUtf8(is_half ? 0xfffd : static_cast<uint32_t>(label), &text);
      return JsonText(text);
    }
    case TypeKind::kEnum:
      for (const Enumerator& literal : discriminator.enumerators) {
        if (literal.value == label) return JsonText(literal.name);
      }
      return std::to_string(label);
    case TypeKind::kUInt64: {
      const auto value = static_cast<uint64_t>(label);
      const std::string text = std::to_string(value);
      return value > static_cast<uint64_t>(kMaxJsonInteger) ? JsonText(text)
                                                            : text;
    }
    default: {  // the other integers
      const std::string text = std::to_string(label);
      return label > kMaxJsonInteger || label < -kMaxJsonInteger
                 ? JsonText(text)
                 : text;
    }
  }
}

bool HasMemberAlways(const Schema& schema, const TypeDescriptor& type) {
  size_t labels = 0;
  for (const UnionCase& one : type.cases) {
    if (one.is_default) return true;
    labels += one.labels.size();
  }
  // Labels differ. Enums have numbers without a name.
  return schema.resolved(type.element).kind == TypeKind::kBoolean &&
         labels == 2;
}

}  // namespace transcdr::render
