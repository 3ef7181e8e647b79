// One unary call from its bytes to its answer: size, budget, parse, work,
// serialize. Every service method goes through here.

#ifndef TRANSCDR_SERVER_UNARY_CALL_H_
#define TRANSCDR_SERVER_UNARY_CALL_H_

#include <grpcpp/server_context.h>
#include <grpcpp/support/byte_buffer.h>
#include <grpcpp/support/server_callback.h>

#include <asio/post.hpp>
#include <cstdint>
#include <exception>
#include <functional>
#include <new>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "codec/base/status_macros.h"
#include "codec/type/diagnostic.h"
#include "server/admission.h"
#include "server/call_control.h"
#include "server/call_log.h"
#include "server/serving_state.h"
#include "server/status_mapping.h"
#include "server/wire_message.h"

namespace transcdr {

// Where the work is done.
enum class WorkPlace : uint8_t {
  kBySize,   // on gRPC's thread, or on a worker from kWorkerBytes on
  kWorkers,  // always on a worker: for what takes long whatever its size
};

// Runs `work`; what it throws becomes an error, since an exception must not
// reach gRPC's threads.
template <typename Work>
absl::Status CatchExceptions(Work&& work) {
  try {
    return std::forward<Work>(work)();
  } catch (const std::bad_alloc&) {
    return absl::ResourceExhaustedError("the daemon is out of memory");
  } catch (const std::exception&) {
    return absl::InternalError("an unexpected exception");
  }
}

// Deletes itself when gRPC is done with it.
template <typename Request, typename Response>
class UnaryCall final : public grpc::ServerUnaryReactor {
 public:
  // Does the work of the method. It may add diagnostics of a schema, which are
  // sent when it fails.
  using Work = std::function<absl::Status(
      const Request& request, const CallControl& control, Response* response,
      std::vector<Diagnostic>* diagnostics)>;

  // Starts a call. `method` is a literal. `state` must outlive the call. The
  // buffers are gRPC's and live as long as the reactor.
  static grpc::ServerUnaryReactor* Start(
      ServingState* state, std::string_view method, WorkPlace place,
      grpc::CallbackServerContext* context, const grpc::ByteBuffer* request,
      grpc::ByteBuffer* response, Work work) {
    auto* call = new UnaryCall(state, method, context, request, response,
                               std::move(work));
    call->Begin(place);
    return call;
  }

  void OnCancel() override { control_.Cancel(); }
  void OnDone() override { delete this; }

 private:
  UnaryCall(ServingState* state, std::string_view method,
            grpc::CallbackServerContext* context,
            const grpc::ByteBuffer* request, grpc::ByteBuffer* response,
            Work work)
      : state_(*state),
        scope_(&state->calls),
        method_(method),
        control_(context->deadline()),
        // The buffer is no constant, only lent as one. It is emptied once it is
        // parsed, so that a large request is not held twice while it is worked
        // on.
        request_bytes_(const_cast<grpc::ByteBuffer*>(request)),
        response_bytes_(response),
        work_(std::move(work)) {}

  void Begin(WorkPlace place) {
    const size_t size = request_bytes_->Length();
    if (size > state_.config.max_message_bytes) {
      End(LimitExceededError("max_message_bytes", "the request has bytes:",
                             size, state_.config.max_message_bytes));
      return;
    }
    auto ticket = state_.admission.TryAdmit(size);
    if (!ticket.has_value()) {
      End(ServerBusyError(state_.admission.in_flight(),
                          state_.admission.budget()));
      return;
    }
    ticket_ = *std::move(ticket);
    if (place == WorkPlace::kWorkers || size >= kWorkerBytes) {
      asio::post(state_.workers, [this] { Run(); });
    } else {
      Run();
    }
  }

  void Run() {
    End(CatchExceptions([this]() -> absl::Status {
      // It may have waited for a worker.
      TRANSCDR_RETURN_IF_ERROR(control_.Check());
      Request request;
      TRANSCDR_RETURN_IF_ERROR(ParseMessage(request_bytes_, &request));
      Response response;
      const absl::Status done =
          work_(request, control_, &response, &diagnostics_);
      if constexpr (requires { request.schema_id(); }) {
        if (!done.ok())
          schema_id_ = request.schema_id().substr(0, kMaxLoggedId);
      }
      if (!done.ok()) return done;
      TRANSCDR_RETURN_IF_ERROR(SerializeMessage(response, response_bytes_));
      ticket_.Add(response_bytes_->Length());
      return absl::OkStatus();
    }));
  }

  void End(const absl::Status& status) {
    if (status.ok()) {
      Finish(grpc::Status::OK);
      return;
    }
    LogFailedCall(method_, schema_id_, status);
    Finish(ToGrpcStatus(status, diagnostics_));
  }

  ServingState& state_;
  const CallTracker::Scope scope_;
  const std::string_view method_;
  CallControl control_;
  grpc::ByteBuffer* const request_bytes_;
  grpc::ByteBuffer* const response_bytes_;
  const Work work_;
  // Held until the response is sent.
  Admission::Ticket ticket_;
  std::string schema_id_;  // for the log
  std::vector<Diagnostic> diagnostics_;
};

}  // namespace transcdr

#endif  // TRANSCDR_SERVER_UNARY_CALL_H_
