// A compiled program: ops and the tables they point into.

#ifndef TRANSCDR_CODEC_PLAN_PROGRAM_H_
#define TRANSCDR_CODEC_PLAN_PROGRAM_H_

#include <cstddef>
#include <string>
#include <vector>

#include "codec/plan/op.h"
#include "codec/plan/tables.h"

namespace transcdr {

// Immutable after lowering; freely shared between threads.
struct Program {
  std::vector<Op> ops;  // begins with the root, ends in kEnd or a subroutine
  std::vector<StructInfo> structs;
  std::vector<EnumInfo> enums;
  std::vector<BitmaskInfo> bitmasks;
  std::vector<BitsetInfo> bitsets;
  std::vector<UnionInfo> unions;
  std::vector<ElementInfo> elements;
  std::vector<MapInfo> maps;

  // One op a line, with names; for people and golden tests.
  std::string Dump() const;
  // Memory that the program takes, estimated.
  size_t EstimateBytes() const;
};

}  // namespace transcdr

#endif  // TRANSCDR_CODEC_PLAN_PROGRAM_H_
