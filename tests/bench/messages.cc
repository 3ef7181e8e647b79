#include "tests/bench/messages.h"

#include <bit>
#include <cmath>
#include <cstdint>
#include <string_view>
#include <utility>

#include "codec/base/byte_order.h"

namespace transcdr::bench {
namespace {

constexpr size_t kHeaderSize = 4;

constexpr std::string_view kHeaderBundle = R"(
================================================================================
MSG: std_msgs/Header
builtin_interfaces/Time stamp
string frame_id
================================================================================
MSG: builtin_interfaces/Time
int32 sec
uint32 nanosec
)";

constexpr std::string_view kGeometryBundle = R"(
================================================================================
MSG: geometry_msgs/Vector3
float64 x 0
float64 y 0
float64 z 0
================================================================================
MSG: geometry_msgs/Point
float64 x 0
float64 y 0
float64 z 0
================================================================================
MSG: geometry_msgs/Quaternion
float64 x 0
float64 y 0
float64 z 0
float64 w 1
================================================================================
MSG: geometry_msgs/Pose
Point position
Quaternion orientation
)";

constexpr std::string_view kPointFieldBundle = R"(
================================================================================
MSG: sensor_msgs/PointField
uint8 INT8    = 1
uint8 UINT8   = 2
uint8 INT16   = 3
uint8 UINT16  = 4
uint8 INT32   = 5
uint8 UINT32  = 6
uint8 FLOAT32 = 7
uint8 FLOAT64 = 8
string name
uint32 offset
uint8 datatype
uint32 count
)";

std::string Bundle(std::string_view root,
                   std::string_view more = std::string_view()) {
  std::string text(root);
  text += kHeaderBundle;
  text += more;
  return text;
}

// Plain XCDR1, little endian, by the book.
class Payload {
 public:
  Payload() : bytes_("\x00\x01\x00\x00", kHeaderSize) {}

  template <typename T>
  Payload& Number(T value) {
    while ((bytes_.size() - kHeaderSize) % sizeof(T) != 0) {
      bytes_.push_back('\0');
    }
    uint8_t raw[sizeof(T)];
    Store<std::endian::little>(raw, value);
    bytes_.append(reinterpret_cast<const char*>(raw), sizeof(T));
    return *this;
  }
  Payload& Count(size_t count) { return Number(static_cast<uint32_t>(count)); }
  Payload& String(std::string_view text) {
    Count(text.size() + 1);
    bytes_.append(text);
    bytes_.push_back('\0');
    return *this;
  }
  Payload& Header(std::string_view frame_id) {
    return Number(int32_t{1'700'000'123})
        .Number(uint32_t{456'789'012})
        .String(frame_id);
  }

  std::string Take() { return std::move(bytes_); }

 private:
  std::string bytes_;
};

}  // namespace

Message JointState(size_t joints) {
  Payload payload;
  payload.Header("base_link").Count(joints);
  for (size_t i = 0; i < joints; ++i) {
    const std::string number = std::to_string(100'000 + i);
    payload.String("joint_" + number.substr(1));  // of 11 characters
  }
  for (const double scale : {1.0, 0.1, 12.5}) {
    payload.Count(joints);
    for (size_t i = 0; i < joints; ++i) {
      payload.Number(scale * std::sin(static_cast<double>(i) + scale));
    }
  }
  return {.name = "JointState-" + std::to_string(joints),
          .root_type = "sensor_msgs/msg/JointState",
          .schema = Bundle("std_msgs/Header header\n"
                           "string[] name\n"
                           "float64[] position\n"
                           "float64[] velocity\n"
                           "float64[] effort\n"),
          .payload = payload.Take()};
}

Message Imu() {
  Payload payload;
  payload.Header("imu_sensor_link");
  for (const size_t count : {4, 9, 3, 9, 3, 9}) {
    for (size_t i = 0; i < count; ++i) {
      payload.Number(0.01 * std::cos(static_cast<double>(count + i)));
    }
  }
  return {.name = "Imu",
          .root_type = "sensor_msgs/msg/Imu",
          .schema = Bundle("std_msgs/Header header\n"
                           "geometry_msgs/Quaternion orientation\n"
                           "float64[9] orientation_covariance\n"
                           "geometry_msgs/Vector3 angular_velocity\n"
                           "float64[9] angular_velocity_covariance\n"
                           "geometry_msgs/Vector3 linear_acceleration\n"
                           "float64[9] linear_acceleration_covariance\n",
                           kGeometryBundle),
          .payload = payload.Take()};
}

Message PoseArray(size_t poses) {
  Payload payload;
  payload.Header("base_link").Count(poses);
  for (size_t i = 0; i < 7 * poses; ++i) {
    payload.Number(std::sin(0.01 * static_cast<double>(i)));
  }
  return {.name = "PoseArray-" + std::to_string(poses),
          .root_type = "geometry_msgs/msg/PoseArray",
          .schema = Bundle("std_msgs/Header header\n"
                           "geometry_msgs/Pose[] poses\n",
                           kGeometryBundle),
          .payload = payload.Take()};
}

Message PointCloud2(size_t points) {
  constexpr uint32_t kPointStep = 32;
  constexpr uint8_t kFloat32 = 7;
  Payload payload;
  payload.Header("base_link").Count(1).Count(points).Count(4);
  uint32_t offset = 0;
  for (const char* name : {"x", "y", "z", "intensity"}) {
    payload.String(name).Number(offset).Number(kFloat32).Count(1);
    offset += 4;
  }
  payload.Number(uint8_t{0})
      .Number(kPointStep)
      .Count(points * kPointStep)
      .Count(points * kPointStep);
  uint32_t state = 1;
  for (size_t i = 0; i < points * kPointStep; ++i) {
    state = state * 1'664'525 + 1'013'904'223;
    payload.Number(static_cast<uint8_t>(state >> 24));
  }
  payload.Number(uint8_t{1});
  return {.name = "PointCloud2-" + std::to_string(points),
          .root_type = "sensor_msgs/msg/PointCloud2",
          .schema = Bundle("std_msgs/Header header\n"
                           "uint32 height\n"
                           "uint32 width\n"
                           "PointField[] fields\n"
                           "bool is_bigendian\n"
                           "uint32 point_step\n"
                           "uint32 row_step\n"
                           "uint8[] data\n"
                           "bool is_dense\n",
                           kPointFieldBundle),
          .payload = payload.Take()};
}

}  // namespace transcdr::bench
