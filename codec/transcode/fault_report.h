// A Fault and the interpreter's frames -> absl::Status: a sentence for people,
// an ErrorDetail for programs.

#ifndef TRANSCDR_CODEC_TRANSCODE_FAULT_REPORT_H_
#define TRANSCDR_CODEC_TRANSCODE_FAULT_REPORT_H_

#include <string>

#include "absl/status/status.h"
#include "codec/plan/program.h"
#include "codec/transcode/scratch.h"

namespace transcdr {

// Where the frames are: "poses[17].orientation.w"; "" for the root. A map's
// entry is named by its index, its key as "[3](key)".
std::string FieldPath(const Program& program,
                      const TranscodeScratch::State& state);

// `input`: what was read, "payload" or "document".
// REQUIRES: state.fault.reason is not kNone.
absl::Status ReportFault(const Program& program,
                         const TranscodeScratch::State& state,
                         const char* input);

}  // namespace transcdr

#endif  // TRANSCDR_CODEC_TRANSCODE_FAULT_REPORT_H_
