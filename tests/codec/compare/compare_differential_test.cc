// What CompareSchemas promises, Decode keeps: types change at random, payloads
// of the one are read with the other.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "codec/compare/compare.h"
#include "codec/transcode/encoding.h"
#include "codec/type/canonical_form.h"
#include "tests/support/random_schema.h"
#include "tests/support/schema_builder.h"
#include "tests/support/schema_edit.h"
#include "tests/support/transcode_helpers.h"

namespace transcdr {
namespace {

// Changes the parts of a schema, each time in one way.
class Evolution {
 public:
  Evolution(SchemaParts* parts, Random& random)
      : parts_(*parts), random_(random) {}

  void Change() {
    const auto index =
        static_cast<TypeIndex>(random_.Below(parts_.types.size()));
    switch (parts_.types[index].kind) {
      case TypeKind::kStruct:
        return ChangeStruct(index);
      case TypeKind::kUnion:
        return ChangeUnion(parts_.types[index]);
      case TypeKind::kEnum:
        return ChangeEnum(parts_.types[index]);
      case TypeKind::kBitmask:
        return ChangeBitmask(parts_.types[index]);
      case TypeKind::kBitset:
        return ChangeBitset(parts_.types[index]);
      case TypeKind::kSequence:
      case TypeKind::kMap:
      case TypeKind::kString8:
      case TypeKind::kString16: {
        uint32_t& bound = parts_.types[index].bound;
        bound = random_.OneIn(3) ? 0 : bound + 3;
        return;
      }
      case TypeKind::kArray:
        if (random_.OneIn(3)) ++parts_.types[index].dimensions[0];
        return;
      default: {
        // Other primitives are another type.
        if (IsPrimitive(parts_.types[index].kind) && random_.OneIn(3)) {
          parts_.types[index].kind = static_cast<TypeKind>(
              random_.Below(static_cast<uint64_t>(TypeKind::kChar16) + 1));
        }
        return;
      }
    }
  }

 private:
  std::string NewName() { return "n" + std::to_string(next_name_++); }
  TypeIndex AnyType() {
    // A leaf: what holds others could hold itself.
    TypeDescriptor type;
    type.kind = static_cast<TypeKind>(
        random_.Below(static_cast<uint64_t>(TypeKind::kString16) + 1));
    parts_.types.push_back(std::move(type));
    return static_cast<TypeIndex>(parts_.types.size() - 1);
  }

  void ChangeStruct(TypeIndex index) {
    const uint64_t what = random_.Below(9);
    if (what < 3) {
      // Members at the end.
      Member member;
      member.name = NewName();
      member.type = AnyType();
      if (random_.OneIn(4)) {
        member.default_value = RandomDefault(parts_, member.type, random_);
      }
      parts_.types[index].members.push_back(std::move(member));
      return;
    }
    TypeDescriptor& type = parts_.types[index];
    if (type.members.empty()) return;
    const size_t at = random_.Below(type.members.size());
    switch (what) {
      case 3:
        type.members.pop_back();
        return;
      case 4:
        type.members[at].name = NewName();
        return;
      case 5:
        type.members.erase(type.members.begin() + static_cast<int64_t>(at));
        return;
      case 6:
        std::swap(type.members[at], type.members.back());
        return;
      case 7:
        type.extensibility = random_.OneIn(2) ? Extensibility::kFinal
                                              : Extensibility::kAppendable;
        return;
      default:
        type.name = "r::Renamed" + NewName();
        return;
    }
  }

  void ChangeUnion(TypeDescriptor& type) {
    switch (random_.Below(4)) {
      case 0:
        if (type.cases.size() > 1) type.cases.pop_back();
        return;
      case 1:
        type.cases[random_.Below(type.cases.size())].member.name = NewName();
        return;
      case 2: {
        std::vector<int64_t>& labels =
            type.cases[random_.Below(type.cases.size())].labels;
        if (labels.size() > 1) labels.pop_back();
        return;
      }
      default:
        type.extensibility = Extensibility::kAppendable;
        return;
    }
  }

  void ChangeEnum(TypeDescriptor& type) {
    const size_t at = random_.Below(type.enumerators.size());
    switch (random_.Below(4)) {
      case 0:
        if (type.enumerators.size() > 1) type.enumerators.pop_back();
        return;
      case 1:
        type.enumerators[at].name = NewName();
        return;
      case 2:
        type.bit_bound = std::min(32u, type.bit_bound + 5);
        return;
      default: {
        Enumerator literal;
        literal.name = NewName();
        literal.value = 100;
        type.enumerators.push_back(std::move(literal));
        return;
      }
    }
  }

  void ChangeBitmask(TypeDescriptor& type) {
    if (random_.OneIn(2)) {
      type.bit_bound = std::min(64u, type.bit_bound + 3);
    } else if (!type.flags.empty()) {
      type.flags.pop_back();
    }
  }

