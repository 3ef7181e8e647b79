// The checks of TypeBuilder::Build on types by themselves: names, collections,
// enums, bitmasks. What has members: member_checks.h.

#ifndef TRANSCDR_CODEC_TYPE_TYPE_CHECKS_H_
#define TRANSCDR_CODEC_TYPE_TYPE_CHECKS_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "codec/type/type_table.h"

namespace transcdr::type_checks {

// Collections directly within each other, every array dimension counted: more
// than any system has, and few enough for code that recurses.
inline constexpr uint32_t kMaxCollectionNesting = 64;

// Names of all defined types: identifiers, not too long.
void CheckTypeNames(TypeTable& table);

// Assigns and checks values of enums and positions of bitmasks.
void CheckEnum(TypeTable& table, TypeDescriptor& type);
void CheckBitmask(TypeTable& table, TypeDescriptor& type);

// The name of a member, literal, flag or field. `what` names it in the message:
// "member", ...; `seen` holds the names before it. Returns false, and reports,
// when the name cannot be used.
bool CheckMemberName(
    TypeTable& table, const TypeDescriptor& type, std::string_view what,
    std::string_view name, const SourceLocation& location,
    std::unordered_map<std::string_view, SourceLocation>* seen);

// Reports when `count` parts are more than a type may have.
void CheckPartCount(TypeTable& table, const TypeDescriptor& type,
                    std::string_view what, size_t count);

// Checks anonymous types where they are used first, for they have no place of
// their own.
class CollectionChecker {
 public:
  explicit CollectionChecker(TypeTable& table)
      : table_(table), is_checked_(table.types.size(), false) {}

  // The use of a type by `user`, at `location`; `what` as in CheckMemberName.
  void CheckUse(const TypeDescriptor& user, std::string_view what,
                std::string_view name, const SourceLocation& location,
                TypeIndex used);

 private:
  TypeTable& table_;
  std::vector<bool> is_checked_;
};

// "member 'x' of a::B", "alias a::B" where name is empty.
std::string PartText(const TypeDescriptor& type, std::string_view what,
                     std::string_view name);

}  // namespace transcdr::type_checks

#endif  // TRANSCDR_CODEC_TYPE_TYPE_CHECKS_H_
