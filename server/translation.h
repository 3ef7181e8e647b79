// The work of CodecService without gRPC: one payload, or a batch of them, in
// either direction.

#ifndef TRANSCDR_SERVER_TRANSLATION_H_
#define TRANSCDR_SERVER_TRANSLATION_H_

#include <google/protobuf/repeated_ptr_field.h>

#include <memory>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "codec/registry/schema_registry.h"
#include "codec/transcode/options.h"
#include "codec/transcode/transcoder.h"
#include "server/call_control.h"
#include "server/call_log.h"
#include "server/proto_mapping.h"
#include "server/serving_state.h"
#include "server/status_mapping.h"
#include "transcdr/v1/codec_service.pb.h"

namespace transcdr {

// What Decode and Encode do differently; everything below is written once, over
// one of these two.
struct DecodeDirection {
  using Options = DecodeOptions;
  using Request = v1::DecodeRequest;
  using Response = v1::DecodeResponse;
  using BatchRequest = v1::DecodeBatchRequest;
  using BatchResponse = v1::DecodeBatchResponse;
  using Result = v1::DecodeResult;
  using StreamRequest = v1::DecodeStreamRequest;
  using StreamResponse = v1::DecodeStreamResponse;

  static constexpr std::string_view kMethod = "Decode";
  static constexpr std::string_view kBatchMethod = "DecodeBatch";
  static constexpr std::string_view kStreamMethod = "DecodeStream";

  // Of a Request or BatchRequest.
  static absl::Status ReadOptions(const Request& request, Options* options);
  static absl::Status ReadOptions(const BatchRequest& request,
                                  Options* options);
  // All of a batch but its items.
  static void CopyHeader(const BatchRequest& from, BatchRequest* to);
  static const std::string& InputOf(const Request& request) {
    return request.payload();
  }
  static const google::protobuf::RepeatedPtrField<std::string>& InputsOf(
      const BatchRequest& request) {
    return request.payloads();
  }
  // What differs from item to item.
  static void ReadItemOptions(const BatchRequest&, int, Options*) {}
  // `result` is a Response or a Result. Returns the string that was written.
  template <typename ResultMessage>
  static const std::string& Translate(
      const CodecPlan& plan, const std::string& input, const Options& options,
      TranscodeScratch& scratch, ResultMessage* result, absl::Status* status) {
    DecodeReport report;
    *status = transcdr::Decode(plan, input, options, scratch,
                               result->mutable_document(), &report);
    result->set_trailing_bytes(report.trailing_bytes);
    if (HasReport(report)) WriteReport(report, result->mutable_report());
    return result->document();
  }
};

struct EncodeDirection {
  using Options = EncodeOptions;
  using Request = v1::EncodeRequest;
  using Response = v1::EncodeResponse;
  using BatchRequest = v1::EncodeBatchRequest;
  using BatchResponse = v1::EncodeBatchResponse;
  using Result = v1::EncodeResult;
  using StreamRequest = v1::EncodeStreamRequest;
  using StreamResponse = v1::EncodeStreamResponse;

  static constexpr std::string_view kMethod = "Encode";
  static constexpr std::string_view kBatchMethod = "EncodeBatch";
  static constexpr std::string_view kStreamMethod = "EncodeStream";

