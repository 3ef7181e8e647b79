#include <cstdint>

#include "codec/document/json_writer.h"
#include "codec/document/msgpack_writer.h"
#include "codec/transcode/interpreter.h"
#include "codec/transcode/pairs.h"
#include "codec/wire/xcdr_reader.h"

namespace transcdr {

template <std::endian kOrder, typename Writer>
bool RunDecode(const Program& program, std::string_view payload,
               const DecodeOptions& options, TranscodeScratch::State& state,
               OutputBuffer* out, size_t* trailing_bytes) {
  XcdrReader<kOrder> source(payload, options.wire, &state.wide, &state.fault);
  Writer sink(out, options.mapping, &state.write_text, &state.fault);
  const RunOptions run_options;
  if (!sink.Begin() ||
      !Interpreter<XcdrReader<kOrder>, Writer>(program, source, sink, state,
                                               run_options)
           .Run(0, static_cast<uint32_t>(program.ops.size()))) {
    return false;
  }
  *trailing_bytes = source.remaining();
  return true;
}

template bool RunDecode<std::endian::little, MsgpackWriter>(
    const Program&, std::string_view, const DecodeOptions&,
    TranscodeScratch::State&, OutputBuffer*, size_t*);
template bool RunDecode<std::endian::big, MsgpackWriter>(
    const Program&, std::string_view, const DecodeOptions&,
    TranscodeScratch::State&, OutputBuffer*, size_t*);
template bool RunDecode<std::endian::little, JsonWriter>(
    const Program&, std::string_view, const DecodeOptions&,
    TranscodeScratch::State&, OutputBuffer*, size_t*);
template bool RunDecode<std::endian::big, JsonWriter>(const Program&,
                                                      std::string_view,
                                                      const DecodeOptions&,
                                                      TranscodeScratch::State&,
                                                      OutputBuffer*, size_t*);

}  // namespace transcdr
