#include "codec/plan/lowering.h"

#include <algorithm>
#include <deque>
#include <string>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/str_cat.h"
#include "codec/plan/member_layout.h"
#include "codec/plan/shape.h"

namespace transcdr {
namespace {

// A struct or union longer than this is compiled once and called, if it is used
// more than once: otherwise programs could grow exponentially with nesting.
constexpr uint64_t kMaxInlineOps = 64;

std::optional<OpCode> ScalarOp(TypeKind kind) {
  switch (kind) {
    case TypeKind::kBoolean:
      return OpCode::kBoolean;
    case TypeKind::kByte:
    case TypeKind::kUInt8:
      return OpCode::kUInt8;
    case TypeKind::kInt8:
      return OpCode::kInt8;
    case TypeKind::kInt16:
      return OpCode::kInt16;
    case TypeKind::kUInt16:
      return OpCode::kUInt16;
    case TypeKind::kInt32:
      return OpCode::kInt32;
    case TypeKind::kUInt32:
      return OpCode::kUInt32;
    case TypeKind::kInt64:
      return OpCode::kInt64;
    case TypeKind::kUInt64:
      return OpCode::kUInt64;
    case TypeKind::kFloat32:
      return OpCode::kFloat32;
    case TypeKind::kFloat64:
      return OpCode::kFloat64;
    case TypeKind::kFloat128:
      return OpCode::kFloat128;
    case TypeKind::kChar8:
      return OpCode::kChar8;
    case TypeKind::kChar16:
      return OpCode::kChar16;
    case TypeKind::kString8:
    case TypeKind::kString16:
    case TypeKind::kSequence:
    case TypeKind::kArray:
    case TypeKind::kMap:
    case TypeKind::kAlias:
    case TypeKind::kEnum:
    case TypeKind::kBitmask:
    case TypeKind::kBitset:
    case TypeKind::kStruct:
    case TypeKind::kUnion:
      return std::nullopt;
  }
  return std::nullopt;
}

std::optional<NumberKind> NumberKindOf(TypeKind kind) {
  switch (kind) {
    case TypeKind::kBoolean:
      return NumberKind::kBoolean;
    case TypeKind::kInt8:
      return NumberKind::kInt8;
    case TypeKind::kInt16:
      return NumberKind::kInt16;
    case TypeKind::kUInt16:
      return NumberKind::kUInt16;
    case TypeKind::kInt32:
      return NumberKind::kInt32;
    case TypeKind::kUInt32:
      return NumberKind::kUInt32;
    case TypeKind::kInt64:
      return NumberKind::kInt64;
    case TypeKind::kUInt64:
      return NumberKind::kUInt64;
    case TypeKind::kFloat32:
      return NumberKind::kFloat32;
    case TypeKind::kFloat64:
      return NumberKind::kFloat64;
    default:  // the other kinds are translated one by one
      return std::nullopt;
  }
}

// Keys that JSON can write as the key of an object.
bool HasTextKeys(TypeKind key) {
  return key == TypeKind::kBoolean || IsInteger(key) ||
         key == TypeKind::kChar8 || key == TypeKind::kChar16 ||
         key == TypeKind::kString8 || key == TypeKind::kString16 ||
         key == TypeKind::kEnum;
}

// What is nested deeper than a reader cares about is "...".
constexpr int kMaxTextDepth = 6;

std::string TypeTextWithin(const Schema& schema, TypeIndex index, int depth) {
  const TypeDescriptor& type = schema.resolved(index);
  if (depth > kMaxTextDepth) return "...";
  const auto nested = [&](TypeIndex inner) {
    return TypeTextWithin(schema, inner, depth + 1);
  };
  const std::string bound =
      type.bound == 0 ? "" : absl::StrCat("<=", type.bound);
  switch (type.kind) {
    case TypeKind::kString8:
      return absl::StrCat("string", bound);
    case TypeKind::kString16:
      return absl::StrCat("wstring", bound);
    case TypeKind::kSequence:
      return absl::StrCat("sequence<", nested(type.element), ">", bound);
    case TypeKind::kArray: {
      std::string text = nested(type.element);
      for (const uint32_t n : type.dimensions) {
        absl::StrAppend(&text, "[", n, "]");
      }
      return text;
    }
    case TypeKind::kMap:
      return absl::StrCat("map<", nested(type.key), ", ", nested(type.element),
                          ">", bound);
    default:
      return IsNamed(type.kind) ? type.name
                                : std::string(TypeKindName(type.kind));
  }
}

class Lowerer {
 public:
  Lowerer(const Schema& schema, const FormatSet& formats,
          const SchemaLimits& limits, std::vector<Diagnostic>* diagnostics)
      : schema_(schema),
        formats_(formats),
        limits_(limits),
        diagnostics_(diagnostics),
        shape_(schema) {}

