#include "codec/plan/program.h"

#include <string_view>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "codec/type/wire_profile.h"

namespace transcdr {
namespace {

std::string Bound(uint32_t bound) {
  return bound == 0 ? std::string("bound=none") : absl::StrCat("bound=", bound);
}

std::string_view WstringFormName(WstringForm form) {
  switch (form) {
    case WstringForm::kBytes16:
      return "bytes16";
    case WstringForm::kBytes16Nul:
      return "bytes16nul";
    case WstringForm::kUnits16:
      return "units16";
    case WstringForm::kUnits32:
      return "units32";
    case WstringForm::kUnits32Nul:
      return "units32nul";
  }
  return "?";
}

// One form where XCDR1 and XCDR2 have the same.
std::string Forms(FormPair<WstringForm> forms) {
  const std::string_view xcdr1 = WstringFormName(forms.xcdr1);
  const std::string_view xcdr2 = WstringFormName(forms.xcdr2);
  std::string text =
      absl::StrCat(" form=", absl::string_view(xcdr1.data(), xcdr1.size()));
  if (xcdr1 != xcdr2) {
    absl::StrAppend(&text, "/", absl::string_view(xcdr2.data(), xcdr2.size()));
  }
  return text;
}

std::string Widths(FormPair<WcharWidth> widths) {
  const int xcdr1 = widths.xcdr1 == WcharWidth::k16 ? 16 : 32;
  const int xcdr2 = widths.xcdr2 == WcharWidth::k16 ? 16 : 32;
  return xcdr1 == xcdr2 ? absl::StrCat("width=", xcdr1)
                        : absl::StrCat("width=", xcdr1, "/", xcdr2);
}

// Final is what needs no word.
const char* ExtensibilityText(Extensibility extensibility) {
  switch (extensibility) {
    case Extensibility::kFinal:
      return "";
    case Extensibility::kAppendable:
      return " appendable";
    case Extensibility::kMutable:
      return " mutable";
  }
  return "";
}

std::string ElementText(const ElementInfo& info) {
  return absl::StrCat(" min=", info.min_size,
                      info.has_header ? " dheader" : "");
}

std::string MemberText(const StructInfo& info, uint32_t slot) {
  const MemberInfo& member = info.members[slot];
  std::string text = member.name.plain;
  if (!info.is_plain) {
    absl::StrAppend(&text, " id=", member.id,
                    " lc=", static_cast<int>(member.length_code));
  }
  if (member.is_optional) text += " optional";
  if (member.is_must_understand) text += " must-understand";
  if (member.default_value.has_value()) text += " default";
  return text;
}

std::string UnionCases(const UnionInfo& info) {
  std::string out;
  for (const UnionInfo::Case& c : info.cases) {
    absl::StrAppend(&out, " ", c.member.name.plain, "{");
    for (size_t i = 0; i < c.labels.size(); ++i) {
      absl::StrAppend(&out, i == 0 ? "" : ",", c.labels[i]);
    }
    if (c.is_default) {
      absl::StrAppend(&out, c.labels.empty() ? "" : ",", "default");
    }
    absl::StrAppend(&out, "}->", c.body);
  }
  return out;
}

// What follows the op's name in a dump.
std::string Operands(const Program& p, const Op& op) {
  switch (op.code) {
    case OpCode::kBoolean:
    case OpCode::kInt8:
    case OpCode::kUInt8:
    case OpCode::kInt16:
    case OpCode::kUInt16:
    case OpCode::kInt32:
    case OpCode::kUInt32:
    case OpCode::kInt64:
    case OpCode::kUInt64:
    case OpCode::kFloat32:
    case OpCode::kFloat64:
    case OpCode::kFloat128:
    case OpCode::kChar8:
    case OpCode::kNext:
    case OpCode::kMapValue:
    case OpCode::kNextEntry:
    case OpCode::kDummyOctet:
    case OpCode::kEndStruct:
    case OpCode::kEndCase:
    case OpCode::kCall:
    case OpCode::kReturn:
    case OpCode::kEnd:
      return "";
    case OpCode::kChar16:
      return Widths(FormPair<WcharWidth>::Unpack(op.flags));
    case OpCode::kString:
    case OpCode::kByteSequence:
    case OpCode::kCharSequence:
      return Bound(op.arg);
    case OpCode::kWString: {
      return absl::StrCat(Bound(op.arg),
                          Forms(FormPair<WstringForm>::Unpack(op.flags)));
    }
    case OpCode::kEnum:
      return absl::StrCat(p.enums[op.info].name,
                          " size=", p.enums[op.info].size,
                          " literals=", p.enums[op.info].rows.size());
    case OpCode::kBitmask:
      return absl::StrCat(p.bitmasks[op.info].name,
                          " size=", p.bitmasks[op.info].size,
                          " bits=", p.bitmasks[op.info].bit_bound);
    case OpCode::kBitset:
      return absl::StrCat(p.bitsets[op.info].members.name,
                          " size=", p.bitsets[op.info].size,
                          " fields=", p.bitsets[op.info].fields.size());
    case OpCode::kByteArray:
    case OpCode::kCharArray:
      return absl::StrCat("count=", op.arg);
    case OpCode::kNumberArray:
    case OpCode::kNumberSequence: {
      const std::string_view kind =
          NumberKindName(static_cast<NumberKind>(op.flags));
      return absl::StrCat(absl::string_view(kind.data(), kind.size()), " ",
                          op.code == OpCode::kNumberArray
                              ? absl::StrCat("count=", op.arg)
                              : Bound(op.arg));
    }
    case OpCode::kStruct:
      return absl::StrCat(p.structs[op.info].name,
                          ExtensibilityText(p.structs[op.info].extensibility),
                          " members=", op.arg);
    case OpCode::kMember:
      return absl::StrCat("#", op.slot, " ",
                          MemberText(p.structs[op.info], op.slot));
    case OpCode::kArray:
      return absl::StrCat("count=", op.arg, ElementText(p.elements[op.info]));
    case OpCode::kSequence:
      return absl::StrCat(Bound(op.arg), ElementText(p.elements[op.info]));
    case OpCode::kMap:
      return absl::StrCat(Bound(op.arg), ElementText(p.maps[op.info].entry),
                          p.maps[op.info].has_text_keys ? "" : " pairs");
    case OpCode::kUnion:
      return absl::StrCat(p.unions[op.info].name,
                          ExtensibilityText(p.unions[op.info].extensibility),
                          " on ", p.unions[op.info].discriminator_text,
                          UnionCases(p.unions[op.info]));
  }
  return "";
}

bool HasTarget(OpCode code) {
  return code == OpCode::kStruct || code == OpCode::kMember ||
         code == OpCode::kArray || code == OpCode::kSequence ||
         code == OpCode::kNext || code == OpCode::kMap ||
         code == OpCode::kNextEntry || code == OpCode::kUnion ||
         code == OpCode::kEndCase || code == OpCode::kCall;
}

size_t NameBytes(const EncodedName& name) {
  return sizeof(name) + name.plain.size() + name.text[0].size() +
         name.text[1].size();
}

size_t MemberBytes(const MemberInfo& member) {
  // The name stands in a NameIndex as well.
  return sizeof(member) + NameBytes(member.name) + member.name.plain.size() +
         member.type_text.size() + 96;
}

}  // namespace

std::string_view OpCodeName(OpCode code) {
  switch (code) {
    case OpCode::kBoolean:
      return "boolean";
    case OpCode::kInt8:
      return "int8";
    case OpCode::kUInt8:
      return "uint8";
    case OpCode::kInt16:
      return "int16";
    case OpCode::kUInt16:
      return "uint16";
    case OpCode::kInt32:
      return "int32";
    case OpCode::kUInt32:
      return "uint32";
    case OpCode::kInt64:
      return "int64";
    case OpCode::kUInt64:
      return "uint64";
    case OpCode::kFloat32:
      return "float32";
    case OpCode::kFloat64:
      return "float64";
    case OpCode::kFloat128:
      return "float128";
    case OpCode::kChar8:
      return "char8";
    case OpCode::kChar16:
      return "char16";
    case OpCode::kString:
      return "string";
    case OpCode::kWString:
      return "wstring";
    case OpCode::kEnum:
      return "enum";
    case OpCode::kBitmask:
      return "bitmask";
    case OpCode::kBitset:
      return "bitset";
    case OpCode::kByteArray:
      return "byte-array";
    case OpCode::kByteSequence:
      return "byte-sequence";
    case OpCode::kCharArray:
      return "char-array";
    case OpCode::kCharSequence:
      return "char-sequence";
    case OpCode::kNumberArray:
      return "number-array";
    case OpCode::kNumberSequence:
      return "number-sequence";
    case OpCode::kStruct:
      return "struct";
    case OpCode::kMember:
      return "member";
    case OpCode::kEndStruct:
      return "end-struct";
    case OpCode::kArray:
      return "array";
    case OpCode::kSequence:
      return "sequence";
    case OpCode::kNext:
      return "next";
    case OpCode::kMap:
      return "map";
    case OpCode::kMapValue:
      return "map-value";
    case OpCode::kNextEntry:
      return "next-entry";
    case OpCode::kUnion:
      return "union";
    case OpCode::kEndCase:
      return "end-case";
    case OpCode::kDummyOctet:
      return "dummy-octet";
    case OpCode::kCall:
      return "call";
    case OpCode::kReturn:
      return "return";
    case OpCode::kEnd:
      return "end";
  }
  return "?";
}

std::string_view NumberKindName(NumberKind kind) {
  switch (kind) {
    case NumberKind::kBoolean:
      return "boolean";
    case NumberKind::kInt8:
      return "int8";
    case NumberKind::kInt16:
      return "int16";
    case NumberKind::kUInt16:
      return "uint16";
    case NumberKind::kInt32:
      return "int32";
    case NumberKind::kUInt32:
      return "uint32";
    case NumberKind::kInt64:
      return "int64";
    case NumberKind::kUInt64:
      return "uint64";
    case NumberKind::kFloat32:
      return "float32";
    case NumberKind::kFloat64:
      return "float64";
  }
  return "?";
}

uint32_t NumberSize(NumberKind kind) {
  switch (kind) {
    case NumberKind::kBoolean:
    case NumberKind::kInt8:
      return 1;
    case NumberKind::kInt16:
    case NumberKind::kUInt16:
      return 2;
    case NumberKind::kInt32:
    case NumberKind::kUInt32:
    case NumberKind::kFloat32:
      return 4;
    case NumberKind::kInt64:
    case NumberKind::kUInt64:
    case NumberKind::kFloat64:
      return 8;
  }
  return 1;
}

std::string Program::Dump() const {
  std::string out;
  for (size_t i = 0; i < ops.size(); ++i) {
    const Op& op = ops[i];
    const std::string_view name = OpCodeName(op.code);
    absl::StrAppendFormat(&out, "%3d %s", i,
                          absl::string_view(name.data(), name.size()));
    const std::string operands = Operands(*this, op);
    if (!operands.empty()) absl::StrAppend(&out, " ", operands);
    if (HasTarget(op.code)) absl::StrAppend(&out, " -> ", op.target);
    out.push_back('\n');
  }
  return out;
}

size_t Program::EstimateBytes() const {
  size_t bytes = sizeof(*this) + ops.size() * sizeof(Op);
  for (const StructInfo& info : structs) {
    bytes += sizeof(info) + info.name.size();
    for (const MemberInfo& member : info.members) bytes += MemberBytes(member);
  }
  for (const EnumInfo& info : enums) {
    bytes += sizeof(info);
    for (const auto& row : info.rows) bytes += NameBytes(row.name) + 96;
  }
  for (const BitmaskInfo& info : bitmasks) {
    bytes += sizeof(info);
    for (const auto& row : info.rows) bytes += NameBytes(row.name) + 64;
  }
  for (const BitsetInfo& info : bitsets) {
    bytes += sizeof(info);
    for (const MemberInfo& member : info.members.members) {
      bytes += MemberBytes(member);
    }
  }
  for (const UnionInfo& info : unions) {
    bytes += sizeof(info);
    for (const auto& c : info.cases) {
      bytes += MemberBytes(c.member) + c.labels.size() * 40;
    }
  }
  bytes += elements.size() * (sizeof(ElementInfo) + 32);
  bytes += maps.size() * (sizeof(MapInfo) + 32);
  return bytes;
}

}  // namespace transcdr
