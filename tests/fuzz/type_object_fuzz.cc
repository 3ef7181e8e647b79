// TypeObjects to a schema, to a plan, and back to TypeObjects. Input: 2 bytes,
// little endian, the size of the root's TypeObject; that; one dependency.

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "codec/plan/codec_plan.h"
#include "codec/transcode/encoding.h"
#include "codec/type/schema_id.h"
#include "codec/typeobject/type_object_frontend.h"
#include "codec/typeobject/type_object_writer.h"
#include "tests/fuzz/fuzz_input.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace transcdr;
  if (size < 2) return 0;
  const size_t root_size =
      std::min<size_t>(data[0] | size_t{data[1]} << 8, size - 2);
  const std::string_view rest(reinterpret_cast<const char*>(data) + 2,
                              size - 2);
  SchemaSource source;
  source.language = SchemaLanguage::kTypeObject;
  source.text = rest.substr(0, root_size);
  source.files.push_back({"", std::string(rest.substr(root_size))});
  std::vector<Diagnostic> diagnostics;
  std::optional<Schema> schema =
      ParseTypeObject(source, WireProfile::Omg(), SchemaLimits{}, &diagnostics);
  for (const Diagnostic& diagnostic : diagnostics) {
    fuzz::Expect(!diagnostic.message.empty(), "a diagnostic says something");
    Render(diagnostic);
  }
  if (!schema.has_value()) {
    fuzz::Expect(!diagnostics.empty(), "a refusal says why");
    return 0;
  }
  // What is written of it is the same schema again.
  const SchemaId id = SchemaId::Of(*schema);
  const auto written = WriteTypeObjects(*schema, TypeObjectForm::kComplete);
  WriteTypeObjects(*schema, TypeObjectForm::kMinimal);
  if (written.has_value()) {
    SchemaSource again;
    again.language = SchemaLanguage::kTypeObject;
    again.text = written->back().bytes;
    for (const WrittenTypeObject& object : *written) {
      again.files.push_back({"", object.bytes});
    }
    const auto read = ParseTypeObject(again, WireProfile::Omg(), SchemaLimits{},
                                      &diagnostics);
    fuzz::Expect(read.has_value(), "what was written is read");
    fuzz::Expect(SchemaId::Of(*read) == id, "what was written is the same");
  }
  const auto plan = CompilePlan(*std::move(schema), AllFormats(),
                                SchemaLimits{}, &diagnostics);
  if (plan == nullptr) {
    fuzz::Expect(!diagnostics.empty(), "a refusal says why");
  }
  return 0;
}
