#include "codec/schema/idl_frontend.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "codec/schema/idl_bundle.h"
#include "codec/schema/idl_library.h"
#include "codec/schema/idl_parser.h"
#include "codec/schema/idl_preprocessor.h"
#include "codec/schema/idl_resolver.h"
#include "codec/schema/idl_sources.h"
#include "codec/schema/ros_library.h"
#include "codec/schema/ros_msg_names.h"
#include "codec/type/message_text.h"
#include "codec/type/type_builder.h"

namespace transcdr {
namespace {

using idl::BundledFile;
using idl::Dialect;
using message_text::Concat;
using message_text::Quoted;

constexpr std::string_view kTextName = "schema.idl";
// More files would make looking for names slow; real schemas have hundreds.
constexpr size_t kMaxFiles = 4096;

using Declarations = std::vector<std::unique_ptr<idl::Declaration>>;

bool IsBlank(std::string_view text) {
  return text.find_first_not_of(" \t\r\n") == std::string_view::npos;
}

// Whether there is a "pkg::msg::Name".
bool IsDeclared(const Declarations& declarations, std::string_view full_name) {
  const size_t end = full_name.find("::");
  const std::string_view first = full_name.substr(0, end);
  for (const auto& declaration : declarations) {
    if (declaration->name != first) continue;
    if (end == std::string_view::npos ||
        IsDeclared(declaration->declarations, full_name.substr(end + 2))) {
      return true;
    }
  }
  return false;
}

class FrontEnd {
 public:
  FrontEnd(const SchemaSource& source, WireProfile profile,
           const SchemaLimits& limits)
      : source_(source),
        profile_(profile),
        limits_(limits),
        dialect_(source.language == SchemaLanguage::kRos2Idl ? Dialect::kRos
                                                             : Dialect::kOmg),
        builder_(limits),
        reporter_(sources_, [this](Diagnostic diagnostic) {
          has_errors_ = has_errors_ || diagnostic.severity == Severity::kError;
          builder_.AddDiagnostic(std::move(diagnostic));
        }) {}

  std::optional<Schema> Parse(std::vector<Diagnostic>* diagnostics) {
    const size_t first_new = diagnostics->size();
    std::string root = source_.root_type;
    if (CheckSize() && AddTexts() && LooksLikeIdl()) {
      const Declarations declarations = ParseTexts();
      const std::string guess = idl::ResolveIdl(
          declarations, dialect_,
          source_.default_extensibility.value_or(Extensibility::kAppendable),
          limits_, reporter_, builder_);
      if (root.empty()) root = first_name_.empty() ? guess : first_name_;
    }
    // Where names could not be read, the root may be right all the same.
    std::optional<Schema> schema = builder_.Build(
        has_errors_ ? "" : RootName(root), profile_, diagnostics);
    for (size_t i = first_new; i < diagnostics->size(); ++i) {
      Diagnostic& diagnostic = (*diagnostics)[i];
      if (!diagnostic.source_line.empty()) continue;
      // TypeBuilder knows where a fault is, not what is written there.
      diagnostic.source_line = sources_.Line(diagnostic.location);
    }
    return schema;
  }

 private:
  bool CheckSize() {
    uint64_t size = source_.text.size();
    for (const SchemaFile& file : source_.files) size += file.text.size();
    if (size > limits_.max_source_bytes) {
      reporter_.Error(Concat("the schema has ", size, " bytes: at most ",
                             limits_.max_source_bytes, " are allowed"));
      return false;
    }
    return true;
  }

  // Fills sources_ and order_. False: reported.
  bool AddTexts() {
    AddText(source_.text, std::string(kTextName), true);
    for (const SchemaFile& file : source_.files) {
      AddText(file.text, file.name, false);
    }
    if (sources_.size() <= kMaxFiles) return !has_errors_;
    reporter_.Error(Concat("the schema has ", sources_.size(),
                           " files: at most ", kMaxFiles, " are allowed"));
    return false;
  }

