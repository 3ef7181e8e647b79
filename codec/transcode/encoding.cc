#include "codec/transcode/encoding.h"

#include "codec/document/json_format.h"
#include "codec/document/msgpack_format.h"

namespace transcdr {

const FormatSet& AllFormats() {
  // In the order of DocumentFormat.
  static constexpr FormatSet kFormats{
      {&msgpack::EncodeText, &json::EncodeText}};
  return kFormats;
}

}  // namespace transcdr
