#include "codec/document/json_writer.h"
#include "codec/transcode/run_decode.h"

namespace transcdr {

template bool RunDecode<std::endian::little, XcdrVersion::k1, JsonWriter>(
    const Subject&, std::string_view, const Encapsulation&,
    const DecodeOptions&, TranscodeScratch::State&, OutputBuffer*,
    PayloadRest*);
template bool RunDecode<std::endian::big, XcdrVersion::k1, JsonWriter>(
    const Subject&, std::string_view, const Encapsulation&,
    const DecodeOptions&, TranscodeScratch::State&, OutputBuffer*,
    PayloadRest*);

}  // namespace transcdr
