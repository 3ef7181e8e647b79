#include "codec/transcode/transcoder.h"

#include "absl/strings/str_cat.h"
#include "codec/base/output_buffer.h"
#include "codec/document/json_tokens.h"
#include "codec/document/json_writer.h"
#include "codec/document/msgpack_tokens.h"
#include "codec/document/msgpack_writer.h"
#include "codec/transcode/fault_report.h"
#include "codec/transcode/key_hash.h"
#include "codec/transcode/pairs.h"
#include "codec/transcode/scratch.h"
#include "codec/wire/encapsulation.h"

namespace transcdr {
namespace {

// What an output is likely to need, to allocate once: names come on top of the
// values in MessagePack, and text of numbers in JSON.
size_t DocumentHint(DocumentFormat format, size_t payload_size) {
  constexpr size_t kSlack =
      512;  // a writer asks for a little more than it uses
  return format == DocumentFormat::kMessagePack
             ? payload_size + payload_size / 4 + kSlack
             : 2 * payload_size + kSlack;
}

bool StrictFault(Fault* fault, uint64_t offset, const char* what,
                 const char* expected, int64_t actual) {
  *fault = {.reason = FaultReason::kPayloadMalformed,
            .byte_offset = offset,
            .what = what,
            .actual_number = actual,
            .expected = expected};
  return false;
}

// What `strict` wants of the header and of what is behind the value: no unused
// bits, and no bytes but as many zeros as the header counts.
bool CheckStrict(std::string_view payload, const Encapsulation& header,
                 size_t trailing_bytes, Fault* fault) {
  if (header.has_unused_bits) {
    return StrictFault(fault, 2, "encapsulation options",
                       "no bit but those of the pad count",
                       (static_cast<uint8_t>(payload[2]) << 8) |
                           static_cast<uint8_t>(payload[3]));
  }
  const size_t start = payload.size() - trailing_bytes;
  if (trailing_bytes != header.pad_count && trailing_bytes == 0) {
    return StrictFault(fault, 3, "pad count of the encapsulation options",
                       "the bytes behind the value, 0", header.pad_count);
  }
  if (trailing_bytes != header.pad_count) {
    *fault = {.reason = FaultReason::kPayloadTrailingBytes,
              .byte_offset = start,
              .actual_number = static_cast<int64_t>(trailing_bytes)};
    return false;
  }
  for (size_t i = start; i < payload.size(); ++i) {
    if (payload[i] != 0) {
      return StrictFault(fault, i, "pad byte", "0",
                         static_cast<uint8_t>(payload[i]));
    }
  }
  return true;
}

// The reader and the writer that the header and the format ask for.
template <XcdrVersion kVersion, typename Writer>
bool DecodeVersion(const Subject& subject, std::string_view payload,
                   const Encapsulation& header, const DecodeOptions& options,
                   TranscodeScratch::State& state, OutputBuffer* out,
                   PayloadRest* rest) {
  return header.order == std::endian::little
             ? RunDecode<std::endian::little, kVersion, Writer>(
                   subject, payload, header, options, state, out, rest)
             : RunDecode<std::endian::big, kVersion, Writer>(
                   subject, payload, header, options, state, out, rest);
}
template <typename Writer>
bool DecodeTo(const Subject& subject, std::string_view payload,
              const Encapsulation& header, const DecodeOptions& options,
              TranscodeScratch::State& state, OutputBuffer* out,
              PayloadRest* rest) {
  return header.version == XcdrVersion::k1
             ? DecodeVersion<XcdrVersion::k1, Writer>(subject, payload, header,
                                                      options, state, out, rest)
             : DecodeVersion<XcdrVersion::k2, Writer>(
                   subject, payload, header, options, state, out, rest);
}

template <typename Tokens, XcdrVersion kVersion>
bool EncodeVersion(const Subject& subject, std::string_view document,
                   const EncodeOptions& options, TranscodeScratch::State& state,
                   OutputBuffer* out) {
  return options.order == std::endian::little
             ? RunEncode<Tokens, std::endian::little, kVersion>(
                   subject, document, options, state, out)
             : RunEncode<Tokens, std::endian::big, kVersion>(
                   subject, document, options, state, out);
}
template <typename Tokens>
bool EncodeFrom(const Subject& subject, std::string_view document,
                const EncodeOptions& options, TranscodeScratch::State& state,
                OutputBuffer* out) {
  return options.representation == Representation::kXcdr1
             ? EncodeVersion<Tokens, XcdrVersion::k1>(subject, document,
                                                      options, state, out)
             : EncodeVersion<Tokens, XcdrVersion::k2>(subject, document,
                                                      options, state, out);
}

bool FinishOutput(OutputBuffer* out, Fault* fault) {
  if (out->Finish()) return true;
  *fault = {.reason = FaultReason::kLimitExceeded,
            .what = "output bytes",
            .expected_number = static_cast<int64_t>(out->max_bytes()),
            .limit_name = "max_output_bytes"};
  return false;
}

// The whole value, or its key.
Subject SubjectOf(const CodecPlan& plan, bool key_only) {
  const Schema& schema = plan.schema();
  return {key_only ? plan.key()->payload : plan.program(), schema.profile(),
          schema.type(schema.root())};
}

absl::Status CheckKey(const CodecPlan& plan, bool key_only,
                      bool want_key_hash) {
  if ((!key_only && !want_key_hash) || plan.key() != nullptr) {
    return absl::OkStatus();
  }
  ErrorDetail detail;
  detail.reason = FaultReason::kRequestInvalid;
  detail.metadata["name"] = key_only ? "key_only" : "want_key_hash";
  return MakeError(
      std::move(detail),
      absl::StrCat(key_only ? "key_only" : "want_key_hash", ": ",
                   plan.schema().root_name(), " has no key member"));
}

absl::Status CheckServiceHeader(const CodecPlan& plan,
                                const EncodeOptions& options) {
  const std::string& header = options.ros_service_header;
  if (header.empty()) return absl::OkStatus();
  const bool is_present =
      plan.schema().profile().ros_service_header == RosServiceHeader::kPresent;
  if (is_present && header.size() == kRosServiceHeaderSize) {
    return absl::OkStatus();
  }
  ErrorDetail detail;
  detail.reason = FaultReason::kRequestInvalid;
  detail.metadata["name"] = "ros_service_header";
  detail.metadata["expected"] = is_present ? "16 bytes" : "none";
  detail.metadata["actual"] = absl::StrCat(header.size(), " bytes");
  return MakeError(
      std::move(detail),
      absl::StrCat("ros_service_header: expected ",
                   is_present ? "16 bytes"
                              : "none, as the schema's profile has "
                                "it",
                   ", found ", header.size(), " bytes"));
}

// One way over the pairs, whichever the format.
bool RunDecodeTo(DocumentFormat format, const Subject& subject,
                 std::string_view payload, const Encapsulation& header,
                 const DecodeOptions& options, TranscodeScratch::State& state,
                 OutputBuffer* out, PayloadRest* rest) {
  switch (format) {
    case DocumentFormat::kMessagePack:
      return DecodeTo<MsgpackWriter>(subject, payload, header, options, state,
                                     out, rest);
    case DocumentFormat::kJson:
      return DecodeTo<JsonWriter>(subject, payload, header, options, state, out,
                                  rest);
  }
  return false;
}

// The program that a fault is of: the key hash has one of its own.
const Program& Failed(const Subject& subject,
                      const TranscodeScratch::State& state) {
  return state.program == nullptr ? subject.program : *state.program;
}

// `input`: "payload" or "document".
absl::Status Failure(const Subject& subject,
                     const TranscodeScratch::State& state, const char* input) {
  if (state.is_stopped) {
    return absl::CancelledError("the caller stopped the translation");
  }
  return ReportFault(Failed(subject, state), state, input);
}

// By way of a document, since the order of the hash's members is another.
bool HashKeyOfPayload(const CodecPlan& plan, std::string_view payload,
                      const Encapsulation& header, const DecodeOptions& like,
                      TranscodeScratch::State& state, std::string* hash) {
  DecodeOptions options = like;
  options.mapping = KeyHashMapping();
  state.Reset(options.limits, options.stop);
  std::string document;
  OutputBuffer out(&document, options.limits.max_output_bytes);
  PayloadRest rest;
  if (!RunDecodeTo(DocumentFormat::kMessagePack,
                   SubjectOf(plan, options.key_only), payload, header, options,
                   state, &out, &rest) ||
      !FinishOutput(&out, &state.fault)) {
    return false;
  }
  state.Reset(options.limits, options.stop);
  return ComputeKeyHash(*plan.key(), document, state, hash);
}

// Of a payload that Encode has just written.
bool HashKeyOfWritten(const CodecPlan& plan, std::string_view payload,
                      const EncodeOptions& written,
                      TranscodeScratch::State& state, std::string* hash) {
  DecodeOptions options;
  options.limits = written.limits;
  options.stop = written.stop;
  options.key_only = written.key_only;
  Encapsulation header;
  return ReadEncapsulation(payload, &header, &state.fault) &&
         HashKeyOfPayload(plan, payload, header, options, state, hash);
}

absl::Status CheckEncode(const CodecPlan& plan, const EncodeOptions& options) {
  absl::Status status = CheckKey(plan, options.key_only, options.want_key_hash);
  return status.ok() ? CheckServiceHeader(plan, options) : status;
}

}  // namespace

absl::Status Decode(const CodecPlan& plan, std::string_view payload,
                    const DecodeOptions& options, TranscodeScratch& scratch,
                    std::string* document, DecodeReport* report) {
  absl::Status key_status =
      CheckKey(plan, options.key_only, options.want_key_hash);
  if (!key_status.ok()) return key_status;
  *report = {};
  TranscodeScratch::State& state = scratch.state();
  state.Reset(options.limits, options.stop);
  const Subject subject = SubjectOf(plan, options.key_only);
  // Some ROS 2 tools write the id of a parameter list before a plain body.
  const bool any_parameter_list =
      !options.wire.strict && subject.profile == WireProfile::Ros2();
  Encapsulation header;
  PayloadRest rest;
  OutputBuffer out(document, options.limits.max_output_bytes);
  out.Hint(DocumentHint(options.format, payload.size()));
  bool ok = ReadEncapsulation(payload, &header, &state.fault) &&
            CheckFraming(header, subject.root.extensibility, any_parameter_list,
                         &state.fault) &&
            RunDecodeTo(options.format, subject, payload, header, options,
                        state, &out, &rest) &&
            (!options.wire.strict ||
             CheckStrict(payload, header, rest.trailing_bytes, &state.fault));
  if (ok) {
    report->trailing_bytes = rest.trailing_bytes;
    report->defaulted_members = state.defaulted_members;
    if (state.defaulted_members > 0) {
      report->first_defaulted_member = state.first_defaulted_member;
    }
    report->ros_service_header = rest.ros_service_header;
    if (options.want_key_hash) {
      ok = HashKeyOfPayload(plan, payload, header, options, state,
                            &report->key_hash);
    }
  }
  ok = ok && FinishOutput(&out, &state.fault);
  absl::Status status =
      ok ? absl::OkStatus() : Failure(subject, state, "payload");
  state.Shrink();
  return status;
}

absl::Status Encode(const CodecPlan& plan, std::string_view document,
                    const EncodeOptions& options, TranscodeScratch& scratch,
                    std::string* payload, EncodeReport* report) {
  absl::Status status = CheckEncode(plan, options);
  if (!status.ok()) return status;
  TranscodeScratch::State& state = scratch.state();
  state.Reset(options.limits, options.stop);
  const Subject subject = SubjectOf(plan, options.key_only);
  EncodeOptions key_options;
  if (options.key_only) {
    // The other members are no mistake.
    key_options = options;
    key_options.mapping.unknown_members_policy = UnknownMembersPolicy::kIgnore;
  }
  const EncodeOptions& used = options.key_only ? key_options : options;
  const size_t before = payload->size();
  OutputBuffer out(payload, options.limits.max_output_bytes);
  out.Hint(document.size());
  const auto run = [&] {
    switch (options.format) {
      case DocumentFormat::kMessagePack:
        return EncodeFrom<MsgpackTokens>(subject, document, used, state, &out);
      case DocumentFormat::kJson:
        return EncodeFrom<JsonTokens>(subject, document, used, state, &out);
    }
    return false;
  };
  bool ok = run() && FinishOutput(&out, &state.fault);
  if (ok && options.want_key_hash && report != nullptr) {
    ok = HashKeyOfWritten(plan, std::string_view(*payload).substr(before),
                          options, state, &report->key_hash);
    if (!ok) payload->resize(before);
  }
  if (!ok) status = Failure(subject, state, "document");
  state.Shrink();
  return status;
}

}  // namespace transcdr
