// Which sources meet which sinks. One function template a direction,
// instantiated in the pairs_*.cc files, so that the interpreter is compiled
// once a pair, in parallel, and callers compile nothing.

#ifndef TRANSCDR_CODEC_TRANSCODE_PAIRS_H_
#define TRANSCDR_CODEC_TRANSCODE_PAIRS_H_

#include <bit>
#include <string_view>

#include "codec/base/output_buffer.h"
#include "codec/plan/program.h"
#include "codec/transcode/options.h"
#include "codec/transcode/scratch.h"

namespace transcdr {

// Payload of byte order `kOrder` to a document. `trailing_bytes`: what is left
// of the payload behind the value. False: the fault is in `state`.
template <std::endian kOrder, typename Writer>
bool RunDecode(const Program& program, std::string_view payload,
               const DecodeOptions& options, TranscodeScratch::State& state,
               OutputBuffer* out, size_t* trailing_bytes);

// Document to a payload of byte order `kOrder`.
template <typename Tokens, std::endian kOrder>
bool RunEncode(const Program& program, std::string_view document,
               const EncodeOptions& options, TranscodeScratch::State& state,
               OutputBuffer* out);

}  // namespace transcdr

#endif  // TRANSCDR_CODEC_TRANSCODE_PAIRS_H_
