#include "server/schema_service.h"

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/time/time.h"
#include "codec/base/fault.h"
#include "codec/base/status_macros.h"
#include "codec/registry/frontends.h"
#include "codec/registry/schema_registry.h"
#include "codec/type/canonical_form.h"
#include "server/descriptor_mapping.h"
#include "server/logging.h"
#include "server/proto_mapping.h"
#include "server/schema_answers.h"
#include "server/status_mapping.h"
#include "server/translation.h"
#include "server/unary_call.h"

namespace transcdr {
namespace {

constexpr uint32_t kDefaultPageSize = 100;
constexpr uint32_t kMaxPageSize = 1'000;

absl::Status CheckSourceSize(uint64_t size, const SchemaLimits& limits) {
  if (size <= limits.max_source_bytes) return absl::OkStatus();
  return LimitExceededError("max_schema_bytes", "the schema has bytes:", size,
                            limits.max_source_bytes);
}

// What the request describes. No schema, with OK, when diagnostics hold errors.
absl::Status ReadSchema(const v1::RegisterSchemaRequest& request,
                        const SchemaLimits& limits,
                        std::optional<Schema>* schema,
                        std::vector<Diagnostic>* diagnostics) {
  WireProfile profile;
  switch (request.source_case()) {
    case v1::RegisterSchemaRequest::kDescriptors: {
      TRANSCDR_RETURN_IF_ERROR(
          ReadProfile(request.profile(), WireProfile::Omg(), &profile));
      TRANSCDR_RETURN_IF_ERROR(
          CheckSourceSize(request.descriptors().ByteSizeLong(), limits));
      TypeBuilder builder(limits);
      ReadDescriptors(request.descriptors(), &builder);
      *schema = builder.Build(request.root_type(), profile, diagnostics);
      return absl::OkStatus();
    }
    case v1::RegisterSchemaRequest::kRosMsg: {
      const v1::RosMsgSource& ros_msg = request.ros_msg();
      TRANSCDR_RETURN_IF_ERROR(
          ReadProfile(request.profile(),
                      DefaultProfile(SchemaLanguage::kRosMsg), &profile));
      if (request.root_type().empty()) {
        return RequestInvalidError("root_type", "is required with ros_msg");
      }
      SchemaSource source;
      source.language = SchemaLanguage::kRosMsg;
      source.root_type = request.root_type();
      source.text = ros_msg.text();
      source.has_text = ros_msg.has_text();
      uint64_t size = source.text.size();
      for (const v1::RosMsgFile& file : ros_msg.dependencies()) {
        size += file.text().size();
        source.files.push_back({file.type_name(), file.text()});
      }
      TRANSCDR_RETURN_IF_ERROR(CheckSourceSize(size, limits));
      *schema = ParseSchema(source, profile, limits, diagnostics);
      return absl::OkStatus();
    }
    case v1::RegisterSchemaRequest::kIdl: {
      // Before the text is copied.
      TRANSCDR_RETURN_IF_ERROR(
          CheckSourceSize(request.idl().ByteSizeLong(), limits));
      SchemaSource source;
      TRANSCDR_RETURN_IF_ERROR(ReadIdlSource(request, &source, &profile));
      *schema = ParseSchema(source, profile, limits, diagnostics);
      return absl::OkStatus();
    }
    case v1::RegisterSchemaRequest::kTypeObject: {
      TRANSCDR_RETURN_IF_ERROR(
          CheckSourceSize(request.type_object().ByteSizeLong(), limits));
      SchemaSource source;
      TRANSCDR_RETURN_IF_ERROR(
          ReadTypeObjectSource(request, &source, &profile));
      *schema = ParseSchema(source, profile, limits, diagnostics);
      return absl::OkStatus();
    }
    case v1::RegisterSchemaRequest::SOURCE_NOT_SET:
      break;
  }
  return RequestInvalidError(
      "source", "expected descriptors, ros_msg, idl or type_object");
}

void WriteWarnings(const std::vector<Diagnostic>& diagnostics,
                   v1::RegisterSchemaResponse* response) {
  for (const Diagnostic& diagnostic : diagnostics) {
    if (diagnostic.severity != Severity::kWarning) continue;
    v1::SchemaDiagnostic* warning = response->add_warnings();
    warning->set_file(diagnostic.location.file);
    warning->set_line(diagnostic.location.line);
    warning->set_column(diagnostic.location.column);
    warning->set_message(diagnostic.message);
  }
}

// An error about one side of a comparison.
absl::Status OfSide(const absl::Status& status, std::string_view side) {
  std::optional<ErrorDetail> detail = GetErrorDetail(status);
  if (status.ok() || !detail.has_value()) return status;
  detail->metadata["field"] = side;
  return MakeError(*std::move(detail),
                   std::string(side) + ": " + std::string(status.message()));
}

}  // namespace

absl::Status SchemaServiceImpl::Register(
    const v1::RegisterSchemaRequest& request,
    v1::RegisterSchemaResponse* response,
    std::vector<Diagnostic>* diagnostics) {
  const auto start = std::chrono::steady_clock::now();
  std::optional<Schema> schema;
  TRANSCDR_RETURN_IF_ERROR(
      ReadSchema(request, state_.config.registry.schema, &schema, diagnostics));
  if (!schema.has_value()) return SchemaError(*diagnostics);
  const SchemaRegistry::RegisterResult result =
      request.validate_only()
          ? state_.registry.Validate(*std::move(schema), diagnostics)
          : state_.registry.Register(*std::move(schema), diagnostics);
  if (result.schema == nullptr) return SchemaError(*diagnostics);

  response->set_schema_id(result.schema->id.ToString());
  response->set_root_type(result.schema->plan->schema().root_name());
  response->set_is_new(result.is_new);
  for (const std::string& alias : result.schema->aliases) {
    response->add_aliases(alias);
  }
  WriteWarnings(*diagnostics, response);
  if (result.is_new) {
    const std::chrono::duration<double, std::milli> took =
        std::chrono::steady_clock::now() - start;
    LogEvent(spdlog::level::info, "schema registered",
             {{"schema_id", response->schema_id()},
              {"root_type", response->root_type()},
              {"bytes", result.schema->bytes},
              {"ms", took.count()}});
  }
  return absl::OkStatus();
}

absl::Status SchemaServiceImpl::Get(const v1::GetSchemaRequest& request,
                                    v1::GetSchemaResponse* response) {
  std::shared_ptr<const RegisteredSchema> found;
  TRANSCDR_RETURN_IF_ERROR(
      FindSchema(&state_.registry, request.schema_id(), &found));
  const Schema& schema = found->plan->schema();
  response->set_schema_id(found->id.ToString());
  response->set_root_type(schema.root_name());
  *response->mutable_descriptors() = WriteDescriptors(schema);
  WriteProfile(schema.profile(), response->mutable_profile());
  response->set_canonical_form(CanonicalForm(schema));
  response->set_plan_dump(found->plan->program().Dump());
  for (const std::string& alias : found->aliases) response->add_aliases(alias);
  return WriteRenderings(schema, request, response);
}

absl::Status SchemaServiceImpl::List(const v1::ListSchemasRequest& request,
                                     v1::ListSchemasResponse* response) {
  if (request.page_size() > kMaxPageSize) {
    return RequestInvalidError("page_size", "expected at most 1000",
                               std::to_string(request.page_size()));
  }
  const size_t page_size =
      request.page_size() == 0 ? kDefaultPageSize : request.page_size();
  std::optional<SchemaId> after;
  if (!request.page_token().empty()) {
    after = SchemaId::TryParse(request.page_token());
    if (!after.has_value()) {
      return RequestInvalidError(
          "page_token", "expected the next_page_token of another response",
          request.page_token());
    }
  }
  // One more than asked for tells whether there is another page.
  auto found = state_.registry.List(after, page_size + 1);
  const bool is_last = found.size() <= page_size;
  if (!is_last) found.resize(page_size);
  for (const auto& schema : found) {
    v1::SchemaSummary* summary = response->add_schemas();
    summary->set_schema_id(schema->id.ToString());
    summary->set_root_type(schema->plan->schema().root_name());
    summary->set_plan_bytes(schema->bytes);
    const timespec time = absl::ToTimespec(schema->register_time);
    summary->mutable_register_time()->set_seconds(time.tv_sec);
    summary->mutable_register_time()->set_nanos(
        static_cast<int32_t>(time.tv_nsec));
  }
  if (!is_last) response->set_next_page_token(found.back()->id.ToString());
  return absl::OkStatus();
}

absl::Status SchemaServiceImpl::Delete(const v1::DeleteSchemaRequest& request) {
  std::shared_ptr<const RegisteredSchema> found;
  TRANSCDR_RETURN_IF_ERROR(
      FindSchema(&state_.registry, request.schema_id(), &found));
  if (!state_.registry.Delete(found->id)) {
    return SchemaNotFoundError(found->id.ToString());
  }
  LogEvent(spdlog::level::info, "schema deleted",
           {{"schema_id", found->id.ToString()},
            {"root_type", found->plan->schema().root_name()}});
  return absl::OkStatus();
}

absl::Status SchemaServiceImpl::Compare(
    const v1::CompareSchemasRequest& request,
    v1::CompareSchemasResponse* response,
    std::vector<Diagnostic>* diagnostics) {
  // Registered ones are kept while they are compared.
  std::shared_ptr<const RegisteredSchema> found_a;
  std::shared_ptr<const RegisteredSchema> found_b;
  std::optional<Schema> read_a;
  std::optional<Schema> read_b;
  const auto resolve = [&](const v1::SchemaReference& reference,
                           std::shared_ptr<const RegisteredSchema>* found,
                           std::optional<Schema>* read,
                           const Schema** schema) -> absl::Status {
    switch (reference.reference_case()) {
      case v1::SchemaReference::kSchemaId:
        TRANSCDR_RETURN_IF_ERROR(
            FindSchema(&state_.registry, reference.schema_id(), found));
        *schema = &(*found)->plan->schema();
        return absl::OkStatus();
      case v1::SchemaReference::kSource:
        TRANSCDR_RETURN_IF_ERROR(ReadSchema(reference.source(),
                                            state_.config.registry.schema, read,
                                            diagnostics));
        if (!read->has_value()) return SchemaError(*diagnostics);
        *schema = &**read;
        // Its warnings are nobody's answer.
        diagnostics->clear();
        return absl::OkStatus();
      case v1::SchemaReference::REFERENCE_NOT_SET:
        break;
    }
    return RequestInvalidError("reference", "expected schema_id or source");
  };
  const Schema* a = nullptr;
  const Schema* b = nullptr;
  TRANSCDR_RETURN_IF_ERROR(
      OfSide(resolve(request.a(), &found_a, &read_a, &a), "a"));
  TRANSCDR_RETURN_IF_ERROR(
      OfSide(resolve(request.b(), &found_b, &read_b, &b), "b"));
  WriteComparison(*a, *b, response);
  return absl::OkStatus();
}

grpc::ServerUnaryReactor* SchemaServiceImpl::RegisterSchema(
    grpc::CallbackServerContext* context, const grpc::ByteBuffer* request,
    grpc::ByteBuffer* response) {
  using Call = UnaryCall<v1::RegisterSchemaRequest, v1::RegisterSchemaResponse>;
  return Call::Start(
      &state_, "RegisterSchema", WorkPlace::kWorkers, context, request,
      response,
      [this](const v1::RegisterSchemaRequest& message, const CallControl&,
             v1::RegisterSchemaResponse* answer,
             std::vector<Diagnostic>* diagnostics) {
        return Register(message, answer, diagnostics);
      });
}

grpc::ServerUnaryReactor* SchemaServiceImpl::GetSchema(
    grpc::CallbackServerContext* context, const grpc::ByteBuffer* request,
    grpc::ByteBuffer* response) {
  using Call = UnaryCall<v1::GetSchemaRequest, v1::GetSchemaResponse>;
  return Call::Start(
      &state_, "GetSchema", WorkPlace::kWorkers, context, request, response,
      [this](const v1::GetSchemaRequest& message, const CallControl&,
             v1::GetSchemaResponse* answer,
             std::vector<Diagnostic>*) { return Get(message, answer); });
}

grpc::ServerUnaryReactor* SchemaServiceImpl::ListSchemas(
    grpc::CallbackServerContext* context, const grpc::ByteBuffer* request,
    grpc::ByteBuffer* response) {
  using Call = UnaryCall<v1::ListSchemasRequest, v1::ListSchemasResponse>;
  return Call::Start(
      &state_, "ListSchemas", WorkPlace::kWorkers, context, request, response,
      [this](const v1::ListSchemasRequest& message, const CallControl&,
             v1::ListSchemasResponse* answer,
             std::vector<Diagnostic>*) { return List(message, answer); });
}

grpc::ServerUnaryReactor* SchemaServiceImpl::DeleteSchema(
    grpc::CallbackServerContext* context, const grpc::ByteBuffer* request,
    grpc::ByteBuffer* response) {
  using Call = UnaryCall<v1::DeleteSchemaRequest, v1::DeleteSchemaResponse>;
  return Call::Start(
      &state_, "DeleteSchema", WorkPlace::kWorkers, context, request, response,
      [this](const v1::DeleteSchemaRequest& message, const CallControl&,
             v1::DeleteSchemaResponse*,
             std::vector<Diagnostic>*) { return Delete(message); });
}

grpc::ServerUnaryReactor* SchemaServiceImpl::CompareSchemas(
    grpc::CallbackServerContext* context, const grpc::ByteBuffer* request,
    grpc::ByteBuffer* response) {
  using Call = UnaryCall<v1::CompareSchemasRequest, v1::CompareSchemasResponse>;
  return Call::Start(
      &state_, "CompareSchemas", WorkPlace::kWorkers, context, request,
      response,
      [this](const v1::CompareSchemasRequest& message, const CallControl&,
             v1::CompareSchemasResponse* answer,
             std::vector<Diagnostic>* diagnostics) {
        return Compare(message, answer, diagnostics);
      });
}

}  // namespace transcdr
