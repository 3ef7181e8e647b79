// Which sources meet which sinks. One function template a direction,
// instantiated in the pairs_*.cc files, so that the interpreter is compiled
// once a pair, in parallel, and callers compile nothing.

#ifndef TRANSCDR_CODEC_TRANSCODE_PAIRS_H_
#define TRANSCDR_CODEC_TRANSCODE_PAIRS_H_

#include <bit>
#include <cstddef>
#include <string_view>

#include "codec/base/output_buffer.h"
#include "codec/plan/program.h"
#include "codec/transcode/options.h"
#include "codec/transcode/scratch.h"
#include "codec/type/schema.h"
#include "codec/wire/encapsulation.h"

namespace transcdr {

// What is translated, apart from the bytes.
struct Subject {
  const Program& program;
  const WireProfile& profile;
  const TypeDescriptor& root;
};

// What is left of a payload when the value is read, and what stood before it.
struct PayloadRest {
  size_t trailing_bytes = 0;
  std::string_view ros_service_header;  // part of the payload
};

// Payload to a document. REQUIRES: `header` is the payload's, of these
// parameters. False: the fault is in `state`.
template <std::endian kOrder, XcdrVersion kVersion, typename Writer>
bool RunDecode(const Subject& subject, std::string_view payload,
               const Encapsulation& header, const DecodeOptions& options,
               TranscodeScratch::State& state, OutputBuffer* out,
               PayloadRest* rest);

// Document to a payload.
template <typename Tokens, std::endian kOrder, XcdrVersion kVersion>
bool RunEncode(const Subject& subject, std::string_view document,
               const EncodeOptions& options, TranscodeScratch::State& state,
               OutputBuffer* out);

}  // namespace transcdr

#endif  // TRANSCDR_CODEC_TRANSCODE_PAIRS_H_
