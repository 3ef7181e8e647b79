// Random numbers for tests: the same on every platform for one seed.

#ifndef TRANSCDR_TESTS_SUPPORT_RANDOM_H_
#define TRANSCDR_TESTS_SUPPORT_RANDOM_H_

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace transcdr {

// SplitMix64.
class Random {
 public:
  explicit Random(uint64_t seed) : state_(seed) {}

  uint64_t Bits() {
    uint64_t z = (state_ += 0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }
  // 0 to n - 1. REQUIRES: n > 0.
  uint64_t Below(uint64_t n) { return Bits() % n; }
  // low to high, both included.
  uint64_t Between(uint64_t low, uint64_t high) {
    return low + Below(high - low + 1);
  }
  bool OneIn(uint64_t n) { return Below(n) == 0; }
  template <typename T>
  const T& Pick(const std::vector<T>& from) {
    return from[Below(from.size())];
  }
  template <typename T>
  void Shuffle(std::vector<T>* items) {
    for (size_t i = items->size(); i > 1; --i) {
      std::swap((*items)[i - 1], (*items)[Below(i)]);
    }
  }

 private:
  uint64_t state_;
};

// TRANSCDR_SEED of the environment, else a new one each run. Put it into
// SCOPED_TRACE, so that a failure can be run again.
inline uint64_t TestSeed() {
  const char* text = std::getenv("TRANSCDR_SEED");
  return text != nullptr ? std::strtoull(text, nullptr, 0)
                         : std::random_device{}();
}
inline std::string SeedText(uint64_t seed) {
  return "to repeat: TRANSCDR_SEED=" + std::to_string(seed);
}

// TRANSCDR_ITERATIONS of the environment, else `usual`. Sanitized builds take a
// tenth of that: they are that much slower.
inline uint64_t TestIterations(uint64_t usual) {
  const char* text = std::getenv("TRANSCDR_ITERATIONS");
  if (text != nullptr) return std::strtoull(text, nullptr, 0);
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  usual = usual < 10 ? 1 : usual / 10;
#endif
  return usual;
}

}  // namespace transcdr

#endif  // TRANSCDR_TESTS_SUPPORT_RANDOM_H_
