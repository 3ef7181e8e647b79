// What lowering has to know of a type graph before it emits ops: which types
// hold themselves, how often a type is used, how many ops it takes in place,
// and the fewest bytes it has on the wire.

#ifndef TRANSCDR_CODEC_PLAN_SHAPE_H_
#define TRANSCDR_CODEC_PLAN_SHAPE_H_

#include <cstdint>
#include <vector>

#include "codec/type/schema.h"

namespace transcdr {

// Computed once, in the constructor, with an explicit stack: depth of the graph
// is no danger. Aliases count as what they stand for.
class Shape {
 public:
  explicit Shape(const Schema& schema);

  // The type can be reached from itself.
  bool IsRecursive(TypeIndex type) const { return types_[type].recursive; }
  // Members and cases that mention the type, directly or within collections:
  // how often it would be lowered in place. Saturates.
  uint32_t Uses(TypeIndex type) const { return types_[type].uses; }
  // Ops of the type lowered in place; one for a call to a recursive type.
  // Saturates.
  uint64_t InlineOps(TypeIndex type) const { return types_[type].ops; }
  // Fewest bytes of a value in XCDR1 and XCDR2, alignment left out. Saturates
  // at 2^32.
  uint64_t MinSize(TypeIndex type) const { return types_[type].min_size; }
  // XCDR2 puts a DHEADER before a value of the type, or before what it consists
  // of, even where that has no bytes. Not for recursive types.
  bool HasFrame(TypeIndex type) const { return types_[type].has_frame; }

 private:
  struct Row {
    bool recursive = false;
    uint32_t uses = 0;
    uint64_t ops = 1;
    uint64_t min_size = 0;
    bool has_frame = false;
  };
  void Measure(TypeIndex type);
  // REQUIRES: the members' types are measured.
  uint64_t StructMinSize(TypeIndex type) const;
  void CountUses(const std::vector<TypeIndex>& children_first);

  const Schema& schema_;
  std::vector<std::vector<TypeIndex>> children_;
  std::vector<Row> types_;
};

}  // namespace transcdr

#endif  // TRANSCDR_CODEC_PLAN_SHAPE_H_
