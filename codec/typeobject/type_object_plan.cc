#include "codec/typeobject/type_object_plan.h"

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "codec/schema/idl_frontend.h"
#include "codec/transcode/encoding.h"

namespace transcdr::typeobject {
namespace {

// Flags are numbers here: bitmasks of 16 bits are written as such. The kinds
// are numbers too, so that one text serves readers and writers.
constexpr char kBefore[] = R"idl(
typedef octet Hash[14];
typedef octet NameHash[4];
typedef unsigned short Flags;
@final union ObjectHash switch (octet) { case 0xF1: case 0xF2: Hash hash; };
@appendable struct ComponentId {
  ObjectHash sc_component_id; long scc_length; long scc_index;
};
@final struct StringS { octet bound; };
@final struct StringL { unsigned long bound; };
@final struct PlainHeader { octet equiv_kind; Flags element_flags; };
)idl";

// One level of TypeIdentifier, $ its number and % the next one's.
constexpr char kCollections[] = R"idl(
@final struct SeqS$ { PlainHeader header; octet bound; Id% element; };
@final struct SeqL$ { PlainHeader header; unsigned long bound; Id% element; };
@final struct ArrS$ {
  PlainHeader header; sequence<octet> bounds; Id% element;
};
@final struct ArrL$ {
  PlainHeader header; sequence<unsigned long> bounds; Id% element;
};
@final struct MapS$ {
  PlainHeader header; octet bound; Id% element; Flags key_flags; Id% key;
};
@final struct MapL$ {
  PlainHeader header; unsigned long bound; Id% element; Flags key_flags; Id% key;
};
)idl";
constexpr char kIdentifierBegin[] = R"idl(
@final union Id$ switch (octet) {
  case 0x70: case 0x72: StringS string_s;
  case 0x71: case 0x73: StringL string_l;
  case 0xB0: ComponentId component;
  case 0xF1: case 0xF2: Hash hash;
)idl";
constexpr char kIdentifierCollections[] = R"idl(
  case 0x80: SeqS$ seq_s;
  case 0x81: SeqL$ seq_l;
  case 0x90: ArrS$ arr_s;
  case 0x91: ArrL$ arr_l;
  case 0xA0: MapS$ map_s;
  case 0xA1: MapL$ map_l;
)idl";

constexpr char kBehind[] = R"idl(
@mutable struct Extended {};
@final union Value switch (octet) {
  case 0x01: boolean boolean_value;
  case 0x02: octet byte_value;
  case 0x0C: int8 int8_value;
  case 0x0D: uint8 uint8_value;
  case 0x03: short int16_value;
  case 0x06: unsigned short uint16_value;
  case 0x04: long int32_value;
  case 0x07: unsigned long uint32_value;
  case 0x05: long long int64_value;
  case 0x08: unsigned long long uint64_value;
  case 0x09: float float32_value;
  case 0x0A: double float64_value;
  case 0x0B: long double float128_value;
  case 0x10: char char_value;
  case 0x11: wchar wchar_value;
  case 0x40: long enumerated_value;
  case 0x20: string<128> string8_value;
  case 0x21: wstring<128> string16_value;
  default: Extended extended_value;
};
@appendable struct Parameter { NameHash paramname_hash; Value value; };
@appendable struct Applied {
  Id0 annotation_typeid; @optional sequence<Parameter> param_seq;
};
typedef sequence<Applied> AppliedSeq;
@final struct Verbatim {
  string<32> placement; string<32> language; string text;
};
@appendable struct MemberBuiltin {
  @optional string unit; @optional Value min; @optional Value max;
  @optional string hash_id;
};
@appendable struct TypeBuiltin { @optional Verbatim verbatim; };
@final struct MemberDetail {
  string<256> name;
  @optional MemberBuiltin ann_builtin; @optional AppliedSeq ann_custom;
};
@final struct TypeDetail {
  @optional TypeBuiltin ann_builtin; @optional AppliedSeq ann_custom;
  string<256> type_name;
};
@final struct ElementDetail {
  @optional MemberBuiltin ann_builtin; @optional AppliedSeq ann_custom;
};

