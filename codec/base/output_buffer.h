// Output that grows: bytes are written straight into a std::string, through a
// window at its end, so that small writes cost a comparison and a store.

#ifndef TRANSCDR_CODEC_BASE_OUTPUT_BUFFER_H_
#define TRANSCDR_CODEC_BASE_OUTPUT_BUFFER_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "codec/base/short_copy.h"

namespace transcdr {

// Appends to a string that it borrows. Between the constructor and Finish (or
// Discard) the string's content is unspecified.
class OutputBuffer {
 public:
  // Appends behind what `target` holds. Past `max_bytes` written, Ensure fails.
  OutputBuffer(std::string* target, uint64_t max_bytes);
  OutputBuffer(const OutputBuffer&) = delete;
  OutputBuffer& operator=(const OutputBuffer&) = delete;
  ~OutputBuffer() { Discard(); }

  // Room for `size` more bytes at the returned address, or null when what was
  // written already exceeds the limit (so that at most one Ensure's worth is
  // written beyond it; Finish tells). Valid until the next Ensure or Append.
  uint8_t* Ensure(size_t size) {
    if (static_cast<size_t>(end_ - position_) < size && !Grow(size)) {
      return nullptr;
    }
    return position_;
  }
  // Says that the bytes up to `position` are written. REQUIRES: within the last
  // Ensure.
  void Advance(uint8_t* position) { position_ = position; }

  // Writes `size` bytes. False when the limit is exceeded.
  bool Append(const void* data, size_t size) {
    if (size >= kLargeAppend) return AppendLarge(data, size);
    uint8_t* to = Ensure(size);
    if (to == nullptr) return false;
    CopyShort(to, data, size);  // data may be null where size is 0
    position_ = to + size;
    return true;
  }
  bool Append(std::string_view bytes) {
    return Append(bytes.data(), bytes.size());
  }

  // Says how much is likely to come, to allocate once. Never fails.
  void Hint(size_t size);

  // Bytes written since the constructor.
  size_t size() const { return static_cast<size_t>(position_ - begin()); }
  uint64_t max_bytes() const { return max_bytes_; }
  // The last byte written. REQUIRES: size() > 0.
  uint8_t back() const { return position_[-1]; }
  // What was written at `offset` (of size()), to patch or to read again.
  uint8_t* At(size_t offset) { return begin() + offset; }
  const uint8_t* At(size_t offset) const { return begin() + offset; }

  // Cuts the target to what was written. False when that exceeds the limit; the
  // target then is as Discard leaves it.
  bool Finish();
  // Gives the target back as it was.
  void Discard();

 private:
  // Large enough that leaving the window is cheaper than clearing and copying.
  static constexpr size_t kLargeAppend = 4096;

  uint8_t* begin() const {
    return reinterpret_cast<uint8_t*>(target_->data()) + start_;
  }
  bool Grow(size_t size);
  bool AppendLarge(const void* data, size_t size);
  void SetWindow(size_t written);

  std::string* target_;
  size_t start_;
  uint64_t max_bytes_;
  uint8_t* position_;
  uint8_t* end_;
};

}  // namespace transcdr

#endif  // TRANSCDR_CODEC_BASE_OUTPUT_BUFFER_H_