  std::optional<Program> Run() {
    LowerType(schema_.root(), 0);
    Emit({.code = OpCode::kEnd});
    while (!pending_.empty() && !failed_) {
      const auto [type, depth] = pending_.front();
      pending_.pop_front();
      subroutines_[type] = Here();
      LowerBody(type, depth);
      Emit({.code = OpCode::kReturn});
    }
    if (failed_) return std::nullopt;
    for (const auto& [call, type] : calls_) {
      program_.ops[call].target = subroutines_.at(type);
    }
    return std::move(program_);
  }

 private:
  void Unsupported(const SourceLocation& location, std::string message) {
    diagnostics_->push_back({.severity = Severity::kError,
                             .location = location,
                             .message = std::move(message),
                             .is_unsupported = true});
    failed_ = true;
  }

  uint32_t Here() const { return static_cast<uint32_t>(program_.ops.size()); }

  uint32_t Emit(Op op) {
    if (program_.ops.size() >= limits_.max_ops && !failed_) {
      Unsupported({}, absl::StrCat("the compiled plan needs more than ",
                                   limits_.max_ops, " ops (limit max_ops)"));
    }
    program_.ops.push_back(op);
    return Here() - 1;
  }

  void LowerType(TypeIndex index, uint32_t depth) {
    if (failed_) return;
    if (depth > Limits{}.max_depth) {
      Unsupported({}, absl::StrCat("types are nested deeper than ",
                                   Limits{}.max_depth, " (limit max_depth)"));
      return;
    }
    index = schema_.Resolve(index);
    const TypeKind kind = schema_.type(index).kind;
    const bool callable = kind == TypeKind::kStruct || kind == TypeKind::kUnion;
    if (callable &&
        (shape_.IsRecursive(index) ||
         (shape_.Uses(index) > 1 && shape_.InlineOps(index) > kMaxInlineOps))) {
      calls_.emplace_back(Emit({.code = OpCode::kCall}), index);
      if (subroutines_.try_emplace(index, 0).second) {
        pending_.emplace_back(index, depth);
      }
      return;
    }
    LowerBody(index, depth);
  }

  // REQUIRES: not an alias.
  void LowerBody(TypeIndex index, uint32_t depth) {
    const TypeDescriptor& type = schema_.type(index);
    switch (type.kind) {
      case TypeKind::kString8:
        Emit({.code = OpCode::kString, .arg = type.bound});
        return;
      case TypeKind::kString16:
        Emit({.code = OpCode::kWString,
              .flags = WstringForms().Pack(),
              .arg = type.bound});
        return;
      case TypeKind::kSequence:
        LowerElements(index, OpCode::kSequence, type.bound, true, depth);
        return;
      case TypeKind::kArray:
        LowerArray(index, 0, true, depth);
        return;
      case TypeKind::kMap:
        LowerMap(index, depth);
        return;
      case TypeKind::kEnum:
        Emit({.code = OpCode::kEnum, .info = EnumRow(index)});
        return;
      case TypeKind::kBitmask:
        LowerBitmask(index);
        return;
      case TypeKind::kBitset:
        LowerBitset(index);
        return;
      case TypeKind::kStruct:
        LowerStruct(index, depth);
        return;
      case TypeKind::kUnion:
        LowerUnion(index, depth);
        return;
      case TypeKind::kAlias:
        return;
      default: {
        Op op{.code = *ScalarOp(type.kind)};
        if (type.kind == TypeKind::kChar16) op.flags = WcharWidths().Pack();
        Emit(op);
        return;
      }
    }
  }

  FormPair<WcharWidth> WcharWidths() const {
    return {schema_.profile().wchar_width, schema_.profile().wchar_width_xcdr2};
  }
  FormPair<WstringForm> WstringForms() const {
    return {schema_.profile().wstring_form,
            schema_.profile().wstring_form_xcdr2};
  }