@final struct MemberCommon {
  unsigned long member_id; Flags member_flags; Id0 type;
};
@final struct UnionMemberCommon {
  unsigned long member_id; Flags member_flags; Id0 type;
  sequence<long> labels;
};
@final struct TypedCommon { Flags flags; Id0 type; };
@appendable struct LiteralCommon { long value; Flags flags; };
@final struct FlagCommon { unsigned short position; Flags flags; };
@final struct BitfieldCommon {
  unsigned short position; Flags flags; octet bitcount; octet holder_type;
};
@final struct BoundCommon { unsigned long bound; };
@final struct BoundsCommon { sequence<unsigned long> bounds; };
@final struct BitBoundCommon { unsigned short bit_bound; };

@appendable struct CStructHeader { Id0 base_type; TypeDetail detail; };
@appendable struct CStructMember { MemberCommon common; MemberDetail detail; };
@final struct CStruct {
  Flags flags; CStructHeader header; sequence<CStructMember> members;
};
@appendable struct CHeader { TypeDetail detail; };
@appendable struct CDiscriminator {
  TypedCommon common;
  @optional TypeBuiltin ann_builtin; @optional AppliedSeq ann_custom;
};
@appendable struct CUnionMember {
  UnionMemberCommon common; MemberDetail detail;
};
@final struct CUnion {
  Flags flags; CHeader header; CDiscriminator discriminator;
  sequence<CUnionMember> members;
};
@appendable struct CAnnotationParameter {
  TypedCommon common; string<256> name; Value default_value;
};
@appendable struct CAnnotationHeader { string<256> annotation_name; };
@final struct CAnnotation {
  Flags flags; CAnnotationHeader header;
  sequence<CAnnotationParameter> members;
};
@appendable struct CAliasBody {
  TypedCommon common;
  @optional MemberBuiltin ann_builtin; @optional AppliedSeq ann_custom;
};
@final struct CAlias { Flags flags; CHeader header; CAliasBody body; };
@appendable struct CElement { TypedCommon common; ElementDetail detail; };
@appendable struct CCollectionHeader {
  BoundCommon common; @optional TypeDetail detail;
};
@final struct CSequence {
  Flags flags; CCollectionHeader header; CElement element;
};
@appendable struct CArrayHeader { BoundsCommon common; TypeDetail detail; };
@appendable struct CArray {
  Flags flags; CArrayHeader header; CElement element;
};
@final struct CMap {
  Flags flags; CCollectionHeader header; CElement key; CElement element;
};
@appendable struct CLiteral { LiteralCommon common; MemberDetail detail; };
@appendable struct CEnumHeader { BitBoundCommon common; TypeDetail detail; };
@final struct CEnum {
  Flags flags; CEnumHeader header; sequence<CLiteral> members;
};
@appendable struct CFlag { FlagCommon common; MemberDetail detail; };
@appendable struct CBitmask {
  Flags flags; CEnumHeader header; sequence<CFlag> members;
};
@appendable struct CBitfield { BitfieldCommon common; MemberDetail detail; };
@appendable struct CBitset {
  Flags flags; CHeader header; sequence<CBitfield> members;
};
@final union Complete switch (octet) {
  case 0x30: CAlias alias_type;
  case 0x50: CAnnotation annotation_type;
  case 0x51: CStruct struct_type;
  case 0x52: CUnion union_type;
  case 0x53: CBitset bitset_type;
  case 0x60: CSequence sequence_type;
  case 0x61: CArray array_type;
  case 0x62: CMap map_type;
  case 0x40: CEnum enumerated_type;
  case 0x41: CBitmask bitmask_type;
  default: Extended extended_type;
};

