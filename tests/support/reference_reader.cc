// Payloads to values: XCDR1 and XCDR2, as spec'd, one field at a time.

#include <algorithm>
#include <utility>

#include "codec/type/message_text.h"
#include "tests/support/reference_types.h"

namespace transcdr::reference {
namespace {

using message_text::Concat;

constexpr int kMaxNesting = 128;

enum class Framing { kPlain, kDelimited, kList };

// Elements of these are not counted by Limits::max_elements.
bool IsTranslatedInOnePiece(TypeKind kind) {
  return IsPrimitive(kind) && kind != TypeKind::kFloat128 &&
         kind != TypeKind::kChar16;
}

// binary128 of the 10 bytes of an x87 extended float. False: they are none.
bool FromX87(std::string* bytes) {
  const auto byte = [&](size_t i) { return static_cast<uint8_t>((*bytes)[i]); };
  unsigned __int128 significand = 0;
  for (size_t i = 8; i-- > 0;) significand = significand << 8 | byte(i);
  uint32_t exponent = static_cast<uint32_t>(byte(9) & 0x7f) << 8 | byte(8);
  const bool leading_one = (significand >> 63) != 0;
  if (exponent != 0 && !leading_one) return false;
  if (exponent == 0 && leading_one) exponent = 1;
  unsigned __int128 result = byte(9) >> 7;
  result = result << 15 | exponent;
  // 63 bits of fraction become 112.
  result = result << 63 | (significand & ((uint64_t{1} << 63) - 1));
  result <<= 49;
  for (size_t i = 0; i < 16; ++i) {
    (*bytes)[i] = static_cast<char>(result >> (8 * i));
  }
  return true;
}

class Reader {
 public:
  Reader(const Schema& schema, std::string_view payload,
         const WireOptions& options, const ReadLimits& limits, bool key_only,
         ReadReport* report)
      : schema_(schema),
        payload_(payload),
        options_(options),
        key_only_(key_only),
        report_(*report),
        elements_left_(limits.max_elements),
        end_(payload.size()) {}

  bool Header() {
    if (payload_.size() < 4) return false;
    const uint32_t id = Byte(0) << 8 | Byte(1);
    Framing framing{};
    switch (id & ~1u) {
      case 0x00:
        framing = Framing::kPlain;
        break;
      case 0x02:
        framing = Framing::kList;
        break;
      case 0x06:
      case 0x10:
        is_xcdr2_ = true;
        framing = Framing::kPlain;
        break;
      case 0x08:
      case 0x14:
        is_xcdr2_ = true;
        framing = Framing::kDelimited;
        break;
      case 0x0a:
      case 0x12:
        is_xcdr2_ = true;
        framing = Framing::kList;
        break;
      default:
        return false;
    }
    is_little_ = id % 2 == 1;
    Framing expected = Framing::kPlain;
    switch (schema_.type(schema_.root()).extensibility) {
      case Extensibility::kFinal:
        break;
      case Extensibility::kAppendable:
        if (is_xcdr2_) expected = Framing::kDelimited;
        break;
      case Extensibility::kMutable:
        expected = Framing::kList;
        break;
    }
    const bool tolerated = !options_.strict && !is_xcdr2_ &&
                           expected == Framing::kPlain &&
                           schema_.profile() == WireProfile::Ros2();
    if (framing != expected && !tolerated) return false;
    at_ = 4;
    origin_ =
        schema_.profile().alignment_origin == AlignmentOrigin::kHeader ? 0 : 4;
    if (schema_.profile().ros_service_header == RosServiceHeader::kPresent) {
      if (left() < 16) return false;
      report_.ros_service_header = payload_.substr(at_, 16);
      at_ += 16;
    }
    // A count that cannot be is none.
    const size_t padding = Byte(3) & 3;
    const bool counted = payload_.size() % 4 == 0 && left() >= padding;
    values_end_ = payload_.size() - (counted ? padding : 0);
    return true;
  }