  // One dimension of an array at a time, the outermost first. An array as the
  // element of an array is but another dimension: `is_outermost` is false then.
  void LowerArray(TypeIndex index, size_t dimension, bool is_outermost,
                  uint32_t depth) {
    const TypeDescriptor& type = schema_.type(index);
    const uint32_t count = type.dimensions[dimension];
    if (dimension + 1 == type.dimensions.size()) {
      LowerElements(index, OpCode::kArray, count, is_outermost, depth);
      return;
    }
    const uint32_t open = Emit({.code = OpCode::kArray,
                                .arg = count,
                                .info = ElementRow(index, is_outermost)});
    const uint32_t body = Here();
    if (depth < Limits{}.max_depth) {
      LowerArray(index, dimension + 1, false, depth + 1);
    } else {
      LowerType(type.element, depth + 1);  // says what is wrong
    }
    Emit({.code = OpCode::kNext, .target = body});
    program_.ops[open].target = Here();
  }

  // A sequence (arg: bound) or the innermost dimension of an array (arg:
  // count). `is_outermost`: the collection begins here.
  void LowerElements(TypeIndex index, OpCode code, uint32_t arg,
                     bool is_outermost, uint32_t depth) {
    const TypeIndex element = schema_.type(index).element;
    const bool is_array = code == OpCode::kArray;
    const TypeKind kind = schema_.resolved(element).kind;
    if (kind == TypeKind::kByte || kind == TypeKind::kUInt8) {
      Emit({.code = is_array ? OpCode::kByteArray : OpCode::kByteSequence,
            .arg = arg});
      return;
    }
    if (kind == TypeKind::kChar8) {
      Emit({.code = is_array ? OpCode::kCharArray : OpCode::kCharSequence,
            .arg = arg});
      return;
    }
    if (const auto number = NumberKindOf(kind); number.has_value()) {
      Emit({.code = is_array ? OpCode::kNumberArray : OpCode::kNumberSequence,
            .flags = static_cast<uint8_t>(*number),
            .arg = arg});
      return;
    }
    const uint32_t open = Emit(
        {.code = code, .arg = arg, .info = ElementRow(index, is_outermost)});
    const uint32_t body = Here();
    if (is_array && kind == TypeKind::kArray && depth < Limits{}.max_depth) {
      LowerArray(schema_.Resolve(element), 0, false, depth + 1);
    } else {
      LowerType(element, depth + 1);
    }
    Emit({.code = OpCode::kNext, .target = body});
    program_.ops[open].target = Here();
  }

  void LowerMap(TypeIndex index, uint32_t depth) {
    const TypeDescriptor& type = schema_.type(index);
    MapInfo info;
    info.key_kind = schema_.resolved(type.key).kind;
    info.has_text_keys = HasTextKeys(info.key_kind);
    info.entry.min_size = static_cast<uint32_t>(std::min<uint64_t>(
        shape_.MinSize(type.key) + shape_.MinSize(type.element), UINT32_MAX));
    info.entry.has_header = HasCollectionHeader(schema_, index);
    info.entry.type_text = TypeText(schema_, index);
    const auto row = static_cast<uint32_t>(program_.maps.size());
    program_.maps.push_back(std::move(info));

    const uint32_t open =
        Emit({.code = OpCode::kMap, .arg = type.bound, .info = row});
    const uint32_t body = Here();
    LowerType(type.key, depth + 1);
    Emit({.code = OpCode::kMapValue, .info = row});
    LowerType(type.element, depth + 1);
    Emit({.code = OpCode::kNextEntry, .target = body, .info = row});
    program_.ops[open].target = Here();
  }

  // One DHEADER stands before a whole array, none before its inner dimensions.
  uint32_t ElementRow(TypeIndex collection, bool is_outermost) {
    ElementInfo info;
    info.min_size = static_cast<uint32_t>(std::min<uint64_t>(
        shape_.MinSize(schema_.type(collection).element), UINT32_MAX));
    info.has_header = is_outermost && HasCollectionHeader(schema_, collection);
    info.type_text = TypeText(schema_, collection);
    program_.elements.push_back(std::move(info));
    return static_cast<uint32_t>(program_.elements.size() - 1);
  }

