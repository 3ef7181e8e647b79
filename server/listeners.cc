#include "server/listeners.h"

#include <absl/strings/numbers.h>
#include <absl/strings/str_cat.h>
#include <fcntl.h>
#include <netdb.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <system_error>

namespace transcdr {
namespace {

constexpr std::string_view kUnixPrefix = "unix:";

absl::Status ErrnoError(int error, std::string_view what,
                        const std::string& path) {
  std::string message(what);
  absl::StrAppend(&message, " ", path, ": ",
                  std::generic_category().message(error));
  return absl::FailedPreconditionError(message);
}

// Whether somebody accepts connections at `address`: 0, or why not (errno).
int TryConnect(const sockaddr_un& address) {
  const int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (fd < 0) return errno;
  const int result =
      connect(fd, reinterpret_cast<const sockaddr*>(&address), sizeof(address));
  const int error = result == 0 ? 0 : errno;
  close(fd);
  return error;
}

}  // namespace

absl::StatusOr<ListenAddress> ListenAddress::Parse(std::string_view text) {
  ListenAddress address;
  if (text.starts_with(kUnixPrefix)) {
    address.is_unix = true;
    address.path = text.substr(kUnixPrefix.size());
    // "unix:///path" is the other form that gRPC knows.
    if (address.path.starts_with("///")) address.path.erase(0, 2);
    if (address.path.empty()) {
      return absl::InvalidArgumentError("expected a path after unix:");
    }
    constexpr size_t kMaxPath = sizeof(sockaddr_un::sun_path) - 1;
    if (address.path.size() > kMaxPath) {
      return absl::InvalidArgumentError(
          absl::StrCat("the path of a Unix socket has at most ", kMaxPath,
                       " bytes, this one ", address.path.size()));
    }
    return address;
  }
  const size_t colon = text.rfind(':');
  const std::string_view host = text.substr(0, colon);
  const bool in_brackets = host.starts_with('[') && host.ends_with(']');
  if (colon == std::string_view::npos || host.empty() ||
      (host.find(':') != std::string_view::npos && !in_brackets)) {
    return absl::InvalidArgumentError(
        "expected HOST:PORT, [IPV6]:PORT or unix:PATH");
  }
  uint32_t port = 0;
  const std::string port_text(text.substr(colon + 1));
  if (port_text.empty() ||
      port_text.find_first_not_of("0123456789") != std::string::npos ||
      !absl::SimpleAtoi(port_text, &port) || port > UINT16_MAX) {
    return absl::InvalidArgumentError("expected a port from 0 to 65535");
  }
  address.host = host;
  address.port = static_cast<uint16_t>(port);
  return address;
}

std::string ListenAddress::ToString() const {
  if (is_unix) return absl::StrCat("unix:", path);
  return absl::StrCat(host, ":", port);
}

absl::Status PrepareUnixSocket(const std::string& path) {
  struct stat info;
  if (lstat(path.c_str(), &info) != 0) {
    if (errno == ENOENT) return absl::OkStatus();
    return ErrnoError(errno, "cannot look at", path);
  }
  if (!S_ISSOCK(info.st_mode)) {
    return absl::FailedPreconditionError(
        absl::StrCat(path, " exists and is no socket"));
  }
  sockaddr_un address = {};
  address.sun_family = AF_UNIX;
  if (path.size() >= sizeof(address.sun_path)) {
    return absl::FailedPreconditionError(
        absl::StrCat("the path ", path, " is too long for a Unix socket"));
  }
  std::memcpy(address.sun_path, path.data(), path.size());
  const int error = TryConnect(address);
  // EAGAIN: somebody listens, but is too busy to accept.
  if (error == 0 || error == EAGAIN) {
    return absl::FailedPreconditionError(
        absl::StrCat("another process listens on ", path));
  }
  if (error != ECONNREFUSED) return ErrnoError(error, "cannot reach", path);
  if (unlink(path.c_str()) != 0 && errno != ENOENT) {
    return ErrnoError(errno, "cannot remove the stale socket", path);
  }
  return absl::OkStatus();
}

std::string WhyNotBound(const ListenAddress& address) {
  constexpr char kUnknown[] = "see the log lines of grpc above";
  if (address.is_unix) return kUnknown;
  std::string host = address.host;
  if (host.starts_with('[')) host = host.substr(1, host.size() - 2);
  addrinfo hints = {};
  hints.ai_socktype = SOCK_STREAM;
  hints.ai_flags = AI_PASSIVE;
  addrinfo* found = nullptr;
  const int fault = getaddrinfo(
      host.c_str(), std::to_string(address.port).c_str(), &hints, &found);
  if (fault != 0) return gai_strerror(fault);
  std::string why = kUnknown;
  for (const addrinfo* one = found; one != nullptr; one = one->ai_next) {
    const int fd = socket(one->ai_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd < 0) continue;
    const int on = 1;
    setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof(on));
    if (bind(fd, one->ai_addr, one->ai_addrlen) != 0 || listen(fd, 1) != 0) {
      why = std::generic_category().message(errno);
    }
    close(fd);
  }
  freeaddrinfo(found);
  return why;
}

absl::Status WritePortFile(const std::string& path,
                           const std::vector<std::string>& addresses) {
  std::string text;
  for (const std::string& address : addresses) {
    absl::StrAppend(&text, address, "\n");
  }
  const std::string temporary = absl::StrCat(path, ".", getpid(), ".tmp");
  const int fd =
      open(temporary.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  if (fd < 0) return ErrnoError(errno, "cannot write", temporary);
  const ssize_t written = write(fd, text.data(), text.size());
  const int error = written < 0 ? errno : EIO;
  close(fd);
  if (written != static_cast<ssize_t>(text.size())) {
    unlink(temporary.c_str());
    return ErrnoError(error, "cannot write", temporary);
  }
  if (rename(temporary.c_str(), path.c_str()) != 0) {
    const int rename_error = errno;
    unlink(temporary.c_str());
    return ErrnoError(rename_error, "cannot write", path);
  }
  return absl::OkStatus();
}

}  // namespace transcdr