  // What strict wants behind the value.
  bool Tail() const {
    if (!options_.strict) return true;
    if (Byte(2) != 0 || Byte(3) > 3 || left() != Byte(3)) return false;
    for (size_t i = at_; i < payload_.size(); ++i) {
      if (Byte(i) != 0) return false;
    }
    return true;
  }

  size_t left() const { return end_ - at_; }

  bool Read(TypeIndex index, int depth, const std::string& path, Value* value) {
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
        return Float128(&value->bytes);
      case TypeKind::kChar16: {
        const WcharWidth width = is_xcdr2_ ? schema_.profile().wchar_width_xcdr2
                                           : schema_.profile().wchar_width;
        return width == WcharWidth::k16
                   ? Unsigned(2, &value->bits)
                   : Unsigned(4, &value->bits) && value->bits <= 0xffff;
      }
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
      case TypeKind::kSequence:
      case TypeKind::kMap:
        return Collection(type, depth, path, false, value);
      case TypeKind::kStruct:
        return Struct(index, depth, path, value);
      case TypeKind::kUnion:
        return Union(type, depth, path, value);
      case TypeKind::kAlias:
        break;  // resolved
    }
    return false;
  }

 private:
  // A header of a parameter or member, with what is behind it.
  struct Entry {
    uint32_t id = 0;
    bool must_understand = false;
    bool is_list_end = false;
    bool is_no_member = false;
    size_t value = 0;
    uint64_t size = 0;
  };

  // What has an end of its own: the rest of a body, or one value in it.
  struct Region {
    size_t end;
    size_t origin;
  };
  Region Open(size_t begin, uint64_t size) {
    const Region outer{end_, origin_};
    at_ = begin;
    end_ = begin + size;
    return outer;
  }
  void Close(const Region& outer) {
    at_ = end_;
    end_ = outer.end;
    origin_ = outer.origin;
  }

  uint32_t Byte(size_t i) const { return static_cast<uint8_t>(payload_[i]); }

