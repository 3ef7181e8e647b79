// The one place where the document formats are listed.

#ifndef TRANSCDR_CODEC_TRANSCODE_ENCODING_H_
#define TRANSCDR_CODEC_TRANSCODE_ENCODING_H_

#include "codec/plan/format_set.h"

namespace transcdr {

// What CompilePlan is told about formats. Lives for ever.
const FormatSet& AllFormats();

}  // namespace transcdr

#endif  // TRANSCDR_CODEC_TRANSCODE_ENCODING_H_
