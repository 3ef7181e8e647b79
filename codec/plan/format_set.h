// What a plan is told about document formats: how each writes text, so that
// keys and enumerators are encoded once, when the plan is compiled. transcode/
// fills it in; plan/ knows no format.

#ifndef TRANSCDR_CODEC_PLAN_FORMAT_SET_H_
#define TRANSCDR_CODEC_PLAN_FORMAT_SET_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace transcdr {

enum class DocumentFormat : uint8_t { kMessagePack, kJson };
inline constexpr size_t kDocumentFormatCount = 2;

// Text as a complete string value of a format.
using TextEncoder = std::string (*)(std::string_view text);

struct FormatSet {
  std::array<TextEncoder, kDocumentFormatCount> text{};
};

// A name, plain and as each format writes it.
struct EncodedName {
  std::string plain;
  std::array<std::string, kDocumentFormatCount> text;

  EncodedName() = default;
  EncodedName(std::string_view name, const FormatSet& formats) : plain(name) {
    for (size_t i = 0; i < kDocumentFormatCount; ++i) {
      text[i] = formats.text[i](name);
    }
  }
  const std::string& In(DocumentFormat format) const {
    return text[static_cast<size_t>(format)];
  }
};

}  // namespace transcdr

#endif  // TRANSCDR_CODEC_PLAN_FORMAT_SET_H_
