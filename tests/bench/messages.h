// The messages that the benchmarks translate: ROS 2 types as they are used,
// with values that look like real ones, little endian.

#ifndef TRANSCDR_TESTS_BENCH_MESSAGES_H_
#define TRANSCDR_TESTS_BENCH_MESSAGES_H_

#include <cstddef>
#include <string>

namespace transcdr::bench {

struct Message {
  std::string name;       // in the table: "JointState-8"
  std::string root_type;  // "sensor_msgs/msg/JointState"
  std::string schema;     // a ros2msg bundle
  std::string payload;    // with its encapsulation header
};

// 372 bytes with 8 joints, 400,052 with 10,000. REQUIRES: joints <= 100,000.
Message JointState(size_t joints);
// 332 bytes.
Message Imu();
// 36 + 56 * poses bytes.
Message PoseArray(size_t poses);
// Points of 32 bytes: 4 floats, then 16 bytes that no field names.
Message PointCloud2(size_t points);

}  // namespace transcdr::bench

#endif  // TRANSCDR_TESTS_BENCH_MESSAGES_H_
