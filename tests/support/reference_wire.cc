// Payloads: plain XCDR1, as spec'd, one field at a time.

#include <algorithm>
#include <utility>

#include "tests/support/reference_codec.h"

namespace transcdr::reference {
namespace {

constexpr int kMaxNesting = 128;

uint32_t PrimitiveSize(TypeKind kind) {
  switch (kind) {
    case TypeKind::kInt16:
    case TypeKind::kUInt16:
      return 2;
    case TypeKind::kInt32:
    case TypeKind::kUInt32:
    case TypeKind::kFloat32:
      return 4;
    case TypeKind::kInt64:
    case TypeKind::kUInt64:
    case TypeKind::kFloat64:
      return 8;
    default:
      return 1;
  }
}

// Elements of these are not counted by Limits::max_elements.
bool IsTranslatedInOnePiece(TypeKind kind) {
  return IsPrimitive(kind) && kind != TypeKind::kFloat128 &&
         kind != TypeKind::kChar16;
}

uint64_t ElementCount(const TypeDescriptor& array) {
  uint64_t count = 1;
  for (const uint32_t n : array.dimensions) count *= n;
  return count;
}

class Reader {
 public:
  Reader(const Schema& schema, std::string_view payload,
         const WireOptions& options, const ReadLimits& limits)
      : schema_(schema),
        payload_(payload),
        options_(options),
        elements_left_(limits.max_elements) {}

  bool Header() {
    if (payload_.size() < 4) return false;
    const int id = Byte(0) << 8 | Byte(1);
    const bool tolerated =
        !options_.strict && schema_.profile() == WireProfile::Ros2();
    if (id > (tolerated ? 3 : 1)) return false;
    is_little_ = id % 2 == 1;
    at_ = 4;
    return true;
  }

  // What strict wants behind the value.
  bool Tail() const {
    if (!options_.strict) return true;
    const size_t left = payload_.size() - at_;
    if (Byte(2) != 0 || Byte(3) > 3 || left != Byte(3)) return false;
    for (size_t i = at_; i < payload_.size(); ++i) {
      if (Byte(i) != 0) return false;
    }
    return true;
  }

  size_t left() const { return payload_.size() - at_; }

