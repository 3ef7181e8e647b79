#include "clients/cli/local.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "codec/base/fault.h"
#include "codec/registry/frontends.h"
#include "codec/registry/schema_registry.h"
#include "codec/transcode/transcoder.h"
#include "codec/type/canonical_form.h"
#include "server/descriptor_mapping.h"
#include "server/proto_mapping.h"
#include "server/schema_answers.h"

namespace transcdr::cli {
namespace {

Failure FailureOf(const absl::Status& status) {
  Failure failure{.code = static_cast<grpc::StatusCode>(status.code()),
                  .message = std::string(status.message())};
  if (auto detail = GetErrorDetail(status)) {
    failure.reason = FaultReasonName(detail->reason);
    failure.metadata = std::move(detail->metadata);
  }
  return failure;
}

// As the daemon writes places: "file:line:column", as far as they are known.
std::string PlaceText(const SourceLocation& location) {
  std::string text = location.file;
  if (location.line == 0) return text;
  text += ':' + std::to_string(location.line);
  if (location.column > 0) text += ':' + std::to_string(location.column);
  return text;
}

Failure SchemaFailure(const std::vector<Diagnostic>& diagnostics) {
  Failure failure = FailureOf(SchemaError(diagnostics));
  for (const Diagnostic& diagnostic : diagnostics) {
    if (diagnostic.severity != Severity::kError) continue;
    failure.faults.push_back(
        {PlaceText(diagnostic.location), diagnostic.message});
  }
  return failure;
}

class LocalBackend : public Backend {
 public:
  std::optional<Failure> RegisterSchema(
      const v1::RegisterSchemaRequest& request,
      v1::RegisterSchemaResponse* response) override {
    std::vector<Diagnostic> diagnostics;
    absl::StatusOr<std::optional<Schema>> schema =
        BuildSchema(request, &diagnostics);
    if (!schema.ok()) return FailureOf(schema.status());
    if (!schema->has_value()) return SchemaFailure(diagnostics);
    SchemaRegistry::RegisterResult result =
        request.validate_only()
            ? registry_.Validate(**std::move(schema), &diagnostics)
            : registry_.Register(**std::move(schema), &diagnostics);
    if (result.schema == nullptr) return SchemaFailure(diagnostics);

    response->set_schema_id(result.schema->id.ToString());
    response->set_root_type(result.schema->plan->schema().root_name());
    response->set_is_new(result.is_new);
    for (const std::string& alias : result.schema->aliases) {
      response->add_aliases(alias);
    }
    for (const Diagnostic& diagnostic : diagnostics) {
      v1::SchemaDiagnostic* warning = response->add_warnings();
      warning->set_file(diagnostic.location.file);
      warning->set_line(diagnostic.location.line);
      warning->set_column(diagnostic.location.column);
      warning->set_message(diagnostic.message);
    }
    return std::nullopt;
  }

  std::optional<Failure> GetSchema(const v1::GetSchemaRequest& request,
                                   v1::GetSchemaResponse* response) override {
    auto found = Find(request.schema_id());
    if (found == nullptr) return UnknownSchema(request.schema_id());
    const Schema& schema = found->plan->schema();
    response->set_schema_id(found->id.ToString());
    response->set_root_type(schema.root_name());
    *response->mutable_descriptors() = WriteDescriptors(schema);
    WriteProfile(schema.profile(), response->mutable_profile());
    response->set_canonical_form(CanonicalForm(schema));
    response->set_plan_dump(found->plan->program().Dump());
    for (const std::string& alias : found->aliases) {
      response->add_aliases(alias);
    }
    absl::Status status = WriteRenderings(schema, request, response);
    if (!status.ok()) return FailureOf(status);
    return std::nullopt;
  }

  std::optional<Failure> CompareSchemas(
      const v1::CompareSchemasRequest& request,
      v1::CompareSchemasResponse* response) override {
    std::optional<Schema> schemas[2];
    const v1::SchemaReference* references[2] = {&request.a(), &request.b()};
    for (int side = 0; side < 2; ++side) {
      const v1::SchemaReference& reference = *references[side];
      // Nothing is registered here but what a command brings along.
      if (!reference.has_source()) return UnknownSchema(reference.schema_id());
      std::vector<Diagnostic> diagnostics;
      auto schema = BuildSchema(reference.source(), &diagnostics);
      if (!schema.ok()) return FailureOf(schema.status());
      if (!schema->has_value()) {
        Failure failure = SchemaFailure(diagnostics);
        failure.metadata["field"] = side == 0 ? "a" : "b";
        return failure;
      }
      schemas[side].emplace(**std::move(schema));
    }
    WriteComparison(*schemas[0], *schemas[1], response);
    return std::nullopt;
  }

