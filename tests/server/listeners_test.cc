#include "server/listeners.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <cstring>
#include <fstream>
#include <sstream>
#include <string>

namespace transcdr {
namespace {

using ::testing::HasSubstr;

std::string Message(const absl::Status& status) {
  return std::string(status.message());
}

std::string TempPath(const std::string& name) {
  return testing::TempDir() + "/listeners_" + std::to_string(getpid()) + name;
}

// A socket bound to `path`; listening or not.
int BindUnix(const std::string& path, bool listening) {
  const int fd = socket(AF_UNIX, SOCK_STREAM, 0);
  sockaddr_un address = {};
  address.sun_family = AF_UNIX;
  std::strncpy(address.sun_path, path.c_str(), sizeof(address.sun_path) - 1);
  EXPECT_EQ(bind(fd, reinterpret_cast<sockaddr*>(&address), sizeof(address)),
            0);
  if (listening) {
    EXPECT_EQ(listen(fd, 1), 0);
  }
  return fd;
}

bool Exists(const std::string& path) {
  struct stat info;
  return lstat(path.c_str(), &info) == 0;
}

TEST(ListenersTest, ParsesAddresses) {
  const struct {
    const char* text;
    const char* written;
  } cases[] = {
      {"127.0.0.1:0", "127.0.0.1:0"},
      {"localhost:50051", "localhost:50051"},
      {"[::1]:65535", "[::1]:65535"},
      {"unix:/run/x.sock", "unix:/run/x.sock"},
      {"unix:relative.sock", "unix:relative.sock"},
      {"unix:///run/x.sock", "unix:/run/x.sock"},
  };
  for (const auto& one : cases) {
    const auto address = ListenAddress::Parse(one.text);
    ASSERT_TRUE(address.ok()) << one.text << address.status();
    EXPECT_EQ(address->ToString(), one.written);
  }
  for (const char* bad : {"", "x", ":80", "host:", "host:x", "host:65536",
                          "::1:80", "host:-1", "host: 80", "unix:"}) {
    EXPECT_FALSE(ListenAddress::Parse(bad).ok()) << bad;
  }
  const auto long_path = ListenAddress::Parse("unix:/" + std::string(200, 'x'));
  EXPECT_THAT(Message(long_path.status()), HasSubstr("at most 107 bytes"));
}

TEST(ListenersTest, RemovesStaleSocketsOnly) {
  const std::string path = TempPath("stale.sock");
  close(BindUnix(path, true));
  ASSERT_TRUE(Exists(path));
  EXPECT_TRUE(PrepareUnixSocket(path).ok());
  EXPECT_FALSE(Exists(path));
  EXPECT_TRUE(PrepareUnixSocket(path).ok());
}

TEST(ListenersTest, LeavesLiveSocketsAlone) {
  const std::string path = TempPath("live.sock");
  const int fd = BindUnix(path, true);
  const absl::Status status = PrepareUnixSocket(path);
  EXPECT_THAT(Message(status), HasSubstr("another process listens on"));
  EXPECT_TRUE(Exists(path));
  close(fd);
  unlink(path.c_str());
}

TEST(ListenersTest, LeavesOtherFilesAlone) {
  const std::string path = TempPath("file");
  std::ofstream(path) << "precious";
  EXPECT_THAT(Message(PrepareUnixSocket(path)), HasSubstr("is no socket"));
  EXPECT_TRUE(Exists(path));
  unlink(path.c_str());
}

TEST(ListenersTest, SaysWhyAnAddressCannotBeBound) {
  EXPECT_NE(WhyNotBound({false, "", "203.0.113.1", 0}), "");
  const int fd = socket(AF_INET, SOCK_STREAM, 0);
  ASSERT_EQ(listen(fd, 1), 0);  // binds to a free port
  sockaddr_storage address = {};
  socklen_t size = sizeof(address);
  ASSERT_EQ(getsockname(fd, reinterpret_cast<sockaddr*>(&address), &size), 0);
  uint16_t port;
  std::memcpy(&port, reinterpret_cast<char*>(&address) + 2, 2);
  EXPECT_EQ(WhyNotBound({false, "", "127.0.0.1",
                         static_cast<uint16_t>(port >> 8 | port << 8)}),
            "Address already in use");
  close(fd);
}

TEST(ListenersTest, PortFileHasOneAddressALine) {
  const std::string path = TempPath("port");
  ASSERT_TRUE(WritePortFile(path, {"127.0.0.1:1", "unix:/x"}).ok());
  std::stringstream text;
  text << std::ifstream(path).rdbuf();
  EXPECT_EQ(text.str(), "127.0.0.1:1\nunix:/x\n");
  unlink(path.c_str());
  EXPECT_THAT(Message(WritePortFile("/no/such/folder/port", {})),
              HasSubstr("No such file or directory"));
}

}  // namespace
}  // namespace transcdr