  void AddText(std::string_view text, const std::string& name, bool is_main) {
    if (is_main && IsBlank(text)) return;  // all is in the files
    std::vector<BundledFile> parts = idl::SplitIdlBundle(text);
    if (dialect_ == Dialect::kOmg && !parts[0].name.empty()) {
      reporter_.Error(
          "this is a bundle of ROS 2 IDL files ('IDL: ...' after a line of "
          "'='): expected one OMG IDL text; register it as ROS 2 IDL");
      return;
    }
    if (dialect_ == Dialect::kOmg) parts = {{"", text}};
    for (const BundledFile& part : parts) {
      const std::string file =
          part.name.empty() ? name : std::string(part.name);
      if (is_main && first_name_.empty() && !part.name.empty() &&
          order_.empty()) {
        first_name_ = file;
      }
      bool is_conflict = false;
      if (sources_.size() > kMaxFiles) return;
      const uint32_t index = sources_.Add(file, part.text, &is_conflict);
      if (is_conflict) {
        reporter_.Error(Concat("the file ", Quoted(file),
                               " is there twice, with different texts"));
      }
      order_.push_back(index);
    }
  }

  bool IsAllBlank() const {
    return std::all_of(order_.begin(), order_.end(), [this](uint32_t file) {
      return IsBlank(sources_.text(file));
    });
  }

  // Texts of other languages would give an error a word.
  bool LooksLikeIdl() {
    if (IsAllBlank()) {
      if (!LibraryRoot().empty()) return true;
      reporter_.Error("there is no text: expected IDL");
      return false;
    }
    for (const uint32_t file : order_) {
      const std::string_view text = sources_.text(file);
      if (text.find_first_of("{;#/") != std::string_view::npos) return true;
    }
    reporter_.Error(
        "this is not IDL: there is no '{' and no ';' in it; .msg texts are "
        "another schema language");
    return false;
  }

  // The root, where it may come from the library: named, and without a text of
  // its own. Else empty.
  std::string LibraryRoot() const {
    if (dialect_ != Dialect::kRos || !IsBlank(source_.text)) return "";
    return ros_msg::FullTypeName(source_.root_type).value_or("");
  }

  Declarations ParseTexts() {
    idl::Preprocessor tokens(sources_, order_,
                             dialect_ == Dialect::kRos ? &library_ : nullptr,
                             reporter_);
    Declarations declarations =
        idl::ParseIdlTokens(tokens, dialect_, limits_, reporter_);
    const std::string root = LibraryRoot();
    if (root.empty() || IsDeclared(declarations, root)) return declarations;
    const std::optional<uint32_t> file = library_.FindFileOf(root);
    if (file.has_value()) {
      tokens.Append(*file);
      for (auto& declaration :
           idl::ParseIdlTokens(tokens, dialect_, limits_, reporter_)) {
        declarations.push_back(std::move(declaration));
      }
    } else if (IsAllBlank()) {
      reporter_.Error(
          Concat("there is no text, and ", ros_msg::DisplayName(root),
                 " is not a built-in type", ros_msg::LibrarySuggestion(root)));
    }
    return declarations;
  }

  std::string RootName(const std::string& written) const {
    if (written.empty() || builder_.IsDefined(written)) return written;
    const std::optional<std::string> full = ros_msg::FullTypeName(written);
    return full.has_value() && builder_.IsDefined(*full) ? *full : written;
  }

  const SchemaSource& source_;
  const WireProfile profile_;
  const SchemaLimits& limits_;
  const Dialect dialect_;
  TypeBuilder builder_;
  idl::Sources sources_;
  idl::LibraryFiles library_{sources_};
  idl::Reporter reporter_;
  std::vector<uint32_t> order_;
  std::string first_name_;  // of a bundle's first file
  bool has_errors_ = false;
};

}  // namespace

std::optional<Schema> ParseIdl(const SchemaSource& source, WireProfile profile,
                               const SchemaLimits& limits,
                               std::vector<Diagnostic>* diagnostics) {
  return FrontEnd(source, profile, limits).Parse(diagnostics);
}

}  // namespace transcdr