  bool Read(TypeIndex index, int depth, Value* value) {
    const TypeDescriptor& type = schema_.resolved(index);
    if (depth > kMaxNesting) return false;
    switch (type.kind) {
      case TypeKind::kBoolean:
        if (!Unsigned(1, &value->bits)) return false;
        if (value->bits > 1 && (options_.strict || !options_.lenient_booleans))
          return false;
        value->bits = value->bits != 0 ? 1 : 0;
        return true;
      case TypeKind::kInt8:
      case TypeKind::kInt16:
      case TypeKind::kInt32:
      case TypeKind::kInt64:
        return Signed(PrimitiveSize(type.kind), &value->bits);
      case TypeKind::kByte:
      case TypeKind::kUInt8:
      case TypeKind::kUInt16:
      case TypeKind::kUInt32:
      case TypeKind::kUInt64:
      case TypeKind::kFloat32:
      case TypeKind::kFloat64:
      case TypeKind::kChar8:
        return Unsigned(PrimitiveSize(type.kind), &value->bits);
      case TypeKind::kFloat128:
        if (!Align(8) || left() < 16) return false;
        value->bytes = payload_.substr(at_, 16);
        if (!is_little_) std::reverse(value->bytes.begin(), value->bytes.end());
        at_ += 16;
        return true;
      case TypeKind::kChar16:
        return schema_.profile().wchar_width == WcharWidth::k16
                   ? Unsigned(2, &value->bits)
                   : Unsigned(4, &value->bits) && value->bits <= 0xffff;
      case TypeKind::kString8:
        return String(type.bound, &value->bytes);
      case TypeKind::kString16:
        return WString(type.bound, &value->wide);
      case TypeKind::kEnum:
        return Signed(BytesForBits(type.bit_bound), &value->bits);
      case TypeKind::kBitmask:
        return Unsigned(BytesForBits(type.bit_bound), &value->bits) &&
               (type.bit_bound >= 64 || value->bits >> type.bit_bound == 0);
      case TypeKind::kBitset:
        return Unsigned(
            BytesForBits(BitsetWidth(schema_, schema_.Resolve(index))),
            &value->bits);
      case TypeKind::kArray:
        return Elements(type.element, ElementCount(type), depth, value);
      case TypeKind::kSequence: {
        uint64_t count{};
        return Count(type.bound, &count) &&
               Elements(type.element, count, depth, value);
      }
      case TypeKind::kMap: {
        uint64_t count{};
        if (!Count(type.bound, &count)) return false;
        for (uint64_t i = 0; i < count; ++i) {
          Value key;
          Value mapped;
          if (!CountElement() || !Read(type.key, depth + 1, &key) ||
              !Read(type.element, depth + 1, &mapped)) {
            return false;
          }
          value->items.push_back(std::move(key));
          value->items.push_back(std::move(mapped));
        }
        return true;
      }
      case TypeKind::kStruct: {
        const auto members = schema_.AllMembers(schema_.Resolve(index));
        for (const Member* member : members) {
          value->items.emplace_back();
          if (!Read(member->type, depth + 1, &value->items.back())) {
            return false;
          }
        }
        const bool dummy =
            members.empty() &&
            schema_.profile().empty_struct_form == EmptyStructForm::kDummyOctet;
        uint64_t octet{};
        return !dummy || Unsigned(1, &octet);
      }
      case TypeKind::kUnion: {
        Value discriminator;
        if (!Read(type.element, depth + 1, &discriminator)) return false;
        value->bits = discriminator.bits;
        const auto selected = SelectedCase(type, value->bits);
        if (!selected.has_value()) return true;
        value->items.emplace_back();
        return Read(type.cases[*selected].member.type, depth + 1,
                    &value->items.back());
      }
      case TypeKind::kAlias:
        break;  // resolved
    }
    return false;
  }

 private:
  uint32_t Byte(size_t i) const { return static_cast<uint8_t>(payload_[i]); }

  bool Align(size_t alignment) {
    while ((at_ - 4) % alignment != 0) {
      if (at_ == payload_.size()) return false;
      if (options_.strict && payload_[at_] != 0) return false;
      ++at_;
    }
    return true;
  }

  bool Unsigned(uint32_t size, uint64_t* value) {
    if (!Align(size) || left() < size) return false;
    *value = Word(size, at_);
    at_ += size;
    return true;
  }
  uint64_t Word(uint32_t size, size_t at) const {
    uint64_t word = 0;
    for (uint32_t i = 0; i < size; ++i) {
      word = word << 8 | Byte(is_little_ ? at + size - 1 - i : at + i);
    }
    return word;
  }
  bool Signed(uint32_t size, uint64_t* value) {
    if (!Unsigned(size, value)) return false;
    const uint64_t sign = uint64_t{1} << (8 * size - 1);
    *value = (*value ^ sign) - sign;
    return true;
  }

  bool IsWithin(uint32_t bound, uint64_t size) const {
    return bound == 0 || size <= bound ||
           options_.bounds_policy == BoundsPolicy::kIgnore;
  }
  bool Count(uint32_t bound, uint64_t* count) {
    return Unsigned(4, count) && IsWithin(bound, *count);
  }
  bool CountElement() { return elements_left_-- > 0; }

  bool Elements(TypeIndex element, uint64_t count, int depth, Value* value) {
    const bool counted =
        !IsTranslatedInOnePiece(schema_.resolved(element).kind);
    for (uint64_t i = 0; i < count; ++i) {
      value->items.emplace_back();
      if (counted && !CountElement()) return false;
      if (!Read(element, depth + 1, &value->items.back())) return false;
    }
    return true;
  }

