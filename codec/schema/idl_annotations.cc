#include "codec/schema/idl_annotations.h"

#include <openssl/evp.h>

#include <array>
#include <cstdlib>
#include <utility>

#include "codec/type/message_text.h"

namespace transcdr::idl {
namespace {

using message_text::Concat;
using message_text::Quoted;

constexpr uint32_t kMaxMemberId = (1u << 28) - 1;

// OMG IDL 4.2, 8.3, XTypes 1.3, 7.3.1.2, and DDS-RPC: what says nothing about
// wire or identity.
constexpr std::string_view kIgnored[] = {"range",
                                         "min",
                                         "max",
                                         "unit",
                                         "verbatim",
                                         "external",
                                         "service",
                                         "oneway",
                                         "ami",
                                         "try_construct",
                                         "data_representation",
                                         "ignore_literal_names"};

constexpr std::string_view kApplied[] = {"final",
                                         "appendable",
                                         "mutable",
                                         "extensibility",
                                         "nested",
                                         "default_nested",
                                         "topic",
                                         "autoid",
                                         "bit_bound",
                                         "id",
                                         "hashid",
                                         "optional",
                                         "key",
                                         "Key",
                                         "must_understand",
                                         "non_serialized",
                                         "default",
                                         "value",
                                         "position",
                                         "default_literal"};

template <size_t N>
bool Contains(const std::string_view (&names)[N], std::string_view name) {
  for (std::string_view one : names) {
    if (one == name) return true;
  }
  return false;
}

}  // namespace

AnnotationRole RoleOf(std::string_view name) {
  if (Contains(kApplied, name)) return AnnotationRole::kApplied;
  return Contains(kIgnored, name) ? AnnotationRole::kIgnored
                                  : AnnotationRole::kUnknown;
}

const Expression* AnnotationReader::Argument(const Annotation& annotation) {
  const Expression* value = nullptr;
  for (const AnnotationArgument& argument : annotation.arguments) {
    if (!argument.name.empty() && argument.name != "value") {
      reporter_.Error(argument.place,
                      Concat("'@", annotation.name, "' has no parameter ",
                             Quoted(argument.name)));
    } else if (value != nullptr) {
      reporter_.Error(argument.place, Concat("'@", annotation.name,
                                             "' takes one argument, found "
                                             "another"));
    } else {
      value = argument.value.get();
    }
  }
  return value;
}

const Expression* AnnotationReader::RequiredArgument(
    const Annotation& annotation) {
  const Expression* value = Argument(annotation);
  if (value == nullptr && annotation.arguments.empty()) {
    reporter_.Error(annotation.place,
                    Concat("'@", annotation.name, "' needs an argument"));
  }
  return value;
}

std::optional<uint32_t> AnnotationReader::Number(const Annotation& annotation,
                                                 uint32_t highest) {
  const Expression* value = RequiredArgument(annotation);
  if (value == nullptr) return std::nullopt;
  return read_number_(*value, highest);
}

bool AnnotationReader::Boolean(const Annotation& annotation) {
  const Expression* value = Argument(annotation);
  if (value == nullptr) return true;
  if (value->kind == Expression::Kind::kBoolean) return value->integer != 0;
  reporter_.Error(value->place,
                  Concat("'@", annotation.name, "' takes TRUE or FALSE"));
  return false;
}

std::string AnnotationReader::Word(const Annotation& annotation) {
  const Expression* value = RequiredArgument(annotation);
  if (value == nullptr) return "";
  if (value->kind == Expression::Kind::kName) return value->name.parts.back();
  return value->text.empty() ? "?" : value->text;
}

void AnnotationReader::Misplaced(const Annotation& annotation,
                                 std::string_view what) {
  reporter_.Warning(annotation.place,
                    Concat("'@", annotation.name, "' says nothing about ", what,
                           " and is left out"));
}

TypeAnnotations AnnotationReader::ReadType(const Annotations& annotations,
                                           Declaration::Kind kind,
                                           std::string_view what) {
  using Kind = Declaration::Kind;
  const bool has_members = kind == Kind::kStruct || kind == Kind::kUnion;
  const bool has_literals = kind == Kind::kEnum || kind == Kind::kBitmask;
  TypeAnnotations read;
  const Annotation* by = nullptr;  // the one that said the extensibility
  const auto set_extensibility = [&](const Annotation& annotation,
                                     Extensibility extensibility) {
    if (by != nullptr && read.extensibility != extensibility) {
      reporter_.Error(annotation.place,
                      Concat("'@", annotation.name, "' contradicts '@",
                             by->name, "' before it"));
    }
    by = &annotation;
    read.extensibility = extensibility;
  };
  for (const Annotation& annotation : annotations) {
    const std::string& name = annotation.name;
    // Enums, bitmasks and bitsets have an extensibility that only decides which
    // types may be assigned to which: it is read and checked, no more.
    const bool has_extensibility =
        has_members || has_literals || kind == Kind::kBitset;
    if (name == "final" || name == "appendable" || name == "mutable") {
      if (!has_extensibility) {
        Misplaced(annotation, what);
        continue;
      }
      if (!annotation.arguments.empty()) {
        reporter_.Error(annotation.arguments[0].place,
                        Concat("'@", name, "' takes no argument"));
      }
      set_extensibility(annotation, name == "final" ? Extensibility::kFinal
                                    : name == "appendable"
                                        ? Extensibility::kAppendable
                                        : Extensibility::kMutable);
    } else if (name == "extensibility" && has_extensibility) {
      const std::string word = Word(annotation);
      if (word == "FINAL" || word == "FINAL_EXTENSIBILITY") {
        set_extensibility(annotation, Extensibility::kFinal);
      } else if (word == "APPENDABLE" || word == "EXTENSIBLE" ||
                 word == "EXTENSIBLE_EXTENSIBILITY") {
        set_extensibility(annotation, Extensibility::kAppendable);
      } else if (word == "MUTABLE" || word == "MUTABLE_EXTENSIBILITY") {
        set_extensibility(annotation, Extensibility::kMutable);
      } else if (!word.empty()) {
        reporter_.Error(annotation.arguments[0].place,
                        Concat("expected FINAL, APPENDABLE or MUTABLE, found ",
                               Quoted(word)));
      }
    } else if (name == "nested" &&
               (has_extensibility || kind == Kind::kTypedef)) {
      read.is_nested = Boolean(annotation);
    } else if (name == "default_nested" && kind == Kind::kModule) {
      read.are_nested_by_default = Boolean(annotation);
    } else if (name == "topic" && has_members) {
      read.is_topic = true;  // its name and platform are no matter of types
    } else if (name == "autoid" && (has_members || kind == Kind::kModule)) {
      if (annotation.arguments.empty()) {
        read.auto_id = AutoId::kHash;
        continue;
      }
      const std::string word = Word(annotation);
      if (word == "HASH") {
        read.auto_id = AutoId::kHash;
      } else if (word == "SEQUENTIAL") {
        read.auto_id = AutoId::kSequential;
      } else if (!word.empty()) {
        reporter_.Error(
            annotation.arguments[0].place,
            Concat("expected SEQUENTIAL or HASH, found ", Quoted(word)));
      }
    } else if (name == "bit_bound" && has_literals) {
      read.bit_bound = Number(annotation, kind == Kind::kEnum ? 32 : 64);
    } else {
      Misplaced(annotation, what);
    }
  }
  return read;
}

MemberAnnotations AnnotationReader::ReadMember(const Annotations& annotations) {
  MemberAnnotations read;
  for (const Annotation& annotation : annotations) {
    const std::string& name = annotation.name;
    if (name == "id") {
      read.id = Number(annotation, kMaxMemberId);
    } else if (name == "hashid") {
      const Expression* value = Argument(annotation);
      read.hash_name = "";
      if (value == nullptr) continue;
      if (value->kind == Expression::Kind::kString) {
        read.hash_name = value->text;
      } else {
        reporter_.Error(value->place, "'@hashid' takes a string");
      }
    } else if (name == "optional") {
      read.is_optional = Boolean(annotation);
    } else if (name == "key" || name == "Key") {
      read.is_key = Boolean(annotation);
    } else if (name == "must_understand") {
      read.is_must_understand = Boolean(annotation);
    } else if (name == "non_serialized") {
      read.is_serialized = !Boolean(annotation);
    } else if (name == "default") {
      read.default_value = RequiredArgument(annotation);
    } else {
      Misplaced(annotation, "a member");
    }
  }
  return read;
}

LiteralAnnotations AnnotationReader::ReadLiteral(const Annotations& annotations,
                                                 bool is_flag) {
  LiteralAnnotations read;
  for (const Annotation& annotation : annotations) {
    if (annotation.name == "value" && !is_flag) {
      read.value = RequiredArgument(annotation);
    } else if (annotation.name == "position" && is_flag) {
      read.position = Number(annotation, 63);
    } else if (annotation.name == "default_literal" && !is_flag) {
      read.is_default = true;
    } else {
      Misplaced(annotation, is_flag ? "a flag" : "an enumerator");
    }
  }
  return read;
}

bool AnnotationReader::ReadDiscriminator(const Annotations& annotations) {
  bool is_key = false;
  for (const Annotation& annotation : annotations) {
    const std::string& name = annotation.name;
    if (name == "key" || name == "Key") {
      is_key = Boolean(annotation);
    } else if (name != "default" && name != "must_understand" && name != "id") {
      Misplaced(annotation, "a discriminator");
    }
  }
  return is_key;
}

uint32_t HashedMemberId(std::string_view name) {
  std::array<uint8_t, EVP_MAX_MD_SIZE> digest{};
  unsigned int size = 0;
  // Fails only where the library lacks MD5 altogether: no id could then be
  // right.
  if (EVP_Digest(name.data(), name.size(), digest.data(), &size, EVP_md5(),
                 nullptr) != 1) {
    std::abort();
  }
  const uint32_t id = digest[0] | uint32_t{digest[1]} << 8 |
                      uint32_t{digest[2]} << 16 | uint32_t{digest[3]} << 24;
  return id & kMaxMemberId;
}

}  // namespace transcdr::idl
