// The values of constant expressions.

#ifndef TRANSCDR_CODEC_SCHEMA_IDL_CONSTANTS_H_
#define TRANSCDR_CODEC_SCHEMA_IDL_CONSTANTS_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <variant>
#include <vector>

#include "codec/schema/idl_ast.h"
#include "codec/schema/idl_scopes.h"
#include "codec/schema/idl_sources.h"
#include "codec/type/type_descriptor.h"

namespace transcdr::idl {

// Every value lies within -2^63 and 2^64 - 1; operations need more.
__extension__ using Integer = __int128;

struct Character {
  uint32_t code = 0;
  bool is_wide = false;
};
struct Text {
  std::string text;  // UTF-8
  bool is_wide = false;
};
// An enumerator or a flag.
struct LiteralName {
  const Declaration* type = nullptr;
  size_t index = 0;
};
using Value = std::variant<bool, Integer, double, Character, Text, LiteralName>;

// What a value is for, aliases resolved.
struct Target {
  enum class Kind : uint8_t {
    kNone,  // any value
    kPrimitive,
    kString,
    kWString,
    kEnum,
    kBitmask,
    kCollection,  // array or sequence
    kOther,       // has no constants
  };
  Kind kind = Kind::kNone;
  TypeKind primitive = TypeKind::kBoolean;
  const Declaration* type = nullptr;  // kEnum, kBitmask
};

// Where an expression stands.
struct Site {
  const Scope* scope = nullptr;
  uint32_t order = 0;
};

// "12", "-3".
std::string IntegerText(Integer value);
// REQUIRES: IsInteger(kind).
int BitsOf(TypeKind kind);

class Constants {
 public:
  Constants(const Scopes& scopes, Reporter& reporter)
      : scopes_(scopes), reporter_(reporter) {}
  Constants(const Constants&) = delete;
  Constants& operator=(const Constants&) = delete;

  // All of these report what is wrong and then give nullopt.

  // The value of an expression for `target`, converted to it: bool, Integer in
  // range, double, Character, Text or LiteralName as its type has; the bound of
  // a string is not checked. kNone: as it is. Names of an enum's or bitmask's
  // literals need no scope there.
  std::optional<Value> Evaluate(const Expression& expression, const Site& site,
                                const Target& target);
  // An integer within a range; `what` is for the message: "an array size".
  std::optional<Integer> EvaluateInteger(const Expression& expression,
                                         const Site& site, Integer lowest,
                                         Integer highest,
                                         std::string_view what);

  // The value of a constant; evaluated once.
  std::optional<Value> Constant(const Symbol& symbol);
  // The value of an enumerator or flag (its bit).
  std::optional<Integer> LiteralValue(const LiteralName& name);
  // The values of all enumerators, or the positions of all flags, by index;
  // nullopt: reported.
  const std::vector<std::optional<Integer>>& Literals(const Declaration& type);

  // Counts memory that text takes, which names can multiply: false, and
  // reported once, where it is more than 256 MiB in all.
  bool Charge(size_t bytes, const Place& place);

  Target TargetOf(const TypeSpec& type, const Site& site);
  // REQUIRES: a type.
  Target TargetOf(const Symbol& symbol);

  // A declaration by its name, or reported once for each name; a warning where
  // it comes later.
  const Symbol* Find(const ScopedName& name, const Site& site,
                     Scopes::Wanted wanted);

 private:
  std::optional<Value> Raw(const Expression& expression, const Site& site,
                           const Target& target);
  std::optional<Value> RawName(const Expression& expression, const Site& site,
                               const Target& target);
  std::optional<Value> Unary(const Expression& expression, const Value& value,
                             const Target& target);
  std::optional<Value> Binary(const Expression& expression, const Value& left,
                              const Value& right);
  std::optional<Value> Arithmetic(const Expression& expression, Integer left,
                                  Integer right);
  std::optional<Value> Arithmetic(const Expression& expression, double left,
                                  double right);
  std::optional<Value> InRange(const Expression& expression, Integer value);
  std::optional<Value> Convert(const Place& place, Value value,
                               const Target& target);
  // A literal of an enum or bitmask by its name.
  std::optional<size_t> LiteralNamed(const Declaration& type,
                                     const std::string& name) const;
  // Of numbers, enumerators and flags.
  std::optional<Integer> AsInteger(const Value& value);
  std::string ValueText(const Value& value);
  std::string TargetText(const Target& target);

  const Scopes& scopes_;
  Reporter& reporter_;
  std::unordered_map<const Symbol*, std::optional<Value>> constants_;
  std::unordered_set<const Symbol*> open_constants_;
  std::unordered_map<const Declaration*, std::vector<std::optional<Integer>>>
      literals_;
  // By value: which enumerator. Of enums that were asked for by number.
  std::unordered_map<const Declaration*, std::unordered_map<int64_t, size_t>>
      by_value_;
  std::unordered_map<const Symbol*, Target> targets_;
  std::set<std::string> reported_names_;
  uint32_t depth_ = 0;
  uint64_t charged_ = 0;
};

}  // namespace transcdr::idl

#endif  // TRANSCDR_CODEC_SCHEMA_IDL_CONSTANTS_H_
