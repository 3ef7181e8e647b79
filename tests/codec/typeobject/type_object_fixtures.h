// Short ways to TypeObjects, for the tests of codec/typeobject.

#ifndef TRANSCDR_TESTS_CODEC_TYPEOBJECT_TYPE_OBJECT_FIXTURES_H_
#define TRANSCDR_TESTS_CODEC_TYPEOBJECT_TYPE_OBJECT_FIXTURES_H_

#include <gtest/gtest.h>

#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "codec/registry/frontends.h"
#include "codec/transcode/transcoder.h"
#include "codec/type/message_text.h"
#include "codec/typeobject/type_object_plan.h"
#include "codec/typeobject/type_object_writer.h"

namespace transcdr {

struct ParsedTypeObject {
  std::optional<Schema> schema;
  std::vector<Diagnostic> diagnostics;

  std::string text() const { return Render(diagnostics); }
};

inline ParsedTypeObject ParseObjects(std::string type_object,
                                     std::vector<std::string> dependencies = {},
                                     std::string root_type = "") {
  SchemaSource source;
  source.language = SchemaLanguage::kTypeObject;
  source.root_type = std::move(root_type);
  source.text = std::move(type_object);
  for (std::string& dependency : dependencies) {
    source.files.push_back({"", std::move(dependency)});
  }
  ParsedTypeObject parsed;
  parsed.schema = ParseSchema(source, DefaultProfile(source.language), {},
                              &parsed.diagnostics);
  return parsed;
}

inline Schema IdlOrDie(std::string root, std::string text) {
  SchemaSource source;
  source.language = SchemaLanguage::kOmgIdl;
  source.root_type = std::move(root);
  source.text = std::move(text);
  std::vector<Diagnostic> diagnostics;
  auto schema = ParseSchema(source, WireProfile::Omg(), {}, &diagnostics);
  EXPECT_TRUE(schema.has_value()) << Render(diagnostics);
  if (!schema.has_value()) std::abort();
  return *std::move(schema);
}

// The TypeObject of a document of TypeObjectPlan, without header.
inline std::string ObjectOf(std::string_view json) {
  EncodeOptions options;
  options.format = DocumentFormat::kJson;
  options.representation = Representation::kXcdr2;
  TranscodeScratch scratch;
  std::string payload;
  const absl::Status status =
      Encode(typeobject::TypeObjectPlan(), json, options, scratch, &payload);
  EXPECT_TRUE(status.ok()) << status;
  return payload.substr(4);
}

inline void Append32(uint32_t value, std::string* to) {
  to->resize((to->size() + 3) / 4 * 4);
  for (int i = 0; i < 4; ++i) *to += static_cast<char>(value >> (8 * i));
}

// A sequence<TypeIdentifierTypeObjectPair>; identifiers as bytes: 0xF2 and a
// hash, or 0xB0 and what follows behind padding.
inline std::string PairsOf(
    const std::vector<std::pair<std::string, std::string>>& pairs) {
  std::string body(4, '\0');
  Append32(static_cast<uint32_t>(pairs.size()), &body);
  for (const auto& [identifier, object] : pairs) {
    body += identifier;
    body.resize((body.size() + 3) / 4 * 4);
    body += object;
  }
  std::string size;
  Append32(static_cast<uint32_t>(body.size() - 4), &size);
  return size + body.substr(4);
}

// A struct of one member as ObjectOf takes it.
inline std::string StructJson(std::string_view name, std::string_view member,
                              std::string_view type) {
  return message_text::Concat(
      R"({"$discriminator":242,"complete":{"$discriminator":81,)"
      R"("struct_type":{"flags":1,"header":{"detail":{"type_name":")",
      name,
      R"("}},"members":[{"common":{"member_id":0,"member_flags":1,"type":)",
      type, R"(},"detail":{"name":")", member, R"("}}]}}})");
}

}  // namespace transcdr

#endif  // TRANSCDR_TESTS_CODEC_TYPEOBJECT_TYPE_OBJECT_FIXTURES_H_
