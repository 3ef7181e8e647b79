// The syntax tree of IDL: what was written, nothing resolved. Made by
// idl_parser.h.

#ifndef TRANSCDR_CODEC_SCHEMA_IDL_AST_H_
#define TRANSCDR_CODEC_SCHEMA_IDL_AST_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "codec/schema/idl_sources.h"
#include "codec/type/type_descriptor.h"

namespace transcdr::idl {

// "::a::B", "a::B" or "B".
struct ScopedName {
  bool is_absolute = false;
  std::vector<std::string> parts;
  Place place;

  std::string Text() const {
    std::string text;
    for (const std::string& part : parts) {
      if (is_absolute || !text.empty()) text += "::";
      text += part;
    }
    return text;
  }
};

enum class Operator : uint8_t {
  kOr,
  kXor,
  kAnd,
  kShiftLeft,
  kShiftRight,
  kAdd,
  kSubtract,
  kMultiply,
  kDivide,
  kRemainder,
  kNegate,
  kPlus,
  kComplement,
};

struct Expression {
  enum class Kind : uint8_t {
    kInteger,
    kFloat,
    kBoolean,        // integer: 0 or 1
    kCharacter,      // integer: the code
    kWideCharacter,  // integer: the code
    kString,         // text, UTF-8
    kWideString,     // text, UTF-8
    kName,
    kUnary,  // of `left`
    kBinary,
  };
  Kind kind = Kind::kInteger;
  Operator operation = Operator::kOr;
  uint16_t depth = 1;  // of the tree below, this one counted
  Place place;         // of the operator, for kUnary and kBinary
  uint64_t integer = 0;
  double floating = 0;
  std::string text;
  ScopedName name;
  std::unique_ptr<Expression> left;
  std::unique_ptr<Expression> right;
};
using ExpressionPtr = std::unique_ptr<Expression>;

struct AnnotationArgument {
  std::string name;  // empty: the only one, without a name
  Place place;
  ExpressionPtr value;
};

struct Annotation {
  std::string name;  // without '@' and a leading "::"
  Place place;
  std::vector<AnnotationArgument> arguments;
};
using Annotations = std::vector<Annotation>;

struct Declaration;

struct TypeSpec {
  enum class Kind : uint8_t {
    kPrimitive,
    kString,
    kWString,
    kSequence,
    kMap,
    kNamed,
    kInline,       // defined where it is used
    kUnsupported,  // reported already
  };
  Kind kind = Kind::kUnsupported;
  TypeKind primitive = TypeKind::kBoolean;
  Place place;
  ExpressionPtr bound;                // of strings and collections; may be null
  std::unique_ptr<TypeSpec> element;  // kSequence, kMap (the value)
  std::unique_ptr<TypeSpec> key;      // kMap
  ScopedName name;                    // kNamed
  std::unique_ptr<Declaration> definition;  // kInline
};

struct Declarator {
  std::string name;
  Place place;
  std::vector<ExpressionPtr> dimensions;  // outermost first
};

// One member: "long a, b" gives two that share the type.
struct MemberNode {
  std::shared_ptr<const Annotations> annotations;
  std::shared_ptr<const TypeSpec> type;
  Declarator declarator;
};

struct CaseNode {
  std::vector<ExpressionPtr> labels;
  bool is_default = false;
  MemberNode member;
};

// An enumerator, or the flag of a bitmask.
struct LiteralNode {
  Annotations annotations;
  std::string name;
  Place place;
  ExpressionPtr value;  // "= value"; may be null
};

struct BitfieldNode {
  std::string name;  // may be empty
  Place place;
  std::shared_ptr<const Expression> width;
  std::shared_ptr<const TypeSpec> holder;  // may be null
};

// A declaration. Which fields count depends on the kind.
struct Declaration {
  enum class Kind : uint8_t {
    kModule,
    kStruct,
    kUnion,
    kEnum,
    kBitmask,
    kBitset,
    kTypedef,
    kConstant,
    kForward,      // "struct S;"
    kUnsupported,  // an interface and the like: no type itself
  };
  Kind kind = Kind::kModule;
  std::string name;  // kTypedef: empty
  Place place;
  Annotations annotations;
  // kModule; kUnsupported: the data types and constants in its body.
  std::vector<std::unique_ptr<Declaration>> declarations;
  std::optional<ScopedName> base;   // kStruct, kBitset
  std::vector<MemberNode> members;  // kStruct
  // kUnion: the discriminator; kTypedef, kConstant.
  std::shared_ptr<const TypeSpec> type;
  Annotations switch_annotations;       // kUnion
  std::vector<CaseNode> cases;          // kUnion
  std::vector<LiteralNode> literals;    // kEnum, kBitmask
  std::vector<BitfieldNode> bitfields;  // kBitset
  std::vector<Declarator> declarators;  // kTypedef
  ExpressionPtr value;                  // kConstant
  bool is_incomplete = false;  // something in it was faulty and left out
  std::string_view what;       // kUnsupported: "an interface"
  // kUnsupported: a body was there that may hold declarations.
  bool has_body = false;
  std::vector<ScopedName> bases;  // kUnsupported: of an interface
};

}  // namespace transcdr::idl

#endif  // TRANSCDR_CODEC_SCHEMA_IDL_AST_H_