  static absl::Status ReadOptions(const Request& request, Options* options);
  static absl::Status ReadOptions(const BatchRequest& request,
                                  Options* options);
  // All of a batch but its items.
  static void CopyHeader(const BatchRequest& from, BatchRequest* to);
  static const std::string& InputOf(const Request& request) {
    return request.document();
  }
  static const google::protobuf::RepeatedPtrField<std::string>& InputsOf(
      const BatchRequest& request) {
    return request.documents();
  }
  // What differs from item to item. REQUIRES: ReadOptions took the request.
  static void ReadItemOptions(const BatchRequest& request, int i,
                              Options* options);
  template <typename ResultMessage>
  static const std::string& Translate(
      const CodecPlan& plan, const std::string& input, const Options& options,
      TranscodeScratch& scratch, ResultMessage* result, absl::Status* status) {
    EncodeReport report;
    *status = transcdr::Encode(plan, input, options, scratch,
                               result->mutable_payload(), &report);
    result->set_key_hash(report.key_hash);
    return result->payload();
  }
};

// The plan and the options that a request asks for. The shared_ptr pins the
// plan: a schema that is deleted meanwhile is still there.
template <typename Direction>
struct Job {
  std::shared_ptr<const RegisteredSchema> schema;
  typename Direction::Options options;
};

// The schema of that id or alias. REQUEST_INVALID or SCHEMA_NOT_FOUND.
absl::Status FindSchema(SchemaRegistry* registry, const std::string& schema_id,
                        std::shared_ptr<const RegisteredSchema>* schema);

// The thread's own scratch.
TranscodeScratch& ThreadScratch();

// Fills `job` for a Request or BatchRequest: one look-up. `control` has to
// outlive the job.
template <typename Direction, typename Message>
absl::Status PrepareJob(ServingState* state, const CallControl& control,
                        const Message& request, Job<Direction>* job) {
  job->options.limits = state->config.limits;
  job->options.stop = &control;
  absl::Status status = Direction::ReadOptions(request, &job->options);
  if (status.ok()) {
    status = FindSchema(&state->registry, request.schema_id(), &job->schema);
  }
  return status;
}

// One payload or document.
template <typename Direction>
absl::Status TranslateOne(ServingState* state,
                          const typename Direction::Request& request,
                          const CallControl& control,
                          typename Direction::Response* response) {
  Job<Direction> job;
  absl::Status status = PrepareJob<Direction>(state, control, request, &job);
  if (!status.ok()) return status;
  Direction::Translate(*job.schema->plan, Direction::InputOf(request),
                       job.options, ThreadScratch(), response, &status);
  return absl::IsCancelled(status) ? control.WhyStopped() : status;
}

// For an item of a batch that did not fit what other items left of
// max_output_bytes: the error that says so. All other errors stay.
absl::Status BlameBatch(absl::Status status, uint64_t max_output_bytes);

// All items of a batch, each with its own result. Fails as a whole only when
// the call was cancelled, is past its deadline, or has too many items. All
// outputs together stay within limits.max_output_bytes: items beyond it fail.
template <typename Direction>
absl::Status TranslateBatch(const ServingState& state, std::string_view method,
                            const Job<Direction>& job,
                            const typename Direction::BatchRequest& request,
                            const CallControl& control,
                            typename Direction::BatchResponse* response) {
  const auto& inputs = Direction::InputsOf(request);
  const auto count = static_cast<size_t>(inputs.size());
  if (count > state.config.max_batch_items) {
    return LimitExceededError("max_batch_items", "the batch has items:", count,
                              state.config.max_batch_items);
  }
  // A look at the clock costs a tenth of a small translation.
  constexpr int kItemsPerCheck = 16;
  TranscodeScratch& scratch = ThreadScratch();
  typename Direction::Options options = job.options;
  response->mutable_results()->Reserve(inputs.size());
  size_t failed = 0;
  size_t first_index = 0;
  absl::Status first;
  for (int i = 0; i < inputs.size(); ++i) {
    if (i % kItemsPerCheck == 0 || control.is_cancelled()) {
      absl::Status go_on = control.Check();
      if (!go_on.ok()) return go_on;
    }
    Direction::ReadItemOptions(request, i, &options);
    typename Direction::Result* result = response->add_results();
    absl::Status status;
    const std::string& output = Direction::Translate(
        *job.schema->plan, inputs[i], options, scratch, result, &status);
    if (status.ok()) {
      options.limits.max_output_bytes -= output.size();
      continue;
    }
    if (absl::IsCancelled(status)) return control.WhyStopped();
    result->Clear();
    if (options.limits.max_output_bytes < job.options.limits.max_output_bytes) {
      status =
          BlameBatch(std::move(status), job.options.limits.max_output_bytes);
    }
    ToRpcStatus(status, result->mutable_error());
    if (failed++ == 0) {
      first_index = static_cast<size_t>(i);
      first = std::move(status);
    }
  }
  if (failed > 0) {
    LogFailedItems(method, job.schema->id.ToString(), failed, count,
                   first_index, first);
  }
  return absl::OkStatus();
}

}  // namespace transcdr

#endif  // TRANSCDR_SERVER_TRANSLATION_H_
