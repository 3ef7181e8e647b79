// Short ways to write .msg schemas down, for the tests of codec/schema.

#ifndef TRANSCDR_TESTS_CODEC_SCHEMA_ROS_MSG_FIXTURES_H_
#define TRANSCDR_TESTS_CODEC_SCHEMA_ROS_MSG_FIXTURES_H_

#include <gtest/gtest.h>

#include <cstdlib>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "codec/schema/ros_msg_frontend.h"
#include "codec/type/canonical_form.h"

namespace transcdr {

inline SchemaSource Source(std::string root, std::string text,
                           std::vector<SchemaFile> files = {}) {
  SchemaSource source;
  source.root_type = std::move(root);
  source.text = std::move(text);
  source.files = std::move(files);
  return source;
}

struct ParsedSchema {
  std::optional<Schema> schema;
  std::vector<Diagnostic> diagnostics;

  std::string text() const { return Render(diagnostics); }
};

inline ParsedSchema ParseSource(const SchemaSource& source,
                                const SchemaLimits& limits = {}) {
  ParsedSchema parsed;
  parsed.schema =
      ParseRosMsg(source, WireProfile::Ros2(), limits, &parsed.diagnostics);
  return parsed;
}

// The schema of what has to be right, warnings allowed.
inline Schema ParseOrDie(const SchemaSource& source) {
  ParsedSchema parsed = ParseSource(source);
  EXPECT_TRUE(parsed.schema.has_value()) << parsed.text();
  if (!parsed.schema.has_value()) std::abort();
  return *std::move(parsed.schema);
}

inline std::string FormOf(const SchemaSource& source) {
  return CanonicalForm(ParseOrDie(source));
}

// The separator and the name of a bundle's section.
inline std::string Msg(const std::string& name) {
  return std::string(80, '=') + "\nMSG: " + name + "\n";
}

}  // namespace transcdr

#endif  // TRANSCDR_TESTS_CODEC_SCHEMA_ROS_MSG_FIXTURES_H_