  uint32_t EnumRow(TypeIndex index) {
    const auto [it, is_new] = enum_rows_.try_emplace(
        index, static_cast<uint32_t>(program_.enums.size()));
    if (!is_new) return it->second;
    const TypeDescriptor& type = schema_.type(index);
    EnumInfo info;
    info.name = type.name;
    info.size = BytesForBits(type.bit_bound);
    for (const Enumerator& literal : type.enumerators) {
      const auto row = static_cast<uint32_t>(info.rows.size());
      info.rows.push_back(
          {EncodedName(literal.name, formats_), *literal.value});
      info.by_name.Add(literal.name, row);
      info.by_value.try_emplace(*literal.value, row);
      if (literal.is_default) info.default_row = row;
    }
    program_.enums.push_back(std::move(info));
    return it->second;
  }

  void LowerBitmask(TypeIndex index) {
    const auto [it, is_new] = bitmask_rows_.try_emplace(
        index, static_cast<uint32_t>(program_.bitmasks.size()));
    if (is_new) {
      const TypeDescriptor& type = schema_.type(index);
      BitmaskInfo info;
      info.name = type.name;
      info.size = BytesForBits(type.bit_bound);
      info.bit_bound = type.bit_bound;
      for (const Flag& flag : type.flags) {
        info.by_name.Add(flag.name, static_cast<uint32_t>(info.rows.size()));
        info.rows.push_back({EncodedName(flag.name, formats_), *flag.position});
      }
      program_.bitmasks.push_back(std::move(info));
    }
    Emit({.code = OpCode::kBitmask, .info = it->second});
  }

  void LowerBitset(TypeIndex index) {
    const auto [it, is_new] = bitset_rows_.try_emplace(
        index, static_cast<uint32_t>(program_.bitsets.size()));
    if (is_new) {
      BitsetInfo info;
      info.members.name = schema_.type(index).name;
      uint32_t position = 0;
      for (const Bitfield* field : schema_.AllBitfields(index)) {
        if (!field->name.empty()) {
          info.fields.push_back({position, field->width, *field->holder});
          MemberInfo member;
          member.name = EncodedName(field->name, formats_);
          member.id = position;
          member.type_text = absl::StrCat("bitfield<", field->width, ">");
          AddMember(std::move(member), &info.members);
        }
        position += field->width;
      }
      info.size = BytesForBits(position);
      program_.bitsets.push_back(std::move(info));
    }
    Emit({.code = OpCode::kBitset, .info = it->second});
  }

  static void AddMember(MemberInfo member, StructInfo* info) {
    const auto slot = static_cast<uint32_t>(info->members.size());
    info->slots.Add(member.name.plain, slot);
    info->slots_by_id.try_emplace(member.id, slot);
    info->members.push_back(std::move(member));
  }

  MemberInfo MakeMember(const Member& member) {
    MemberInfo info;
    info.name = EncodedName(member.name, formats_);
    info.id = *member.id;
    info.is_optional = member.is_optional;
    info.is_must_understand = member.is_must_understand;
    const TypeIndex type = schema_.Resolve(member.type);
    info.has_bytes_in_xcdr1 =
        shape_.IsRecursive(type) || shape_.MinSize(type) != 0;
    info.has_bytes_in_xcdr2 = info.has_bytes_in_xcdr1 || shape_.HasFrame(type);
    info.length_code = LengthCodeOf(schema_, member.type);
    info.type_text = TypeText(schema_, member.type);
    info.default_value = member.default_value;
    return info;
  }

