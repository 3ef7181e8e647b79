#include "tests/bench/straight_line.h"

#include <bit>
#include <cstring>
#include <string_view>

#include "codec/base/byte_order.h"
#include "codec/base/utf8.h"
#include "codec/document/msgpack_format.h"

namespace transcdr::bench {
namespace {

using msgpack::PutTagged;
using msgpack::Tag;

constexpr std::endian kLittle = std::endian::little;
constexpr std::endian kBig = std::endian::big;
constexpr size_t kHeaderSize = 4;
constexpr size_t kTaggedDouble = 9;

// A key as it lies in a document: header and name.
template <size_t kSize>
struct Key {
  // NOLINTNEXTLINE(google-explicit-constructor): written as a literal.
  consteval Key(const char (&name)[kSize]) {
    static_assert(kSize - 1 < 32, "a fixstr");
    bytes[0] = static_cast<char>(msgpack::kFixStr | (kSize - 1));
    for (size_t i = 0; i + 1 < kSize; ++i) bytes[i + 1] = name[i];
  }
  char bytes[kSize];
};

// Reads a payload. Every method is false at the first failure.
class WireIn {
 public:
  explicit WireIn(std::string_view payload)
      : begin_(reinterpret_cast<const uint8_t*>(payload.data())),
        at_(begin_),
        end_(begin_ + payload.size()) {}

  bool Encapsulation() {
    if (end_ - at_ < static_cast<ptrdiff_t>(kHeaderSize)) return false;
    if (at_[0] != 0 || at_[1] != 1) return false;
    at_ += kHeaderSize;
    begin_ = at_;
    return true;
  }
  // Steps over padding and `count` values; null when they are not all there.
  template <typename T>
  const uint8_t* Take(size_t count) {
    const size_t padding = static_cast<size_t>(begin_ - at_) & (sizeof(T) - 1);
    const auto left = static_cast<size_t>(end_ - at_);
    if (left < padding || (left - padding) / sizeof(T) < count) return nullptr;
    const uint8_t* values = at_ + padding;
    at_ = values + count * sizeof(T);
    return values;
  }
  template <typename T>
  bool Number(T* value) {
    const uint8_t* from = Take<T>(1);
    if (from == nullptr) return false;
    *value = Load<kLittle, T>(from);
    return true;
  }
  bool Count(uint32_t* count) { return Number(count); }
  bool String(std::string_view* text) {
    uint32_t length;
    if (!Number(&length)) return false;
    if (length == 0) {
      *text = {};
      return true;
    }
    const uint8_t* from = Take<uint8_t>(length);
    if (from == nullptr) return false;
    *text = {reinterpret_cast<const char*>(from),
             length - (from[length - 1] == 0 ? 1 : 0)};
    return IsValidUtf8(*text);
  }

 private:
  const uint8_t* begin_;
  const uint8_t* at_;
  const uint8_t* end_;
};

// Writes a document.
class DocOut {
 public:
  explicit DocOut(std::span<uint8_t> out)
      : begin_(out.data()), at_(begin_), end_(begin_ + out.size()) {}

  uint8_t* Room(size_t size) {
    return static_cast<size_t>(end_ - at_) < size ? nullptr : at_;
  }
  void Advance(uint8_t* to) { at_ = to; }
  size_t size() const { return static_cast<size_t>(at_ - begin_); }

