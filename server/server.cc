#include "server/server.h"

#include <grpc/grpc.h>
#include <grpcpp/ext/proto_server_reflection_plugin.h>
#include <grpcpp/health_check_service_interface.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <future>
#include <string_view>
#include <thread>
#include <utility>

#include "absl/strings/str_cat.h"
#include "codec/base/status_macros.h"
#include "server/logging.h"

namespace transcdr {
namespace {

constexpr char kCodecServiceName[] = "transcdr.v1.CodecService";
constexpr char kSchemaServiceName[] = "transcdr.v1.SchemaService";

// How often a drain looks at what still runs.
constexpr std::chrono::milliseconds kDrainPoll{20};
// A call that gRPC accepted just before the drain may not be counted yet.
constexpr int kQuietPolls = 5;

// Unix sockets get mode 0660 from the moment they exist. The mask is the
// process's: nothing else creates files meanwhile.
class SocketUmask {
 public:
  SocketUmask() : before_(umask(0117)) {}
  ~SocketUmask() { umask(before_); }
  SocketUmask(const SocketUmask&) = delete;
  SocketUmask& operator=(const SocketUmask&) = delete;

 private:
  const mode_t before_;
};

std::string FolderOf(const std::string& path) {
  const size_t slash = path.rfind('/');
  return slash == std::string::npos || slash == 0 ? "" : path.substr(0, slash);
}

// Makes way for a Unix socket. For the default one its folder too.
absl::Status PrepareUnix(const ListenAddress& address, bool make_folder) {
  const std::string folder = FolderOf(address.path);
  if (make_folder && !folder.empty()) mkdir(folder.c_str(), 0755);
  if (!folder.empty() && access(folder.c_str(), W_OK | X_OK) != 0) {
    return absl::FailedPreconditionError(absl::StrCat(
        "the folder ", folder, " does not exist or cannot be written to"));
  }
  return PrepareUnixSocket(address.path);
}

}  // namespace

Server::Server(Config config)
    : state_(std::move(config)),
      codec_service_(&state_),
      schema_service_(&state_) {}

Server::~Server() {
  Drain();
  state_.workers.join();
}

absl::StatusOr<std::unique_ptr<Server>> Server::Start(Config config) {
  std::unique_ptr<Server> server(new Server(std::move(config)));
  TRANSCDR_RETURN_IF_ERROR(server->Listen());
  const Config& effective = server->state_.config;
  if (!effective.port_file.empty()) {
    TRANSCDR_RETURN_IF_ERROR(
        WritePortFile(effective.port_file, server->addresses_));
  }
  return server;
}

absl::Status Server::Listen() {
  const Config& config = state_.config;
  grpc::EnableDefaultHealthCheckService(true);
  grpc::reflection::InitProtoReflectionServerBuilderPlugin();

  grpc::ServerBuilder builder;
  // The services check sizes themselves: their error names the flag. Nothing is
  // lost by it, since gRPC 1.51 receives a message whole before it compares.
  builder.SetMaxReceiveMessageSize(-1);
  // Two daemons on one port would share its connections, to everybody's
  // surprise.
  builder.AddChannelArgument(GRPC_ARG_ALLOW_REUSEPORT, 0);

  for (const std::string& text : config.listen) {
    TRANSCDR_ASSIGN_OR_RETURN(ListenAddress address,
                              ListenAddress::Parse(text));
    if (address.is_unix) {
      const absl::Status prepared =
          PrepareUnix(address, config.listen_is_default);
      if (!prepared.ok()) {
        if (config.listen_is_default) {
          LogEvent(
              spdlog::level::warn, "listener left out",
              {{"address", text}, {"why", std::string(prepared.message())}});
          continue;
        }
        return absl::FailedPreconditionError(absl::StrCat(
            "cannot listen on ", text, ": ", std::string(prepared.message())));
      }
    }
    bound_.push_back(std::move(address));
  }
  std::vector<int> ports(bound_.size(), -1);
  for (size_t i = 0; i < bound_.size(); ++i) {
    builder.AddListeningPort(bound_[i].ToString(),
                             grpc::InsecureServerCredentials(), &ports[i]);
  }
  builder.RegisterService(&codec_service_);
  builder.RegisterService(&schema_service_);
  {
    const SocketUmask mask;
    server_ = builder.BuildAndStart();
  }
  if (server_ == nullptr) {
    // Listeners are made in order; the first that failed has no port.
    const auto failed = std::find_if(ports.begin(), ports.end(),
                                     [](int port) { return port <= 0; });
    std::string message = "cannot listen";
    if (failed != ports.end()) {
      const ListenAddress& address =
          bound_[static_cast<size_t>(failed - ports.begin())];
      absl::StrAppend(&message, " on ", address.ToString(), ": ",
                      WhyNotBound(address));
    }
    bound_.clear();
    return absl::FailedPreconditionError(message);
  }
  for (size_t i = 0; i < bound_.size(); ++i) {
    if (!bound_[i].is_unix) {
      bound_[i].port = static_cast<uint16_t>(ports[i]);
    }
    addresses_.push_back(bound_[i].ToString());
    LogEvent(spdlog::level::info, "listening", {{"address", addresses_[i]}});
  }
  grpc::HealthCheckServiceInterface* health = server_->GetHealthCheckService();
  health->SetServingStatus(kCodecServiceName, true);
  health->SetServingStatus(kSchemaServiceName, true);
  health->SetServingStatus(true);
  return absl::OkStatus();
}

void Server::Drain() {
  if (server_ == nullptr || bound_.empty()) return;
  using Clock = std::chrono::system_clock;
  const auto start = Clock::now();
  const auto deadline = start + state_.config.drain_timeout;
  LogEvent(spdlog::level::info, "draining",
           {{"calls", state_.calls.active()},
            {"timeout_ms", state_.config.drain_timeout.count()}});
  server_->GetHealthCheckService()->SetServingStatus(false);

  std::promise<void> stopped;
  std::future<void> is_stopped = stopped.get_future();
  std::thread shutdown([&] {
    // Closes the listeners, then waits for calls; cancels them at the deadline.
    server_->Shutdown(deadline);
    stopped.set_value();
  });
  int quiet_polls = 0;
  while (is_stopped.wait_for(kDrainPoll) == std::future_status::timeout) {
    state_.calls.EndStreamsIdleSince(std::chrono::steady_clock::now() -
                                     kIdleStreamGrace);
    quiet_polls = state_.calls.active() == 0 ? quiet_polls + 1 : 0;
    // Health watches and reflection streams would go on until the deadline.
    if (quiet_polls == kQuietPolls) {
      grpc_server_cancel_all_calls(server_->c_server());
    }
  }
  shutdown.join();
  server_->Wait();

  // gRPC removes its sockets itself; this is for what it may have left.
  for (const ListenAddress& address : bound_) {
    if (address.is_unix) unlink(address.path.c_str());
  }
  if (!state_.config.port_file.empty()) {
    unlink(state_.config.port_file.c_str());
  }
  bound_.clear();
  const auto took = std::chrono::duration_cast<std::chrono::milliseconds>(
      Clock::now() - start);
  LogEvent(spdlog::level::info, "stopped", {{"ms", took.count()}});
}

void RaiseFileLimit() {
  rlimit limit = {};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  const rlim_t before = limit.rlim_cur;
  limit.rlim_cur = limit.rlim_max;
  if (setrlimit(RLIMIT_NOFILE, &limit) != 0) limit.rlim_cur = before;
  LogEvent(spdlog::level::info, "open files",
           {{"limit", static_cast<uint64_t>(limit.rlim_cur)},
            {"before", static_cast<uint64_t>(before)}});
}

}  // namespace transcdr
