#include "codec/document/json_tokens.h"
#include "codec/transcode/run_encode.h"

namespace transcdr {

template bool RunEncode<JsonTokens, std::endian::little, XcdrVersion::k2>(
    const Subject&, std::string_view, const EncodeOptions&,
    TranscodeScratch::State&, OutputBuffer*);
template bool RunEncode<JsonTokens, std::endian::big, XcdrVersion::k2>(
    const Subject&, std::string_view, const EncodeOptions&,
    TranscodeScratch::State&, OutputBuffer*);

}  // namespace transcdr
