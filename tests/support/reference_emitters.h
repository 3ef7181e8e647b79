// Writing documents: what the two formats have in common, and each.

#ifndef TRANSCDR_TESTS_SUPPORT_REFERENCE_EMITTERS_H_
#define TRANSCDR_TESTS_SUPPORT_REFERENCE_EMITTERS_H_

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

#include "codec/base/base64.h"
#include "codec/base/number_format.h"
#include "tests/support/reference_codec.h"

namespace transcdr::reference {

// Thrown where the options make a value an error. Tests only: the shortest way
// out of a recursion.
struct NoDocument {};

// What the two formats have in common: a document is written by these calls.
class Emitter {
 public:
  explicit Emitter(const Variation& variation) : variation_(variation) {}
  virtual ~Emitter() = default;

  virtual void Boolean(bool value) = 0;
  // `is_wide`: of a 64-bit type.
  virtual void Integer(bool is_signed, uint64_t bits, bool is_wide) = 0;
  virtual void Float32(float value) = 0;
  virtual void Float64(double value) = 0;
  virtual void String(std::string_view text) = 0;
  virtual void Bytes(std::string_view bytes) = 0;  // float128, bytes
  virtual void BytesForText(std::string_view bytes) = 0;
  virtual void BeginArray(size_t count) = 0;
  virtual void EndArray() = 0;
  // `most`: what the header may have to count, which it has room for.
  virtual void BeginObject(size_t count, size_t most) = 0;
  void BeginObject(size_t count) { BeginObject(count, count); }
  virtual void EndObject() = 0;
  virtual void BeginItem() = 0;    // before each element or key
  virtual void BetweenPair() = 0;  // between key and value
  virtual void Key(std::string_view name) { String(name); }
  // The key of struct_form MAP_BY_ID.
  virtual void IdKey(uint32_t id) = 0;
  virtual void Null() = 0;

  std::string out;

 protected:
  const Variation& variation_;
};

class JsonEmitter : public Emitter {
 public:
  JsonEmitter(const MappingOptions& options, const Variation& variation)
      : Emitter(variation), options_(options) {}

  bool in_key = false;
  // A NaN here is no null, which would say that an optional member is absent.
  bool null_is_taken = false;

  void Boolean(bool value) override { Word(value ? "true" : "false", in_key); }
  void Integer(bool is_signed, uint64_t bits, bool is_wide) override {
    const auto number = static_cast<int64_t>(bits);
    const bool is_exact =
        is_signed ? number <= 9007199254740991 && number >= -9007199254740991
                  : bits <= 9007199254740991;
    bool quoted = in_key;
    if (is_wide) {
      quoted |= options_.int64_form == Int64Form::kString ||
                (options_.int64_form == Int64Form::kAuto && !is_exact);
    }
    Word(is_signed ? std::to_string(number) : std::to_string(bits), quoted);
  }
  void Float32(float value) override { Float(value); }
  void Float64(double value) override { Float(value); }
  void String(std::string_view text) override {
    std::string quoted = "\"";
    for (const char c : text) {
      char escape[8];
      switch (c) {
        case '"':
          quoted += "\\\"";
          break;
        case '\\':
          quoted += "\\\\";
          break;
        case '\b':
          quoted += "\\b";
          break;
        case '\f':
          quoted += "\\f";
          break;
        case '\n':
          quoted += "\\n";
          break;
        case '\r':
          quoted += "\\r";
          break;
        case '\t':
          quoted += "\\t";
          break;
        default:
          if (static_cast<unsigned char>(c) < 0x20) {
            std::snprintf(escape, sizeof(escape), "\\u%04x", c);
            quoted += escape;
          } else {
            quoted += c;
          }
      }
    }
    Put(quoted + "\"");
  }
  void Bytes(std::string_view bytes) override {
    Word(Base64Encode(bytes), true);
  }
  void BytesForText(std::string_view bytes) override {
    if (in_key) throw NoDocument();
    Put("{");
    Word("$bytes", true);
    Put(":");
    Bytes(bytes);
    Put("}");
  }
  void BeginArray(size_t) override { Open("["); }
  void EndArray() override { Close("]"); }
  using Emitter::BeginObject;
  void BeginObject(size_t, size_t) override { Open("{"); }
  void EndObject() override { Close("}"); }
  void BeginItem() override {
    if (!is_first_.back()) Put(",");
    is_first_.back() = false;
  }
  void BetweenPair() override { Put(":"); }
  void IdKey(uint32_t id) override { Word(std::to_string(id), true); }
  void Null() override { Word("null", false); }

  // A number, literal or base64, quoted or not.
  void Word(const std::string& text, bool quoted) {
    Put(quoted ? "\"" + text + "\"" : text);
  }

