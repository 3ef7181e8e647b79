#include "codec/plan/key_plan.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <initializer_list>
#include <utility>

#include "codec/plan/lowering.h"
#include "codec/plan/member_layout.h"
#include "codec/type/key_schema.h"

namespace transcdr {
namespace {

// Measures types as if every string and sequence were as long as it may be.
// What a type takes depends on where it begins, modulo the largest alignment,
// and is found once for each.
class SizeMeter {
 public:
  SizeMeter(const Schema& schema, uint32_t limit)
      : schema_(schema), too_large_(limit + 1), known_(schema.types().size()) {}

  // Bytes from `start` on, padding included, at most limit + 1. A type that
  // holds itself has no bound. `depth` is limited as that of plans is.
  uint32_t Measure(TypeIndex index, uint32_t start, uint32_t depth) {
    index = schema_.Resolve(index);
    if (depth > Limits{}.max_depth) return too_large_;
    Row& row = known_[index];
    std::optional<uint32_t>& known = row.size[start % 4];
    if (known.has_value()) return *known;
    if (row.is_open) return too_large_;
    row.is_open = true;
    const uint32_t size = Compute(index, start % 4, depth);
    row.is_open = false;
    known = size;
    return size;
  }

 private:
  struct Row {
    std::array<std::optional<uint32_t>, 4> size;
    bool is_open = false;
  };

  // `size` bytes more at that alignment (1, 2 or 4), behind `at`.
  uint32_t Add(uint32_t at, uint32_t alignment, uint64_t size) const {
    const uint32_t begin = (at + alignment - 1) / alignment * alignment;
    return static_cast<uint32_t>(
        std::min<uint64_t>(begin + size, uint64_t{at} + too_large_));
  }

  // `types` in a row, `count` times, behind `at`.
  uint32_t Repeat(std::initializer_list<TypeIndex> types, uint64_t count,
                  uint32_t at, uint32_t start, uint32_t depth) {
    for (uint64_t i = 0; i < count; ++i) {
      const uint32_t before = at;
      for (const TypeIndex type : types) at += Measure(type, at, depth + 1);
      if (at - start >= too_large_) return start + too_large_;
      if (at == before) break;  // nothing, however often
    }
    return at;
  }

  uint32_t Compute(TypeIndex index, uint32_t start, uint32_t depth) {
    const uint32_t end = End(index, start, depth);
    return std::min(end - start, too_large_);
  }

  uint32_t End(TypeIndex index, uint32_t start, uint32_t depth) {
    const TypeDescriptor& type = schema_.type(index);
    uint32_t at = start;
    switch (type.kind) {
      case TypeKind::kString8:
        return type.bound == 0 ? at + too_large_
                               : Add(at, 4, 5 + uint64_t{type.bound});
      case TypeKind::kString16:
        return type.bound == 0 ? at + too_large_
                               : Add(at, 4, 4 + 2 * uint64_t{type.bound});
      case TypeKind::kSequence:
      case TypeKind::kMap:
        if (type.bound == 0) return at + too_large_;
        if (HasCollectionHeader(schema_, index)) at = Add(at, 4, 4);
        at = Add(at, 4, 4);
        return type.kind == TypeKind::kMap
                   ? Repeat({type.key, type.element}, type.bound, at, start,
                            depth)
                   : Repeat({type.element}, type.bound, at, start, depth);
      case TypeKind::kArray: {
        if (HasCollectionHeader(schema_, index)) at = Add(at, 4, 4);
        // Arrays of arrays are one array.
        uint64_t count = 1;
        const TypeDescriptor* array = &type;
        TypeIndex element = index;
        while (array->kind == TypeKind::kArray) {
          for (const uint32_t n : array->dimensions) {
            count = std::min<uint64_t>(count * n, too_large_);
          }
          element = schema_.Resolve(array->element);
          array = &schema_.type(element);
        }
        return Repeat({element}, count, at, start, depth);
      }
      case TypeKind::kStruct:
        for (const Member* member : schema_.AllMembers(index)) {
          at = Repeat({member->type}, 1, at, start, depth);
        }
        return at;
      case TypeKind::kUnion: {
        at += Measure(type.element, at, depth + 1);
        uint32_t most = at;
        for (const UnionCase& c : type.cases) {
          most = std::max(most, at + Measure(c.member.type, at, depth + 1));
        }
        return most;
      }
      default:
        return Scalar(index, at);
    }
  }

  uint32_t Scalar(TypeIndex index, uint32_t at) const {
    switch (LengthCodeOf(schema_, index)) {
      case LengthCode::k1Byte:
        return Add(at, 1, 1);
      case LengthCode::k2Bytes:
        return Add(at, 2, 2);
      case LengthCode::k4Bytes:
        return Add(at, 4, 4);
      case LengthCode::k8Bytes:
        return Add(at, 4, 8);
      default:
        return Add(at, 4, 16);  // float128
    }
  }

  const Schema& schema_;
  const uint32_t too_large_;
  std::vector<Row> known_;
};

}  // namespace

uint32_t MaxXcdr2Size(const Schema& schema, uint32_t limit) {
  return SizeMeter(schema, limit).Measure(schema.root(), 0, 0);
}

std::optional<KeyPlan> CompileKeyPlan(const Schema& schema,
                                      const FormatSet& formats,
                                      const SchemaLimits& limits,
                                      std::vector<Diagnostic>* diagnostics) {
  const std::optional<Schema> payload = KeySchema(schema, KeyForm::kPayload);
  const std::optional<Schema> hash = KeySchema(schema, KeyForm::kHash);
  if (!payload.has_value() || !hash.has_value()) return std::nullopt;
  std::optional<Program> payload_program =
      Lower(*payload, formats, limits, diagnostics);
  std::optional<Program> hash_program =
      Lower(*hash, formats, limits, diagnostics);
  if (!payload_program.has_value() || !hash_program.has_value()) {
    return std::nullopt;
  }
  return KeyPlan{*std::move(payload_program), *std::move(hash_program),
                 MaxXcdr2Size(*hash, kKeyHashSize) <= kKeyHashSize};
}

}  // namespace transcdr
