// The options of one translation.

#ifndef TRANSCDR_CODEC_TRANSCODE_OPTIONS_H_
#define TRANSCDR_CODEC_TRANSCODE_OPTIONS_H_

#include <bit>
#include <cstdint>
#include <string>

#include "codec/base/limits.h"
#include "codec/base/stop_signal.h"
#include "codec/document/mapping_options.h"
#include "codec/plan/format_set.h"
#include "codec/wire/wire_options.h"

namespace transcdr {

// Which rules the payload that Encode writes follows. Decode reads it from the
// encapsulation header.
enum class Representation : uint8_t { kXcdr1, kXcdr2 };

struct DecodeOptions {
  DocumentFormat format = DocumentFormat::kMessagePack;
  MappingOptions mapping;
  WireOptions wire;
  // The payload holds the key members alone, and so does the document.
  bool key_only = false;
  bool want_key_hash = false;
  Limits limits;
  // Asked every 65,536 elements or so: the translation then ends with
  // CANCELLED, without a detail. Borrowed; null: never.
  const StopSignal* stop = nullptr;

  bool operator==(const DecodeOptions&) const = default;
};

struct EncodeOptions {
  DocumentFormat format = DocumentFormat::kMessagePack;
  MappingOptions mapping;
  // Of the payload written.
  std::endian order = std::endian::little;
  Representation representation = Representation::kXcdr1;
  // The payload holds the key members alone; the document's others are ignored.
  bool key_only = false;
  bool want_key_hash = false;
  // 16 bytes where the schema's profile has RosServiceHeader::kPresent; "":
  // zeros. Must be "" where it has none.
  std::string ros_service_header;
  Limits limits;
  const StopSignal* stop = nullptr;  // as DecodeOptions::stop

  bool operator==(const EncodeOptions&) const = default;
};

}  // namespace transcdr

#endif  // TRANSCDR_CODEC_TRANSCODE_OPTIONS_H_
