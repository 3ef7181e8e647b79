// RunDecode of pairs.h, for the pairs_from_xcdr*.cc files.

#ifndef TRANSCDR_CODEC_TRANSCODE_RUN_DECODE_H_
#define TRANSCDR_CODEC_TRANSCODE_RUN_DECODE_H_

#include <cstdint>

#include "codec/transcode/interpreter.h"
#include "codec/transcode/pairs.h"
#include "codec/wire/xcdr_reader.h"

namespace transcdr {

template <std::endian kOrder, XcdrVersion kVersion, typename Writer>
bool RunDecode(const Subject& subject, std::string_view payload,
               const Encapsulation& header, const DecodeOptions& options,
               TranscodeScratch::State& state, OutputBuffer* out,
               PayloadRest* rest) {
  using Reader = XcdrReader<kOrder, kVersion>;
  state.program = &subject.program;
  const bool root_is_appendable =
      subject.root.kind == TypeKind::kStruct &&
      subject.root.extensibility == Extensibility::kAppendable;
  Reader source(payload, subject.profile, options.wire, header.pad_count,
                root_is_appendable, &state.wire, &state.fault);
  Writer sink(out, options.mapping, &state.write_text, &state.fault);
  const RunOptions run_options;
  if (!source.Begin(&rest->ros_service_header) || !sink.Begin() ||
      !Interpreter<Reader, Writer>(subject.program, source, sink, state,
                                   run_options)
           .Run(0, static_cast<uint32_t>(subject.program.ops.size()))) {
    return false;
  }
  rest->trailing_bytes = source.remaining();
  return true;
}

}  // namespace transcdr

#endif  // TRANSCDR_CODEC_TRANSCODE_RUN_DECODE_H_
