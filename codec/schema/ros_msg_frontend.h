// ROS 2 .msg, .srv and .action texts to types. The language: rosidl's, with
// what MCAP bundles and older tools write besides. Nothing here knows plans,
// wires or documents.

#ifndef TRANSCDR_CODEC_SCHEMA_ROS_MSG_FRONTEND_H_
#define TRANSCDR_CODEC_SCHEMA_ROS_MSG_FRONTEND_H_

#include <optional>
#include <vector>

#include "codec/base/limits.h"
#include "codec/schema/schema_source.h"
#include "codec/type/diagnostic.h"
#include "codec/type/schema.h"
#include "codec/type/wire_profile.h"

namespace transcdr {

// Parses source.text (one text, or a bundle with separator lines) and
// source.files, resolves names, and builds a schema of final structs named
// "pkg::msg::Name". Reports every fault of every text at once, with file (the
// type's name), line and column; all missing dependencies in one go.
// Returns nullopt when `diagnostics` holds an error.
//
// Services and actions: the root is one of the types that they give,
// pkg/srv/X_Request, X_Response or X_Event; pkg/action/X_Goal, X_Result,
// X_Feedback, X_SendGoal_Request (_Response, _Event), X_GetResult_Request
// (_Response, _Event) or X_FeedbackMessage. Its text is that of the whole .srv
// or .action, or of that part alone.
//
// Types that no text defines come from the library (ros_library.h), silently:
// the root, where source.text is empty, and whatever texts leave out. Texts
// that are given win, one by one; so what a text leaves out is what current
// releases of ROS 2 mean by the name.
std::optional<Schema> ParseRosMsg(const SchemaSource& source,
                                  WireProfile profile,
                                  const SchemaLimits& limits,
                                  std::vector<Diagnostic>* diagnostics);

}  // namespace transcdr

#endif  // TRANSCDR_CODEC_SCHEMA_ROS_MSG_FRONTEND_H_
