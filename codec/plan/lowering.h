// Schema -> Program: one function a type kind. Knows XCDR1's needs (byte
// counts) but no bytes.

#ifndef TRANSCDR_CODEC_PLAN_LOWERING_H_
#define TRANSCDR_CODEC_PLAN_LOWERING_H_

#include <optional>
#include <vector>

#include "codec/base/limits.h"
#include "codec/plan/format_set.h"
#include "codec/plan/program.h"
#include "codec/type/diagnostic.h"
#include "codec/type/schema.h"

namespace transcdr {

// Lowers the root of `schema`. Returns nullopt when `diagnostics` got errors:
// nesting deeper than Limits::max_depth's default, structs of more than 65535
// members, programs longer than limits.max_ops (is_unsupported is set).
std::optional<Program> Lower(const Schema& schema, const FormatSet& formats,
                             const SchemaLimits& limits,
                             std::vector<Diagnostic>* diagnostics);

// How a type reads in a message: "float64", "string<=10", "sequence<Point>".
std::string TypeText(const Schema& schema, TypeIndex index);

}  // namespace transcdr

#endif  // TRANSCDR_CODEC_PLAN_LOWERING_H_
