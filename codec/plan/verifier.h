// Proves that a program is whole: what the interpreter takes for granted.

#ifndef TRANSCDR_CODEC_PLAN_VERIFIER_H_
#define TRANSCDR_CODEC_PLAN_VERIFIER_H_

#include "absl/status/status.h"
#include "codec/plan/program.h"

namespace transcdr {

// Checks that every target, table row and slot is in range, that bodies nest
// (each opening op's body ends where its target says, calls go to a body that
// ends in kReturn), and that the program ends. INTERNAL otherwise: a program
// that fails here is a fault of lowering, not of the schema.
absl::Status Verify(const Program& program);

}  // namespace transcdr

#endif  // TRANSCDR_CODEC_PLAN_VERIFIER_H_
