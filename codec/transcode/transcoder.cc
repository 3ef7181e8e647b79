#include "codec/transcode/transcoder.h"

#include "codec/base/output_buffer.h"
#include "codec/document/json_tokens.h"
#include "codec/document/json_writer.h"
#include "codec/document/msgpack_tokens.h"
#include "codec/document/msgpack_writer.h"
#include "codec/transcode/fault_report.h"
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

template <typename Writer>
bool DecodeTo(const CodecPlan& plan, std::string_view payload,
              const DecodeOptions& options, std::endian order,
              TranscodeScratch::State& state, OutputBuffer* out,
              size_t* trailing_bytes) {
  return order == std::endian::little
             ? RunDecode<std::endian::little, Writer>(
                   plan.program(), payload, options, state, out, trailing_bytes)
             : RunDecode<std::endian::big, Writer>(plan.program(), payload,
                                                   options, state, out,
                                                   trailing_bytes);
}

template <typename Tokens>
bool EncodeFrom(const CodecPlan& plan, std::string_view document,
                const EncodeOptions& options, TranscodeScratch::State& state,
                OutputBuffer* out) {
  return options.order == std::endian::little
             ? RunEncode<Tokens, std::endian::little>(plan.program(), document,
                                                      options, state, out)
             : RunEncode<Tokens, std::endian::big>(plan.program(), document,
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

}  // namespace

absl::Status Decode(const CodecPlan& plan, std::string_view payload,
                    const DecodeOptions& options, TranscodeScratch& scratch,
                    std::string* document, DecodeReport* report) {
  TranscodeScratch::State& state = scratch.state();
  state.Reset(options.limits);
  // Some ROS 2 tools write the id of a parameter list before a plain body.
  const bool accept_parameter_list =
      !options.wire.strict && plan.schema().profile() == WireProfile::Ros2();
  Encapsulation header;
  size_t trailing_bytes = 0;
  OutputBuffer out(document, options.limits.max_output_bytes);
  out.Hint(DocumentHint(options.format, payload.size()));
  const auto run = [&] {
    switch (options.format) {
      case DocumentFormat::kMessagePack:
        return DecodeTo<MsgpackWriter>(plan, payload, options, header.order,
                                       state, &out, &trailing_bytes);
      case DocumentFormat::kJson:
        return DecodeTo<JsonWriter>(plan, payload, options, header.order, state,
                                    &out, &trailing_bytes);
    }
    return false;
  };
  const bool ok =
      ReadEncapsulation(payload, accept_parameter_list, &header,
                        &state.fault) &&
      run() &&
      (!options.wire.strict ||
       CheckStrict(payload, header, trailing_bytes, &state.fault)) &&
      FinishOutput(&out, &state.fault);
  if (ok) report->trailing_bytes = trailing_bytes;
  absl::Status status =
      ok ? absl::OkStatus() : ReportFault(plan.program(), state, "payload");
  state.Shrink();
  return status;
}

absl::Status Encode(const CodecPlan& plan, std::string_view document,
                    const EncodeOptions& options, TranscodeScratch& scratch,
                    std::string* payload) {
  TranscodeScratch::State& state = scratch.state();
  state.Reset(options.limits);
  OutputBuffer out(payload, options.limits.max_output_bytes);
  out.Hint(document.size());
  const auto run = [&] {
    switch (options.format) {
      case DocumentFormat::kMessagePack:
        return EncodeFrom<MsgpackTokens>(plan, document, options, state, &out);
      case DocumentFormat::kJson:
        return EncodeFrom<JsonTokens>(plan, document, options, state, &out);
    }
    return false;
  };
  const bool ok = run() && FinishOutput(&out, &state.fault);
  absl::Status status =
      ok ? absl::OkStatus() : ReportFault(plan.program(), state, "document");
  state.Shrink();
  return status;
}

}  // namespace transcdr
