// The reactor behind a stream of batches. At any time it does one thing:
//
//              StartRead                     a batch came
//   (start) ------------->  kReading  ------------------------>  kWorking
//                           |      ^                                |
//       client is done, or  |      |  the client took it            |
//       StartWrite cancelled, or idle  |      | v while draining      |
//       +---------------------------  kWriting
//                           v                                       |
//                        kFinished  <-------------------------------+
//                                      cancelled, or past its deadline
//
// So there is at most one batch in memory and one response under way: order and
// flow control need nothing else. A batch that is refused whole (unknown
// schema, bad option, daemon busy) gets an `error` response and the stream goes
// on; it ends with an error only when cancelled, past its deadline, or with the
// daemon.
//
// gRPC calls On...Done on its own threads, the work may be on a worker, and a
// drain comes from yet another one: state_ is guarded by mutex_. Whoever made
// the transition calls into gRPC.

#include "server/codec_stream.h"

#include <grpcpp/server_context.h>

#include <asio/post.hpp>
#include <chrono>
#include <memory>
#include <mutex>
#include <optional>
#include <string_view>
#include <utility>

#include "absl/status/status.h"
#include "server/admission.h"
#include "server/call_control.h"
#include "server/call_log.h"
#include "server/status_mapping.h"
#include "server/translation.h"
#include "server/unary_call.h"
#include "server/wire_message.h"