  bool String(uint32_t bound, std::string* text) {
    uint64_t length{};
    if (!Unsigned(4, &length)) return false;
    if (length == 0) return !options_.strict;
    if (left() < length) return false;
    *text = payload_.substr(at_, length);
    at_ += length;
    if (text->back() == '\0') {
      text->pop_back();
    } else if (options_.strict) {
      return false;
    }
    return IsWithin(bound, text->size());
  }

  bool WString(uint32_t bound, std::u16string* text) {
    const WstringForm form = schema_.profile().wstring_form;
    const uint32_t unit_size =
        form == WstringForm::kUnits32 || form == WstringForm::kUnits32Nul ? 4
                                                                          : 2;
    const bool counts_bytes =
        form == WstringForm::kBytes16 || form == WstringForm::kBytes16Nul;
    const bool has_nul =
        form == WstringForm::kBytes16Nul || form == WstringForm::kUnits32Nul;
    uint64_t length{};
    if (!Unsigned(4, &length)) return false;
    if (counts_bytes && length % 2 != 0) return false;
    const uint64_t units = counts_bytes ? length / 2 : length;
    if (left() < units * unit_size) return false;
    if (has_nul && units == 0 && options_.strict) return false;
    for (uint64_t i = 0; i < units; ++i) {
      const uint64_t unit = Word(unit_size, at_);
      at_ += unit_size;
      if (unit <= 0xffff) {
        text->push_back(static_cast<char16_t>(unit));
      } else if (unit <= 0x10ffff && !options_.strict) {
        const uint64_t above = unit - 0x10000;
        text->push_back(static_cast<char16_t>(0xd800 + above / 0x400));
        text->push_back(static_cast<char16_t>(0xdc00 + above % 0x400));
      } else {
        return false;
      }
    }
    if (has_nul && !text->empty()) {
      if (text->back() == u'\0') {
        text->pop_back();
      } else if (options_.strict) {
        return false;
      }
    }
    return IsWithin(bound, text->size());
  }

  const Schema& schema_;
  std::string_view payload_;
  const WireOptions options_;
  uint64_t elements_left_;
  size_t at_ = 0;
  bool is_little_ = true;
};

class Writer {
 public:
  Writer(const Schema& schema, std::endian order, std::string* out)
      : schema_(schema), order_(order), out_(*out), origin_(out->size()) {}

  void Write(TypeIndex index, const Value& value) {
    const TypeDescriptor& type = schema_.resolved(index);
    switch (type.kind) {
      case TypeKind::kFloat128: {
        Align(8);
        std::string bytes = value.bytes;
        if (order_ == std::endian::big) {
          std::reverse(bytes.begin(), bytes.end());
        }
        out_ += bytes;
        return;
      }
      case TypeKind::kChar16:
        Put(schema_.profile().wchar_width == WcharWidth::k16 ? 2 : 4,
            value.bits);
        return;
      case TypeKind::kString8:
        Put(4, value.bytes.size() + 1);
        out_ += value.bytes;
        out_.push_back('\0');
        return;
      case TypeKind::kString16:
        WString(value.wide);
        return;
      case TypeKind::kEnum:
      case TypeKind::kBitmask:
        Put(BytesForBits(type.bit_bound), value.bits);
        return;
      case TypeKind::kBitset:
        Put(BytesForBits(BitsetWidth(schema_, schema_.Resolve(index))),
            value.bits);
        return;
      case TypeKind::kSequence:
        Put(4, value.items.size());
        [[fallthrough]];
      case TypeKind::kArray:
        for (const Value& item : value.items) Write(type.element, item);
        return;
      case TypeKind::kMap:
        Put(4, value.items.size() / 2);
        for (size_t i = 0; i < value.items.size(); i += 2) {
          Write(type.key, value.items[i]);
          Write(type.element, value.items[i + 1]);
        }
        return;
      case TypeKind::kStruct: {
        const auto members = schema_.AllMembers(schema_.Resolve(index));
        for (size_t i = 0; i < members.size(); ++i) {
          Write(members[i]->type, value.items[i]);
        }
        if (members.empty() && schema_.profile().empty_struct_form ==
                                   EmptyStructForm::kDummyOctet) {
          out_.push_back('\0');
        }
        return;
      }
      case TypeKind::kUnion: {
        Value discriminator;
        discriminator.bits = value.bits;
        Write(type.element, discriminator);
        const auto selected = SelectedCase(type, value.bits);
        if (selected.has_value()) {
          Write(type.cases[*selected].member.type, value.items[0]);
        }
        return;
      }
      default:
        Put(PrimitiveSize(type.kind), value.bits);
        return;
    }
  }

