// .msg text to a schema, to a plan, to its defaults and back. Input: the text
// of test/msg/Root, or a bundle.

#include <optional>
#include <vector>

#include "codec/plan/codec_plan.h"
#include "codec/schema/ros_msg_frontend.h"
#include "codec/transcode/encoding.h"
#include "codec/type/schema_id.h"
#include "tests/fuzz/fuzz_input.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace transcdr;
  SchemaSource source;
  source.root_type = "test/msg/Root";
  source.text.assign(reinterpret_cast<const char*>(data), size);
  std::vector<Diagnostic> diagnostics;
  std::optional<Schema> schema =
      ParseRosMsg(source, WireProfile::Ros2(), SchemaLimits{}, &diagnostics);
  for (const Diagnostic& diagnostic : diagnostics) {
    fuzz::Expect(!diagnostic.message.empty(), "a diagnostic says something");
    Render(diagnostic);
  }
  if (!schema.has_value()) {
    fuzz::Expect(!diagnostics.empty(), "a refusal says why");
    return 0;
  }
  SchemaId::Of(*schema);
  const auto plan = CompilePlan(*std::move(schema), AllFormats(),
                                SchemaLimits{}, &diagnostics);
  if (plan == nullptr) {
    fuzz::Expect(!diagnostics.empty(), "a refusal says why");
    return 0;
  }
  plan->program().Dump();
  // Every member takes its default.
  EncodeOptions options{.format = DocumentFormat::kJson,
                        .limits = fuzz::FuzzLimits()};
  fuzz::CheckEncode(*plan, "{}", options);
  return 0;
}