  bool Align(size_t alignment) {
    alignment = std::min<size_t>(alignment, is_xcdr2_ ? 4 : 8);
    while ((at_ - origin_) % alignment != 0) {
      if (at_ == end_) return false;
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
  bool Float128(std::string* bytes) {
    if (!Align(8) || left() < 16) return false;
    *bytes = payload_.substr(at_, 16);
    if (!is_little_) std::reverse(bytes->begin(), bytes->end());
    at_ += 16;
    return schema_.profile().long_double_form == LongDoubleForm::kBinary128 ||
           FromX87(bytes);
  }

  bool IsWithin(uint32_t bound, uint64_t size) const {
    return bound == 0 || size <= bound ||
           options_.bounds_policy == BoundsPolicy::kIgnore;
  }
  bool CountElement() {
    if (elements_left_ == 0) {
      report_.is_over_limit = true;
      return false;
    }
    --elements_left_;
    return true;
  }

  // A DHEADER: opens the body that it measures.
  bool OpenDelimited(Region* outer) {
    uint64_t size{};
    if (!Unsigned(4, &size) || size > left()) return false;
    *outer = Open(at_, size);
    return true;
  }

  bool Collection(const TypeDescriptor& type, int depth,
                  const std::string& path, bool within_array, Value* value) {
    if (depth > kMaxNesting) return false;
    const bool delimited =
        is_xcdr2_ && !within_array && HasCollectionHeader(schema_, type);
    Region outer{};
    if (delimited && !OpenDelimited(&outer)) return false;
    uint64_t count = ElementCount(type);
    if (type.kind != TypeKind::kArray &&
        !(Unsigned(4, &count) && IsWithin(type.bound, count))) {
      return false;
    }
    const bool counted =
        type.kind == TypeKind::kMap ||
        !IsTranslatedInOnePiece(schema_.resolved(type.element).kind);
    for (uint64_t i = 0; i < count; ++i) {
      if (counted && !CountElement()) return false;
      const std::string place = path + Place(type, i);
      if (type.kind == TypeKind::kMap) {
        value->items.emplace_back();
        if (!Read(type.key, depth + 1, place + "(key)", &value->items.back())) {
          return false;
        }
      }
      value->items.emplace_back();
      const TypeDescriptor& element = schema_.resolved(type.element);
      const bool is_inner =
          type.kind == TypeKind::kArray && element.kind == TypeKind::kArray;
      const bool ok =
          is_inner ? Collection(element, depth + 1, place, true,
                                &value->items.back())
                   : Read(type.element, depth + 1, place, &value->items.back());
      if (!ok) return false;
    }
    if (!delimited) return true;
    if (at_ != end_) return false;
    Close(outer);
    return true;
  }

  // "[i]", in an array one for each dimension.
  static std::string Place(const TypeDescriptor& type, uint64_t i) {
    std::string place;
    for (size_t d = type.dimensions.size(); d-- > 1;) {
      place = Concat("[", i % type.dimensions[d], "]", place);
      i /= type.dimensions[d];
    }
    return Concat("[", i, "]", place);
  }

  bool Struct(TypeIndex index, int depth, const std::string& path,
              Value* value) {
    index = schema_.Resolve(index);
    const Extensibility extensibility = schema_.type(index).extensibility;
    const auto members = schema_.AllMembers(index);
    const auto in_scope = MembersInScope(members, key_only_);
    value->items.resize(members.size());
    for (size_t i = 0; i < members.size(); ++i) {
      value->items[i].is_absent = !in_scope[i];
    }
    const bool is_root = !root_is_read_;
    root_is_read_ = true;
    Region outer{};
    const bool delimited = is_xcdr2_ && extensibility != Extensibility::kFinal;
    if (delimited && !OpenDelimited(&outer)) return false;
    if (extensibility == Extensibility::kMutable) {
      if (!List(members, in_scope, depth, path, value)) return false;
    } else {
      for (size_t i = 0; i < members.size(); ++i) {
        if (!in_scope[i]) continue;
        // What an older writer does not have.
        const bool may_end = extensibility == Extensibility::kAppendable &&
                             (is_xcdr2_ || is_root);
        const size_t end = is_xcdr2_ ? end_ : values_end_;
        const bool has_bytes =
            members[i]->is_optional ||
            HasBytes(schema_, members[i]->type, is_xcdr2_, key_only_);
        if (may_end && at_ >= end && has_bytes) {
          Default(*members[i], path, &value->items[i]);
        } else if (!PlainMember(*members[i], depth, path, &value->items[i])) {
          return false;
        }
      }
      const bool dummy =
          members.empty() &&
          schema_.profile().empty_struct_form == EmptyStructForm::kDummyOctet;
      uint64_t octet{};
      if (dummy && !Unsigned(1, &octet)) return false;
    }
    if (delimited) Close(outer);
    return true;
  }

  static std::string Join(const std::string& path, const std::string& name) {
    return path.empty() ? name : path + "." + name;
  }

  void Default(const Member& member, const std::string& path, Value* value) {
    if (member.is_optional) {
      value->is_absent = true;
      return;
    }
    *value = DefaultValue(schema_, member.type, key_only_);
    if (report_.defaulted_members++ == 0) {
      report_.first_defaulted_member = Join(path, member.name);
    }
  }

  bool PlainMember(const Member& member, int depth, const std::string& path,
                   Value* value) {
    const std::string place = Join(path, member.name);
    if (!member.is_optional) return Read(member.type, depth + 1, place, value);
    if (is_xcdr2_) {
      uint64_t present{};
      if (!Unsigned(1, &present) || present > 1) return false;
      value->is_absent = present == 0;
      return present == 0 || Read(member.type, depth + 1, place, value);
    }
    Entry entry;
    if (!Parameter(&entry) || entry.is_list_end || entry.is_no_member ||
        entry.id != *member.id) {
      return false;
    }
    const bool kept =
        schema_.profile().optional_origin == OptionalOrigin::kKept;
    value->is_absent = entry.size == 0;
    if (value->is_absent) {
      if (kept) origin_ = entry.value;
      return true;
    }
    return ValueOf(entry, member.type, depth, place, kept, value);
  }

  // The value behind a header.
  bool ValueOf(const Entry& entry, TypeIndex type, int depth,
               const std::string& path, bool keep_origin, Value* value) {
    const Region outer = Open(entry.value, entry.size);
    if (!is_xcdr2_) origin_ = entry.value;
    if (!Read(type, depth + 1, path, value)) return false;
    // Some writers count padding.
    if (options_.strict && left() > (is_xcdr2_ ? 0 : 3)) return false;
    const size_t kept_origin = origin_;
    Close(outer);
    if (keep_origin) origin_ = kept_origin;
    return true;
  }

  // A header of either kind. Its value is within the open body.
  bool NextEntry(Entry* entry) {
    return is_xcdr2_ ? MemberHeader(entry) : Parameter(entry);
  }

  bool Parameter(Entry* entry) {
    uint64_t pid{};
    uint64_t size{};
    if (!Align(4) || !Unsigned(2, &pid) || !Unsigned(2, &size)) return false;
    entry->id = static_cast<uint32_t>(pid) & 0x3fff;
    entry->must_understand = (pid & 0x4000) != 0;
    entry->size = size;
    if (options_.strict && (pid & 0x8000) != 0) {
      entry->id |= 0x80000000;  // another parameter
    } else if (entry->id == kPidExtended) {
      uint64_t id{};
      if (size != 8 || !Unsigned(4, &id) || !Unsigned(4, &entry->size)) {
        return false;
      }
      entry->must_understand = (id & 0x40000000) != 0;
      entry->id = static_cast<uint32_t>(id) & 0x0fffffff;
      if (options_.strict) entry->id |= static_cast<uint32_t>(id) & 0x80000000;
    } else {
      entry->is_list_end = entry->id == kPidListEnd;
      entry->is_no_member = entry->id >= kPidIgnore;
    }
    entry->value = at_;
    return entry->size <= left();
  }

  bool MemberHeader(Entry* entry) {
    uint64_t word{};
    if (!Unsigned(4, &word)) return false;
    entry->id = static_cast<uint32_t>(word) & 0x0fffffff;
    entry->must_understand = word >> 31 != 0;
    const uint32_t code = static_cast<uint32_t>(word) >> 28 & 7;
    entry->value = at_;
    if (code < 4) {
      entry->size = uint64_t{1} << code;
    } else {
      if (!Unsigned(4, &entry->size)) return false;
      if (code == 4) {
        entry->value = at_;
      } else {
        // The word is the value's own first one.
        at_ = entry->value;
        entry->size = 4 + entry->size * (code == 5 ? 1 : code == 6 ? 4 : 8);
      }
    }
    return entry->size <= left();
  }

  // The headers of a list, up to its end.
  bool Entries(std::vector<Entry>* entries, bool one_is_sentinel) {
    while (true) {
      // Up to 3 bytes at the end of a body are padding.
      if (is_xcdr2_ && left() < 4) {
        at_ = end_;
        return true;
      }
      Entry entry;
      if (!NextEntry(&entry)) return false;
      // As discovery data ends, where no member has that id: at the very end.
      const bool sentinel = !is_xcdr2_ && one_is_sentinel && entry.id == 1 &&
                            entry.size == 0 && left() < 4;
      if (entry.is_list_end || sentinel) return true;
      at_ = entry.value + entry.size;
      if (!entry.is_no_member) entries->push_back(entry);
    }
  }

  bool List(const std::vector<const Member*>& members,
            const std::vector<bool>& in_scope, int depth,
            const std::string& path, Value* value) {
    const auto has_id = [&](size_t i, uint32_t id) {
      return in_scope[i] && *members[i]->id == id;
    };
    bool one_is_sentinel = true;
    for (size_t i = 0; i < members.size(); ++i) {
      if (has_id(i, 1)) one_is_sentinel = false;
    }
    std::vector<Entry> entries;
    if (!Entries(&entries, one_is_sentinel)) return false;
    const size_t after = at_;
    size_t known = 0;
    for (size_t i = 0; i < members.size(); ++i) {
      if (!in_scope[i]) continue;
      const Entry* found = nullptr;
      for (const Entry& entry : entries) {
        if (!has_id(i, entry.id)) continue;
        if (found != nullptr) return false;
        found = &entry;
        ++known;
      }
      const bool is_empty =
          found != nullptr && members[i]->is_optional && found->size == 0 &&
          HasBytes(schema_, members[i]->type, is_xcdr2_, key_only_);
      if (found == nullptr || is_empty) {
        Default(*members[i], path, &value->items[i]);
      } else if (!ValueOf(*found, members[i]->type, depth,
                          Join(path, members[i]->name), false,
                          &value->items[i])) {
        return false;
      }
    }
    for (const Entry& entry : entries) {
      bool is_known = false;
      for (size_t i = 0; i < members.size(); ++i) {
        is_known |= has_id(i, entry.id);
      }
      if (!is_known && entry.must_understand) return false;
    }
    at_ = after;
    return true;
  }

  bool Union(const TypeDescriptor& type, int depth, const std::string& path,
             Value* value) {
    root_is_read_ = true;
    Region outer{};
    const bool delimited =
        is_xcdr2_ && type.extensibility != Extensibility::kFinal;
    if (delimited && !OpenDelimited(&outer)) return false;
    if (type.extensibility == Extensibility::kMutable) {
      if (!UnionList(type, depth, path, value)) return false;
    } else {
      Value discriminator;
      if (!Read(type.element, depth + 1, path, &discriminator)) return false;
      value->bits = discriminator.bits;
      if (const auto selected = SelectedCase(type, value->bits)) {
        const Member& member = type.cases[*selected].member;
        value->items.emplace_back();
        if (!Read(member.type, depth + 1, Join(path, member.name),
                  &value->items.back())) {
          return false;
        }
      }
    }
    if (delimited) Close(outer);
    return true;
  }

  // The first entry is the discriminator, the second the member, whatever their
  // ids; others are skipped, and what is no member anywhere.
  bool UnionList(const TypeDescriptor& type, int depth, const std::string& path,
                 Value* value) {
    Entry first;
    do {
      first = {};
      if ((is_xcdr2_ && left() < 4) || !NextEntry(&first)) return false;
      at_ = first.value + first.size;
    } while (first.is_no_member);
    if (first.is_list_end) return false;
    Value discriminator;
    if (!ValueOf(first, type.element, depth, path, false, &discriminator)) {
      return false;
    }
    value->bits = discriminator.bits;
    std::vector<Entry> entries;
    if (!Entries(&entries, false)) return false;
    const size_t after = at_;
    const auto selected = SelectedCase(type, value->bits);
    size_t next = 0;
    if (selected.has_value()) {
      const Member& member = type.cases[*selected].member;
      value->items.emplace_back();
      if (entries.empty()) {
        Default(member, path, &value->items.back());
      } else if (!ValueOf(entries[next++], member.type, depth,
                          Join(path, member.name), false,
                          &value->items.back())) {
        return false;
      }
    }
    for (; next < entries.size(); ++next) {
      if (entries[next].must_understand) return false;
    }
    at_ = after;
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
    const WstringForm form = is_xcdr2_ ? schema_.profile().wstring_form_xcdr2
                                       : schema_.profile().wstring_form;
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
  const bool key_only_;
  ReadReport& report_;
  uint64_t elements_left_;
  size_t at_ = 0;
  size_t end_;         // of the open body
  size_t origin_ = 0;  // alignment counts from here
  size_t values_end_ = 0;
  bool is_xcdr2_ = false;
  bool is_little_ = true;
  bool root_is_read_ = false;
};

}  // namespace

std::optional<Value> ReadPayload(const Schema& schema, std::string_view payload,
                                 const WireOptions& options,
                                 const ReadLimits& limits, bool key_only,
                                 ReadReport* report) {
  *report = {};
  Reader reader(schema, payload, options, limits, key_only, report);
  Value value;
  if (!reader.Header() || !reader.Read(schema.root(), 1, "", &value) ||
      !reader.Tail()) {
    return std::nullopt;
  }
  report->trailing_bytes = reader.left();
  return value;
}

}  // namespace transcdr::reference
