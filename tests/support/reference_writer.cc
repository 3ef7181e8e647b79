// Values to payloads, canonical or wild: XCDR1 and XCDR2, as spec'd. Values of
// members are written apart and then put behind their headers, so that nothing
// has to be patched.

#include <algorithm>
#include <utility>

#include "tests/support/reference_types.h"

namespace transcdr::reference {
namespace {

// The x87 extended float of a binary128 that it can hold.
std::string ToX87(const std::string& binary128) {
  unsigned __int128 bits = 0;
  for (size_t i = 16; i-- > 0;) {
    bits = bits << 8 | static_cast<uint8_t>(binary128[i]);
  }
  const auto top = static_cast<uint32_t>(bits >> 112);  // sign and exponent
  auto significand = static_cast<uint64_t>(bits >> 49) & ~(uint64_t{1} << 63);
  if ((top & 0x7fff) != 0) significand |= uint64_t{1} << 63;
  std::string image(16, '\0');
  for (size_t i = 0; i < 8; ++i) {
    image[i] = static_cast<char>(significand >> (8 * i));
  }
  image[8] = static_cast<char>(top);
  image[9] = static_cast<char>(top >> 8);
  return image;
}

class Writer {
 public:
  // `wild`: null for the canonical form.
  Writer(const Schema& schema, const WireForm& form, const WildWriting* wild)
      : schema_(schema), form_(form), wild_(wild) {}

  // `position`: of the first byte, from where alignment counts. `is_root`: the
  // payload ends behind the value.
  std::string Body(TypeIndex type, const Value& value, size_t position,
                   bool is_root) {
    start_ = position;
    origin_ = 0;
    is_root_ = is_root;
    Write(type, value);
    return std::move(out_);
  }

 private:
  void Write(TypeIndex index, const Value& value) {
    const TypeDescriptor& type = schema_.resolved(index);
    switch (type.kind) {
      case TypeKind::kFloat128: {
        Align(8);
        std::string bytes =
            schema_.profile().long_double_form == LongDoubleForm::kX87
                ? ToX87(value.bytes)
                : value.bytes;
        if (form_.order == std::endian::big) {
          std::reverse(bytes.begin(), bytes.end());
        }
        out_ += bytes;
        return;
      }
      case TypeKind::kChar16:
        Put(WcharSize(), value.bits);
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
      case TypeKind::kBitset:
        Put(NumberSize(index), value.bits);
        return;
      case TypeKind::kSequence:
      case TypeKind::kArray:
      case TypeKind::kMap:
        if (form_.is_xcdr2 && HasCollectionHeader(schema_, type)) {
          Delimited([&] { Elements(type, value); });
        } else {
          Elements(type, value);
        }
        return;
      case TypeKind::kStruct:
        Struct(schema_.Resolve(index), value);
        return;
      case TypeKind::kUnion:
        Union(type, value);
        return;
      default:
        Put(NumberSize(index), value.bits);
        return;
    }
  }

  // ---- Bytes

  size_t Position() const { return start_ + out_.size(); }
  bool Maybe(uint64_t n) { return wild_ != nullptr && wild_->random->OneIn(n); }

  void Align(size_t alignment) {
    alignment = std::min<size_t>(alignment, form_.is_xcdr2 ? 4 : 8);
    while ((Position() - origin_) % alignment != 0) {
      const bool dirty = wild_ != nullptr && wild_->dirty_padding;
      out_.push_back(dirty ? static_cast<char>(wild_->random->Bits()) : '\0');
    }
  }
  void Put(uint32_t size, uint64_t value) {
    Align(size);
    for (uint32_t i = 0; i < size; ++i) {
      const uint32_t byte =
          form_.order == std::endian::little ? i : size - 1 - i;
      out_.push_back(static_cast<char>(value >> (8 * byte)));
    }
  }

