// Proto enums and options to those of the codec. Descriptors have their own
// file: descriptor_mapping.h.

#ifndef TRANSCDR_SERVER_PROTO_MAPPING_H_
#define TRANSCDR_SERVER_PROTO_MAPPING_H_

#include "absl/status/status.h"
#include "codec/schema/schema_source.h"
#include "codec/transcode/options.h"
#include "codec/transcode/transcoder.h"
#include "codec/type/wire_profile.h"
#include "transcdr/v1/codec_service.pb.h"
#include "transcdr/v1/encoding.pb.h"
#include "transcdr/v1/schema_service.pb.h"

namespace transcdr {

// All of these fail with REQUEST_INVALID, metadata "name" being the path of the
// field in the request ("options.struct_form"), when an enum has a value that
// this release does not know; the target is unspecified then.

// Fills `to` but for its limits, which stay.
absl::Status ReadDecodeOptions(v1::DocumentFormat format,
                               const v1::MappingOptions& options,
                               const v1::PayloadOptions& payload_options,
                               DecodeOptions* to);
absl::Status ReadEncodeOptions(v1::DocumentFormat format,
                               const v1::MappingOptions& options,
                               v1::ByteOrder byte_order,
                               const v1::PayloadOptions& payload_options,
                               EncodeOptions* to);

// `unspecified` is what WIRE_PRESET_UNSPECIFIED means; single settings override
// the preset.
absl::Status ReadProfile(const v1::WireProfile& profile,
                         const WireProfile& unspecified, WireProfile* to);

// An IDL source with its root, its profile and what it means by types without
// annotation. REQUIRES: request.has_idl().
absl::Status ReadIdlSource(const v1::RegisterSchemaRequest& request,
                           SchemaSource* source, WireProfile* profile);
// A request's TypeObjects. REQUIRES: request.has_type_object().
absl::Status ReadTypeObjectSource(const v1::RegisterSchemaRequest& request,
                                  SchemaSource* source, WireProfile* profile);

// Every setting explicit, but for default_extensibility, which is no part of a
// schema; the preset is the one that says the same, or OMG.
void WriteProfile(const WireProfile& profile, v1::WireProfile* to);

// Whether a report has anything that its message is for: trailing bytes are
// told beside it.
bool HasReport(const DecodeReport& report);
void WriteReport(const DecodeReport& report, v1::DecodeReport* to);

}  // namespace transcdr

#endif  // TRANSCDR_SERVER_PROTO_MAPPING_H_
