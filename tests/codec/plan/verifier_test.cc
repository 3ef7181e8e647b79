// A program broken in any one word is found, or means the same.

#include "codec/plan/verifier.h"

#include <gtest/gtest.h>

#include <functional>
#include <string>

#include "codec/plan/lowering.h"
#include "codec/transcode/encoding.h"
#include "tests/support/schema_builder.h"

namespace transcdr {
namespace {

Program MakeProgram() {
  Types t;
  const TypeIndex color = t.Enum("Color", {{"RED"}});
  const TypeIndex choice =
      t.Union("Choice", color, {{{0}, "a", t.u8}, {{}, "b", t.str}});
  t.Struct("Node", {{"next", t.Seq(t.Named("Node"))}});
  t.Struct("Root", {{"color", color},
                    {"mask", t.Bitmask("M", {{"A"}})},
                    {"set", t.Bitset("B", {{"a", 3}})},
                    {"choice", choice},
                    {"names", t.Array(t.str, {2})},
                    {"map", t.Map(t.str, t.u8)},
                    {"empty", t.Struct("Empty", {})},
                    {"node", t.Named("Node")}});
  std::vector<Diagnostic> diagnostics;
  auto program = Lower(t.BuildOrDie("Root", WireProfile::Ros2()), AllFormats(),
                       {}, &diagnostics);
  EXPECT_TRUE(program.has_value()) << Render(diagnostics);
  return *std::move(program);
}

void ExpectBroken(const std::string& what,
                  const std::function<void(Program&)>& change) {
  Program program = MakeProgram();
  change(program);
  const absl::Status status = Verify(program);
  EXPECT_EQ(absl::StatusCode::kInternal, status.code()) << what;
}

uint32_t Find(const Program& program, OpCode code) {
  for (uint32_t i = 0; i < program.ops.size(); ++i) {
    if (program.ops[i].code == code) return i;
  }
  ADD_FAILURE() << "no " << OpCodeName(code);
  return 0;
}

TEST(Verifier, TakesWhatLoweringMakes) {
  EXPECT_TRUE(Verify(MakeProgram()).ok()) << Verify(MakeProgram());
}

TEST(Verifier, EveryRow) {
  for (const OpCode code :
       {OpCode::kEnum, OpCode::kBitmask, OpCode::kBitset, OpCode::kStruct,
        OpCode::kArray, OpCode::kSequence, OpCode::kMap, OpCode::kUnion}) {
    ExpectBroken(std::string(OpCodeName(code)),
                 [&](Program& p) { p.ops[Find(p, code)].info = 1000; });
  }
  ExpectBroken("end of another struct", [](Program& p) {
    p.ops[Find(p, OpCode::kEndStruct)].info += 1;
  });
  ExpectBroken("the enum of a union",
               [](Program& p) { p.unions[0].enum_row = 7; });
}

TEST(Verifier, EveryTarget) {
  for (const OpCode code :
       {OpCode::kStruct, OpCode::kMember, OpCode::kArray, OpCode::kSequence,
        OpCode::kNext, OpCode::kMap, OpCode::kNextEntry, OpCode::kUnion,
        OpCode::kEndCase, OpCode::kCall}) {
    for (const int by : {-1, 1, 100000}) {
      ExpectBroken(std::string(OpCodeName(code)), [&](Program& p) {
        p.ops[Find(p, code)].target += static_cast<uint32_t>(by);
      });
    }
  }
  ExpectBroken("the body of a case",
               [](Program& p) { p.unions[0].cases[1].body += 1; });
}

TEST(Verifier, EveryCount) {
  ExpectBroken("members",
               [](Program& p) { p.ops[Find(p, OpCode::kStruct)].arg += 1; });
  ExpectBroken("cases",
               [](Program& p) { p.ops[Find(p, OpCode::kUnion)].arg -= 1; });
  ExpectBroken("slot",
               [](Program& p) { p.ops[Find(p, OpCode::kMember)].slot = 1; });
}

// Cut anywhere, or with an op left out.
TEST(Verifier, MissingOps) {
  const size_t size = MakeProgram().ops.size();
  for (size_t i = 0; i < size; ++i) {
    ExpectBroken("cut at " + std::to_string(i),
                 [&](Program& p) { p.ops.resize(i); });
    ExpectBroken("without " + std::to_string(i), [&](Program& p) {
      p.ops.erase(p.ops.begin() + static_cast<std::ptrdiff_t>(i));
    });
  }
}

// An op that is no value where one has to be.
TEST(Verifier, WrongOps) {
  for (const OpCode code :
       {OpCode::kMember, OpCode::kEndStruct, OpCode::kNext, OpCode::kMapValue,
        OpCode::kNextEntry, OpCode::kEndCase, OpCode::kDummyOctet,
        OpCode::kReturn, OpCode::kEnd}) {
    ExpectBroken(std::string(OpCodeName(code)), [&](Program& p) {
      p.ops[Find(p, OpCode::kEnum)].code = code;
    });
  }
  ExpectBroken("no op at all", [](Program& p) {
    p.ops[Find(p, OpCode::kEnum)].code = static_cast<OpCode>(200);
  });
}

}  // namespace
}  // namespace transcdr