  // Calls `write` as the beginning of a buffer of its own, at a position that
  // aligns as the one here does; gives the buffer.
  template <typename F>
  std::string Apart(size_t position, size_t origin, F write) {
    std::string outer = std::exchange(out_, {});
    const size_t outer_start = std::exchange(start_, position);
    origin_ = origin;
    write();
    start_ = outer_start;
    return std::exchange(out_, std::move(outer));
  }

  // XCDR2: a DHEADER before what `write` writes.
  template <typename F>
  void Delimited(F write) {
    Align(4);
    const std::string body = Apart(Position() + 4, origin_, write);
    Put(4, body.size());
    out_ += body;
  }

  // ---- Values

  uint32_t WcharSize() const {
    const WcharWidth width = form_.is_xcdr2
                                 ? schema_.profile().wchar_width_xcdr2
                                 : schema_.profile().wchar_width;
    return width == WcharWidth::k16 ? 2 : 4;
  }
  uint32_t NumberSize(TypeIndex index) const {
    const TypeDescriptor& type = schema_.resolved(index);
    switch (type.kind) {
      case TypeKind::kEnum:
      case TypeKind::kBitmask:
        return BytesForBits(type.bit_bound);
      case TypeKind::kBitset:
        return BytesForBits(BitsetWidth(schema_, schema_.Resolve(index)));
      case TypeKind::kChar16:
        return WcharSize();
      case TypeKind::kFloat128:
        return 16;
      default:
        return PrimitiveSize(type.kind);
    }
  }
  WstringForm FormOfWstrings() const {
    return form_.is_xcdr2 ? schema_.profile().wstring_form_xcdr2
                          : schema_.profile().wstring_form;
  }