  template <size_t kSize>
  bool Put(const Key<kSize>& key) {
    uint8_t* to = Room(kSize);
    if (to == nullptr) return false;
    std::memcpy(to, key.bytes, kSize);
    at_ = to + kSize;
    return true;
  }
  bool Map(uint32_t count) {
    uint8_t* to = Room(msgpack::kMaxHeader);
    if (to == nullptr) return false;
    at_ = msgpack::PutMapHeader(to, count);
    return true;
  }
  bool Array(uint32_t count) {
    uint8_t* to = Room(msgpack::kMaxHeader);
    if (to == nullptr) return false;
    at_ = msgpack::PutArrayHeader(to, count);
    return true;
  }
  bool Int(int64_t value) {
    uint8_t* to = Room(msgpack::kMaxHeader);
    if (to == nullptr) return false;
    at_ = msgpack::PutSigned(to, value);
    return true;
  }
  bool Boolean(bool value) {
    uint8_t* to = Room(1);
    if (to == nullptr) return false;
    *to = value ? msgpack::kTrue : msgpack::kFalse;
    at_ = to + 1;
    return true;
  }
  bool String(std::string_view text) {
    uint8_t* to = Room(msgpack::kMaxHeader + text.size());
    if (to == nullptr) return false;
    to = msgpack::PutStrHeader(to, static_cast<uint32_t>(text.size()));
    std::memcpy(to, text.data(), text.size());
    at_ = to + text.size();
    return true;
  }
  bool Bytes(std::string_view bytes) {
    uint8_t* to = Room(msgpack::kMaxHeader + bytes.size());
    if (to == nullptr) return false;
    to = msgpack::PutBinHeader(to, static_cast<uint32_t>(bytes.size()));
    std::memcpy(to, bytes.data(), bytes.size());
    at_ = to + bytes.size();
    return true;
  }

 private:
  uint8_t* begin_;
  uint8_t* at_;
  uint8_t* end_;
};

bool CopyHeader(WireIn& in, DocOut& out) {
  int32_t sec;
  uint32_t nanosec;
  std::string_view frame_id;
  return out.Put(Key("header")) && out.Map(2) && out.Put(Key("stamp")) &&
         out.Map(2) && in.Number(&sec) && out.Put(Key("sec")) && out.Int(sec) &&
         in.Number(&nanosec) && out.Put(Key("nanosec")) && out.Int(nanosec) &&
         in.String(&frame_id) && out.Put(Key("frame_id")) &&
         out.String(frame_id);
}

bool CopyDoubles(WireIn& in, uint32_t count, DocOut& out) {
  if (!out.Array(count)) return false;
  if (count == 0) return true;
  const uint8_t* from = in.Take<double>(count);
  uint8_t* to = out.Room(kTaggedDouble * count);
  if (from == nullptr || to == nullptr) return false;
  for (uint32_t i = 0; i < count; ++i, from += sizeof(double)) {
    to = PutTagged(to, Tag::kFloat64, Load<kLittle, double>(from));
  }
  out.Advance(to);
  return true;
}

template <size_t kSize>
bool CopyDoubleSequence(const Key<kSize>& key, WireIn& in, DocOut& out) {
  uint32_t count;
  return out.Put(key) && in.Count(&count) && CopyDoubles(in, count, out);
}

// A map of float64 members with names of one character.
template <size_t kCount>
bool CopyNamedDoubles(const char (&names)[kCount], WireIn& in, DocOut& out) {
  constexpr size_t kMembers = kCount - 1;
  const uint8_t* from = in.Take<double>(kMembers);
  uint8_t* to = out.Room(1 + kMembers * (2 + kTaggedDouble));
  if (from == nullptr || to == nullptr) return false;
  *to++ = static_cast<uint8_t>(msgpack::kFixMap | kMembers);
  for (size_t i = 0; i < kMembers; ++i, from += sizeof(double)) {
    *to++ = msgpack::kFixStr | 1;
    *to++ = static_cast<uint8_t>(names[i]);
    to = PutTagged(to, Tag::kFloat64, Load<kLittle, double>(from));
  }
  out.Advance(to);
  return true;
}

// Reads a document as the functions above write it.
class DocIn {
 public:
  explicit DocIn(std::string_view document)
      : at_(reinterpret_cast<const uint8_t*>(document.data())),
        end_(at_ + document.size()) {}

