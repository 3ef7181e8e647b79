#include "codec/document/msgpack_writer.h"
#include "codec/transcode/run_decode.h"

namespace transcdr {

template bool RunDecode<std::endian::little, XcdrVersion::k2, MsgpackWriter>(
    const Subject&, std::string_view, const Encapsulation&,
    const DecodeOptions&, TranscodeScratch::State&, OutputBuffer*,
    PayloadRest*);
template bool RunDecode<std::endian::big, XcdrVersion::k2, MsgpackWriter>(
    const Subject&, std::string_view, const Encapsulation&,
    const DecodeOptions&, TranscodeScratch::State&, OutputBuffer*,
    PayloadRest*);

}  // namespace transcdr
