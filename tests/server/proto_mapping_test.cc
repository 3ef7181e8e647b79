#include "server/proto_mapping.h"

#include <gmock/gmock.h>
#include <google/protobuf/descriptor.h>
#include <gtest/gtest.h>

#include <string>

#include "codec/base/fault.h"

namespace transcdr {
namespace {

// The field that a REQUEST_INVALID names.
std::string InvalidField(const absl::Status& status) {
  const auto detail = GetErrorDetail(status);
  if (!detail.has_value() || detail->reason != FaultReason::kRequestInvalid) {
    return "not REQUEST_INVALID";
  }
  return detail->metadata.at("name");
}

DecodeOptions Decode(const v1::MappingOptions& options) {
  DecodeOptions read;
  EXPECT_TRUE(
      ReadDecodeOptions(v1::DOCUMENT_FORMAT_UNSPECIFIED, options, {}, &read)
          .ok());
  return read;
}

TEST(ProtoMappingTest, UnspecifiedMeansTheDefaults) {
  EXPECT_EQ(Decode({}), DecodeOptions());
  EncodeOptions encode;
  EXPECT_TRUE(ReadEncodeOptions(v1::DOCUMENT_FORMAT_UNSPECIFIED, {},
                                v1::BYTE_ORDER_UNSPECIFIED, {}, &encode)
                  .ok());
  EXPECT_EQ(encode, EncodeOptions());
}

TEST(ProtoMappingTest, EveryOptionArrives) {
  v1::MappingOptions options;
  options.set_struct_form(v1::STRUCT_FORM_MAP_BY_ID);
  options.set_int64_form(v1::INT64_FORM_STRING);
  options.set_int64_width(v1::INT64_WIDTH_FIXED);
  options.set_non_finite_form(v1::NON_FINITE_FORM_NULL);
  options.set_char_array_form(v1::CHAR_ARRAY_FORM_STRING);
  options.set_invalid_utf8_policy(v1::INVALID_UTF8_POLICY_LATIN1);
  options.set_bytes_form(v1::BYTES_FORM_ARRAY);
  options.set_numeric_array_form(v1::NUMERIC_ARRAY_FORM_TYPED);
  options.set_enum_form(v1::ENUM_FORM_NUMBER);
  options.set_bitmask_form(v1::BITMASK_FORM_NAMES);
  options.set_absent_form(v1::ABSENT_FORM_NULL);
  options.set_bounds_policy(v1::BOUNDS_POLICY_IGNORE);
  options.set_unknown_members_policy(v1::UNKNOWN_MEMBERS_POLICY_IGNORE);
  options.set_inexact_float32_policy(v1::INEXACT_FLOAT32_POLICY_ROUND);
  options.set_lenient_booleans(false);
  options.set_require_all(true);
  options.set_strict(true);

  MappingOptions mapping;
  mapping.struct_form = StructForm::kMapById;
  mapping.int64_form = Int64Form::kString;
  mapping.int64_width = Int64Width::kFixed;
  mapping.non_finite_form = NonFiniteForm::kNull;
  mapping.char_array_form = CharArrayForm::kString;
  mapping.invalid_utf8_policy = InvalidUtf8Policy::kLatin1;
  mapping.bytes_form = BytesForm::kArray;
  mapping.numeric_array_form = NumericArrayForm::kTyped;
  mapping.enum_form = EnumForm::kNumber;
  mapping.bitmask_form = BitmaskForm::kNames;
  mapping.absent_form = AbsentForm::kNull;
  mapping.unknown_members_policy = UnknownMembersPolicy::kIgnore;
  mapping.inexact_float32_policy = InexactFloat32Policy::kRound;
  mapping.require_all = true;

  DecodeOptions decode;
  decode.limits.max_depth = 3;  // stays
  ASSERT_TRUE(
      ReadDecodeOptions(v1::DOCUMENT_FORMAT_JSON, options, {}, &decode).ok());
  EXPECT_EQ(decode.format, DocumentFormat::kJson);
  EXPECT_EQ(decode.mapping, mapping);
  EXPECT_EQ(decode.wire, (WireOptions{BoundsPolicy::kIgnore, false, true}));
  EXPECT_EQ(decode.limits.max_depth, 3u);

  EncodeOptions encode;
  ASSERT_TRUE(ReadEncodeOptions(v1::DOCUMENT_FORMAT_MESSAGE_PACK, options,
                                v1::BYTE_ORDER_BIG_ENDIAN, {}, &encode)
                  .ok());
  EXPECT_EQ(encode.format, DocumentFormat::kMessagePack);
  EXPECT_EQ(encode.mapping, mapping);
  EXPECT_EQ(encode.order, std::endian::big);
}

TEST(ProtoMappingTest, EveryValueOfEveryEnumIsKnownAndNoOther) {
  const auto* descriptor = v1::MappingOptions::descriptor();
  int enums = 0;
  for (int i = 0; i < descriptor->field_count(); ++i) {
    const auto* field = descriptor->field(i);
    if (field->enum_type() == nullptr) continue;
    ++enums;
    const int values = field->enum_type()->value_count();
    for (int value = -1; value <= values; ++value) {
      v1::MappingOptions options;
      options.GetReflection()->SetEnumValue(&options, field, value);
      const bool known = value >= 0 && value < values;
      DecodeOptions decode;
      EncodeOptions encode;
      const absl::Status decoded = ReadDecodeOptions(
          v1::DOCUMENT_FORMAT_UNSPECIFIED, options, {}, &decode);
      const absl::Status encoded =
          ReadEncodeOptions(v1::DOCUMENT_FORMAT_UNSPECIFIED, options,
                            v1::BYTE_ORDER_UNSPECIFIED, {}, &encode);
      EXPECT_EQ(decoded.ok(), known) << field->name() << " " << value;
      EXPECT_EQ(encoded.ok(), known) << field->name() << " " << value;
      if (!known) {
        EXPECT_EQ(InvalidField(decoded), "options." + field->name());
        EXPECT_EQ(InvalidField(encoded), "options." + field->name());
      }
    }
  }
  EXPECT_EQ(enums, 14);
}

TEST(ProtoMappingTest, UnknownFormatAndByteOrder) {
  DecodeOptions decode;
  EXPECT_EQ(InvalidField(ReadDecodeOptions(static_cast<v1::DocumentFormat>(3),
                                           {}, {}, &decode)),
            "format");
  EncodeOptions encode;
  EXPECT_EQ(InvalidField(ReadEncodeOptions(v1::DOCUMENT_FORMAT_JSON, {},
                                           static_cast<v1::ByteOrder>(3), {},
                                           &encode)),
            "byte_order");
}

TEST(ProtoMappingTest, PayloadOptionsArrive) {
  v1::PayloadOptions payload;
  payload.set_representation(v1::REPRESENTATION_XCDR2);
  payload.set_key_only(true);
  DecodeOptions decode;
  ASSERT_TRUE(
      ReadDecodeOptions(v1::DOCUMENT_FORMAT_JSON, {}, payload, &decode).ok());
  EXPECT_TRUE(decode.key_only);
  EXPECT_FALSE(decode.want_key_hash);
  payload.set_want_key_hash(true);
  EncodeOptions encode;
  ASSERT_TRUE(ReadEncodeOptions(v1::DOCUMENT_FORMAT_JSON, {},
                                v1::BYTE_ORDER_UNSPECIFIED, payload, &encode)
                  .ok());
  EXPECT_EQ(encode.representation, Representation::kXcdr2);
  EXPECT_TRUE(encode.key_only);
  EXPECT_TRUE(encode.want_key_hash);
  payload.set_representation(static_cast<v1::Representation>(3));
  EXPECT_EQ(InvalidField(ReadDecodeOptions(v1::DOCUMENT_FORMAT_JSON, {},
                                           payload, &decode)),
            "payload_options.representation");
  EXPECT_EQ(InvalidField(ReadEncodeOptions(v1::DOCUMENT_FORMAT_JSON, {},
                                           v1::BYTE_ORDER_UNSPECIFIED, payload,
                                           &encode)),
            "payload_options.representation");
}

TEST(ProtoMappingTest, LenientBooleansAreTheDefault) {
  EXPECT_TRUE(Decode({}).wire.lenient_booleans);
  v1::MappingOptions options;
  options.set_lenient_booleans(true);
  EXPECT_TRUE(Decode(options).wire.lenient_booleans);
  options.set_lenient_booleans(false);
  EXPECT_FALSE(Decode(options).wire.lenient_booleans);
}

TEST(ProtoMappingTest, PresetsOfProfiles) {
  const struct {
    v1::WirePreset preset;
    WireProfile expected;
  } cases[] = {
      {v1::WIRE_PRESET_OMG, WireProfile::Omg()},
      {v1::WIRE_PRESET_ROS2, WireProfile::Ros2()},
      {v1::WIRE_PRESET_FAST_CDR_1, WireProfile::FastCdr1()},
      {v1::WIRE_PRESET_FAST_CDR_2, WireProfile::FastCdr2()},
  };
  for (const auto& one : cases) {
    v1::WireProfile profile;
    profile.set_preset(one.preset);
    WireProfile read;
    ASSERT_TRUE(ReadProfile(profile, WireProfile::Omg(), &read).ok());
    EXPECT_EQ(read, one.expected);
    v1::WireProfile written;
    WriteProfile(read, &written);
    EXPECT_EQ(written.preset(), one.preset);
  }
  WireProfile read;
  ASSERT_TRUE(ReadProfile({}, WireProfile::Ros2(), &read).ok());
  EXPECT_EQ(read, WireProfile::Ros2());
}

TEST(ProtoMappingTest, ProfilesRoundTripWithEverySettingExplicit) {
  for (int wstring = 0; wstring < 5; ++wstring) {
    for (int wchar = 0; wchar < 2; ++wchar) {
      for (int empty = 0; empty < 2; ++empty) {
        const WireProfile profile{static_cast<WstringForm>(wstring),
                                  static_cast<WcharWidth>(wchar),
                                  static_cast<EmptyStructForm>(empty)};
        v1::WireProfile written;
        WriteProfile(profile, &written);
        EXPECT_NE(written.preset(), v1::WIRE_PRESET_UNSPECIFIED);
        EXPECT_NE(written.wstring_form(), v1::WSTRING_FORM_UNSPECIFIED);
        EXPECT_NE(written.wchar_width(), v1::WCHAR_WIDTH_UNSPECIFIED);
        EXPECT_NE(written.empty_struct_form(),
                  v1::EMPTY_STRUCT_FORM_UNSPECIFIED);
        WireProfile read;
        ASSERT_TRUE(ReadProfile(written, WireProfile::Ros2(), &read).ok());
        EXPECT_EQ(read, profile);
      }
    }
  }
}

TEST(ProtoMappingTest, EveryValueOfEverySettingIsKnownAndNoOther) {
  const auto* descriptor = v1::WireProfile::descriptor();
  for (int i = 0; i < descriptor->field_count(); ++i) {
    const auto* field = descriptor->field(i);
    // Read with the IDL that it is about.
    if (field->name() == "default_extensibility") continue;
    const int values = field->enum_type()->value_count();
    for (int value = -1; value <= values; ++value) {
      v1::WireProfile profile;
      profile.GetReflection()->SetEnumValue(&profile, field, value);
      WireProfile read;
      const absl::Status status = ReadProfile(profile, {}, &read);
      const bool known = value >= 0 && value < values;
      EXPECT_EQ(status.ok(), known) << field->name() << " " << value;
      if (!known) {
        EXPECT_EQ(InvalidField(status), "profile." + field->name());
      }
    }
  }
}

TEST(ProtoMappingTest, PresetsAndSettingsComeBack) {
  for (int preset = v1::WIRE_PRESET_OMG; preset <= v1::WIRE_PRESET_RTI_MICRO;
       ++preset) {
    if (preset == v1::WIRE_PRESET_CYCLONE) continue;  // OMG's, as a profile
    v1::WireProfile profile;
    profile.set_preset(static_cast<v1::WirePreset>(preset));
    WireProfile read;
    ASSERT_TRUE(ReadProfile(profile, {}, &read).ok());
    v1::WireProfile written;
    WriteProfile(read, &written);
    EXPECT_EQ(written.preset(), preset);
    // The settings alone say the same.
    written.set_preset(v1::WIRE_PRESET_ROS2);
    WireProfile again;
    ASSERT_TRUE(ReadProfile(written, {}, &again).ok());
    EXPECT_EQ(again, read);
  }
}

}  // namespace
}  // namespace transcdr