 private:
  void Align(size_t alignment) {
    while ((out_.size() - origin_) % alignment != 0) out_.push_back('\0');
  }
  void Put(uint32_t size, uint64_t value) {
    Align(size);
    for (uint32_t i = 0; i < size; ++i) {
      const uint32_t byte = order_ == std::endian::little ? i : size - 1 - i;
      out_.push_back(static_cast<char>(value >> (8 * byte)));
    }
  }
  void WString(const std::u16string& text) {
    const size_t units = text.size();
    uint32_t size = 2;
    bool nul = false;
    switch (schema_.profile().wstring_form) {
      case WstringForm::kBytes16:
        Put(4, 2 * units);
        break;
      case WstringForm::kBytes16Nul:
        Put(4, 2 * units + 2);
        nul = true;
        break;
      case WstringForm::kUnits16:
        Put(4, units);
        break;
      case WstringForm::kUnits32:
        Put(4, units);
        size = 4;
        break;
      case WstringForm::kUnits32Nul:
        Put(4, units + 1);
        size = 4;
        nul = true;
        break;
    }
    for (const char16_t unit : text) Put(size, unit);
    if (nul) Put(size, 0);
  }

  const Schema& schema_;
  const std::endian order_;
  std::string& out_;
  const size_t origin_;
};

}  // namespace

uint32_t BytesForBits(uint32_t bits) {
  uint32_t bytes = 1;
  while (8 * bytes < bits) bytes *= 2;
  return bytes;
}

uint32_t BitsetWidth(const Schema& schema, TypeIndex bitset_index) {
  uint32_t bits = 0;
  for (const Bitfield* field : schema.AllBitfields(bitset_index)) {
    bits += field->width;
  }
  return bits;
}

std::optional<size_t> SelectedCase(const TypeDescriptor& union_type,
                                   uint64_t bits) {
  std::optional<size_t> by_default;
  for (size_t i = 0; i < union_type.cases.size(); ++i) {
    for (const int64_t label : union_type.cases[i].labels) {
      if (static_cast<uint64_t>(label) == bits) return i;
    }
    if (union_type.cases[i].is_default) by_default = i;
  }
  return by_default;
}

std::optional<Value> ReadPayload(const Schema& schema, std::string_view payload,
                                 const WireOptions& options,
                                 const ReadLimits& limits,
                                 size_t* trailing_bytes) {
  Reader reader(schema, payload, options, limits);
  Value value;
  if (!reader.Header() || !reader.Read(schema.root(), 1, &value) ||
      !reader.Tail()) {
    return std::nullopt;
  }
  *trailing_bytes = reader.left();
  return value;
}

std::string WritePayload(const Schema& schema, const Value& value,
                         std::endian order) {
  std::string out(4, '\0');
  if (order == std::endian::little) out[1] = 1;
  Writer(schema, order, &out).Write(schema.root(), value);
  return out;
}

std::string WriteBody(const Schema& schema, TypeIndex type,
                      const Value& value) {
  std::string out;
  Writer(schema, std::endian::little, &out).Write(type, value);
  return out;
}

}  // namespace transcdr::reference