  bool AtEnd() const { return at_ == end_; }
  const uint8_t* Take(size_t size) {
    if (static_cast<size_t>(end_ - at_) < size) return nullptr;
    const uint8_t* from = at_;
    at_ += size;
    return from;
  }
  template <size_t kSize>
  bool Expect(const Key<kSize>& key) {
    const uint8_t* from = Take(kSize);
    return from != nullptr && std::memcmp(from, key.bytes, kSize) == 0;
  }
  bool Map(uint32_t members) {
    const uint8_t* from = Take(1);
    return from != nullptr && *from == (msgpack::kFixMap | members);
  }
  bool Array(uint32_t* count) {
    const uint8_t* from = Take(1);
    if (from == nullptr) return false;
    if ((*from & 0xf0) == msgpack::kFixArray) {
      *count = *from & 0x0f;
      return true;
    }
    if (*from == msgpack::kArray16) return Big<uint16_t>(count);
    return *from == msgpack::kArray32 && Big<uint32_t>(count);
  }
  bool Unsigned(uint32_t* value) {
    const uint8_t* from = Take(1);
    if (from == nullptr) return false;
    if (*from < 0x80) {
      *value = *from;
      return true;
    }
    if (*from == msgpack::kUint8) return Big<uint8_t>(value);
    if (*from == msgpack::kUint16) return Big<uint16_t>(value);
    return *from == msgpack::kUint32 && Big<uint32_t>(value);
  }
  bool Signed(int32_t* value) {
    if (at_ == end_) return false;
    uint32_t bits;
    switch (*at_) {
      case msgpack::kInt8:
        ++at_;
        return Big<int8_t>(value);
      case msgpack::kInt16:
        ++at_;
        return Big<int16_t>(value);
      case msgpack::kInt32:
        ++at_;
        return Big<int32_t>(value);
      default:
        if (*at_ >= msgpack::kNegativeFixInt) {
          *value = static_cast<int8_t>(*at_++);
          return true;
        }
        if (!Unsigned(&bits) || bits > INT32_MAX) return false;
        *value = static_cast<int32_t>(bits);
        return true;
    }
  }
  bool Boolean(uint8_t* value) {
    const uint8_t* from = Take(1);
    if (from == nullptr) return false;
    *value = *from == msgpack::kTrue ? 1 : 0;
    return *from == msgpack::kTrue || *from == msgpack::kFalse;
  }
  bool String(std::string_view* text) {
    const uint8_t* from = Take(1);
    if (from == nullptr) return false;
    uint32_t size;
    if ((*from & 0xe0) == msgpack::kFixStr) {
      size = *from & 0x1f;
    } else if (!(*from == msgpack::kStr8 && Big<uint8_t>(&size)) &&
               !(*from == msgpack::kStr16 && Big<uint16_t>(&size)) &&
               !(*from == msgpack::kStr32 && Big<uint32_t>(&size))) {
      return false;
    }
    return View(size, text) && IsValidUtf8(*text) &&
           text->find('\0') == std::string_view::npos;
  }
  bool Bytes(std::string_view* bytes) {
    const uint8_t* from = Take(1);
    uint32_t size;
    return from != nullptr &&
           ((*from == msgpack::kBin8 && Big<uint8_t>(&size)) ||
            (*from == msgpack::kBin16 && Big<uint16_t>(&size)) ||
            (*from == msgpack::kBin32 && Big<uint32_t>(&size))) &&
           View(size, bytes);
  }

 private:
  template <typename T, typename Wide>
  bool Big(Wide* value) {
    const uint8_t* from = Take(sizeof(T));
    if (from == nullptr) return false;
    *value = static_cast<Wide>(Load<kBig, T>(from));
    return true;
  }
  bool View(size_t size, std::string_view* view) {
    const uint8_t* from = Take(size);
    if (from == nullptr) return false;
    *view = {reinterpret_cast<const char*>(from), size};
    return true;
  }

  const uint8_t* at_;
  const uint8_t* end_;
};

// Writes a payload.
class WireOut {
 public:
  explicit WireOut(std::span<uint8_t> out)
      : begin_(out.data()), at_(begin_), end_(begin_ + out.size()) {}

