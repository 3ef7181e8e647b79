// Questions about the graph of types as a whole: cycles, order, roots. Without
// recursion: a schema may be as deep as it is long.

#ifndef TRANSCDR_CODEC_TYPE_TYPE_GRAPH_H_
#define TRANSCDR_CODEC_TYPE_TYPE_GRAPH_H_

#include <vector>

#include "codec/type/type_descriptor.h"
#include "codec/type/type_table.h"

namespace transcdr::type_checks {

// The types that `type` mentions, in the order of its text: base,
// discriminator or element, key before value, members.
void AppendMentioned(const TypeDescriptor& type,
                     std::vector<TypeIndex>* mentioned);

// Reports aliases that stand for themselves (through collections too). Without
// such: makes every alias of an alias one of what that stands for, fills
// table.nesting and table.array_elements, and returns true.
bool ResolveAliases(TypeTable& table);

// Reports each struct, union or array that holds itself, by members, elements
// or bases, with no sequence, map or optional member between.
void CheckContainment(TypeTable& table);

// What is reached from `root`, in the order of first mention, root first.
std::vector<TypeIndex> FirstMentions(const std::vector<TypeDescriptor>& types,
                                     TypeIndex root);

// Defined structs and unions that no other struct or union mentions, directly
// or through aliases and collections.
std::vector<TypeIndex> RootCandidates(const TypeTable& table);

}  // namespace transcdr::type_checks

#endif  // TRANSCDR_CODEC_TYPE_TYPE_GRAPH_H_