  void ChangeBitset(TypeDescriptor& type) {
    if (type.bitfields.empty()) return;
    if (random_.OneIn(2)) {
      type.bitfields.pop_back();
    } else {
      Bitfield field;
      field.name = NewName();
      field.width = 1;
      type.bitfields.push_back(std::move(field));
    }
  }

  SchemaParts& parts_;
  Random& random_;
  int next_name_ = 0;
};

bool HasForward(Verdict verdict) {
  return verdict == Verdict::kIdentical || verdict == Verdict::kBoth ||
         verdict == Verdict::kForward;
}

struct Counts {
  uint64_t promised = 0;
  uint64_t refused = 0;
};

// Payloads of `from` decode under `to` where `verdict` says so. False: one did
// not, and it was reported.
bool CheckPromise(const Plan& from, const Plan& to, bool is_xcdr2,
                  Verdict verdict, Random& random, const std::string& told,
                  Counts* counts) {
  const ValueRules rules{.any_nan = false,
                         .invalid_utf8 = false,
                         .lone_surrogates = false,
                         .duplicate_keys = false};
  EncodeOptions encode = MsgpackEncode();
  encode.representation =
      is_xcdr2 ? Representation::kXcdr2 : Representation::kXcdr1;
  for (int i = 0; i < 3; ++i) {
    const reference::Value value = RandomValue(from->schema(), random, rules);
    const auto document = reference::WriteDocument(
        from->schema(), value, DocumentFormat::kMessagePack, {});
    if (!document.has_value()) continue;
    const Outcome payload = TryEncode(*from, *document, encode);
    if (!payload.ok()) continue;  // strings with NUL, and the like
    const Outcome outcome = TryDecode(*to, payload.output, MsgpackDecode());
    if (!HasForward(verdict)) {
      counts->refused += outcome.ok() ? 0 : 1;
      continue;
    }
    ++counts->promised;
    EXPECT_TRUE(outcome.ok())
        << outcome << (is_xcdr2 ? " in XCDR2" : " in XCDR1") << told
        << CanonicalForm(from->schema()) << CanonicalForm(to->schema());
    if (!outcome.ok()) return false;
    if (verdict != Verdict::kIdentical) continue;
    // The same value has the same bytes.
    const Outcome again = TryEncode(*to, outcome.output, encode);
    EXPECT_EQ(again.output, payload.output)
        << again << told << CanonicalForm(from->schema());
    if (again.output != payload.output) return false;
  }
  return true;
}

std::string Told(const Comparison& comparison) {
  std::string text = "\nxcdr1 " + std::string(VerdictName(comparison.xcdr1)) +
                     ", xcdr2 " + std::string(VerdictName(comparison.xcdr2)) +
                     "\n";
  for (const Change& change : comparison.changes) {
    text += std::string(VerdictName(change.xcdr1)) + " " + ChangeText(change) +
            "\n";
  }
  return text;
}

TEST(CompareDifferentialTest, DecodeKeepsWhatIsPromised) {
  const uint64_t seed = TestSeed();
  SCOPED_TRACE(SeedText(seed));
  Random random(seed);
  Counts counts;
  for (uint64_t i = TestIterations(4'000); i > 0; --i) {
    SchemaParts before = TakeApart(RandomSchema(random));
    for (TypeDescriptor& type : before.types) {
      if ((type.kind == TypeKind::kStruct || type.kind == TypeKind::kUnion) &&
          random.OneIn(2)) {
        type.extensibility = random.OneIn(3) ? Extensibility::kMutable
                                             : Extensibility::kAppendable;
      }
    }
    SchemaParts after = before;
    Evolution evolution(&after, random);
    for (uint64_t n = 1 + random.Below(3); n > 0; --n) evolution.Change();
    const auto a = PutTogether(before);
    auto b = PutTogether(after);
    ASSERT_TRUE(a.has_value());
    if (!b.has_value()) continue;  // labels without a literal, and the like
    const Comparison comparison = CompareSchemas(*a, *b);
    const std::string told = Told(comparison);
    if (CanonicalForm(*a) == CanonicalForm(*b)) {
      ASSERT_EQ(comparison.xcdr1, Verdict::kIdentical) << told;
      ASSERT_TRUE(comparison.changes.empty()) << told;
    }
    std::vector<Diagnostic> diagnostics;
    const auto compile = [&](std::optional<Schema> schema) {
      return CompilePlan(*std::move(schema), AllFormats(), SchemaLimits{},
                         &diagnostics);
    };
    const Plan from = compile(PutTogether(before));
    const Plan to = compile(std::move(b));
    // Keys that no document holds, and what this codec cannot translate.
    if (from == nullptr || to == nullptr) continue;
    if (!CheckPromise(from, to, false, comparison.xcdr1, random, told,
                      &counts)) {
      return;
    }
    if (!CheckPromise(from, to, true, comparison.xcdr2, random, told,
                      &counts)) {
      return;
    }
  }
  // Both happen, or this would test nothing.
  EXPECT_GT(counts.promised, 0u);
  EXPECT_GT(counts.refused, 0u);
}

}  // namespace
}  // namespace transcdr
