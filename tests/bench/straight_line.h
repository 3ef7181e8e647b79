// What a person would write for one message type by hand: the floor that the
// codec is measured against. No schema, no options, no error messages, but
// correct: every read and every write is bounds-checked, strings are checked to
// be UTF-8, and what comes out equals the codec's output byte for byte.

#ifndef TRANSCDR_TESTS_BENCH_STRAIGHT_LINE_H_
#define TRANSCDR_TESTS_BENCH_STRAIGHT_LINE_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace transcdr::bench {

// Translates `input` into `output`, from its start; returns the bytes written,
// or 0 when the input is malformed or the output too small.
using StraightLine = size_t (*)(std::string_view input,
                                std::span<uint8_t> output);

// Little-endian XCDR1 payloads to MessagePack, all options at their defaults.
size_t DecodeJointState(std::string_view payload, std::span<uint8_t> document);
size_t DecodeImu(std::string_view payload, std::span<uint8_t> document);
size_t DecodePoseArray(std::string_view payload, std::span<uint8_t> document);
size_t DecodePointCloud2(std::string_view payload, std::span<uint8_t> document);

// MessagePack to little-endian XCDR1. Takes what the functions above give:
// members in declared order, none missing, floats as float64.
size_t EncodeJointState(std::string_view document, std::span<uint8_t> payload);
size_t EncodeImu(std::string_view document, std::span<uint8_t> payload);
size_t EncodePoseArray(std::string_view document, std::span<uint8_t> payload);
size_t EncodePointCloud2(std::string_view document, std::span<uint8_t> payload);

}  // namespace transcdr::bench

#endif  // TRANSCDR_TESTS_BENCH_STRAIGHT_LINE_H_
