// How much one schema or one message may take. Every limit has a default that
// real systems stay far below; exceeding one is FaultReason::kLimitExceeded
// (messages) or an error of the schema.

#ifndef TRANSCDR_CODEC_BASE_LIMITS_H_
#define TRANSCDR_CODEC_BASE_LIMITS_H_

#include <cstdint>

namespace transcdr {

// Limits of a schema, checked while it is registered.
struct SchemaLimits {
  // Source text, all files together, in bytes.
  uint64_t max_source_bytes = 4 << 20;
  // Named and anonymous types of one schema.
  uint32_t max_types = 20'000;
  // Members of one struct, cases of one union, literals, flags, fields.
  uint32_t max_members = 65'535;
  // Ops of the compiled program.
  uint32_t max_ops = 1 << 20;
  // Elements of one array, all dimensions multiplied.
  uint64_t max_array_elements = 1u << 30;
  // Characters of one fully scoped name.
  uint32_t max_name_length = 1'024;
  // Diagnostics in one answer; what is beyond is counted, not listed.
  uint32_t max_diagnostics = 100;

  bool operator==(const SchemaLimits&) const = default;
};

// Limits of one translation.
struct Limits {
  // Structs, unions, sequences, arrays and maps open at one point.
  uint32_t max_depth = 128;
  // Bytes of one document or payload written.
  uint64_t max_output_bytes = 512ull << 20;
  // Elements of all sequences, arrays and maps of one message, those of numeric
  // and byte sequences (which are translated in one piece) not counted. What a
  // schema can make much of without any input counts fourfold: members that the
  // message lacks, those of their defaults, and structs that may take no bytes.
  uint64_t max_elements = 64ull << 20;

  bool operator==(const Limits&) const = default;
};

}  // namespace transcdr

#endif  // TRANSCDR_CODEC_BASE_LIMITS_H_
