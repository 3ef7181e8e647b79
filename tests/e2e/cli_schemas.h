// The schemas and messages that the tests of the tool share. The bytes are
// written by hand, after the rules of XCDR1.

#ifndef TRANSCDR_TESTS_E2E_CLI_SCHEMAS_H_
#define TRANSCDR_TESTS_E2E_CLI_SCHEMAS_H_

#include <string>

#include "tests/e2e/cli_process.h"

namespace transcdr::e2e {

inline constexpr char kStringMsg[] = "string data\n";
// {"data":"hi"}
inline constexpr char kStringHex[] = "00010000 03000000 686900";

inline constexpr char kTimeMsg[] = "int32 sec\nuint32 nanosec\n";
inline constexpr char kHeaderMsg[] =
    "builtin_interfaces/Time stamp\nstring frame_id\n";
inline constexpr char kJointStateMsg[] =
    "std_msgs/Header header  # when\n"
    "string[] name\n"
    "float64[] position\n"
    "float64[] velocity\n"
    "float64[] effort\n";
inline constexpr char kJointStateHex[] =
    "00010000"
    "01000000 02000000"                          // stamp
    "02000000 6100 0000"                         // frame_id "a", padding
    "02000000 02000000 7800 0000 02000000 7900"  // name ["x", "y"]
    "0000 02000000"                              // padding, count
    "000000000000e03f 000000000000f4bf"          // position [0.5, -1.25]
    "00000000 00000000";                         // velocity [], effort []
inline constexpr char kJointStateJson[] =
    R"({"header":{"stamp":{"sec":1,"nanosec":2},"frame_id":"a"},)"
    R"("name":["x","y"],"position":[0.5,-1.25],"velocity":[],"effort":[]})";

// Every kind that .msg can say.
inline constexpr char kEverythingMsg[] =
    "bool flag\n"
    "byte octet\n"
    "char letter\n"
    "int8 i8\n"
    "uint16 u16\n"
    "int32 i32\n"
    "int64 i64\n"
    "uint64 u64\n"
    "float32 f32\n"
    "float64 f64\n"
    "string text\n"
    "wstring wide\n"
    "string<=5 short_text\n"
    "uint8[] bytes\n"
    "uint8[4] four\n"
    "bool[] flags\n"
    "int16[3] three\n"
    "float32[<=4] floats\n"
    "int64[] longs\n"
    "string[] texts\n"
    "Point[] points\n";
inline constexpr char kPointMsg[] = "float64 x\nfloat64 y 2.5\n";
inline constexpr char kEverythingJson[] =
    R"({"flag":true,"octet":255,"letter":65,"i8":-8,"u16":65535,"i32":-32,)"
    R"("i64":"9007199254740993","u64":"18446744073709551615","f32":0.1,)"
    R"("f64":"-Infinity","text":"h\u00e9\"\\","wide":"\ud83d\ude00",)"
    R"("short_text":"five5","bytes":"AQID","four":"AAECAw==",)"
    R"("flags":[true,false],"three":[1,-2,3],"floats":[1.5,"NaN"],)"
    R"("longs":[1,-1],"texts":["","b"],"points":[{"x":1,"y":2},{"x":3}]})";

// What .msg cannot say.
inline constexpr char kShapeDescriptors[] = R"({"types": [
  {"name": "shapes::Colour", "enum_type": {"enumerators": [
    {"name": "RED"}, {"name": "BLUE", "value": 5}]}},
  {"name": "shapes::Marks", "bitmask_type": {"bit_bound": 8, "flags": [
    {"name": "FRAGILE"}, {"name": "HEAVY", "position": 3}]}},
  {"name": "shapes::Size", "union_type": {
    "discriminator": {"name": "shapes::Colour"},
    "cases": [
      {"labels": ["0"], "member": {"name": "radius",
        "type": {"primitive": "PRIMITIVE_KIND_FLOAT64"}}},
      {"is_default": true, "member": {"name": "label",
        "type": {"string_type": {"bound": 8}}}}]}},
  {"name": "shapes::Shape", "struct_type": {"members": [
    {"name": "colour", "type": {"name": "shapes::Colour"}},
    {"name": "marks", "type": {"name": "shapes::Marks"}},
    {"name": "size", "type": {"name": "shapes::Size"}},
    {"name": "matrix", "type": {"array_type": {
      "element": {"primitive": "PRIMITIVE_KIND_INT16"},
      "dimensions": [2, 3]}}},
    {"name": "prices", "type": {"map_type": {
      "key": {"string_type": {}},
      "value": {"primitive": "PRIMITIVE_KIND_UINT32"}}}},
    {"name": "note", "type": {"wstring_type": {}}},
    {"name": "initials", "type": {"sequence_type": {
      "element": {"primitive": "PRIMITIVE_KIND_CHAR8"}}}}]}}]})";
inline constexpr char kShapeJson[] =
    R"({"colour":"BLUE","marks":9,"size":{"$discriminator":"BLUE",)"
    R"("label":"square"},"matrix":[[1,2,3],[4,5,6]],)"
    R"("prices":{"eur":7,"usd":8},"note":"wide","initials":["a","b"]})";

// A tree as ROS installs it: share/PACKAGE/msg/NAME.msg.
class ShareDirectory {
 public:
  ShareDirectory() {
    Write("std_msgs", "String", kStringMsg);
    Write("std_msgs", "Header", kHeaderMsg);
    Write("builtin_interfaces", "Time", kTimeMsg);
    Write("sensor_msgs", "JointState", kJointStateMsg);
    Write("demo_msgs", "Everything", kEverythingMsg);
    Write("demo_msgs", "Point", kPointMsg);
  }

  // Returns the path.
  std::string Write(const std::string& package, const std::string& name,
                    std::string_view text) const {
    return directory_.Write(package + "/msg/" + name + ".msg", text);
  }
  std::string Path(const std::string& package, const std::string& name) const {
    return directory_.path() + "/" + package + "/msg/" + name + ".msg";
  }
  const std::string& path() const { return directory_.path(); }

 private:
  TempDirectory directory_;
};

}  // namespace transcdr::e2e

#endif  // TRANSCDR_TESTS_E2E_CLI_SCHEMAS_H_