  void LowerStruct(TypeIndex index, uint32_t depth) {
    const std::vector<const Member*> members = schema_.AllMembers(index);
    if (members.size() > UINT16_MAX) {  // Op::slot
      Unsupported(schema_.type(index).location,
                  absl::StrCat(schema_.type(index).name, " has more than ",
                               UINT16_MAX, " members"));
      return;
    }
    const auto [it, is_new] = struct_rows_.try_emplace(
        index, static_cast<uint32_t>(program_.structs.size()));
    const uint32_t row = it->second;
    if (is_new) {
      StructInfo info;
      info.name = schema_.type(index).name;
      info.extensibility = schema_.type(index).extensibility;
      info.is_plain = info.extensibility == Extensibility::kFinal;
      info.may_be_without_bytes = shape_.MinSize(index) == 0;
      for (const Member* member : members) {
        info.is_plain = info.is_plain && !member->is_optional;
        AddMember(MakeMember(*member), &info);
      }
      program_.structs.push_back(std::move(info));
    }
    const uint32_t open = Emit({.code = OpCode::kStruct,
                                .arg = static_cast<uint32_t>(members.size()),
                                .info = row});
    for (size_t slot = 0; slot < members.size(); ++slot) {
      const uint32_t member = Emit({.code = OpCode::kMember,
                                    .slot = static_cast<uint16_t>(slot),
                                    .info = row});
      LowerType(members[slot]->type, depth + 1);
      if (failed_) return;
      program_.ops[member].target = Here();
    }
    // The list of a mutable struct is never empty: it has an end.
    if (members.empty() &&
        schema_.type(index).extensibility != Extensibility::kMutable &&
        schema_.profile().empty_struct_form == EmptyStructForm::kDummyOctet) {
      Emit({.code = OpCode::kDummyOctet});
    }
    Emit({.code = OpCode::kEndStruct, .info = row});
    program_.ops[open].target = Here();
  }

  void LowerUnion(TypeIndex index, uint32_t depth) {
    const TypeDescriptor& type = schema_.type(index);
    UnionInfo info;
    info.name = type.name;
    info.extensibility = type.extensibility;
    const TypeIndex discriminator = schema_.Resolve(type.element);
    info.discriminator = schema_.type(discriminator).kind;
    info.discriminator_text = TypeText(schema_, type.element);
    info.wchar_width = WcharWidths();
    info.discriminator_length_code = LengthCodeOf(schema_, discriminator);
    if (info.discriminator == TypeKind::kEnum) {
      info.enum_row = EnumRow(discriminator);
    }
    const auto row = static_cast<uint32_t>(program_.unions.size());
    for (const UnionCase& c : type.cases) {
      const auto at = static_cast<uint32_t>(info.cases.size());
      info.cases.push_back({.member = MakeMember(c.member),
                            .labels = c.labels,
                            .is_default = c.is_default});
      info.by_name.Add(c.member.name, at);
      for (const int64_t label : c.labels) info.by_label.emplace(label, at);
      if (c.is_default) info.default_case = at;
    }
    program_.unions.push_back(std::move(info));

    const uint32_t open = Emit({.code = OpCode::kUnion,
                                .arg = static_cast<uint32_t>(type.cases.size()),
                                .info = row});
    std::vector<uint32_t> ends;
    for (size_t i = 0; i < type.cases.size(); ++i) {
      program_.unions[row].cases[i].body = Here();
      LowerType(type.cases[i].member.type, depth + 1);
      if (failed_) return;
      ends.push_back(Emit({.code = OpCode::kEndCase, .info = row}));
    }
    for (const uint32_t end : ends) program_.ops[end].target = Here();
    program_.ops[open].target = Here();
  }

  const Schema& schema_;
  const FormatSet& formats_;
  const SchemaLimits& limits_;
  std::vector<Diagnostic>* diagnostics_;
  Shape shape_;
  Program program_;
  bool failed_ = false;

  absl::flat_hash_map<TypeIndex, uint32_t> struct_rows_;
  absl::flat_hash_map<TypeIndex, uint32_t> enum_rows_;
  absl::flat_hash_map<TypeIndex, uint32_t> bitmask_rows_;
  absl::flat_hash_map<TypeIndex, uint32_t> bitset_rows_;
  // Called types: where their body begins, which are still to be lowered, and
  // the kCall ops to patch.
  absl::flat_hash_map<TypeIndex, uint32_t> subroutines_;
  std::deque<std::pair<TypeIndex, uint32_t>> pending_;
  std::vector<std::pair<uint32_t, TypeIndex>> calls_;
};

}  // namespace

std::string TypeText(const Schema& schema, TypeIndex index) {
  return TypeTextWithin(schema, index, 0);
}

std::optional<Program> Lower(const Schema& schema, const FormatSet& formats,
                             const SchemaLimits& limits,
                             std::vector<Diagnostic>* diagnostics) {
  return Lowerer(schema, formats, limits, diagnostics).Run();
}

}  // namespace transcdr
