// A .msg, .srv or .action text as the IDL file that ROS 2 makes of it.

#ifndef TRANSCDR_CODEC_SCHEMA_ROS_INTERFACE_IDL_H_
#define TRANSCDR_CODEC_SCHEMA_ROS_INTERFACE_IDL_H_

#include <string>

#include "codec/schema/ros_library.h"

namespace transcdr::ros_msg {

// What rosidl_adapter writes for an interface, without comments: the #includes
// of the types that it uses, and, in the modules of the package, typedefs of
// arrays, constants ("module Name_Constants") and structs. A message gives one
// struct; a service those of request and response, an action those of goal,
// result and feedback, each in one file. The types that rosidl_parser derives
// from these (X_Event, X_SendGoal_Request, ...) are in no .idl file.
//
// Other than there, structs are @nested, for a text that includes them means
// none of them where it names no root type, and keywords as names of fields get
// the '_' of IDL (nav_msgs/srv/GetMap has a "map").
//
// REQUIRES: a text without faults, as those of the library are.
std::string InterfaceIdl(const LibraryText& interface);

}  // namespace transcdr::ros_msg

#endif  // TRANSCDR_CODEC_SCHEMA_ROS_INTERFACE_IDL_H_
