// The types of TypeObjects themselves: XTypes 1.3, annex B.

#ifndef TRANSCDR_CODEC_TYPEOBJECT_TYPE_OBJECT_PLAN_H_
#define TRANSCDR_CODEC_TYPEOBJECT_TYPE_OBJECT_PLAN_H_

#include <cstdint>

#include "codec/plan/codec_plan.h"

namespace transcdr::typeobject {

// Collections without a name that may be directly in each other: the plan has
// one type for each level, since a TypeIdentifier holds others without a
// sequence or optional between, which no schema of ours does.
inline constexpr int kMaxPlainNesting = 16;

// The plan of TypeObject, made at the first call. Any thread may call it.
const CodecPlan& TypeObjectPlan();

}  // namespace transcdr::typeobject

#endif  // TRANSCDR_CODEC_TYPEOBJECT_TYPE_OBJECT_PLAN_H_
