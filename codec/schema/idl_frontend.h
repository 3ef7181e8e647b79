// OMG IDL 4.2 to types: single texts, several files, and what MCAP calls
// "omgidl" and "ros2idl". Nothing here knows plans, wires or documents.
// The stages: idl_preprocessor.h, idl_parser.h, idl_resolver.h.

#ifndef TRANSCDR_CODEC_SCHEMA_IDL_FRONTEND_H_
#define TRANSCDR_CODEC_SCHEMA_IDL_FRONTEND_H_

#include <optional>
#include <vector>

#include "codec/base/limits.h"
#include "codec/schema/schema_source.h"
#include "codec/type/diagnostic.h"
#include "codec/type/schema.h"
#include "codec/type/wire_profile.h"

namespace transcdr {

// Parses source.text and then those of source.files that it did not include,
// and builds a schema. Reports every fault of every text at once, with file,
// line and column, and all missing names and files in one go.
//
// kOmgIdl: source.text is one IDL text ("schema.idl" in locations); types
// without annotation are source.default_extensibility, else appendable.
// kRos2Idl: source.text is such a text too, or a bundle; all types are final.
// Files that #include names as "pkg/msg/Name.idl" (srv, action) and nobody
// gives come from the library (ros_library.h), silently: as rosidl_adapter
// writes them, in the version of current releases. So does a named root, where
// source.text is blank and no text declares it. Texts that are given win, one
// by one. What is not included is not seen. Services and actions give what
// their .idl files hold: X_Request and X_Response; X_Goal, X_Result and
// X_Feedback.
//
// source.root_type may be empty where one type has @topic, where exactly one
// struct or union without @nested is used by no other, and for a bundle, whose
// first file then has it. "pkg/msg/Name" and "pkg::msg::Name" are the same, so
// are, where no type of that very name is there, "pkg/Name" and the DDS name
// "pkg::msg::dds_::Name_".
//
// Constants that are no integers are evaluated as double. So the @default of a
// long double has the precision of a double.
//
// Returns nullopt when `diagnostics` holds an error.
std::optional<Schema> ParseIdl(const SchemaSource& source, WireProfile profile,
                               const SchemaLimits& limits,
                               std::vector<Diagnostic>* diagnostics);

}  // namespace transcdr

#endif  // TRANSCDR_CODEC_SCHEMA_IDL_FRONTEND_H_
