// IDL text to a schema, to IDL again (which is the same schema), to the texts
// of its documents, to a plan and its defaults. Input: a byte whose lowest bit
// chooses the dialect, then the text, or a bundle.

#include <optional>
#include <vector>

#include "codec/compare/compare.h"
#include "codec/plan/codec_plan.h"
#include "codec/render/idl_printer.h"
#include "codec/render/json_schema.h"
#include "codec/render/typescript.h"
#include "codec/schema/idl_frontend.h"
#include "codec/transcode/encoding.h"
#include "codec/type/schema_id.h"
#include "tests/fuzz/fuzz_input.h"

namespace transcdr {
namespace {

std::optional<Schema> Parse(SchemaLanguage language, std::string_view root,
                            std::string_view text,
                            std::vector<Diagnostic>* diagnostics) {
  SchemaSource source;
  source.language = language;
  source.root_type = root;
  source.text = text;
  return ParseIdl(source, WireProfile::Omg(), SchemaLimits{}, diagnostics);
}

void CheckPrinted(const Schema& schema) {
  const absl::StatusOr<std::string> text = PrintIdl(schema);
  if (!text.ok()) {
    // Names of modules within each other, as deep as the front end reads.
    fuzz::Expect(text.status().message().find("parts") != std::string::npos,
                 "what was read as IDL has a form in IDL");
    return;
  }
  std::vector<Diagnostic> diagnostics;
  const auto again =
      Parse(SchemaLanguage::kOmgIdl, schema.root_name(), *text, &diagnostics);
  fuzz::Expect(again.has_value(), "what is printed is IDL");
  fuzz::Expect(SchemaId::Of(*again) == SchemaId::Of(schema),
               "what is printed is the same schema");
  fuzz::Expect(CompareSchemas(schema, *again).changes.empty(),
               "equal schemas have no differences");
  PrintJsonSchema(schema);
  PrintTypeScript(schema, TypeScriptFlavour::kJson);
  PrintTypeScript(schema, TypeScriptFlavour::kMessagePack);
}

}  // namespace
}  // namespace transcdr

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace transcdr;
  fuzz::Input input(data, size);
  const SchemaLanguage language = (input.Byte() & 1) != 0
                                      ? SchemaLanguage::kRos2Idl
                                      : SchemaLanguage::kOmgIdl;
  std::vector<Diagnostic> diagnostics;
  std::optional<Schema> schema =
      Parse(language, "", input.Rest(), &diagnostics);
  for (const Diagnostic& diagnostic : diagnostics) {
    fuzz::Expect(!diagnostic.message.empty(), "a diagnostic says something");
    Render(diagnostic);
  }
  if (!schema.has_value()) {
    fuzz::Expect(!diagnostics.empty(), "a refusal says why");
    return 0;
  }
  CheckPrinted(*schema);
  const auto plan = CompilePlan(*std::move(schema), AllFormats(),
                                SchemaLimits{}, &diagnostics);
  if (plan == nullptr) {
    fuzz::Expect(!diagnostics.empty(), "a refusal says why");
    return 0;
  }
  // Every member takes its default.
  EncodeOptions options{.format = DocumentFormat::kJson,
                        .limits = fuzz::FuzzLimits()};
  fuzz::CheckEncode(*plan, "{}", options);
  return 0;
}
