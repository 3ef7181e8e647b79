// Where the types of a schema stand in an IDL text, and in which order.

#ifndef TRANSCDR_CODEC_RENDER_IDL_LAYOUT_H_
#define TRANSCDR_CODEC_RENDER_IDL_LAYOUT_H_

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "codec/type/schema.h"

namespace transcdr::render {

struct IdlLayout {
  // By type: the structs, unions and so on that have to stand within it, for
  // its name is the scope of theirs.
  std::vector<std::vector<TypeIndex>> inner;
  // By type. Aliases: whether there is a typedef of that name. True for other
  // named types.
  std::vector<bool> has_name;

  // What stands in modules, in the order of the text. Inner types come with
  // what they are in.
  struct Step {
    TypeIndex type;
    bool is_announcement;  // "struct S;"
  };
  std::vector<Step> steps;

  // Full names of enumerators that enums of one module share.
  std::unordered_set<std::string> shared_enumerators;

  // All full names in use: types, modules, enumerators.
  std::unordered_set<std::string> names;
};

// Fills `layout`. Returns why the names of the schema cannot be said in IDL, or
// nullopt.
std::optional<std::string> LayOut(const Schema& schema, IdlLayout* layout);

// "a::b" of "a::b::C"; empty for "C".
std::string_view ScopeOf(std::string_view full_name);
// "C" of "a::b::C".
std::string_view LastPart(std::string_view full_name);

}  // namespace transcdr::render

#endif  // TRANSCDR_CODEC_RENDER_IDL_LAYOUT_H_
