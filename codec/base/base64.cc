#include "codec/base/base64.h"

#include <algorithm>

#include "absl/strings/escaping.h"
#include "absl/strings/string_view.h"

namespace transcdr {
namespace {

absl::string_view ToAbsl(std::string_view text) {
  return {text.data(), text.size()};
}

int HexDigit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

}  // namespace

std::string Base64Encode(std::string_view bytes) {
  return absl::Base64Escape(ToAbsl(bytes));
}

bool Base64Decode(std::string_view text, std::string* bytes) {
  // Abseil skips white space and takes '.' for '='; neither is base64.
  const auto foreign = [](char c) {
    return !((c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') ||
             (c >= 'a' && c <= 'z') || c == '+' || c == '/' || c == '-' ||
             c == '_' || c == '=');
  };
  if (std::any_of(text.begin(), text.end(), foreign)) return false;
  return absl::Base64Unescape(ToAbsl(text), bytes) ||
         absl::WebSafeBase64Unescape(ToAbsl(text), bytes);
}

std::string HexEncode(std::string_view bytes) {
  return absl::BytesToHexString(ToAbsl(bytes));
}

bool HexDecode(std::string_view text, std::string* bytes) {
  bytes->clear();
  if (text.size() % 2 != 0) return false;
  bytes->reserve(text.size() / 2);
  for (size_t i = 0; i < text.size(); i += 2) {
    const int high = HexDigit(text[i]);
    const int low = HexDigit(text[i + 1]);
    if (high < 0 || low < 0) return false;
    bytes->push_back(static_cast<char>(high << 4 | low));
  }
  return true;
}

}  // namespace transcdr
