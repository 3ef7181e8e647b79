#include "server/proto_mapping.h"

#include <absl/strings/str_cat.h>

#include <cstddef>
#include <string>
#include <string_view>
#include <type_traits>

#include "codec/base/status_macros.h"
#include "codec/registry/frontends.h"
#include "server/status_mapping.h"

namespace transcdr {
namespace {

absl::Status UnknownValue(std::string_view field, int value) {
  return RequestInvalidError(field, "expected a value that this release knows",
                             absl::StrCat(value));
}

// Most enums of the proto are those of the codec in the same order, behind an
// UNSPECIFIED that means the first. `last` is the highest of the proto.
template <typename ProtoEnum, typename Enum>
absl::Status ReadEnum(std::string_view field, ProtoEnum value, ProtoEnum last,
                      Enum* to) {
  const int number = static_cast<int>(value);
  if (number < 0 || number > static_cast<int>(last)) {
    return UnknownValue(field, number);
  }
  *to = static_cast<Enum>(number == 0 ? 0 : number - 1);
  return absl::OkStatus();
}

// Whether the two enums are in the same order: the last of each.
template <typename ProtoEnum, typename Enum>
constexpr bool Matches(ProtoEnum proto_last, Enum last) {
  return static_cast<int>(proto_last) == static_cast<int>(last) + 1;
}
static_assert(Matches(v1::DOCUMENT_FORMAT_JSON, DocumentFormat::kJson));
static_assert(Matches(v1::STRUCT_FORM_MAP_BY_ID, StructForm::kMapById));
static_assert(Matches(v1::INT64_FORM_STRING, Int64Form::kString));
static_assert(Matches(v1::INT64_WIDTH_FIXED, Int64Width::kFixed));
static_assert(Matches(v1::NON_FINITE_FORM_ERROR, NonFiniteForm::kError));
static_assert(Matches(v1::CHAR_ARRAY_FORM_STRING, CharArrayForm::kString));
static_assert(Matches(v1::INVALID_UTF8_POLICY_BYTES,
                      InvalidUtf8Policy::kBytes));
static_assert(Matches(v1::BYTES_FORM_HEX, BytesForm::kHex));
static_assert(Matches(v1::NUMERIC_ARRAY_FORM_TYPED, NumericArrayForm::kTyped));
static_assert(Matches(v1::ENUM_FORM_NUMBER, EnumForm::kNumber));
static_assert(Matches(v1::BITMASK_FORM_NAMES, BitmaskForm::kNames));
static_assert(Matches(v1::ABSENT_FORM_NULL, AbsentForm::kNull));
static_assert(Matches(v1::BOUNDS_POLICY_IGNORE, BoundsPolicy::kIgnore));
static_assert(Matches(v1::UNKNOWN_MEMBERS_POLICY_IGNORE,
                      UnknownMembersPolicy::kIgnore));
static_assert(Matches(v1::INEXACT_FLOAT32_POLICY_ROUND,
                      InexactFloat32Policy::kRound));
static_assert(Matches(v1::WSTRING_FORM_UNITS_32_NUL, WstringForm::kUnits32Nul));
static_assert(Matches(v1::EXTENSIBILITY_MUTABLE, Extensibility::kMutable));
static_assert(Matches(v1::WCHAR_WIDTH_32, WcharWidth::k32));
static_assert(Matches(v1::EMPTY_STRUCT_FORM_DUMMY_OCTET,
                      EmptyStructForm::kDummyOctet));
static_assert(Matches(v1::LONG_DOUBLE_FORM_X87, LongDoubleForm::kX87));
static_assert(Matches(v1::OPTIONAL_ORIGIN_KEPT, OptionalOrigin::kKept));
static_assert(Matches(v1::COLLECTION_HEADERS_FAST_CDR_2,
                      CollectionHeaders::kFastCdr2));
static_assert(Matches(v1::ALIGNMENT_ORIGIN_HEADER, AlignmentOrigin::kHeader));
static_assert(Matches(v1::ROS_SERVICE_HEADER_PRESENT,
                      RosServiceHeader::kPresent));
static_assert(Matches(v1::REPRESENTATION_XCDR2, Representation::kXcdr2));

absl::Status ReadMapping(const v1::MappingOptions& options,
                         MappingOptions* to) {
  TRANSCDR_RETURN_IF_ERROR(
      ReadEnum("options.struct_form", options.struct_form(),
               v1::STRUCT_FORM_MAP_BY_ID, &to->struct_form));
  TRANSCDR_RETURN_IF_ERROR(ReadEnum("options.int64_form", options.int64_form(),
                                    v1::INT64_FORM_STRING, &to->int64_form));
  TRANSCDR_RETURN_IF_ERROR(ReadEnum("options.int64_width",
                                    options.int64_width(),
                                    v1::INT64_WIDTH_FIXED, &to->int64_width));
  TRANSCDR_RETURN_IF_ERROR(
      ReadEnum("options.non_finite_form", options.non_finite_form(),
               v1::NON_FINITE_FORM_ERROR, &to->non_finite_form));
  TRANSCDR_RETURN_IF_ERROR(
      ReadEnum("options.char_array_form", options.char_array_form(),
               v1::CHAR_ARRAY_FORM_STRING, &to->char_array_form));
  TRANSCDR_RETURN_IF_ERROR(
      ReadEnum("options.invalid_utf8_policy", options.invalid_utf8_policy(),
               v1::INVALID_UTF8_POLICY_BYTES, &to->invalid_utf8_policy));
  TRANSCDR_RETURN_IF_ERROR(ReadEnum("options.bytes_form", options.bytes_form(),
                                    v1::BYTES_FORM_HEX, &to->bytes_form));
  TRANSCDR_RETURN_IF_ERROR(
      ReadEnum("options.numeric_array_form", options.numeric_array_form(),
               v1::NUMERIC_ARRAY_FORM_TYPED, &to->numeric_array_form));
  TRANSCDR_RETURN_IF_ERROR(ReadEnum("options.enum_form", options.enum_form(),
                                    v1::ENUM_FORM_NUMBER, &to->enum_form));
  TRANSCDR_RETURN_IF_ERROR(ReadEnum("options.bitmask_form",
                                    options.bitmask_form(),
                                    v1::BITMASK_FORM_NAMES, &to->bitmask_form));
  TRANSCDR_RETURN_IF_ERROR(ReadEnum("options.absent_form",
                                    options.absent_form(), v1::ABSENT_FORM_NULL,
                                    &to->absent_form));
  TRANSCDR_RETURN_IF_ERROR(ReadEnum(
      "options.unknown_members_policy", options.unknown_members_policy(),
      v1::UNKNOWN_MEMBERS_POLICY_IGNORE, &to->unknown_members_policy));
  TRANSCDR_RETURN_IF_ERROR(ReadEnum(
      "options.inexact_float32_policy", options.inexact_float32_policy(),
      v1::INEXACT_FLOAT32_POLICY_ROUND, &to->inexact_float32_policy));
  to->require_all = options.require_all();
  return absl::OkStatus();
}

// Read for both directions, so that a wrong value is an error in both.
absl::Status ReadWire(const v1::MappingOptions& options, WireOptions* to) {
  TRANSCDR_RETURN_IF_ERROR(
      ReadEnum("options.bounds_policy", options.bounds_policy(),
               v1::BOUNDS_POLICY_IGNORE, &to->bounds_policy));
  to->lenient_booleans =
      !options.has_lenient_booleans() || options.lenient_booleans();
  to->strict = options.strict();
  return absl::OkStatus();
}

// Read for both directions too.
absl::Status ReadRepresentation(const v1::PayloadOptions& options,
                                Representation* to) {
  return ReadEnum("payload_options.representation", options.representation(),
                  v1::REPRESENTATION_XCDR2, to);
}

// The settings that override the preset: UNSPECIFIED leaves it.
template <typename ProtoEnum, typename Enum>
absl::Status OverrideSetting(std::string_view field, ProtoEnum value,
                             ProtoEnum last, Enum* to) {
  if (static_cast<int>(value) == 0) return absl::OkStatus();
  return ReadEnum(field, value, last, to);
}

// The proto's number of a setting.
template <typename ProtoEnum, typename Enum>
ProtoEnum ToProto(Enum value) {
  return static_cast<ProtoEnum>(static_cast<int>(value) + 1);
}

}  // namespace

absl::Status ReadDecodeOptions(v1::DocumentFormat format,
                               const v1::MappingOptions& options,
                               const v1::PayloadOptions& payload_options,
                               DecodeOptions* to) {
  TRANSCDR_RETURN_IF_ERROR(
      ReadEnum("format", format, v1::DOCUMENT_FORMAT_JSON, &to->format));
  TRANSCDR_RETURN_IF_ERROR(ReadMapping(options, &to->mapping));
  Representation unused;
  TRANSCDR_RETURN_IF_ERROR(ReadRepresentation(payload_options, &unused));
  to->key_only = payload_options.key_only();
  to->want_key_hash = payload_options.want_key_hash();
  return ReadWire(options, &to->wire);
}

absl::Status ReadEncodeOptions(v1::DocumentFormat format,
                               const v1::MappingOptions& options,
                               v1::ByteOrder byte_order,
                               const v1::PayloadOptions& payload_options,
                               EncodeOptions* to) {
  TRANSCDR_RETURN_IF_ERROR(
      ReadEnum("format", format, v1::DOCUMENT_FORMAT_JSON, &to->format));
  TRANSCDR_RETURN_IF_ERROR(ReadMapping(options, &to->mapping));
  WireOptions unused;
  TRANSCDR_RETURN_IF_ERROR(ReadWire(options, &unused));
  TRANSCDR_RETURN_IF_ERROR(
      ReadRepresentation(payload_options, &to->representation));
  to->key_only = payload_options.key_only();
  to->want_key_hash = payload_options.want_key_hash();
  switch (byte_order) {
    case v1::BYTE_ORDER_UNSPECIFIED:
    case v1::BYTE_ORDER_LITTLE_ENDIAN:
      to->order = std::endian::little;
      return absl::OkStatus();
    case v1::BYTE_ORDER_BIG_ENDIAN:
      to->order = std::endian::big;
      return absl::OkStatus();
    default:
      return UnknownValue("byte_order", byte_order);
  }
}

absl::Status ReadProfile(const v1::WireProfile& profile,
                         const WireProfile& unspecified, WireProfile* to) {
  switch (profile.preset()) {
    case v1::WIRE_PRESET_UNSPECIFIED:
      *to = unspecified;
      break;
    case v1::WIRE_PRESET_OMG:
      *to = WireProfile::Omg();
      break;
    case v1::WIRE_PRESET_ROS2:
      *to = WireProfile::Ros2();
      break;
    case v1::WIRE_PRESET_FAST_CDR_1:
      *to = WireProfile::FastCdr1();
      break;
    case v1::WIRE_PRESET_FAST_CDR_2:
      *to = WireProfile::FastCdr2();
      break;
    case v1::WIRE_PRESET_CYCLONE:  // differs in default_extensibility alone
      *to = WireProfile::Omg();
      break;
    case v1::WIRE_PRESET_OPENDDS:
      *to = WireProfile::OpenDds();
      break;
    case v1::WIRE_PRESET_RTI:
      *to = WireProfile::Rti();
      break;
    case v1::WIRE_PRESET_RTI_MICRO:
      *to = WireProfile::RtiMicro();
      break;
    default:
      return UnknownValue("profile.preset", profile.preset());
  }
  TRANSCDR_RETURN_IF_ERROR(
      OverrideSetting("profile.wstring_form", profile.wstring_form(),
                      v1::WSTRING_FORM_UNITS_32_NUL, &to->wstring_form));
  if (profile.wstring_form() != v1::WSTRING_FORM_UNSPECIFIED) {
    to->wstring_form_xcdr2 = to->wstring_form;
  }
  TRANSCDR_RETURN_IF_ERROR(OverrideSetting(
      "profile.wstring_form_xcdr2", profile.wstring_form_xcdr2(),
      v1::WSTRING_FORM_UNITS_32_NUL, &to->wstring_form_xcdr2));
  TRANSCDR_RETURN_IF_ERROR(
      OverrideSetting("profile.wchar_width", profile.wchar_width(),
                      v1::WCHAR_WIDTH_32, &to->wchar_width));
  if (profile.wchar_width() != v1::WCHAR_WIDTH_UNSPECIFIED) {
    to->wchar_width_xcdr2 = to->wchar_width;
  }
  TRANSCDR_RETURN_IF_ERROR(
      OverrideSetting("profile.wchar_width_xcdr2", profile.wchar_width_xcdr2(),
                      v1::WCHAR_WIDTH_32, &to->wchar_width_xcdr2));
  TRANSCDR_RETURN_IF_ERROR(OverrideSetting(
      "profile.empty_struct_form", profile.empty_struct_form(),
      v1::EMPTY_STRUCT_FORM_DUMMY_OCTET, &to->empty_struct_form));
  TRANSCDR_RETURN_IF_ERROR(
      OverrideSetting("profile.long_double_form", profile.long_double_form(),
                      v1::LONG_DOUBLE_FORM_X87, &to->long_double_form));
  TRANSCDR_RETURN_IF_ERROR(
      OverrideSetting("profile.optional_origin", profile.optional_origin(),
                      v1::OPTIONAL_ORIGIN_KEPT, &to->optional_origin));
  TRANSCDR_RETURN_IF_ERROR(OverrideSetting(
      "profile.collection_headers", profile.collection_headers(),
      v1::COLLECTION_HEADERS_FAST_CDR_2, &to->collection_headers));
  TRANSCDR_RETURN_IF_ERROR(
      OverrideSetting("profile.alignment_origin", profile.alignment_origin(),
                      v1::ALIGNMENT_ORIGIN_HEADER, &to->alignment_origin));
  return OverrideSetting(
      "profile.ros_service_header", profile.ros_service_header(),
      v1::ROS_SERVICE_HEADER_PRESENT, &to->ros_service_header);
}

absl::Status ReadIdlSource(const v1::RegisterSchemaRequest& request,
                           SchemaSource* source, WireProfile* profile) {
  const v1::IdlSource& idl = request.idl();
  switch (idl.dialect()) {
    case v1::IDL_DIALECT_UNSPECIFIED: {
      const size_t begin = idl.text().find_first_not_of(" \t\r\n");
      const bool is_bundle = begin != std::string::npos &&
                             idl.text().compare(begin, 3, "===") == 0;
      source->language =
          is_bundle ? SchemaLanguage::kRos2Idl : SchemaLanguage::kOmgIdl;
      break;
    }
    case v1::IDL_DIALECT_OMG:
      source->language = SchemaLanguage::kOmgIdl;
      break;
    case v1::IDL_DIALECT_ROS2:
      source->language = SchemaLanguage::kRos2Idl;
      break;
    default:
      return UnknownValue("idl.dialect", idl.dialect());
  }
  TRANSCDR_RETURN_IF_ERROR(ReadProfile(
      request.profile(), DefaultProfile(source->language), profile));
  Extensibility extensibility = Extensibility::kAppendable;
  if (request.profile().preset() == v1::WIRE_PRESET_ROS2 ||
      request.profile().preset() == v1::WIRE_PRESET_CYCLONE) {
    extensibility = Extensibility::kFinal;
  }
  if (request.profile().default_extensibility() !=
      v1::EXTENSIBILITY_UNSPECIFIED) {
    TRANSCDR_RETURN_IF_ERROR(ReadEnum("profile.default_extensibility",
                                      request.profile().default_extensibility(),
                                      v1::EXTENSIBILITY_MUTABLE,
                                      &extensibility));
  }
  source->default_extensibility = extensibility;
  source->root_type = request.root_type();
  source->text = idl.text();
  for (const v1::IdlFile& file : idl.files()) {
    source->files.push_back({file.name(), file.text()});
  }
  return absl::OkStatus();
}

absl::Status ReadTypeObjectSource(const v1::RegisterSchemaRequest& request,
                                  SchemaSource* source, WireProfile* profile) {
  const v1::TypeObjectSource& type_object = request.type_object();
  if (type_object.type_object().empty()) {
    return RequestInvalidError("type_object.type_object", "is required");
  }
  constexpr int kMaxDependencies = 4096;
  if (type_object.dependencies_size() > kMaxDependencies) {
    return RequestInvalidError("type_object.dependencies",
                               "at most 4096 are allowed");
  }
  source->language = SchemaLanguage::kTypeObject;
  TRANSCDR_RETURN_IF_ERROR(ReadProfile(
      request.profile(), DefaultProfile(source->language), profile));
  source->root_type = request.root_type();
  source->text = type_object.type_object();
  for (const std::string& dependency : type_object.dependencies()) {
    source->files.push_back({"", dependency});
  }
  return absl::OkStatus();
}

void WriteProfile(const WireProfile& profile, v1::WireProfile* to) {
  v1::WirePreset preset = v1::WIRE_PRESET_OMG;
  if (profile == WireProfile::Ros2()) preset = v1::WIRE_PRESET_ROS2;
  if (profile == WireProfile::FastCdr1()) preset = v1::WIRE_PRESET_FAST_CDR_1;
  if (profile == WireProfile::FastCdr2()) preset = v1::WIRE_PRESET_FAST_CDR_2;
  if (profile == WireProfile::OpenDds()) preset = v1::WIRE_PRESET_OPENDDS;
  if (profile == WireProfile::Rti()) preset = v1::WIRE_PRESET_RTI;
  if (profile == WireProfile::RtiMicro()) preset = v1::WIRE_PRESET_RTI_MICRO;
  to->set_preset(preset);
  to->set_wstring_form(ToProto<v1::WstringForm>(profile.wstring_form));
  to->set_wchar_width(ToProto<v1::WcharWidth>(profile.wchar_width));
  to->set_empty_struct_form(
      ToProto<v1::EmptyStructForm>(profile.empty_struct_form));
  to->set_wstring_form_xcdr2(
      ToProto<v1::WstringForm>(profile.wstring_form_xcdr2));
  to->set_wchar_width_xcdr2(ToProto<v1::WcharWidth>(profile.wchar_width_xcdr2));
  to->set_long_double_form(
      ToProto<v1::LongDoubleForm>(profile.long_double_form));
  to->set_optional_origin(ToProto<v1::OptionalOrigin>(profile.optional_origin));
  to->set_collection_headers(
      ToProto<v1::CollectionHeaders>(profile.collection_headers));
  to->set_alignment_origin(
      ToProto<v1::AlignmentOrigin>(profile.alignment_origin));
  to->set_ros_service_header(
      ToProto<v1::RosServiceHeader>(profile.ros_service_header));
}

bool HasReport(const DecodeReport& report) {
  return report.defaulted_members > 0 || !report.key_hash.empty() ||
         !report.ros_service_header.empty();
}

void WriteReport(const DecodeReport& report, v1::DecodeReport* to) {
  to->set_defaulted_members(report.defaulted_members);
  to->set_first_defaulted_member(report.first_defaulted_member);
  to->set_key_hash(report.key_hash);
  to->set_ros_service_header(report.ros_service_header);
}

}  // namespace transcdr