  size_t size() const { return static_cast<size_t>(at_ - begin_); }
  bool Encapsulation() {
    if (end_ - at_ < static_cast<ptrdiff_t>(kHeaderSize)) return false;
    std::memcpy(at_, "\x00\x01\x00\x00", kHeaderSize);
    at_ += kHeaderSize;
    return true;
  }
  // Writes padding and makes room for `count` values behind it.
  template <typename T>
  uint8_t* Room(size_t count) {
    // The header's 4 bytes do not count.
    const size_t padding = (kHeaderSize - size()) & (sizeof(T) - 1);
    const auto left = static_cast<size_t>(end_ - at_);
    if (left < padding || (left - padding) / sizeof(T) < count) return nullptr;
    for (size_t i = 0; i < padding; ++i) *at_++ = 0;
    uint8_t* values = at_;
    at_ += count * sizeof(T);
    return values;
  }
  template <typename T>
  bool Number(T value) {
    uint8_t* to = Room<T>(1);
    if (to == nullptr) return false;
    Store<kLittle>(to, value);
    return true;
  }
  bool String(std::string_view text) {
    if (!Number(static_cast<uint32_t>(text.size() + 1))) return false;
    uint8_t* to = Room<uint8_t>(text.size() + 1);
    if (to == nullptr) return false;
    std::memcpy(to, text.data(), text.size());
    to[text.size()] = 0;
    return true;
  }
  bool Bytes(std::string_view bytes) {
    if (!Number(static_cast<uint32_t>(bytes.size()))) return false;
    uint8_t* to = Room<uint8_t>(bytes.size());
    if (to == nullptr) return false;
    std::memcpy(to, bytes.data(), bytes.size());
    return true;
  }

