#include "codec/plan/verifier.h"

#include <cstdint>
#include <set>
#include <string>

#include "absl/strings/str_cat.h"

namespace transcdr {
namespace {

class Verifier {
 public:
  explicit Verifier(const Program& program) : p_(program) {}

  absl::Status Run() {
    uint32_t at = 0;
    if (!Value(&at)) return Failure();
    if (!Expect(OpCode::kEnd, &at)) return Failure();
    // Subroutines follow, one behind the other.
    std::set<uint32_t> entries;
    while (at < p_.ops.size()) {
      entries.insert(at);
      if (!Value(&at) || !Expect(OpCode::kReturn, &at)) return Failure();
    }
    for (const uint32_t target : calls_) {
      if (!entries.contains(target)) {
        return absl::InternalError(
            absl::StrCat("plan verifier: call to op ", target));
      }
    }
    return absl::OkStatus();
  }

 private:
  absl::Status Failure() const {
    return absl::InternalError(
        absl::StrCat("plan verifier: op ", failed_at_, ": ", failure_));
  }
  bool Fail(uint32_t at, std::string why) {
    failed_at_ = at;
    failure_ = std::move(why);
    return false;
  }
  bool Expect(OpCode code, uint32_t* at) {
    if (*at >= p_.ops.size()) return Fail(*at, "program ends too early");
    if (p_.ops[*at].code != code) return Fail(*at, "unexpected op");
    ++*at;
    return true;
  }
  bool Row(uint32_t at, size_t rows) {
    return p_.ops[at].info < rows || Fail(at, "row out of range");
  }

  // One value from *at on; leaves *at behind it. Nesting is limited by
  // lowering.
  bool Value(uint32_t* at) {
    if (*at >= p_.ops.size()) return Fail(*at, "program ends too early");
    const uint32_t open = *at;
    const Op& op = p_.ops[open];
    ++*at;
    switch (op.code) {
      case OpCode::kBoolean:
      case OpCode::kInt8:
      case OpCode::kUInt8:
      case OpCode::kInt16:
      case OpCode::kUInt16:
      case OpCode::kInt32:
      case OpCode::kUInt32:
      case OpCode::kInt64:
      case OpCode::kUInt64:
      case OpCode::kFloat32:
      case OpCode::kFloat64:
      case OpCode::kFloat128:
      case OpCode::kChar8:
      case OpCode::kChar16:
      case OpCode::kString:
      case OpCode::kWString:
      case OpCode::kByteArray:
      case OpCode::kByteSequence:
      case OpCode::kCharArray:
      case OpCode::kCharSequence:
      case OpCode::kNumberArray:
      case OpCode::kNumberSequence:
        return true;
      case OpCode::kEnum:
        return Row(open, p_.enums.size());
      case OpCode::kBitmask:
        return Row(open, p_.bitmasks.size());
      case OpCode::kBitset:
        return Row(open, p_.bitsets.size());
      case OpCode::kStruct:
        return Struct(open, at);
      case OpCode::kArray:
      case OpCode::kSequence:
        return Row(open, p_.elements.size()) && Value(at) &&
               Loop(OpCode::kNext, open, at);
      case OpCode::kMap:
        return Row(open, p_.maps.size()) && Value(at) &&
               Expect(OpCode::kMapValue, at) && Value(at) &&
               Loop(OpCode::kNextEntry, open, at);
      case OpCode::kUnion:
        return Union(open, at);
      case OpCode::kCall:
        calls_.insert(op.target);
        return true;
      case OpCode::kMember:
      case OpCode::kEndStruct:
      case OpCode::kNext:
      case OpCode::kMapValue:
      case OpCode::kNextEntry:
      case OpCode::kEndCase:
      case OpCode::kDummyOctet:
      case OpCode::kReturn:
      case OpCode::kEnd:
        return Fail(open, "no value begins here");
    }
    return Fail(open, "unknown op");
  }

  bool Loop(OpCode code, uint32_t open, uint32_t* at) {
    const uint32_t next = *at;
    if (!Expect(code, at)) return false;
    if (p_.ops[next].target != open + 1) return Fail(next, "wrong loop target");
    return p_.ops[open].target == *at || Fail(open, "wrong target");
  }

  bool Struct(uint32_t open, uint32_t* at) {
    if (!Row(open, p_.structs.size())) return false;
    const Op& op = p_.ops[open];
    const StructInfo& info = p_.structs[op.info];
    if (op.arg != info.members.size()) return Fail(open, "wrong member count");
    for (uint32_t slot = 0; slot < op.arg; ++slot) {
      const uint32_t member = *at;
      if (!Expect(OpCode::kMember, at)) return false;
      if (p_.ops[member].slot != slot || p_.ops[member].info != op.info) {
        return Fail(member, "wrong slot");
      }
      if (!Value(at)) return false;
      if (p_.ops[member].target != *at) return Fail(member, "wrong target");
    }
    if (*at < p_.ops.size() && p_.ops[*at].code == OpCode::kDummyOctet) ++*at;
    const uint32_t end = *at;
    if (!Expect(OpCode::kEndStruct, at)) return false;
    if (p_.ops[end].info != op.info) return Fail(end, "wrong struct");
    return op.target == *at || Fail(open, "wrong target");
  }

  bool Union(uint32_t open, uint32_t* at) {
    if (!Row(open, p_.unions.size())) return false;
    const Op& op = p_.ops[open];
    const UnionInfo& info = p_.unions[op.info];
    if (op.arg != info.cases.size()) return Fail(open, "wrong case count");
    if (info.discriminator == TypeKind::kEnum &&
        info.enum_row >= p_.enums.size()) {
      return Fail(open, "row out of range");
    }
    for (const UnionInfo::Case& c : info.cases) {
      if (c.body != *at) return Fail(*at, "wrong case body");
      if (!Value(at)) return false;
      const uint32_t end = *at;
      if (!Expect(OpCode::kEndCase, at)) return false;
      if (p_.ops[end].target != op.target) return Fail(end, "wrong target");
    }
    return op.target == *at || Fail(open, "wrong target");
  }

  const Program& p_;
  std::set<uint32_t> calls_;
  uint32_t failed_at_ = 0;
  std::string failure_;
};

}  // namespace

absl::Status Verify(const Program& program) { return Verifier(program).Run(); }

}  // namespace transcdr