@final struct NameDetail { NameHash name_hash; };
@final struct NoDetail {};
@appendable struct NoHeader {};
@appendable struct MHeader { NoDetail detail; };
@appendable struct MStructHeader { Id0 base_type; NoDetail detail; };
@appendable struct MStructMember { MemberCommon common; NameDetail detail; };
@final struct MStruct {
  Flags flags; MStructHeader header; sequence<MStructMember> members;
};
@appendable struct MTyped { TypedCommon common; };
@appendable struct MUnionMember { UnionMemberCommon common; NameDetail detail; };
@final struct MUnion {
  Flags flags; MHeader header; MTyped discriminator;
  sequence<MUnionMember> members;
};
@appendable struct MAnnotationParameter {
  TypedCommon common; NameHash name_hash; Value default_value;
};
@final struct MAnnotation {
  Flags flags; NoHeader header; sequence<MAnnotationParameter> members;
};
@final struct MAlias { Flags flags; NoHeader header; MTyped body; };
@appendable struct MCollectionHeader { BoundCommon common; };
@final struct MSequence {
  Flags flags; MCollectionHeader header; MTyped element;
};
@appendable struct MArrayHeader { BoundsCommon common; };
@final struct MArray { Flags flags; MArrayHeader header; MTyped element; };
@final struct MMap {
  Flags flags; MCollectionHeader header; MTyped key; MTyped element;
};
@appendable struct MLiteral { LiteralCommon common; NameDetail detail; };
@appendable struct MEnumHeader { BitBoundCommon common; };
@final struct MEnum {
  Flags flags; MEnumHeader header; sequence<MLiteral> members;
};
@appendable struct MFlag { FlagCommon common; NameDetail detail; };
@appendable struct MBitmask {
  Flags flags; MEnumHeader header; sequence<MFlag> members;
};
@appendable struct MBitfield { BitfieldCommon common; NameHash name_hash; };
@appendable struct MBitset {
  Flags flags; NoHeader header; sequence<MBitfield> members;
};
@final union Minimal switch (octet) {
  case 0x30: MAlias alias_type;
  case 0x50: MAnnotation annotation_type;
  case 0x51: MStruct struct_type;
  case 0x52: MUnion union_type;
  case 0x53: MBitset bitset_type;
  case 0x60: MSequence sequence_type;
  case 0x61: MArray array_type;
  case 0x62: MMap map_type;
  case 0x40: MEnum enumerated_type;
  case 0x41: MBitmask bitmask_type;
  default: Extended extended_type;
};
@topic @appendable union TypeObject switch (octet) {
  case 0xF2: Complete complete;
  case 0xF1: Minimal minimal;
};
)idl";

// The text with $ and % replaced.
void AppendLevel(const char* text, int level, std::string* out) {
  for (; *text != '\0'; ++text) {
    if (*text == '$') {
      *out += std::to_string(level);
    } else if (*text == '%') {
      *out += std::to_string(level + 1);
    } else {
      *out += *text;
    }
  }
}

std::string Idl() {
  std::string idl = kBefore;
  // Innermost first: a name is declared before it is used.
  for (int level = kMaxPlainNesting; level >= 0; --level) {
    const bool has_collections = level < kMaxPlainNesting;
    if (has_collections) AppendLevel(kCollections, level, &idl);
    AppendLevel(kIdentifierBegin, level, &idl);
    if (has_collections) AppendLevel(kIdentifierCollections, level, &idl);
    idl += "};\n";
  }
  return idl + kBehind;
}

std::shared_ptr<const CodecPlan> MakePlan() {
  std::vector<Diagnostic> diagnostics;
  const SchemaLimits limits;
  std::optional<Schema> schema =
      ParseIdl({.language = SchemaLanguage::kOmgIdl,
                .root_type = "TypeObject",
                .text = Idl(),
                .files = {}},
               WireProfile::Omg(), limits, &diagnostics);
  std::shared_ptr<const CodecPlan> plan;
  if (schema.has_value()) {
    plan = CompilePlan(*std::move(schema), AllFormats(), limits, &diagnostics);
  }
  if (plan == nullptr) {
    // The text above is wrong: no input can make it so.
    std::fprintf(stderr, "%s\n", Render(diagnostics).c_str());
    std::abort();
  }
  return plan;
}

}  // namespace

const CodecPlan& TypeObjectPlan() {
  static const std::shared_ptr<const CodecPlan>& plan =
      *new std::shared_ptr<const CodecPlan>(MakePlan());
  return *plan;
}

}  // namespace transcdr::typeobject