  std::optional<Failure> Decode(const v1::DecodeRequest& request,
                                v1::DecodeResponse* response) override {
    DecodeOptions options;
    absl::Status status =
        ReadDecodeOptions(request.format(), request.options(),
                          request.payload_options(), &options);
    if (!status.ok()) return FailureOf(status);
    auto schema = Find(request.schema_id());
    if (schema == nullptr) return UnknownSchema(request.schema_id());
    DecodeReport report;
    // The codec's name is hidden by this member's.
    status = transcdr::Decode(*schema->plan, request.payload(), options,
                              scratch_, response->mutable_document(), &report);
    if (!status.ok()) return FailureOf(status);
    response->set_trailing_bytes(report.trailing_bytes);
    if (HasReport(report)) WriteReport(report, response->mutable_report());
    return std::nullopt;
  }

  std::optional<Failure> Encode(const v1::EncodeRequest& request,
                                v1::EncodeResponse* response) override {
    EncodeOptions options;
    absl::Status status = ReadEncodeOptions(
        request.format(), request.options(), request.byte_order(),
        request.payload_options(), &options);
    if (!status.ok()) return FailureOf(status);
    auto schema = Find(request.schema_id());
    if (schema == nullptr) return UnknownSchema(request.schema_id());
    options.ros_service_header = request.ros_service_header();
    EncodeReport report;
    status = transcdr::Encode(*schema->plan, request.document(), options,
                              scratch_, response->mutable_payload(), &report);
    if (!status.ok()) return FailureOf(status);
    response->set_key_hash(report.key_hash);
    return std::nullopt;
  }

 private:
  // The schema, or nullopt with errors among `diagnostics`; a status where the
  // request itself is wrong.
  absl::StatusOr<std::optional<Schema>> BuildSchema(
      const v1::RegisterSchemaRequest& request,
      std::vector<Diagnostic>* diagnostics) const {
    const SchemaLimits& limits = registry_.limits().schema;
    WireProfile profile;
    if (request.has_idl()) {
      SchemaSource idl;
      absl::Status read = ReadIdlSource(request, &idl, &profile);
      if (!read.ok()) return read;
      return ParseSchema(idl, profile, limits, diagnostics);
    }
    if (request.has_type_object()) {
      SchemaSource source;
      absl::Status read = ReadTypeObjectSource(request, &source, &profile);
      if (!read.ok()) return read;
      return ParseSchema(source, profile, limits, diagnostics);
    }
    const bool is_ros_msg = request.has_ros_msg();
    absl::Status status =
        ReadProfile(request.profile(),
                    is_ros_msg ? DefaultProfile(SchemaLanguage::kRosMsg)
                               : WireProfile::Omg(),
                    &profile);
    if (!status.ok()) return status;
    if (!is_ros_msg) {
      TypeBuilder builder(limits);
      ReadDescriptors(request.descriptors(), &builder);
      return builder.Build(request.root_type(), profile, diagnostics);
    }
    SchemaSource source{.language = SchemaLanguage::kRosMsg,
                        .root_type = request.root_type(),
                        .text = request.ros_msg().text(),
                        .has_text = request.ros_msg().has_text()};
    for (const v1::RosMsgFile& file : request.ros_msg().dependencies()) {
      source.files.push_back({file.type_name(), file.text()});
    }
    return ParseSchema(source, profile, limits, diagnostics);
  }

  std::shared_ptr<const RegisteredSchema> Find(const std::string& schema_id) {
    std::optional<SchemaId> id = SchemaId::TryParse(schema_id);
    return id.has_value() ? registry_.Find(*id)
                          : registry_.FindAlias(schema_id);
  }

  static Failure UnknownSchema(const std::string& schema_id) {
    return {
        .code = grpc::StatusCode::NOT_FOUND,
        .message = "no schema with id " + schema_id,
        .reason = std::string(FaultReasonName(FaultReason::kSchemaNotFound)),
        .metadata = {{"schema_id", schema_id}}};
  }

  SchemaRegistry registry_;
  TranscodeScratch scratch_;
};

}  // namespace

std::unique_ptr<Backend> MakeLocalBackend() {
  return std::make_unique<LocalBackend>();
}

}  // namespace transcdr::cli
