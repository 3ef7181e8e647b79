// The only way to make a Schema. Front ends add types, then Build checks them
// all and reports every fault at once.

#ifndef TRANSCDR_CODEC_TYPE_TYPE_BUILDER_H_
#define TRANSCDR_CODEC_TYPE_TYPE_BUILDER_H_

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "codec/base/limits.h"
#include "codec/type/diagnostic.h"
#include "codec/type/diagnostic_list.h"
#include "codec/type/schema.h"
#include "codec/type/type_descriptor.h"

namespace transcdr {

// "pkg/msg/Name" or "pkg::msg::Name" (a leading "::" is dropped) to
// "pkg::msg::Name". Checks nothing.
std::string NormalizeTypeName(std::string_view name);

class TypeBuilder {
 public:
  explicit TypeBuilder(SchemaLimits limits = {})
      : limits_(limits), diagnostics_(limits.max_diagnostics) {}
  TypeBuilder(const TypeBuilder&) = delete;
  TypeBuilder& operator=(const TypeBuilder&) = delete;

  // Anonymous types. Equal ones get one index. Nothing is checked before Build.
  TypeIndex Primitive(TypeKind kind);     // REQUIRES: IsPrimitive(kind)
  TypeIndex String(uint32_t bound = 0);   // UTF-8 bytes without NUL
  TypeIndex WString(uint32_t bound = 0);  // UTF-16 units without NUL
  TypeIndex Sequence(TypeIndex element, uint32_t bound = 0);
  TypeIndex Array(TypeIndex element, std::vector<uint32_t> dimensions);
  TypeIndex Map(TypeIndex key, TypeIndex value, uint32_t bound = 0);

  // The type of that (normalised) name, defined already or later. `location` is
  // where it is used first: an undefined name is reported there.
  TypeIndex Named(std::string_view name, SourceLocation location = {});
  bool IsDefined(std::string_view name) const;

  // Defines a named type; descriptor.name is normalised. A second definition of
  // a name is reported by Build, unless it equals the first (locations aside).
  // REQUIRES: IsNamed(descriptor.kind).
  TypeIndex Define(TypeDescriptor descriptor);

  // A fault that the front end found itself; Build then fails.
  void AddDiagnostic(Diagnostic diagnostic);

  // A name that others know the root by, for front ends whose source tells one
  // that the Schema's content does not: Schema::given_aliases. Given again it
  // stays one; beyond kMaxGivenAliases further ones are left out. Its form is
  // not checked; the registry knows those of schema_aliases.h.
  void AddGivenAlias(std::string alias);

  // Checks everything and closes the graph over `root_type`:
  // names (identifiers, unique; members unique with those of the bases; no
  // member of the same name but other case is fine), every name defined (all
  // missing ones in one answer), ids (unique, 28 bits; assigned where absent),
  // bases (structs of structs, bitsets of bitsets, no cycles), no type that
  // holds itself without a sequence, map or optional between, bounds and array
  // sizes, enumerators and flags (unique, within bit_bound), union
  // discriminators and labels (unique, in range of the discriminator, one
  // default), bitset widths (64 in all), defaults (fit their type and bound;
  // for booleans, numbers, text, enums, and arrays and sequences of those),
  // limits. Does not check what this release can translate: CompilePlan does.
  //
  // `root_type` may be empty where exactly one struct or union is defined that
  // no other type uses. The root may be an alias of a struct or union.
  //
  // Beyond SchemaLimits: collections directly within each other nest at most 64
  // deep, array dimensions counted; the canonical form takes at most 16 times
  // limits.max_source_bytes (but 1 MiB always). In the Schema aliases of
  // aliases are aliases of what those stand for, and bases are no aliases.
  //
  // Appends to `diagnostics`, in the order of the text; beyond
  // limits.max_diagnostics comes one line that counts the others. Returns
  // nullopt when an error is among them; there may be warnings otherwise. The
  // builder is spent afterwards.
  std::optional<Schema> Build(std::string_view root_type, WireProfile profile,
                              std::vector<Diagnostic>* diagnostics);

 private:
  TypeIndex Intern(TypeDescriptor descriptor);
  TypeIndex Append(TypeDescriptor descriptor, bool is_defined);
  // The checks of Build but for the root; reports into diagnostics_. False:
  // aliases lead nowhere.
  bool Check();
  // The root that Build is asked for, aliases followed; reports why not.
  std::optional<TypeIndex> FindRoot(std::string_view root_type);

  SchemaLimits limits_;
  std::vector<TypeDescriptor> types_;
  std::vector<bool> defined_;  // by index; anonymous types always
  std::map<std::string, TypeIndex, std::less<>> by_name_;
  // Anonymous types by content: kind, element, key, bound, dimensions.
  std::map<std::tuple<TypeKind, TypeIndex, TypeIndex, uint32_t,
                      std::vector<uint32_t>>,
           TypeIndex>
      anonymous_;
  std::vector<std::string> given_aliases_;
  DiagnosticList diagnostics_;
};

}  // namespace transcdr

#endif  // TRANSCDR_CODEC_TYPE_TYPE_BUILDER_H_
