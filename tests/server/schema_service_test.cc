#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "codec/type/schema_id.h"
#include "codec/type/type_builder.h"
#include "codec/typeobject/type_object_writer.h"
#include "tests/server/server_fixture.h"

namespace transcdr {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;
using Schemas = v1::SchemaService::Stub;

class SchemaServiceTest : public ServerTest {
 protected:
  grpc::Status Get(const std::string& id, v1::GetSchemaResponse* response) {
    v1::GetSchemaRequest request;
    request.set_schema_id(id);
    return Call(*schemas_, &Schemas::GetSchema, request, response);
  }
  grpc::Status Delete(const std::string& id) {
    v1::DeleteSchemaRequest request;
    request.set_schema_id(id);
    v1::DeleteSchemaResponse response;
    return Call(*schemas_, &Schemas::DeleteSchema, request, &response);
  }
  grpc::Status List(uint32_t page_size, const std::string& token,
                    v1::ListSchemasResponse* response) {
    v1::ListSchemasRequest request;
    request.set_page_size(page_size);
    request.set_page_token(token);
    return Call(*schemas_, &Schemas::ListSchemas, request, response);
  }
};

TEST_F(SchemaServiceTest, RegisteringIsIdempotent) {
  v1::RegisterSchemaResponse first;
  ASSERT_TRUE(Register(kSampleType, kSampleText, &first).ok());
  EXPECT_EQ(first.schema_id().size(), 64u);
  EXPECT_EQ(first.root_type(), "demo::msg::Sample");
  EXPECT_TRUE(first.is_new());
  v1::RegisterSchemaResponse second;
  ASSERT_TRUE(
      Register("demo::msg::Sample", "float64 x # comment\nstring name", &second)
          .ok());
  EXPECT_EQ(second.schema_id(), first.schema_id());
  EXPECT_FALSE(second.is_new());
}

TEST_F(SchemaServiceTest, ATypeObjectIsTheSchemaOfItsIdl) {
  v1::RegisterSchemaRequest request;
  request.mutable_idl()->set_text(
      "@final struct P { octet o; }; @final struct S { P p; };");
  request.set_root_type("S");
  v1::RegisterSchemaResponse from_idl;
  ASSERT_TRUE(
      Call(*schemas_, &Schemas::RegisterSchema, request, &from_idl).ok());

  TypeBuilder builder;
  TypeDescriptor part;
  part.kind = TypeKind::kStruct;
  part.name = "P";
  Member& octet = part.members.emplace_back();
  octet.name = "o";
  octet.type = builder.Primitive(TypeKind::kByte);
  TypeDescriptor whole;
  whole.kind = TypeKind::kStruct;
  whole.name = "S";
  Member& member = whole.members.emplace_back();
  member.name = "p";
  member.type = builder.Named("P");
  builder.Define(part);
  builder.Define(whole);
  std::vector<Diagnostic> diagnostics;
  const auto schema = builder.Build("S", WireProfile::Omg(), &diagnostics);
  ASSERT_TRUE(schema.has_value());
  const auto objects = WriteTypeObjects(*schema, TypeObjectForm::kComplete);
  ASSERT_TRUE(objects.has_value());
  request.clear_root_type();
  request.mutable_type_object()->set_type_object(objects->back().bytes);
  v1::RegisterSchemaResponse response;
  const grpc::Status missing =
      Call(*schemas_, &Schemas::RegisterSchema, request, &response);
  EXPECT_EQ(grpc::StatusCode::INVALID_ARGUMENT, missing.error_code());
  EXPECT_THAT(missing.error_message(), HasSubstr("is missing"));

  request.mutable_type_object()->add_dependencies(objects->front().bytes);
  const grpc::Status status =
      Call(*schemas_, &Schemas::RegisterSchema, request, &response);
  ASSERT_TRUE(status.ok()) << status.error_message();
  EXPECT_EQ(from_idl.schema_id(), response.schema_id());
  EXPECT_FALSE(response.is_new());

  // Its equivalence hash finds it as its id does.
  const std::string alias = EquivalenceAlias(objects->back().hash);
  EXPECT_THAT(response.aliases(), testing::Contains(alias));
  v1::GetSchemaResponse got;
  ASSERT_TRUE(Get(alias, &got).ok());
  EXPECT_EQ(response.schema_id(), got.schema_id());

  request.mutable_type_object()->clear_type_object();
  EXPECT_EQ(grpc::StatusCode::INVALID_ARGUMENT,
            Call(*schemas_, &Schemas::RegisterSchema, request, &response)
                .error_code());
}

TEST_F(SchemaServiceTest, ValidateOnlyKeepsNothing) {
  v1::RegisterSchemaRequest request;
  request.mutable_ros_msg()->set_text(kSampleText);
  request.set_root_type(kSampleType);
  request.set_validate_only(true);
  v1::RegisterSchemaResponse response;
  ASSERT_TRUE(
      Call(*schemas_, &Schemas::RegisterSchema, request, &response).ok());
  EXPECT_FALSE(response.is_new());
  v1::GetSchemaResponse got;
  const grpc::Status status = Get(response.schema_id(), &got);
  EXPECT_EQ(status.error_code(), grpc::StatusCode::NOT_FOUND);
  EXPECT_EQ(RegisterSample(), response.schema_id());
}

TEST_F(SchemaServiceTest, WhatGetSchemaGivesRegistersToTheSameId) {
  const std::string id = RegisterSample();
  v1::GetSchemaResponse got;
  ASSERT_TRUE(Get(id, &got).ok());
  EXPECT_EQ(got.schema_id(), id);
  EXPECT_EQ(got.root_type(), "demo::msg::Sample");
  EXPECT_EQ(got.profile().preset(), v1::WIRE_PRESET_ROS2);
  EXPECT_EQ(SchemaId::OfCanonicalForm(got.canonical_form()).ToString(), id);
  EXPECT_THAT(got.plan_dump(), HasSubstr("demo::msg::Sample"));

  v1::RegisterSchemaRequest request;
  *request.mutable_descriptors() = got.descriptors();
  request.set_root_type(got.root_type());
  *request.mutable_profile() = got.profile();
  v1::RegisterSchemaResponse response;
  ASSERT_TRUE(
      Call(*schemas_, &Schemas::RegisterSchema, request, &response).ok());
  EXPECT_EQ(response.schema_id(), id);
  EXPECT_FALSE(response.is_new());
}

TEST_F(SchemaServiceTest, ProfilesAreDifferentSchemas) {
  v1::RegisterSchemaRequest request;
  request.mutable_ros_msg()->set_text(kSampleText);
  request.set_root_type(kSampleType);
  request.mutable_profile()->set_preset(v1::WIRE_PRESET_OMG);
  v1::RegisterSchemaResponse response;
  ASSERT_TRUE(
      Call(*schemas_, &Schemas::RegisterSchema, request, &response).ok());
  EXPECT_NE(response.schema_id(), RegisterSample());
}

TEST_F(SchemaServiceTest, EveryFaultOfASchemaInOneAnswer) {
  v1::RegisterSchemaResponse response;
  const grpc::Status status = Register(
      "demo/msg/Bad", "float64 ok\nMissing m\nint32 1bad\n", &response);
  EXPECT_EQ(status.error_code(), grpc::StatusCode::INVALID_ARGUMENT);
  EXPECT_EQ(ErrorInfoOf(status).reason(), "SCHEMA_INVALID");
  const google::rpc::BadRequest bad = BadRequestOf(status);
  ASSERT_EQ(bad.field_violations_size(), 2) << bad.DebugString();
  EXPECT_THAT(bad.field_violations(0).field(), StartsWith("demo/msg/Bad:2:"));
  EXPECT_THAT(bad.field_violations(0).description(), HasSubstr("Missing"));
  EXPECT_THAT(bad.field_violations(1).field(), StartsWith("demo/msg/Bad:3:"));
}

TEST_F(SchemaServiceTest, FaultsOfDescriptorsSayWhere) {
  v1::RegisterSchemaRequest request;
  v1::TypeDescriptor* type = request.mutable_descriptors()->add_types();
  type->set_name("demo::S");
  type->mutable_struct_type()->add_members()->set_name("x");
  v1::RegisterSchemaResponse response;
  const grpc::Status status =
      Call(*schemas_, &Schemas::RegisterSchema, request, &response);
  EXPECT_EQ(ErrorInfoOf(status).reason(), "SCHEMA_INVALID");
  const google::rpc::BadRequest bad = BadRequestOf(status);
  ASSERT_EQ(bad.field_violations_size(), 1);
  EXPECT_EQ(bad.field_violations(0).field(), "types[0].members[0]");
}

TEST_F(SchemaServiceTest, UnsupportedIsToldAtRegistration) {
  // Structs in structs, deeper than plans go.
  v1::RegisterSchemaRequest request;
  for (int i = 0; i < 200; ++i) {
    v1::TypeDescriptor* type = request.mutable_descriptors()->add_types();
    type->set_name("demo::S" + std::to_string(i));
    v1::Member* member = type->mutable_struct_type()->add_members();
    member->set_name("x");
    if (i == 0) {
      member->mutable_type()->set_primitive(v1::PRIMITIVE_KIND_INT32);
    } else {
      member->mutable_type()->set_name("demo::S" + std::to_string(i - 1));
    }
  }
  v1::RegisterSchemaResponse response;
  const grpc::Status status =
      Call(*schemas_, &Schemas::RegisterSchema, request, &response);
  EXPECT_EQ(status.error_code(), grpc::StatusCode::UNIMPLEMENTED)
      << status.error_message();
  EXPECT_EQ(ErrorInfoOf(status).reason(), "SCHEMA_UNSUPPORTED");
  EXPECT_EQ(BadRequestOf(status).field_violations_size(), 1);
}

TEST_F(SchemaServiceTest, InvalidRequests) {
  const auto name_of = [&](const v1::RegisterSchemaRequest& request) {
    v1::RegisterSchemaResponse response;
    const grpc::Status status =
        Call(*schemas_, &Schemas::RegisterSchema, request, &response);
    EXPECT_EQ(status.error_code(), grpc::StatusCode::INVALID_ARGUMENT);
    EXPECT_EQ(ErrorInfoOf(status).reason(), "REQUEST_INVALID");
    return Word(ErrorInfoOf(status), "name");
  };
  EXPECT_EQ(name_of({}), "source");
  v1::RegisterSchemaRequest request;
  request.mutable_ros_msg()->set_text(kSampleText);
  EXPECT_EQ(name_of(request), "root_type");
  request.set_root_type(kSampleType);
  request.mutable_profile()->set_preset(static_cast<v1::WirePreset>(77));
  EXPECT_EQ(name_of(request), "profile.preset");
}

TEST_F(SchemaServiceTest, LargeSchemasAreRefused) {
  Config config;
  config.registry.schema.max_source_bytes = 1'024;
  Start(config);
  v1::RegisterSchemaResponse response;
  const grpc::Status status =
      Register("demo/msg/S", "int32 x\n#" + std::string(2'000, 'x'), &response);
  EXPECT_EQ(status.error_code(), grpc::StatusCode::RESOURCE_EXHAUSTED);
  EXPECT_EQ(ErrorInfoOf(status).reason(), "LIMIT_EXCEEDED");
  EXPECT_EQ(Word(ErrorInfoOf(status), "flag"), "--max-schema-bytes");
  EXPECT_THAT(status.error_message(), HasSubstr("--max-schema-bytes"));

  v1::RegisterSchemaRequest request;
  request.mutable_descriptors()->add_types()->set_name(std::string(2'000, 'x'));
  const grpc::Status descriptors =
      Call(*schemas_, &Schemas::RegisterSchema, request, &response);
  EXPECT_EQ(ErrorInfoOf(descriptors).reason(), "LIMIT_EXCEEDED");
}

TEST_F(SchemaServiceTest, ListsInPages) {
  std::vector<std::string> ids;
  for (int i = 0; i < 25; ++i) {
    v1::RegisterSchemaResponse response;
    ASSERT_TRUE(Register("demo/msg/S",
                         "int32 member_" + std::to_string(i) + "\n", &response)
                    .ok());
    ids.push_back(response.schema_id());
  }
  std::sort(ids.begin(), ids.end());

  std::vector<std::string> listed;
  std::string token;
  int pages = 0;
  do {
    v1::ListSchemasResponse page;
    ASSERT_TRUE(List(10, token, &page).ok());
    for (const v1::SchemaSummary& summary : page.schemas()) {
      listed.push_back(summary.schema_id());
      EXPECT_EQ(summary.root_type(), "demo::msg::S");
      EXPECT_GT(summary.plan_bytes(), 0u);
      EXPECT_GT(summary.register_time().seconds(), 1'700'000'000);
    }
    token = page.next_page_token();
    ++pages;
  } while (!token.empty());
  EXPECT_EQ(pages, 3);
  EXPECT_EQ(listed, ids);

  v1::ListSchemasResponse all;
  ASSERT_TRUE(List(0, "", &all).ok());
  EXPECT_EQ(all.schemas_size(), 25);
  EXPECT_EQ(all.next_page_token(), "");
  v1::ListSchemasResponse exact;
  ASSERT_TRUE(List(25, "", &exact).ok());
  EXPECT_EQ(exact.next_page_token(), "");

  const grpc::Status too_many = List(1'001, "", &all);
  EXPECT_EQ(Word(ErrorInfoOf(too_many), "name"), "page_size");
  const grpc::Status bad_token = List(10, "nonsense", &all);
  EXPECT_EQ(Word(ErrorInfoOf(bad_token), "name"), "page_token");
}

TEST_F(SchemaServiceTest, DeletedSchemasAreGone) {
  const std::string id = RegisterSample();
  EXPECT_TRUE(Delete(id).ok());
  const grpc::Status again = Delete(id);
  EXPECT_EQ(again.error_code(), grpc::StatusCode::NOT_FOUND);
  EXPECT_EQ(ErrorInfoOf(again).reason(), "SCHEMA_NOT_FOUND");
  EXPECT_EQ(Word(ErrorInfoOf(again), "schema_id"), id);
  v1::DecodeResponse response;
  const grpc::Status decoded = Call(*codec_, &v1::CodecService::Stub::Decode,
                                    DecodeSample(id), &response);
  EXPECT_EQ(decoded.error_code(), grpc::StatusCode::NOT_FOUND);
  EXPECT_EQ(RegisterSample(), id);
}

TEST_F(SchemaServiceTest, MalformedIds) {
  v1::GetSchemaResponse got;
  EXPECT_EQ(Word(ErrorInfoOf(Get("", &got)), "name"), "schema_id");
  EXPECT_EQ(Word(ErrorInfoOf(Get("zz", &got)), "actual"), "zz");
  EXPECT_EQ(ErrorInfoOf(Delete("zz")).reason(), "REQUEST_INVALID");
}

TEST_F(SchemaServiceTest, RenderingsAreWrittenOnDemand) {
  const std::string id = RegisterSample();
  v1::GetSchemaResponse got;
  ASSERT_TRUE(Get(id, &got).ok());
  EXPECT_EQ(got.idl(), "");
  EXPECT_EQ(got.json_schema(), "");
  v1::GetSchemaRequest request;
  request.set_schema_id(id);
  request.add_renderings(v1::SCHEMA_RENDERING_IDL);
  request.add_renderings(v1::SCHEMA_RENDERING_JSON_SCHEMA);
  request.add_renderings(v1::SCHEMA_RENDERING_TYPESCRIPT_JSON);
  request.add_renderings(v1::SCHEMA_RENDERING_TYPESCRIPT_MESSAGE_PACK);
  ASSERT_TRUE(Call(*schemas_, &Schemas::GetSchema, request, &got).ok());
  EXPECT_THAT(got.json_schema(), HasSubstr("demo::msg::Sample"));
  EXPECT_THAT(got.typescript_json(), HasSubstr("\"NaN\""));
  EXPECT_THAT(got.typescript_message_pack(), HasSubstr("x: number;"));

  v1::RegisterSchemaRequest again;
  again.mutable_idl()->set_text(got.idl());
  again.set_root_type(got.root_type());
  *again.mutable_profile() = got.profile();
  v1::RegisterSchemaResponse registered;
  ASSERT_TRUE(
      Call(*schemas_, &Schemas::RegisterSchema, again, &registered).ok());
  EXPECT_EQ(registered.schema_id(), id);

  request.add_renderings(v1::SCHEMA_RENDERING_UNSPECIFIED);
  const grpc::Status status =
      Call(*schemas_, &Schemas::GetSchema, request, &got);
  EXPECT_EQ(ErrorInfoOf(status).reason(), "REQUEST_INVALID");
  EXPECT_EQ(Word(ErrorInfoOf(status), "name"), "renderings");
}

class CompareSchemasTest : public SchemaServiceTest {
 protected:
  static void SetIdl(const std::string& text, v1::SchemaReference* reference) {
    reference->mutable_source()->mutable_idl()->set_text(text);
  }
  grpc::Status Compare(const v1::CompareSchemasRequest& request,
                       v1::CompareSchemasResponse* response) {
    return Call(*schemas_, &Schemas::CompareSchemas, request, response);
  }
};

TEST_F(CompareSchemasTest, SourcesAndIds) {
  v1::CompareSchemasRequest request;
  request.mutable_a()->set_schema_id(RegisterSample());
  auto* source = request.mutable_b()->mutable_source();
  source->mutable_ros_msg()->set_text("float64 x\nstring name\nint32 more");
  source->set_root_type(kSampleType);
  v1::CompareSchemasResponse response;
  ASSERT_TRUE(Compare(request, &response).ok());
  EXPECT_EQ(response.xcdr1(), v1::COMPARE_VERDICT_BREAKING);
  ASSERT_EQ(response.changes_size(), 1);
  EXPECT_EQ(response.changes(0).path(), "more");
  EXPECT_EQ(response.changes(0).type_name(), "demo::msg::Sample");
  EXPECT_THAT(response.changes(0).message(), HasSubstr("of a final type"));
  EXPECT_EQ(response.changes(0).after(), "int32");
  EXPECT_EQ(response.schema_id_a(), request.a().schema_id());
  EXPECT_EQ(response.schema_id_b().size(), 64u);
  // It was not kept.
  v1::GetSchemaResponse got;
  EXPECT_EQ(Get(response.schema_id_b(), &got).error_code(),
            grpc::StatusCode::NOT_FOUND);
}

TEST_F(CompareSchemasTest, EveryVerdict) {
  const struct {
    const char* a;
    const char* b;
    v1::CompareVerdict verdict;
  } kRows[] = {
      {"@final struct R { long x; };", "@final struct R { long x; };",
       v1::COMPARE_VERDICT_IDENTICAL},
      {"@appendable struct R { long x; };",
       "@appendable struct R { long x; long y; };", v1::COMPARE_VERDICT_BOTH},
      {"@final struct R { string<3> x; };", "@final struct R { string x; };",
       v1::COMPARE_VERDICT_FORWARD},
      {"@final struct R { string x; };", "@final struct R { string<3> x; };",
       v1::COMPARE_VERDICT_BACKWARD},
      {"@final struct R { long x; };", "@final struct R { short x; };",
       v1::COMPARE_VERDICT_BREAKING}};
  for (const auto& row : kRows) {
    v1::CompareSchemasRequest request;
    SetIdl(row.a, request.mutable_a());
    SetIdl(row.b, request.mutable_b());
    v1::CompareSchemasResponse response;
    ASSERT_TRUE(Compare(request, &response).ok());
    EXPECT_EQ(response.xcdr1(), row.verdict) << row.a << row.b;
    EXPECT_EQ(response.xcdr2(), row.verdict) << row.a << row.b;
  }
}

TEST_F(CompareSchemasTest, ErrorsNameTheSide) {
  v1::CompareSchemasRequest request;
  v1::CompareSchemasResponse response;
  grpc::Status status = Compare(request, &response);
  EXPECT_EQ(ErrorInfoOf(status).reason(), "REQUEST_INVALID");
  EXPECT_EQ(Word(ErrorInfoOf(status), "field"), "a");
  SetIdl("@final struct R { long x; };", request.mutable_a());
  request.mutable_b()->set_schema_id(std::string(64, '0'));
  status = Compare(request, &response);
  EXPECT_EQ(status.error_code(), grpc::StatusCode::NOT_FOUND);
  EXPECT_EQ(Word(ErrorInfoOf(status), "field"), "b");
  SetIdl("struct R { Missing m; };", request.mutable_b());
  status = Compare(request, &response);
  EXPECT_EQ(ErrorInfoOf(status).reason(), "SCHEMA_INVALID");
  EXPECT_EQ(Word(ErrorInfoOf(status), "field"), "b");
  EXPECT_THAT(status.error_message(), StartsWith("b: "));
}

}  // namespace
}  // namespace transcdr
