// All orders of the members of small structs, and an unknown member at each
// place: given a document, expect the payload of the declared order.

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "codec/document/msgpack_format.h"
#include "tests/support/hex.h"
#include "tests/support/schema_builder.h"
#include "tests/support/transcode_helpers.h"

namespace transcdr {
namespace {

struct Entry {
  std::string key;
  std::string json;     // the value
  std::string msgpack;  // the value, as bytes
};

std::string JsonObject(const std::vector<Entry>& entries) {
  std::string text = "{";
  for (const Entry& entry : entries) {
    if (text.size() > 1) text += ',';
    text += '"' + entry.key + "\":" + entry.json;
  }
  return text + "}";
}

std::string MsgpackMap(const std::vector<Entry>& entries) {
  std::string bytes(1, static_cast<char>(0x80 + entries.size()));
  for (const Entry& entry : entries) {
    bytes += msgpack::EncodeText(entry.key) + entry.msgpack;
  }
  return bytes;
}

// struct Inner { octet a; int32 b; string c; };
// struct S { int16 first; Inner inner; sequence<Inner> list; boolean last; };
Plan MakePlan() {
  Types types;
  const TypeIndex inner = types.Struct(
      "Inner", {{"a", types.byte}, {"b", types.i32}, {"c", types.str}});
  types.Struct("S", {{"first", types.i16},
                     {"inner", inner},
                     {"list", types.Seq(inner)},
                     {"last", types.boolean}});
  return types.PlanOrDie("S");
}

std::string Payload() {
  return Hex(R"(
    00010000
    0500 0700                # first, inner.a, padding
    2a000000                 # inner.b
    03000000 686900 00       # inner.c, padding
    02000000                 # list
    07 000000 2a000000 03000000 686900
    07 2a000000 03000000 686900
    01                       # last
  )");
}

// The members of Inner in an order: 0 to 5.
Entry InnerIn(size_t order, std::string key) {
  std::vector<Entry> entries = {{"a", "7", "\x07"},
                                {"b", "42", "\x2a"},
                                {"c", "\"hi\"", msgpack::EncodeText("hi")}};
  std::vector<size_t> indexes = {0, 1, 2};
  for (; order > 0; --order) {
    std::next_permutation(indexes.begin(), indexes.end());
  }
  std::vector<Entry> ordered;
  for (const size_t i : indexes) ordered.push_back(entries[i]);
  return {std::move(key), JsonObject(ordered), MsgpackMap(ordered)};
}

std::vector<Entry> Members(size_t inner_order) {
  const Entry inner = InnerIn(inner_order, "inner");
  const Entry other = InnerIn((inner_order + 3) % 6, "");
  return {{"first", "5", "\x05"},
          inner,
          {"list", "[" + inner.json + "," + other.json + "]",
           "\x92" + inner.msgpack + other.msgpack},
          {"last", "true", "\xc3"}};
}

void ExpectPayload(const CodecPlan& plan, const std::vector<Entry>& entries,
                   const MappingOptions& mapping = {}) {
  ASSERT_EQ(ToHex(Payload()),
            ToHex(FromJson(plan, JsonObject(entries), mapping)))
      << JsonObject(entries);
  ASSERT_EQ(ToHex(Payload()),
            ToHex(FromMsgpack(plan, MsgpackMap(entries), mapping)))
      << ToHex(MsgpackMap(entries));
}

TEST(MemberOrder, EveryPermutationGivesTheSamePayload) {
  const Plan plan = MakePlan();
  for (size_t inner_order = 0; inner_order < 6; ++inner_order) {
    const std::vector<Entry> members = Members(inner_order);
    std::vector<size_t> indexes = {0, 1, 2, 3};
    do {
      std::vector<Entry> entries;
      for (const size_t i : indexes) entries.push_back(members[i]);
      ExpectPayload(*plan, entries);
      if (HasFatalFailure()) return;
    } while (std::next_permutation(indexes.begin(), indexes.end()));
  }
}

// The unknown members that there are, at each place, before members in declared
// and in reverse order.
TEST(MemberOrder, UnknownMembersAreIgnoredWherever) {
  const Plan plan = MakePlan();
  MappingOptions ignore;
  ignore.unknown_members_policy = UnknownMembersPolicy::kIgnore;
  const std::vector<Entry> unknown = {
      {"x", "null", "\xc0"},
      {"firs", "[[],{\"first\":1}]", Hex("92 90 81 a56669727374 01")},
      {"first ", "\"\\\"}\"", msgpack::EncodeText("\"}")},
      {"", "-1.5e300", Hex("cb fe415c23f2e2e8f2")},
      {"y", "{\"inner\":{\"a\":1}}", Hex("81 a5696e6e6572 81 a16101")}};
  for (const bool reverse : {false, true}) {
    for (const Entry& stranger : unknown) {
      for (size_t place = 0; place <= 4; ++place) {
        std::vector<Entry> entries = Members(place);
        if (reverse) std::reverse(entries.begin(), entries.end());
        entries.insert(entries.begin() + static_cast<std::ptrdiff_t>(place),
                       stranger);
        ExpectPayload(*plan, entries, ignore);
        if (HasFatalFailure()) return;
        // The same is an error by default, at the key.
        const Outcome refused =
            TryEncode(*plan, JsonObject(entries), JsonEncode());
        ASSERT_EQ(FaultReason::kMemberUnknown, refused.reason()) << refused;
        ASSERT_EQ(stranger.key, refused.word("name")) << refused;
        ASSERT_EQ(
            FaultReason::kMemberUnknown,
            TryEncode(*plan, MsgpackMap(entries), MsgpackEncode()).reason());
      }
    }
  }
}

TEST(MemberOrder, ADuplicateIsAnErrorWherever) {
  const Plan plan = MakePlan();
  const std::vector<Entry> members = Members(0);
  for (const bool reverse : {false, true}) {
    for (size_t twice = 0; twice < 4; ++twice) {
      for (size_t place = 0; place <= 4; ++place) {
        std::vector<Entry> entries = members;
        if (reverse) std::reverse(entries.begin(), entries.end());
        entries.insert(entries.begin() + static_cast<std::ptrdiff_t>(place),
                       members[twice]);
        const Outcome json =
            TryEncode(*plan, JsonObject(entries), JsonEncode());
        ASSERT_EQ(FaultReason::kMemberDuplicate, json.reason()) << json;
        ASSERT_EQ(members[twice].key, json.word("name")) << json;
        ASSERT_EQ(
            FaultReason::kMemberDuplicate,
            TryEncode(*plan, MsgpackMap(entries), MsgpackEncode()).reason());
      }
    }
  }
}

TEST(MemberOrder, EachMemberMayBeMissing) {
  const Plan plan = MakePlan();
  MappingOptions require;
  require.require_all = true;
  for (size_t missing = 0; missing < 4; ++missing) {
    std::vector<Entry> entries = Members(1);
    const std::string name = entries[missing].key;
    entries.erase(entries.begin() + static_cast<std::ptrdiff_t>(missing));
    EncodeOptions options = JsonEncode();
    EXPECT_TRUE(TryEncode(*plan, JsonObject(entries), options).ok());
    options.mapping = require;
    const Outcome refused = TryEncode(*plan, JsonObject(entries), options);
    ExpectFailure(refused, FaultReason::kMemberMissing,
                  {{"field_path", name}, {"name", name}});
  }
}

}  // namespace
}  // namespace transcdr
