// A row of mapping.md: a type, a payload, and its documents under options.

#ifndef TRANSCDR_TESTS_CODEC_DOCUMENT_MAPPING_FIXTURES_H_
#define TRANSCDR_TESTS_CODEC_DOCUMENT_MAPPING_FIXTURES_H_

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <string_view>

#include "tests/support/hex.h"
#include "tests/support/schema_builder.h"
#include "tests/support/transcode_helpers.h"

namespace transcdr {

using MakeType = std::function<TypeIndex(Types&)>;

// struct S { T v; };
inline Plan PlanOf(const MakeType& type,
                   WireProfile profile = WireProfile::Omg()) {
  Types t;
  const TypeIndex index = type(t);
  t.Struct("S", {{"v", index}});
  return t.PlanOrDie("S", profile);
}

// Given the body of a payload (hex), expect {"v": json} and the MessagePack map
// of "v" and `msgpack` (hex), and the payload back from both.
inline void ExpectMapping(const CodecPlan& plan, std::string_view body,
                          std::string_view json, std::string_view msgpack,
                          const MappingOptions& mapping = {}) {
  const std::string payload = Hex("00010000") + Hex(body);
  const std::string document = Hex("81 a176") + Hex(msgpack);
  ExpectBothWays(plan, payload, "{\"v\":" + std::string(json) + "}", mapping);
  EXPECT_EQ(ToHex(document), ToMsgpackHex(plan, payload, mapping));
  EXPECT_EQ(ToHex(payload), ToHex(FromMsgpack(plan, document, mapping)));
}

// Expects that a document is taken for a payload, {"v": json}.
inline void ExpectTaken(const CodecPlan& plan, std::string_view json,
                        std::string_view body,
                        const MappingOptions& mapping = {}) {
  const std::string document = "{\"v\":" + std::string(json) + "}";
  EXPECT_EQ(ToHex(Hex("00010000") + Hex(body)),
            ToHex(FromJson(plan, document, mapping)))
      << document;
}
inline void ExpectTakenMsgpack(const CodecPlan& plan, std::string_view msgpack,
                               std::string_view body,
                               const MappingOptions& mapping = {}) {
  EXPECT_EQ(ToHex(Hex("00010000") + Hex(body)),
            ToHex(FromMsgpack(plan, Hex("81 a176") + Hex(msgpack), mapping)))
      << msgpack;
}

// Expects that {"v": json} is refused, with path "v" (or what is given).
inline void ExpectRefused(const CodecPlan& plan, std::string_view json,
                          FaultReason reason,
                          const MappingOptions& mapping = {},
                          const std::string& path = "v") {
  EncodeOptions options = JsonEncode();
  options.mapping = mapping;
  const Outcome outcome =
      TryEncode(plan, "{\"v\":" + std::string(json) + "}", options);
  EXPECT_EQ(FaultReasonName(reason), FaultReasonName(outcome.reason()))
      << json << " gave " << outcome;
  EXPECT_EQ(path, outcome.path()) << json << " gave " << outcome;
}
inline void ExpectRefusedMsgpack(const CodecPlan& plan,
                                 std::string_view msgpack, FaultReason reason,
                                 const MappingOptions& mapping = {},
                                 const std::string& path = "v") {
  EncodeOptions options = MsgpackEncode();
  options.mapping = mapping;
  const Outcome outcome =
      TryEncode(plan, Hex("81 a176") + Hex(msgpack), options);
  EXPECT_EQ(FaultReasonName(reason), FaultReasonName(outcome.reason()))
      << msgpack << " gave " << outcome;
  EXPECT_EQ(path, outcome.path()) << msgpack << " gave " << outcome;
}

// MappingOptions with one option set.
template <typename Option, typename Value>
MappingOptions With(Option MappingOptions::*option, Value value) {
  MappingOptions mapping;
  mapping.*option = value;
  return mapping;
}

}  // namespace transcdr

#endif  // TRANSCDR_TESTS_CODEC_DOCUMENT_MAPPING_FIXTURES_H_
