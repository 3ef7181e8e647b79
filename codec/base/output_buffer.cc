#include "codec/base/output_buffer.h"

#include <algorithm>

namespace transcdr {
namespace {

// resize() clears what it adds: a window that fits the nearest cache makes that
// nearly free, since the bytes are written right after.
constexpr size_t kWindow = 2048;

}  // namespace

OutputBuffer::OutputBuffer(std::string* target, uint64_t max_bytes)
    : target_(target), start_(target->size()), max_bytes_(max_bytes) {
  SetWindow(0);
}

void OutputBuffer::SetWindow(size_t written) {
  position_ = begin() + written;
  end_ = reinterpret_cast<uint8_t*>(target_->data()) + target_->size();
}

bool OutputBuffer::Grow(size_t size) {
  const size_t written = this->size();
  if (written > max_bytes_) return false;
  const size_t needed = start_ + written + size;
  // Capacity doubles; the cleared window does not.
  if (needed > target_->capacity()) {
    target_->reserve(std::max(needed + kWindow, 2 * target_->capacity()));
  }
  target_->resize(std::min(needed + kWindow, target_->capacity()));
  SetWindow(written);
  return true;
}

bool OutputBuffer::AppendLarge(const void* data, size_t size) {
  const size_t written = this->size();
  if (written > max_bytes_ || size > max_bytes_ - written) return false;
  target_->resize(start_ + written);
  target_->append(static_cast<const char*>(data), size);
  SetWindow(written + size);
  return true;
}

void OutputBuffer::Hint(size_t size) {
  const size_t written = this->size();
  const uint64_t most = std::min<uint64_t>(size, max_bytes_);
  target_->reserve(start_ + written + most);
  // The window of the first bytes at once.
  target_->resize(start_ + written + std::min<uint64_t>(most, kWindow));
  SetWindow(written);
}

bool OutputBuffer::Finish() {
  if (target_ == nullptr) return true;
  const size_t written = size();
  if (written > max_bytes_) {
    Discard();
    return false;
  }
  target_->resize(start_ + written);
  target_ = nullptr;
  return true;
}

void OutputBuffer::Discard() {
  if (target_ == nullptr) return;
  target_->resize(start_);
  target_ = nullptr;
}

}  // namespace transcdr
