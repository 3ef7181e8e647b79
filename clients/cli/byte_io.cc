#include "clients/cli/byte_io.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace transcdr::cli {
namespace {

bool IsStandardStream(const std::string& path) {
  return path.empty() || path == "-";
}

absl::Status SystemError(const std::string& what, const std::string& path) {
  return absl::InvalidArgumentError("cannot " + what + " " + path + ": " +
                                    std::strerror(errno));
}

// A descriptor that is closed with the scope, the standard ones excepted.
class File {
 public:
  explicit File(int descriptor) : descriptor_(descriptor) {}
  ~File() {
    if (descriptor_ > STDERR_FILENO) close(descriptor_);
  }
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  int descriptor() const { return descriptor_; }

 private:
  const int descriptor_;
};

bool WriteAll(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    ssize_t written = write(descriptor, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return false;
    bytes.remove_prefix(static_cast<size_t>(written));
  }
  return true;
}

// The value of a hex digit, or -1.
int DigitValue(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

bool IsSeparator(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == ',';
}

}  // namespace

absl::StatusOr<std::string> ReadInput(const std::string& path) {
  const bool is_stdin = IsStandardStream(path);
  const std::string name = is_stdin ? "standard input" : path;
  File file(is_stdin ? STDIN_FILENO : open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (file.descriptor() < 0) return SystemError("open", name);

  std::string bytes;
  struct stat status;
  if (fstat(file.descriptor(), &status) == 0 && S_ISREG(status.st_mode)) {
    bytes.reserve(static_cast<size_t>(status.st_size));
  }
  char buffer[1 << 16];
  for (;;) {
    ssize_t count = read(file.descriptor(), buffer, sizeof(buffer));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return SystemError("read", name);
    if (count == 0) return bytes;
    bytes.append(buffer, static_cast<size_t>(count));
  }
}

absl::StatusOr<std::string> ParseHex(std::string_view text) {
  std::string bytes;
  bytes.reserve(text.size() / 2);
  int high = -1;  // the first digit of a pair, once it was seen
  bool at_group_start = true;
  for (size_t i = 0; i < text.size(); ++i) {
    if (IsSeparator(text[i])) {
      // "0x1 0x2" could be 12 or 01 02: neither is guessed.
      if (high >= 0) break;
      at_group_start = true;
      continue;
    }
    if (at_group_start && text[i] == '0' && i + 1 < text.size() &&
        (text[i + 1] == 'x' || text[i + 1] == 'X')) {
      ++i;
      at_group_start = false;
      continue;
    }
    at_group_start = false;
    int digit = DigitValue(text[i]);
    if (digit < 0) {
      return absl::InvalidArgumentError(
          "character " + std::to_string(i + 1) + " of the hex text is no hex " +
          "digit" +
          (text[i] > ' ' && text[i] < 0x7f ? std::string(": '") + text[i] + "'"
                                           : std::string()));
    }
    if (high < 0) {
      high = digit;
    } else {
      bytes.push_back(static_cast<char>(high << 4 | digit));
      high = -1;
    }
  }
  if (high >= 0) {
    return absl::InvalidArgumentError(
        "the hex text has a group with an odd number of digits");
  }
  return bytes;
}

std::string HexText(std::string_view bytes) {
  constexpr char kDigits[] = "0123456789abcdef";
  std::string text;
  text.reserve(2 * bytes.size());
  for (char c : bytes) {
    text.push_back(kDigits[static_cast<unsigned char>(c) >> 4]);
    text.push_back(kDigits[static_cast<unsigned char>(c) & 15]);
  }
  return text;
}

absl::Status WriteOutput(const std::string& path, std::string_view bytes) {
  if (IsStandardStream(path)) {
    if (!WriteAll(STDOUT_FILENO, bytes)) {
      return SystemError("write to", "standard output");
    }
    return absl::OkStatus();
  }
  File file(open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666));
  if (file.descriptor() < 0) return SystemError("open", path);
  if (!WriteAll(file.descriptor(), bytes)) return SystemError("write to", path);
  return absl::OkStatus();
}

bool IsTerminal(int file_descriptor) { return isatty(file_descriptor) == 1; }

}  // namespace transcdr::cli
