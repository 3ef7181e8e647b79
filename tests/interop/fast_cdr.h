// Fast CDR 1.0 as the other side: it writes a payload, ours reads it and writes
// it again, it reads what ours wrote.

#ifndef TRANSCDR_TESTS_INTEROP_FAST_CDR_H_
#define TRANSCDR_TESTS_INTEROP_FAST_CDR_H_

#include <fastcdr/Cdr.h>
#include <gtest/gtest.h>

#include <bit>
#include <functional>
#include <string>
#include <string_view>

#include "tests/support/hex.h"
#include "tests/support/schema_builder.h"
#include "tests/support/transcode_helpers.h"

namespace transcdr {

using eprosima::fastcdr::Cdr;
using eprosima::fastcdr::FastBuffer;

// Both directions are written as functions of a Cdr.
using CdrFunction = std::function<void(Cdr&)>;

inline Cdr::Endianness EndiannessOf(std::endian order) {
  return order == std::endian::little ? Cdr::LITTLE_ENDIANNESS
                                      : Cdr::BIG_ENDIANNESS;
}

// The payload that Fast CDR writes, header included, at most 64 KiB. It skips
// padding: zeros come from the buffer.
inline std::string FastCdrWrite(std::endian order, const CdrFunction& write) {
  std::string bytes(64 << 10, '\0');
  FastBuffer buffer(bytes.data(), bytes.size());
  Cdr cdr(buffer, EndiannessOf(order), Cdr::DDS_CDR);
  cdr.serialize_encapsulation();
  write(cdr);
  bytes.resize(cdr.getSerializedDataLength());
  return bytes;
}

// Lets Fast CDR read a payload, all of it.
inline void FastCdrRead(std::string bytes, const CdrFunction& read) {
  FastBuffer buffer(bytes.data(), bytes.size());
  Cdr cdr(buffer, Cdr::DEFAULT_ENDIAN, Cdr::DDS_CDR);
  cdr.read_encapsulation();
  read(cdr);
  EXPECT_EQ(bytes.size(), cdr.getSerializedDataLength());
}

// Given what Fast CDR writes in either byte order, expect `json` from it, the
// same bytes from `json`, and that Fast CDR reads those.
inline void ExpectSameAsFastCdr(const CodecPlan& plan, std::string_view json,
                                const CdrFunction& write,
                                const CdrFunction& read,
                                const MappingOptions& mapping = {}) {
  for (const std::endian order : {std::endian::little, std::endian::big}) {
    SCOPED_TRACE(order == std::endian::little ? "little endian" : "big endian");
    const std::string payload = FastCdrWrite(order, write);
    ExpectBothWays(plan, payload, json, mapping);
    FastCdrRead(FromJson(plan, json, mapping, order), read);
  }
}

// Reads one value and compares.
template <typename T>
void ExpectNext(Cdr& cdr, const T& expected) {
  T found{};
  cdr >> found;
  EXPECT_EQ(expected, found);
}

}  // namespace transcdr

#endif  // TRANSCDR_TESTS_INTEROP_FAST_CDR_H_
