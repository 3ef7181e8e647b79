// The options of one translation.

#ifndef TRANSCDR_CODEC_TRANSCODE_OPTIONS_H_
#define TRANSCDR_CODEC_TRANSCODE_OPTIONS_H_

#include <bit>

#include "codec/base/limits.h"
#include "codec/document/mapping_options.h"
#include "codec/plan/format_set.h"
#include "codec/wire/wire_options.h"

namespace transcdr {

struct DecodeOptions {
  DocumentFormat format = DocumentFormat::kMessagePack;
  MappingOptions mapping;
  WireOptions wire;
  Limits limits;

  bool operator==(const DecodeOptions&) const = default;
};

struct EncodeOptions {
  DocumentFormat format = DocumentFormat::kMessagePack;
  MappingOptions mapping;
  // Of the payload written.
  std::endian order = std::endian::little;
  Limits limits;

  bool operator==(const EncodeOptions&) const = default;
};

}  // namespace transcdr

#endif  // TRANSCDR_CODEC_TRANSCODE_OPTIONS_H_