 private:
  uint8_t* begin_;
  uint8_t* at_;
  uint8_t* end_;
};

bool CopyHeader(DocIn& in, WireOut& out) {
  int32_t sec;
  uint32_t nanosec;
  std::string_view frame_id;
  return in.Expect(Key("header")) && in.Map(2) && in.Expect(Key("stamp")) &&
         in.Map(2) && in.Expect(Key("sec")) && in.Signed(&sec) &&
         out.Number(sec) && in.Expect(Key("nanosec")) &&
         in.Unsigned(&nanosec) && out.Number(nanosec) &&
         in.Expect(Key("frame_id")) && in.String(&frame_id) &&
         out.String(frame_id);
}

bool CopyDoubles(DocIn& in, uint32_t count, WireOut& out) {
  if (count == 0) return true;
  const uint8_t* from = in.Take(kTaggedDouble * count);
  uint8_t* to = out.Room<double>(count);
  if (from == nullptr || to == nullptr) return false;
  for (uint32_t i = 0; i < count; ++i) {
    if (*from != msgpack::kFloat64) return false;
    Store<kLittle>(to, Load<kBig, double>(from + 1));
    from += kTaggedDouble;
    to += sizeof(double);
  }
  return true;
}

template <size_t kSize>
bool CopyDoubleSequence(const Key<kSize>& key, DocIn& in, WireOut& out) {
  uint32_t count;
  return in.Expect(key) && in.Array(&count) && out.Number(count) &&
         CopyDoubles(in, count, out);
}

template <size_t kSize>
bool CopyDoubleArray(const Key<kSize>& key, uint32_t size, DocIn& in,
                     WireOut& out) {
  uint32_t count;
  return in.Expect(key) && in.Array(&count) && count == size &&
         CopyDoubles(in, count, out);
}

template <size_t kCount>
bool CopyNamedDoubles(const char (&names)[kCount], DocIn& in, WireOut& out) {
  constexpr size_t kMembers = kCount - 1;
  constexpr size_t kEntry = 2 + kTaggedDouble;
  const uint8_t* from = in.Take(1 + kMembers * kEntry);
  uint8_t* to = out.Room<double>(kMembers);
  if (from == nullptr || to == nullptr) return false;
  if (*from++ != (msgpack::kFixMap | kMembers)) return false;
  for (size_t i = 0; i < kMembers; ++i, from += kEntry, to += sizeof(double)) {
    if (from[0] != (msgpack::kFixStr | 1) ||
        from[1] != static_cast<uint8_t>(names[i]) ||
        from[2] != msgpack::kFloat64) {
      return false;
    }
    Store<kLittle>(to, Load<kBig, double>(from + 3));
  }
  return true;
}

}  // namespace

size_t DecodeJointState(std::string_view payload, std::span<uint8_t> document) {
  WireIn in(payload);
  DocOut out(document);
  uint32_t names;
  if (!in.Encapsulation() || !out.Map(5) || !CopyHeader(in, out) ||
      !in.Count(&names) || !out.Put(Key("name")) || !out.Array(names)) {
    return 0;
  }
  for (uint32_t i = 0; i < names; ++i) {
    std::string_view name;
    if (!in.String(&name) || !out.String(name)) return 0;
  }
  const bool ok = CopyDoubleSequence(Key("position"), in, out) &&
                  CopyDoubleSequence(Key("velocity"), in, out) &&
                  CopyDoubleSequence(Key("effort"), in, out);
  return ok ? out.size() : 0;
}

size_t DecodeImu(std::string_view payload, std::span<uint8_t> document) {
  WireIn in(payload);
  DocOut out(document);
  const bool ok =
      in.Encapsulation() && out.Map(7) && CopyHeader(in, out) &&
      out.Put(Key("orientation")) && CopyNamedDoubles("xyzw", in, out) &&
      out.Put(Key("orientation_covariance")) && CopyDoubles(in, 9, out) &&
      out.Put(Key("angular_velocity")) && CopyNamedDoubles("xyz", in, out) &&
      out.Put(Key("angular_velocity_covariance")) && CopyDoubles(in, 9, out) &&
      out.Put(Key("linear_acceleration")) && CopyNamedDoubles("xyz", in, out) &&
      out.Put(Key("linear_acceleration_covariance")) && CopyDoubles(in, 9, out);
  return ok ? out.size() : 0;
}

size_t DecodePoseArray(std::string_view payload, std::span<uint8_t> document) {
  WireIn in(payload);
  DocOut out(document);
  uint32_t poses;
  if (!in.Encapsulation() || !out.Map(2) || !CopyHeader(in, out) ||
      !in.Count(&poses) || !out.Put(Key("poses")) || !out.Array(poses)) {
    return 0;
  }
  for (uint32_t i = 0; i < poses; ++i) {
    if (!out.Map(2) || !out.Put(Key("position")) ||
        !CopyNamedDoubles("xyz", in, out) || !out.Put(Key("orientation")) ||
        !CopyNamedDoubles("xyzw", in, out)) {
      return 0;
    }
  }
  return out.size();
}

size_t DecodePointCloud2(std::string_view payload,
                         std::span<uint8_t> document) {
  WireIn in(payload);
  DocOut out(document);
  uint32_t height;
  uint32_t width;
  uint32_t fields;
  if (!in.Encapsulation() || !out.Map(9) || !CopyHeader(in, out) ||
      !in.Number(&height) || !out.Put(Key("height")) || !out.Int(height) ||
      !in.Number(&width) || !out.Put(Key("width")) || !out.Int(width) ||
      !in.Count(&fields) || !out.Put(Key("fields")) || !out.Array(fields)) {
    return 0;
  }
  for (uint32_t i = 0; i < fields; ++i) {
    std::string_view name;
    uint32_t offset;
    uint8_t datatype;
    uint32_t count;
    if (!out.Map(4) || !in.String(&name) || !out.Put(Key("name")) ||
        !out.String(name) || !in.Number(&offset) || !out.Put(Key("offset")) ||
        !out.Int(offset) || !in.Number(&datatype) ||
        !out.Put(Key("datatype")) || !out.Int(datatype) || !in.Number(&count) ||
        !out.Put(Key("count")) || !out.Int(count)) {
      return 0;
    }
  }
  uint8_t is_bigendian;
  uint32_t point_step;
  uint32_t row_step;
  uint32_t size;
  uint8_t is_dense;
  if (!in.Number(&is_bigendian) || !out.Put(Key("is_bigendian")) ||
      !out.Boolean(is_bigendian != 0) || !in.Number(&point_step) ||
      !out.Put(Key("point_step")) || !out.Int(point_step) ||
      !in.Number(&row_step) || !out.Put(Key("row_step")) ||
      !out.Int(row_step) || !in.Count(&size)) {
    return 0;
  }
  const uint8_t* data = in.Take<uint8_t>(size);
  const bool ok = data != nullptr && out.Put(Key("data")) &&
                  out.Bytes({reinterpret_cast<const char*>(data), size}) &&
                  in.Number(&is_dense) && out.Put(Key("is_dense")) &&
                  out.Boolean(is_dense != 0);
  return ok ? out.size() : 0;
}

size_t EncodeJointState(std::string_view document, std::span<uint8_t> payload) {
  DocIn in(document);
  WireOut out(payload);
  uint32_t names;
  if (!out.Encapsulation() || !in.Map(5) || !CopyHeader(in, out) ||
      !in.Expect(Key("name")) || !in.Array(&names) || !out.Number(names)) {
    return 0;
  }
  for (uint32_t i = 0; i < names; ++i) {
    std::string_view name;
    if (!in.String(&name) || !out.String(name)) return 0;
  }
  const bool ok = CopyDoubleSequence(Key("position"), in, out) &&
                  CopyDoubleSequence(Key("velocity"), in, out) &&
                  CopyDoubleSequence(Key("effort"), in, out) && in.AtEnd();
  return ok ? out.size() : 0;
}

size_t EncodeImu(std::string_view document, std::span<uint8_t> payload) {
  DocIn in(document);
  WireOut out(payload);
  const bool ok =
      out.Encapsulation() && in.Map(7) && CopyHeader(in, out) &&
      in.Expect(Key("orientation")) && CopyNamedDoubles("xyzw", in, out) &&
      CopyDoubleArray(Key("orientation_covariance"), 9, in, out) &&
      in.Expect(Key("angular_velocity")) && CopyNamedDoubles("xyz", in, out) &&
      CopyDoubleArray(Key("angular_velocity_covariance"), 9, in, out) &&
      in.Expect(Key("linear_acceleration")) &&
      CopyNamedDoubles("xyz", in, out) &&
      CopyDoubleArray(Key("linear_acceleration_covariance"), 9, in, out) &&
      in.AtEnd();
  return ok ? out.size() : 0;
}

size_t EncodePoseArray(std::string_view document, std::span<uint8_t> payload) {
  DocIn in(document);
  WireOut out(payload);
  uint32_t poses;
  if (!out.Encapsulation() || !in.Map(2) || !CopyHeader(in, out) ||
      !in.Expect(Key("poses")) || !in.Array(&poses) || !out.Number(poses)) {
    return 0;
  }
  for (uint32_t i = 0; i < poses; ++i) {
    if (!in.Map(2) || !in.Expect(Key("position")) ||
        !CopyNamedDoubles("xyz", in, out) || !in.Expect(Key("orientation")) ||
        !CopyNamedDoubles("xyzw", in, out)) {
      return 0;
    }
  }
  return in.AtEnd() ? out.size() : 0;
}

size_t EncodePointCloud2(std::string_view document,
                         std::span<uint8_t> payload) {
  DocIn in(document);
  WireOut out(payload);
  uint32_t height;
  uint32_t width;
  uint32_t fields;
  if (!out.Encapsulation() || !in.Map(9) || !CopyHeader(in, out) ||
      !in.Expect(Key("height")) || !in.Unsigned(&height) ||
      !out.Number(height) || !in.Expect(Key("width")) || !in.Unsigned(&width) ||
      !out.Number(width) || !in.Expect(Key("fields")) || !in.Array(&fields) ||
      !out.Number(fields)) {
    return 0;
  }
  for (uint32_t i = 0; i < fields; ++i) {
    std::string_view name;
    uint32_t offset;
    uint32_t datatype;
    uint32_t count;
    if (!in.Map(4) || !in.Expect(Key("name")) || !in.String(&name) ||
        !out.String(name) || !in.Expect(Key("offset")) ||
        !in.Unsigned(&offset) || !out.Number(offset) ||
        !in.Expect(Key("datatype")) || !in.Unsigned(&datatype) ||
        datatype > UINT8_MAX || !out.Number(static_cast<uint8_t>(datatype)) ||
        !in.Expect(Key("count")) || !in.Unsigned(&count) ||
        !out.Number(count)) {
      return 0;
    }
  }
  uint8_t is_bigendian;
  uint32_t point_step;
  uint32_t row_step;
  std::string_view data;
  uint8_t is_dense;
  const bool ok = in.Expect(Key("is_bigendian")) && in.Boolean(&is_bigendian) &&
                  out.Number(is_bigendian) && in.Expect(Key("point_step")) &&
                  in.Unsigned(&point_step) && out.Number(point_step) &&
                  in.Expect(Key("row_step")) && in.Unsigned(&row_step) &&
                  out.Number(row_step) && in.Expect(Key("data")) &&
                  in.Bytes(&data) && out.Bytes(data) &&
                  in.Expect(Key("is_dense")) && in.Boolean(&is_dense) &&
                  out.Number(is_dense) && in.AtEnd();
  return ok ? out.size() : 0;
}

}  // namespace transcdr::bench
