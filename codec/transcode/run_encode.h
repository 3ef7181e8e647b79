// RunEncode of pairs.h, for the pairs_from_*.cc files of document sources.

#ifndef TRANSCDR_CODEC_TRANSCODE_RUN_ENCODE_H_
#define TRANSCDR_CODEC_TRANSCODE_RUN_ENCODE_H_

#include <cstdint>

#include "codec/document/document_reader.h"
#include "codec/transcode/interpreter.h"
#include "codec/transcode/pairs.h"
#include "codec/wire/xcdr_writer.h"

namespace transcdr {

template <typename Tokens, std::endian kOrder, XcdrVersion kVersion>
bool RunEncode(const Subject& subject, std::string_view document,
               const EncodeOptions& options, TranscodeScratch::State& state,
               OutputBuffer* out) {
  using Reader = DocumentReader<Tokens>;
  using Writer = XcdrWriter<kOrder, kVersion>;
  state.program = &subject.program;
  Tokens tokens(document, &state.read, &state.fault);
  Reader source(&tokens, options.mapping, &state.read, &state.fault);
  Writer sink(subject.profile, out, &state.fault);
  const RunOptions run_options{options.mapping.require_all};
  return source.Begin() &&
         sink.Begin(subject.root.extensibility, options.ros_service_header) &&
         Interpreter<Reader, Writer>(subject.program, source, sink, state,
                                     run_options)
             .Run(0, static_cast<uint32_t>(subject.program.ops.size())) &&
         source.End() && sink.End();
}

}  // namespace transcdr

#endif  // TRANSCDR_CODEC_TRANSCODE_RUN_ENCODE_H_
