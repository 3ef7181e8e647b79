// Short ways to write IDL schemas down, for the tests of codec/schema.

#ifndef TRANSCDR_TESTS_CODEC_SCHEMA_IDL_FIXTURES_H_
#define TRANSCDR_TESTS_CODEC_SCHEMA_IDL_FIXTURES_H_

#include <gtest/gtest.h>

#include <cstdlib>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "codec/schema/idl_frontend.h"
#include "codec/type/canonical_form.h"

namespace transcdr {

struct ParsedIdl {
  std::optional<Schema> schema;
  std::vector<Diagnostic> diagnostics;

  std::string text() const { return Render(diagnostics); }
};

// OMG IDL: the root first, for it is short.
inline SchemaSource Idl(std::string root, std::string text,
                        std::vector<SchemaFile> files = {}) {
  SchemaSource source;
  source.language = SchemaLanguage::kOmgIdl;
  source.root_type = std::move(root);
  source.text = std::move(text);
  source.files = std::move(files);
  return source;
}

inline SchemaSource Ros2Idl(std::string root, std::string text) {
  SchemaSource source = Idl(std::move(root), std::move(text));
  source.language = SchemaLanguage::kRos2Idl;
  return source;
}

inline ParsedIdl ParseIdlSource(const SchemaSource& source,
                                const SchemaLimits& limits = {}) {
  ParsedIdl parsed;
  const WireProfile profile = source.language == SchemaLanguage::kRos2Idl
                                  ? WireProfile::Ros2()
                                  : WireProfile::Omg();
  parsed.schema = ParseIdl(source, profile, limits, &parsed.diagnostics);
  return parsed;
}

// The schema of what has to be right; `warnings`: what is said about it.
inline Schema IdlOrDie(const SchemaSource& source,
                       std::string* warnings = nullptr) {
  ParsedIdl parsed = ParseIdlSource(source);
  if (warnings != nullptr) {
    *warnings = parsed.text();
  } else {
    EXPECT_EQ(parsed.text(), "") << source.text;
  }
  EXPECT_TRUE(parsed.schema.has_value()) << source.text << parsed.text();
  if (!parsed.schema.has_value()) std::abort();
  return *std::move(parsed.schema);
}

// The canonical form without its first two lines, which are the same for all.
inline std::string IdlForm(const SchemaSource& source,
                           std::string* warnings = nullptr) {
  std::string form = CanonicalForm(IdlOrDie(source, warnings));
  for (int line = 0; line < 2; ++line) form.erase(0, form.find('\n') + 1);
  return form;
}
inline std::string IdlForm(const std::string& text,
                           std::string* warnings = nullptr) {
  return IdlForm(Idl("", text), warnings);
}

// What is said about a text that has to be refused.
inline std::string IdlFaults(const SchemaSource& source,
                             const SchemaLimits& limits = {}) {
  const ParsedIdl parsed = ParseIdlSource(source, limits);
  EXPECT_FALSE(parsed.schema.has_value()) << source.text;
  return parsed.text();
}
inline std::string IdlFaults(const std::string& text) {
  return IdlFaults(Idl("", text));
}

// The separator and the name of a bundle's file.
inline std::string IdlFile(const std::string& name) {
  return std::string(80, '=') + "\nIDL: " + name + "\n";
}

}  // namespace transcdr

#endif  // TRANSCDR_TESTS_CODEC_SCHEMA_IDL_FIXTURES_H_