 private:
  void Put(const std::string& text) {
    MaybeSpace();
    out += text;
    MaybeSpace();
  }
  void MaybeSpace() {
    if (!variation_.add_white_space) return;
    static const std::vector<std::string> kSpaces = {"",   "",   "",      " ",
                                                     "\n", "\t", " \r\n "};
    out += variation_.random->Pick(kSpaces);
  }
  void Open(const char* bracket) {
    Put(bracket);
    is_first_.push_back(true);
  }
  void Close(const char* bracket) {
    Put(bracket);
    is_first_.pop_back();
  }
  template <typename T>
  void Float(T value) {
    if (std::isfinite(value)) {
      char text[kMaxNumberText];
      Word({text, FormatFloat(value, text)}, false);
      return;
    }
    if (options_.non_finite_form == NonFiniteForm::kError) throw NoDocument();
    if (std::isnan(value)) {
      const bool null =
          options_.non_finite_form == NonFiniteForm::kNull && !null_is_taken;
      Word(null ? "null" : "NaN", !null);
    } else {
      Word(value > 0 ? "Infinity" : "-Infinity", true);
    }
  }

  const MappingOptions& options_;
  std::vector<bool> is_first_;
};

class MsgpackEmitter : public Emitter {
 public:
  MsgpackEmitter(const MappingOptions& options, const Variation& variation)
      : Emitter(variation), options_(options) {}

  void Boolean(bool value) override { Tag(value ? 0xc3 : 0xc2); }
  void Integer(bool is_signed, uint64_t bits, bool is_wide) override {
    const auto number = static_cast<int64_t>(bits);
    if (is_wide && options_.int64_width == Int64Width::kFixed) {
      Tag(is_signed ? 0xd3 : 0xcf);
      Big(8, bits);
    } else if (is_signed && number < 0) {
      if (number >= -32) {
        Tag(static_cast<uint8_t>(number));
      } else if (number >= -0x80) {
        Tag(0xd0);
        Big(1, bits);
      } else if (number >= -0x8000) {
        Tag(0xd1);
        Big(2, bits);
      } else if (number >= -0x80000000ll) {
        Tag(0xd2);
        Big(4, bits);
      } else {
        Tag(0xd3);
        Big(8, bits);
      }
    } else if (bits < 0x80) {
      Tag(static_cast<uint8_t>(bits));
    } else if (bits <= 0xff) {
      Tag(0xcc);
      Big(1, bits);
    } else if (bits <= 0xffff) {
      Tag(0xcd);
      Big(2, bits);
    } else if (bits <= 0xffffffff) {
      Tag(0xce);
      Big(4, bits);
    } else {
      Tag(0xcf);
      Big(8, bits);
    }
  }
  void Float32(float value) override {
    Tag(0xca);
    Big(4, std::bit_cast<uint32_t>(value));
  }
  void Float64(double value) override {
    Tag(0xcb);
    Big(8, std::bit_cast<uint64_t>(value));
  }
  void String(std::string_view text) override {
    if (text.size() < 32) {
      Tag(static_cast<uint8_t>(0xa0 + text.size()));
    } else {
      Sized(0xd9, 0xda, 0xdb, text.size());
    }
    out += text;
  }
  void Bytes(std::string_view bytes) override {
    Sized(0xc4, 0xc5, 0xc6, bytes.size());
    out += bytes;
  }
  void BytesForText(std::string_view bytes) override { Bytes(bytes); }
  void Extension(uint8_t type, std::string_view bytes) {
    switch (bytes.size()) {
      case 1:
        Tag(0xd4);
        break;
      case 2:
        Tag(0xd5);
        break;
      case 4:
        Tag(0xd6);
        break;
      case 8:
        Tag(0xd7);
        break;
      case 16:
        Tag(0xd8);
        break;
      default:
        Sized(0xc7, 0xc8, 0xc9, bytes.size());
    }
    Tag(type);
    out += bytes;
  }
  void BeginArray(size_t count) override {
    Counted(0x90, 0xdc, 0xdd, count, count);
  }
  void EndArray() override {}
  using Emitter::BeginObject;
  void BeginObject(size_t count, size_t most) override {
    Counted(0x80, 0xde, 0xdf, count, most);
  }
  void EndObject() override {}
  void BeginItem() override {}
  void BetweenPair() override {}
  void IdKey(uint32_t id) override { Integer(false, id, false); }
  void Null() override { Tag(0xc0); }

 private:
  void Tag(uint8_t tag) { out.push_back(static_cast<char>(tag)); }
  void Big(int size, uint64_t bits) {
    for (int i = size - 1; i >= 0; --i) {
      out.push_back(static_cast<char>(bits >> (8 * i)));
    }
  }
  void Sized(uint8_t tag8, uint8_t tag16, uint8_t tag32, size_t size) {
    const int width = size <= 0xff ? 1 : size <= 0xffff ? 2 : 4;
    Tag(width == 1 ? tag8 : width == 2 ? tag16 : tag32);
    Big(width, size);
  }
  void Counted(uint8_t fix, uint8_t tag16, uint8_t tag32, size_t count,
               size_t most) {
    if (most < 16) {
      Tag(static_cast<uint8_t>(fix + count));
      return;
    }
    Tag(most <= 0xffff ? tag16 : tag32);
    Big(most <= 0xffff ? 2 : 4, count);
  }

  const MappingOptions& options_;
};

}  // namespace transcdr::reference

#endif  // TRANSCDR_TESTS_SUPPORT_REFERENCE_EMITTERS_H_
