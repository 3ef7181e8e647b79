// .msg, .srv or .action text to a schema, to a plan, to its defaults and back.
// Input: the text of test/msg/Root, or a bundle; where the text has lines
// "---", that of a service or an action, by its type that holds most of the
// others.

#include <optional>
#include <string>
#include <vector>

#include "codec/plan/codec_plan.h"
#include "codec/schema/ros_msg_bundle.h"
#include "codec/schema/ros_msg_frontend.h"
#include "codec/transcode/encoding.h"
#include "codec/type/schema_id.h"
#include "tests/fuzz/fuzz_input.h"

namespace {

// By the lines "---": a bundle's own text comes first and mostly has them all.
const char* RootOf(const std::string& text) {
  transcdr::ros_msg::LineReader lines(text);
  transcdr::ros_msg::LineReader::Line line;
  int separators = 0;
  while (lines.Next(&line)) {
    if (transcdr::ros_msg::Trim(line.text) == "---") ++separators;
  }
  if (separators == 0) return "test/msg/Root";
  return separators == 1 ? "test/srv/Root_Event"
                         : "test/action/Root_SendGoal_Event";
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace transcdr;
  SchemaSource source;
  source.text.assign(reinterpret_cast<const char*>(data), size);
  source.root_type = RootOf(source.text);
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