namespace transcdr {
namespace {

template <typename Direction>
class BatchStream final
    : public grpc::ServerBidiReactor<grpc::ByteBuffer, grpc::ByteBuffer>,
      public StoppableStream {
 public:
  static BatchStream* Start(ServingState* state,
                            grpc::CallbackServerContext* context) {
    auto stream = std::make_shared<BatchStream>(state, context);
    stream->self_ = stream;
    state->calls.AddStream(stream);
    stream->Read();
    return stream.get();
  }

  BatchStream(ServingState* state, grpc::CallbackServerContext* context)
      : server_(*state), scope_(&state->calls), control_(context->deadline()) {}

  void OnReadDone(bool ok) override {
    {
      const std::lock_guard lock(mutex_);
      if (state_ == State::kFinished) return;  // ended while it was idle
      state_ = ok ? State::kWorking : State::kFinished;
    }
    if (!ok) {
      // The client said that it is done, or it is gone.
      Finish(grpc::Status::OK);
      return;
    }
    const size_t size = request_bytes_.Length();
    absl::Status refused;
    if (size > server_.config.max_message_bytes) {
      refused = LimitExceededError("max_message_bytes",
                                   "the request has bytes:", size,
                                   server_.config.max_message_bytes);
    } else if (auto ticket = server_.admission.TryAdmit(size)) {
      ticket_ = *std::move(ticket);
    } else {
      refused = ServerBusyError(server_.admission.in_flight(),
                                server_.admission.budget());
    }
    if (!refused.ok()) {
      // Unread: it may have named another schema.
      ForgetBatchBefore();
      request_bytes_.Clear();
      Respond(refused);
    } else if (size >= kWorkerBytes) {
      asio::post(server_.workers, [this] { Work(); });
    } else {
      Work();
    }
  }

  void OnWriteDone(bool ok) override {
    ticket_.Release();
    response_bytes_.Clear();
    if (!ok) {
      End(absl::CancelledError("the client is gone"));
      return;
    }
    Read();
  }

  void OnCancel() override { control_.Cancel(); }

  void OnDone() override {
    // May be the last owner; nothing touches this afterwards.
    const std::shared_ptr<BatchStream> self = std::move(self_);
  }

  void EndIfIdleSince(std::chrono::steady_clock::time_point since) override {
    {
      const std::lock_guard lock(mutex_);
      if (state_ != State::kReading || reading_since_ > since) return;
      state_ = State::kFinished;
    }
    Finish(grpc::Status(grpc::StatusCode::UNAVAILABLE,
                        "the daemon is shutting down: every batch that it took "
                        "was answered"));
  }

 private:
  enum class State : uint8_t { kReading, kWorking, kWriting, kFinished };

  void Read() {
    // Nothing comes back from StartRead on this thread. With the lock, so that
    // EndIfIdleSince cannot finish the call in between.
    const std::lock_guard lock(mutex_);
    state_ = State::kReading;
    reading_since_ = std::chrono::steady_clock::now();
    StartRead(&request_bytes_);
  }

  void End(const absl::Status& status) {
    {
      const std::lock_guard lock(mutex_);
      state_ = State::kFinished;
    }
    LogFailedCall(Direction::kStreamMethod, LoggedId(), status);
    Finish(ToGrpcStatus(status));
  }

  std::string_view LoggedId() const {
    return std::string_view(header_.schema_id()).substr(0, kMaxLoggedId);
  }

  void Respond(const absl::Status& refused) {
    LogFailedCall(Direction::kStreamMethod, LoggedId(), refused);
    typename Direction::StreamResponse response;
    ToRpcStatus(refused, response.mutable_error());
    Write(response);
  }

  void Write(const typename Direction::StreamResponse& response) {
    absl::Status status = SerializeMessage(response, &response_bytes_);
    if (!status.ok()) {
      // An error always fits.
      typename Direction::StreamResponse error;
      ToRpcStatus(status, error.mutable_error());
      status = SerializeMessage(error, &response_bytes_);
    }
    if (!status.ok()) {
      End(status);
      return;
    }
    ticket_.Add(response_bytes_.Length());
    {
      const std::lock_guard lock(mutex_);
      state_ = State::kWriting;
    }
    StartWrite(&response_bytes_);
  }

  void Work() {
    // Not to be answered: the client does not listen any more.
    if (absl::Status go_on = control_.Check(); !go_on.ok()) {
      End(go_on);
      return;
    }
    typename Direction::StreamResponse response;
    const absl::Status status = CatchExceptions([&]() -> absl::Status {
      typename Direction::StreamRequest request;
      absl::Status parsed = ParseMessage(&request_bytes_, &request);
      if (!parsed.ok()) {
        ForgetBatchBefore();
        return parsed;
      }
      return Translate(request, response.mutable_batch());
    });
    if (status.ok()) {
      Write(response);
    } else if (absl::Status go_on = control_.Check(); !go_on.ok()) {
      End(go_on);
    } else {
      Respond(status);
    }
  }

  void ForgetBatchBefore() {
    job_.reset();
    header_.Clear();
  }

  absl::Status Translate(const typename Direction::StreamRequest& request,
                         typename Direction::BatchResponse* response) {
    const typename Direction::BatchRequest& batch = request.batch();
    if (!request.has_batch()) {
      return RequestInvalidError("batch", "is required");
    }
    if (!batch.schema_id().empty()) {
      job_.reset();
      header_.Clear();
      Direction::CopyHeader(batch, &header_);
    } else if (header_.schema_id().empty()) {
      return RequestInvalidError(
          "batch.schema_id",
          "is required in the first batch of a stream, and after a batch that "
          "was refused unread");
    }
    // Also when the batch before was refused: the schema may be there now.
    if (!job_.has_value()) {
      Job<Direction> job;
      TRANSCDR_RETURN_IF_ERROR(
          PrepareJob<Direction>(&server_, control_, header_, &job));
      job_ = std::move(job);
    }
    return TranslateBatch<Direction>(server_, Direction::kStreamMethod, *job_,
                                     batch, control_, response);
  }

  ServingState& server_;
  const CallTracker::Scope scope_;
  CallControl control_;
  std::shared_ptr<BatchStream> self_;  // until OnDone

  std::mutex mutex_;
  State state_ = State::kReading;
  std::chrono::steady_clock::time_point reading_since_;

  // Used by one thread at a time: whoever the state belongs to.
  grpc::ByteBuffer request_bytes_;
  grpc::ByteBuffer response_bytes_;
  Admission::Ticket ticket_;  // until the response was taken
  // The last batch that named a schema, without its items, and what came of it;
  // no job when it was refused.
  typename Direction::BatchRequest header_;
  std::optional<Job<Direction>> job_;
};

}  // namespace

grpc::ServerBidiReactor<grpc::ByteBuffer, grpc::ByteBuffer>* StartDecodeStream(
    ServingState* state, grpc::CallbackServerContext* context) {
  return BatchStream<DecodeDirection>::Start(state, context);
}

grpc::ServerBidiReactor<grpc::ByteBuffer, grpc::ByteBuffer>* StartEncodeStream(
    ServingState* state, grpc::CallbackServerContext* context) {
  return BatchStream<EncodeDirection>::Start(state, context);
}

}  // namespace transcdr
