// The annotations of IDL: which there are, and what they say about a type.

#ifndef TRANSCDR_CODEC_SCHEMA_IDL_ANNOTATIONS_H_
#define TRANSCDR_CODEC_SCHEMA_IDL_ANNOTATIONS_H_

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "codec/schema/idl_ast.h"
#include "codec/schema/idl_sources.h"
#include "codec/type/type_descriptor.h"

namespace transcdr::idl {

// What an annotation is to this front end.
enum class AnnotationRole : uint8_t {
  kUnknown,  // left out with a warning
  kIgnored,  // of the standards, without meaning for wire and identity
  kApplied,  // below
};
AnnotationRole RoleOf(std::string_view name);

enum class AutoId : uint8_t { kSequential, kHash };

// What annotations of one thing say; nullopt: nothing.
struct TypeAnnotations {
  std::optional<Extensibility> extensibility;
  std::optional<bool> is_nested;
  std::optional<bool> are_nested_by_default;  // @default_nested of a module
  std::optional<AutoId> auto_id;
  std::optional<uint32_t> bit_bound;
  bool is_topic = false;
};
struct MemberAnnotations {
  std::optional<uint32_t> id;
  std::optional<std::string> hash_name;  // @hashid; empty: the member's name
  std::optional<bool> is_optional;
  std::optional<bool> is_key;
  std::optional<bool> is_must_understand;
  bool is_serialized = true;
  const Expression* default_value = nullptr;
};
struct LiteralAnnotations {
  const Expression* value = nullptr;  // @value
  std::optional<uint32_t> position;   // @position
  bool is_default = false;            // @default_literal
};

// The value of a constant expression as an integer of 0 to `highest`; nullopt:
// it has none, and that is reported.
using ReadNumber =
    std::function<std::optional<uint32_t>(const Expression&, uint32_t highest)>;

// Read and check annotations: those that the kind of thing does not take are
// warned of and left out, faulty arguments are errors.
class AnnotationReader {
 public:
  AnnotationReader(Reporter& reporter, ReadNumber read_number)
      : reporter_(reporter), read_number_(std::move(read_number)) {}

  // `what`: "a struct", "a module", ...
  TypeAnnotations ReadType(const Annotations& annotations,
                           Declaration::Kind kind, std::string_view what);
  MemberAnnotations ReadMember(const Annotations& annotations);
  LiteralAnnotations ReadLiteral(const Annotations& annotations, bool is_flag);
  // switch (@key long): whether @key is there.
  bool ReadDiscriminator(const Annotations& annotations);

 private:
  // The argument without a name or called "value"; nullptr: there is none.
  // Others are errors.
  const Expression* Argument(const Annotation& annotation);
  // The same where there has to be one.
  const Expression* RequiredArgument(const Annotation& annotation);
  std::optional<uint32_t> Number(const Annotation& annotation,
                                 uint32_t highest);
  // True without an argument.
  bool Boolean(const Annotation& annotation);
  // The last part of a name, as FINAL or ExtensibilityKind::FINAL.
  std::string Word(const Annotation& annotation);
  void Misplaced(const Annotation& annotation, std::string_view what);

  Reporter& reporter_;
  ReadNumber read_number_;
};

// The id that @hashid and @autoid(HASH) give (XTypes 1.3, 7.3.1.2.1.1): 28 bits
// of the MD5 of the name.
uint32_t HashedMemberId(std::string_view name);

}  // namespace transcdr::idl

#endif  // TRANSCDR_CODEC_SCHEMA_IDL_ANNOTATIONS_H_