  void WString(const std::u16string& text) {
    const size_t units = text.size();
    uint32_t size = 2;
    bool nul = false;
    switch (FormOfWstrings()) {
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

  void Elements(const TypeDescriptor& type, const Value& value) {
    if (type.kind == TypeKind::kMap) {
      Put(4, value.items.size() / 2);
      for (size_t i = 0; i < value.items.size(); i += 2) {
        Write(type.key, value.items[i]);
        Write(type.element, value.items[i + 1]);
      }
      return;
    }
    if (type.kind == TypeKind::kSequence) Put(4, value.items.size());
    const TypeDescriptor& element = schema_.resolved(type.element);
    const bool is_inner =
        type.kind == TypeKind::kArray && element.kind == TypeKind::kArray;
    for (const Value& item : value.items) {
      if (is_inner) {
        Elements(element, item);  // without a header of its own
      } else {
        Write(type.element, item);
      }
    }
  }

  // ---- Structs and unions

  // A member with its value, or one that no type has.
  struct Part {
    uint32_t id = 0;
    bool must_understand = false;
    TypeIndex type = 0;
    const Value* value = nullptr;  // null: unknown
  };

  void Struct(TypeIndex index, const Value& value) {
    const bool is_root = std::exchange(is_root_, false);
    const Extensibility extensibility = schema_.type(index).extensibility;
    const auto members = schema_.AllMembers(index);
    const auto in_scope = MembersInScope(members, form_.key_only);
    if (extensibility == Extensibility::kMutable) {
      std::vector<Part> parts;
      std::vector<uint32_t> ids;
      for (size_t i = 0; i < members.size(); ++i) {
        ids.push_back(*members[i]->id);
        if (!in_scope[i] || value.items[i].is_absent) continue;
        if (MayOmit(members[i]->type)) continue;
        parts.push_back({*members[i]->id, members[i]->is_must_understand,
                         members[i]->type, &value.items[i]});
      }
      List(std::move(parts), ids);
      return;
    }
    // How many members there are: none at the end may be missing but in
    // appendable types, and in XCDR1 in the root alone.
    size_t count = members.size();
    const bool may_end = extensibility == Extensibility::kAppendable &&
                         (form_.is_xcdr2 || is_root);
    while (may_end && count > 0 &&
           (!in_scope[count - 1] || MayOmit(members[count - 1]->type))) {
      --count;
    }
    const auto write = [&] {
      for (size_t i = 0; i < count; ++i) {
        if (in_scope[i]) PlainMember(*members[i], value.items[i]);
      }
      if (members.empty() &&
          schema_.profile().empty_struct_form == EmptyStructForm::kDummyOctet) {
        out_.push_back('\0');
      }
    };
    if (!form_.is_xcdr2 || extensibility == Extensibility::kFinal) {
      write();
      return;
    }
    Delimited([&] {
      write();
      // What a newer type has.
      if (count == members.size() && Maybe(4)) Junk(9);
    });
  }

  // Whether to leave a member out, as an older writer does.
  bool MayOmit(TypeIndex type) {
    return wild_ != nullptr && wild_->may_omit && wild_->random->OneIn(4) &&
           HasBytes(schema_, type, form_.is_xcdr2, form_.key_only);
  }

  void Junk(uint64_t most) {
    for (uint64_t i = wild_->random->Below(most + 1); i > 0; --i) {
      out_.push_back(static_cast<char>(wild_->random->Bits()));
    }
  }

  void PlainMember(const Member& member, const Value& value) {
    if (!member.is_optional) {
      Write(member.type, value);
      return;
    }
    if (form_.is_xcdr2) {
      Put(1, value.is_absent ? 0 : 1);
      if (!value.is_absent) Write(member.type, value);
      return;
    }
    Parameter({*member.id, member.is_must_understand, member.type,
               value.is_absent ? nullptr : &value},
              false);
  }

  void Union(const TypeDescriptor& type, const Value& value) {
    is_root_ = false;
    Value discriminator;
    discriminator.bits = value.bits;
    const auto selected = SelectedCase(type, value.bits);
    const Member* member =
        selected.has_value() ? &type.cases[*selected].member : nullptr;
    if (type.extensibility == Extensibility::kMutable) {
      std::vector<Part> parts = {{0, false, type.element, &discriminator}};
      if (member != nullptr) {
        parts.push_back({*member->id, member->is_must_understand, member->type,
                         &value.items[0]});
      }
      List(std::move(parts), {});
      return;
    }
    const auto write = [&] {
      Write(type.element, discriminator);
      if (member != nullptr) Write(member->type, value.items[0]);
    };
    if (form_.is_xcdr2 && type.extensibility == Extensibility::kAppendable) {
      Delimited([&] {
        write();
        if (Maybe(4)) Junk(9);
      });
    } else {
      write();
    }
  }

  // ---- Lists

  // `ids`: of all members of a struct, none of which an unknown entry may have;
  // empty for a union, whose entries keep their order.
  void List(std::vector<Part> parts, const std::vector<uint32_t>& ids) {
    const bool is_struct = !ids.empty();
    if (is_struct && Maybe(2)) wild_->random->Shuffle(&parts);
    if (form_.is_xcdr2) {
      Delimited([&] {
        for (const Part& part : parts) {
          if (is_struct && Maybe(4)) UnknownEntry(ids);
          Entry(part);
        }
        if (is_struct && Maybe(4)) UnknownEntry(ids);
        // No header fits there.
        if (Maybe(4)) Junk(3);
      });
      return;
    }
    for (size_t i = 0; i < parts.size(); ++i) {
      if (Maybe(4)) UnknownParameter(ids);
      Parameter(parts[i], true);
    }
    if (Maybe(4)) UnknownParameter(ids);
    ShortHeader(kPidListEnd | (Maybe(2) ? 0x4000 : 0), 0);
  }

  void ShortHeader(uint32_t pid, uint32_t size) {
    Align(4);
    Put(2, pid);
    Put(2, size);
  }

  // A parameter, of a list or an optional member in place; without a value
  // where that is absent.
  void Parameter(const Part& part, bool in_list) {
    const size_t outer_origin = origin_;
    std::string value;
    size_t inner_origin = 0;
    if (part.value != nullptr) {
      value = Apart(0, 0, [&] { Write(part.type, *part.value); });
      inner_origin = origin_;
    }
    origin_ = outer_origin;
    size_t size = value.size();
    // RTI counts padding.
    if (in_list && Maybe(4)) size = (size + 3) / 4 * 4;
    const bool must_understand = part.must_understand || Maybe(6);
    if (part.id > 0x3f00 || size > 0xffff || Maybe(4)) {
      ShortHeader(kPidExtended | (Maybe(2) ? 0x4000 : 0), 8);
      Put(4, part.id | (must_understand ? 0x40000000u : 0));
      Put(4, size);
    } else {
      ShortHeader(part.id | (must_understand ? 0x4000u : 0),
                  static_cast<uint32_t>(size));
    }
    const size_t begin = Position();
    out_ += value;
    out_.resize(out_.size() + size - value.size(), '\0');
    if (!in_list &&
        schema_.profile().optional_origin == OptionalOrigin::kKept) {
      origin_ = begin + inner_origin;
    }
  }

  void UnknownParameter(const std::vector<uint32_t>& ids) {
    std::string junk;
    for (uint64_t i = wild_->random->Below(9); i > 0; --i) {
      junk.push_back(static_cast<char>(wild_->random->Bits()));
    }
    // Of the parameters that no type has, or one of a type that is newer.
    if (ids.empty() || Maybe(3)) {
      const auto pid =
          static_cast<uint32_t>(wild_->random->Between(kPidIgnore, 0x3fff));
      ShortHeader(pid | (Maybe(2) ? 0x4000 : 0),
                  static_cast<uint32_t>(junk.size()));
    } else if (Maybe(2)) {
      ShortHeader(kPidExtended | 0x4000, 8);
      Put(4, UnknownId(ids, 0x0fffffff));
      Put(4, junk.size());
    } else {
      ShortHeader(UnknownId(ids, 0x3eff), static_cast<uint32_t>(junk.size()));
    }
    out_ += junk;
  }

  uint32_t UnknownId(const std::vector<uint32_t>& ids, uint32_t largest) {
    while (true) {
      // Not 1, which may end a list where no member has it.
      const auto id = static_cast<uint32_t>(
          wild_->random->Between(2, wild_->random->OneIn(2) ? 20 : largest));
      if (std::find(ids.begin(), ids.end(), id) == ids.end()) return id;
    }
  }

  // XCDR2: an EMHEADER and its value.
  void Entry(const Part& part) {
    Align(4);
    // The extra word is 4-aligned, as is the value behind the header.
    const std::string value =
        Apart(Position() + 4, origin_, [&] { Write(part.type, *part.value); });
    uint32_t code =
        wild_ == nullptr ? CanonicalCode(part.type) : WildCode(value);
    const bool must_understand = part.must_understand || Maybe(6);
    Put(4, part.id | code << 28 | (must_understand ? 0x80000000u : 0));
    if (code == 4) Put(4, value.size());
    out_ += value;
  }

  void UnknownEntry(const std::vector<uint32_t>& ids) {
    Align(4);
    const uint32_t id = UnknownId(ids, 0x0fffffff);
    const auto code = static_cast<uint32_t>(wild_->random->Below(8));
    const auto count = static_cast<uint32_t>(wild_->random->Below(4));
    Put(4, id | code << 28);
    size_t size = size_t{1} << code;
    if (code >= 4) {
      Put(4, count);
      size = count * (code <= 5 ? 1 : code == 6 ? 4 : 8);
    }
    for (size_t i = 0; i < size; ++i) {
      out_.push_back(static_cast<char>(wild_->random->Bits()));
    }
  }

  // Any length code that gives the size.
  uint32_t WildCode(const std::string& value) {
    std::vector<uint32_t> codes = {4};
    for (uint32_t code = 0; code < 4; ++code) {
      if (value.size() == size_t{1} << code) codes.push_back(code);
    }
    if (value.size() >= 4) {
      uint64_t first = 0;
      for (size_t i = 0; i < 4; ++i) {
        const size_t at = form_.order == std::endian::little ? 3 - i : i;
        first = first << 8 | static_cast<uint8_t>(value[at]);
      }
      const uint64_t rest = value.size() - 4;
      if (rest == first) codes.push_back(5);
      if (rest == 4 * first) codes.push_back(6);
      if (rest == 8 * first) codes.push_back(7);
    }
    return wild_->random->Pick(codes);
  }

  // The one that we write for every value of a type.
  uint32_t CanonicalCode(TypeIndex index) const {
    const TypeDescriptor& type = schema_.resolved(index);
    switch (type.kind) {
      case TypeKind::kString8:
        return 5;
      case TypeKind::kString16:
        switch (FormOfWstrings()) {
          case WstringForm::kBytes16:
          case WstringForm::kBytes16Nul:
            return 5;
          case WstringForm::kUnits16:
            return 4;
          case WstringForm::kUnits32:
          case WstringForm::kUnits32Nul:
            return 6;
        }
        return 4;
      case TypeKind::kStruct:
      case TypeKind::kUnion:
        return type.extensibility == Extensibility::kFinal ? 4 : 5;
      case TypeKind::kArray:
      case TypeKind::kMap:
        return HasCollectionHeader(schema_, type) ? 5 : 4;
      case TypeKind::kSequence: {
        if (HasCollectionHeader(schema_, type)) return 5;
        if (!IsPrimitive(schema_.resolved(type.element).kind)) return 4;
        const uint32_t size = NumberSize(type.element);
        return size == 1 ? 5 : size == 4 ? 6 : size == 8 ? 7 : 4;
      }
      default: {
        const uint32_t size = NumberSize(index);
        return size == 1   ? 0
               : size == 2 ? 1
               : size == 4 ? 2
               : size == 8 ? 3
                           : 4;
      }
    }
  }

  const Schema& schema_;
  const WireForm& form_;
  const WildWriting* wild_;
  std::string out_;
  size_t start_ = 0;   // position of out_'s first byte
  size_t origin_ = 0;  // position that alignment counts from
  bool is_root_ = false;
};

std::string Payload(const Schema& schema, const Value& value,
                    const WireForm& form, const WildWriting* wild) {
  const TypeDescriptor& root = schema.type(schema.root());
  uint8_t id = 0;
  if (form.is_xcdr2) {
    id = root.extensibility == Extensibility::kFinal        ? 0x06
         : root.extensibility == Extensibility::kAppendable ? 0x08
                                                            : 0x0a;
  } else if (root.extensibility == Extensibility::kMutable) {
    id = 0x02;
  }
  std::string out(4, '\0');
  out[1] = static_cast<char>(id + (form.order == std::endian::little ? 1 : 0));
  if (schema.profile().ros_service_header == RosServiceHeader::kPresent) {
    out += form.ros_service_header;
  }
  const size_t before =
      schema.profile().alignment_origin == AlignmentOrigin::kHeader ? 0 : 4;
  out += Writer(schema, form, wild)
             .Body(schema.root(), value, out.size() - before, true);
  if (form.is_xcdr2) {
    const size_t padding = (4 - out.size() % 4) % 4;
    out[3] = static_cast<char>(padding);
    out.append(padding, '\0');
  }
  return out;
}

}  // namespace

std::string WritePayload(const Schema& schema, const Value& value,
                         const WireForm& form) {
  return Payload(schema, value, form, nullptr);
}

std::string WritePayload(const Schema& schema, const Value& value,
                         std::endian order) {
  WireForm form;
  form.order = order;
  return WritePayload(schema, value, form);
}

std::string WriteWildPayload(const Schema& schema, const Value& value,
                             const WireForm& form, const WildWriting& wild) {
  return Payload(schema, value, form, &wild);
}

std::string WriteBody(const Schema& schema, TypeIndex type,
                      const Value& value) {
  const WireForm form;
  return Writer(schema, form, nullptr).Body(type, value, 0, false);
}

}  // namespace transcdr::reference
