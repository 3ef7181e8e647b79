// Text and bytes out of a document: strings, characters, float128.

#ifndef TRANSCDR_CODEC_DOCUMENT_TEXT_READER_H_
#define TRANSCDR_CODEC_DOCUMENT_TEXT_READER_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "codec/base/base64.h"
#include "codec/base/byte_order.h"
#include "codec/base/fault.h"
#include "codec/base/utf8.h"
#include "codec/document/mapping_options.h"
#include "codec/document/number_reader.h"
#include "codec/document/token.h"
#include "codec/plan/form_pair.h"
#include "codec/plan/number_span.h"
#include "codec/type/wire_profile.h"

namespace transcdr {

template <typename Tokens>
class TextReader : public NumberReader<Tokens> {
 public:
  using Base = NumberReader<Tokens>;
  using Base::Base;

  // 16 bytes, little endian: bin, or base64 text.
  bool ReadFloat128(Float128* value) {
    Token token;
    std::string_view bytes{};
    if (!Take(&token)) return false;
    if (token.kind != TokenKind::kBytes && token.kind != TokenKind::kText) {
      return Mismatch("16 bytes (float128)", token);
    }
    // Base64, whatever `bytes_form` makes of sequences.
    if (!ToBytes(token, BytesForm::kBinary, &bytes)) return false;
    if (bytes.size() != sizeof(value->bytes)) {
      return Fail(FaultReason::kValueOutOfRange, "float128", "16 bytes",
                  static_cast<int64_t>(bytes.size()));
    }
    std::copy(bytes.begin(), bytes.end(), value->bytes);
    return true;
  }

  bool ReadChar8(uint8_t* value) {
    Token token;
    return Take(&token) && ToChar8(token, value);
  }

  bool ReadChar16(FormPair<WcharWidth>, char16_t* value) {
    Token token;
    std::u16string_view units;
    if (!Take(&token) || !ToUtf16(token, "a string of one character", &units)) {
      return false;
    }
    if (units.size() != 1) {
      return Fail(FaultReason::kValueOutOfRange, "char16", "one UTF-16 unit",
                  static_cast<int64_t>(units.size()));
    }
    *value = units[0];
    return true;
  }

  bool ReadString(uint32_t bound, std::string_view* value) {
    Token token;
    if (!Take(&token)) return false;
    switch (token.kind) {
      case TokenKind::kText:
        if (!CheckUtf8(token.text)) return false;
        if (options_.invalid_utf8_policy == InvalidUtf8Policy::kLatin1 &&
            !IsAscii(token.text)) {
          scratch_.bytes.clear();
          if (!AppendUtf8AsLatin1(token.text, &scratch_.bytes)) {
            return Fail(FaultReason::kValueOutOfRange, "string",
                        "characters up to U+00FF (LATIN1)", "others");
          }
          *value = scratch_.bytes;
        } else {
          *value = token.text;
        }
        break;
      case TokenKind::kMap:
        if (!ReadBytesObject(token, value)) return false;
        if (!CheckBytesAreText(*value)) return false;
        break;
      case TokenKind::kBytes:
        *value = token.text;
        if (!CheckBytesAreText(*value)) return false;
        break;
      default:
        return Mismatch("a string", token);
    }
    return CheckBound("string bytes", bound, value->size());
  }

  bool ReadWString(FormPair<WstringForm>, uint32_t bound,
                   std::u16string_view* value) {
    Token token;
    return Take(&token) && ToUtf16(token, "a string", value) &&
           CheckBound("wide string units", bound, value->size());
  }

 protected:
  using Base::CheckBound;
  using Base::CheckUtf8;
  using Base::Fail;
  using Base::Mismatch;
  using Base::options_;
  using Base::scratch_;
  using Base::Take;
  using Base::tokens_;

  bool ToChar8(const Token& token, uint8_t* value) {
    if (token.kind != TokenKind::kText) {
      return Mismatch("a string of one character", token);
    }
    if (!CheckUtf8(token.text)) return false;
    std::string& latin1 = char_scratch_;
    latin1.clear();
    if (!AppendUtf8AsLatin1(token.text, &latin1) || latin1.size() != 1) {
      return Fail(FaultReason::kValueOutOfRange, "char8",
                  "one character up to U+00FF", token.text);
    }
    *value = static_cast<uint8_t>(latin1[0]);
    return true;
  }

  // bin, base64 or hex text.
  bool ToBytes(const Token& token, BytesForm form, std::string_view* value) {
    switch (token.kind) {
      case TokenKind::kBytes:
        *value = token.text;
        return true;
      case TokenKind::kText: {
        const bool hex = form == BytesForm::kHex;
        if (hex ? !HexDecode(token.text, &scratch_.bytes)
                : !Base64Decode(token.text, &scratch_.bytes)) {
          return Fail(FaultReason::kTypeMismatch, "bytes",
                      hex ? "hex digits" : "base64 text", "other text");
        }
        *value = scratch_.bytes;
        return true;
      }
      default:
        return Mismatch("bytes, base64 text or an array of 0 to 255", token);
    }
  }

 private:
  // Text as UTF-16, or bytes as UTF-16 units, little endian.
  bool ToUtf16(const Token& token, const char* expected,
               std::u16string_view* units) {
    scratch_.wide.clear();
    std::string_view bytes{};
    switch (token.kind) {
      case TokenKind::kText:
        if (!CheckUtf8(token.text)) return false;
        AppendUtf8AsUtf16(token.text, &scratch_.wide);
        *units = scratch_.wide;
        return true;
      case TokenKind::kMap:
        if (!ReadBytesObject(token, &bytes)) return false;
        break;
      case TokenKind::kBytes:
        bytes = token.text;
        break;
      default:
        return Mismatch(expected, token);
    }
    if (bytes.size() % 2 != 0) {
      return Fail(FaultReason::kValueOutOfRange, "UTF-16 bytes",
                  "an even number", static_cast<int64_t>(bytes.size()));
    }
    for (size_t i = 0; i < bytes.size(); i += 2) {
      scratch_.wide.push_back(Load<std::endian::little, char16_t>(
          reinterpret_cast<const uint8_t*>(bytes.data()) + i));
    }
    *units = scratch_.wide;
    return true;
  }

  // Bytes for a string: kept as they are where the caller asked for bytes.
  bool CheckBytesAreText(std::string_view bytes) {
    if (options_.invalid_utf8_policy == InvalidUtf8Policy::kBytes ||
        IsValidUtf8(bytes)) {
      return true;
    }
    return Fail(FaultReason::kInvalidUtf8, "string",
                "UTF-8 (invalid_utf8_policy BYTES takes any bytes)", "");
  }

  // {"$bytes": base64}, of which `map` is the opening.
  bool ReadBytesObject(const Token& map, std::string_view* value) {
    ItemState items = tokens_.Open(map);
    bool more = false;
    Token token;
    if (!tokens_.NextItem(&items, &more)) return false;
    if (!more) return Mismatch("a string", map);
    if (!tokens_.ReadKey(&token)) return false;
    if (token.kind != TokenKind::kText || token.text != "$bytes") {
      return Mismatch("a string", map);
    }
    if (!tokens_.Next(&token)) return false;
    if (token.kind != TokenKind::kText ||
        !Base64Decode(token.text, &scratch_.bytes)) {
      return Mismatch("base64 text in $bytes", token);
    }
    *value = scratch_.bytes;
    if (!tokens_.NextItem(&items, &more)) return false;
    return !more || Mismatch("a string", map);
  }

  std::string char_scratch_;
};

}  // namespace transcdr

#endif  // TRANSCDR_CODEC_DOCUMENT_TEXT_READER_H_
