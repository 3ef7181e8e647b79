// Comparing what has no members: enums, bitmasks, bitsets.

#ifndef TRANSCDR_CODEC_COMPARE_COMPARE_BITS_H_
#define TRANSCDR_CODEC_COMPARE_COMPARE_BITS_H_

#include <functional>
#include <string>

#include "codec/compare/compare.h"
#include "codec/type/schema.h"

namespace transcdr::compare {

// Takes a change: path, message, before, after, and the verdict of both
// encodings.
using Report =
    std::function<void(const std::string& path, std::string message,
                       std::string before, std::string after, Verdict both)>;

void CompareEnums(const TypeDescriptor& a, const TypeDescriptor& b,
                  const std::string& path, const Report& report);
void CompareBitmasks(const TypeDescriptor& a, const TypeDescriptor& b,
                     const std::string& path, const Report& report);
void CompareBitsets(const Schema& schema_a, TypeIndex a, const Schema& schema_b,
                    TypeIndex b, const std::string& path, const Report& report);

}  // namespace transcdr::compare

#endif  // TRANSCDR_CODEC_COMPARE_COMPARE_BITS_H_
