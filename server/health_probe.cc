#include "server/health_probe.h"

#include <grpcpp/grpcpp.h>

#include <memory>

#include "grpc/health/v1/health.grpc.pb.h"

namespace transcdr {

ProbeResult ProbeHealth(const std::string& address,
                        std::chrono::milliseconds timeout) {
  namespace health = grpc::health::v1;
  grpc::ChannelArguments arguments;
  // The daemon is near; a proxy of the environment is not on the way to it.
  arguments.SetInt(GRPC_ARG_ENABLE_HTTP_PROXY, 0);
  const auto stub = health::Health::NewStub(grpc::CreateCustomChannel(
      address, grpc::InsecureChannelCredentials(), arguments));
  grpc::ClientContext context;
  context.set_deadline(std::chrono::system_clock::now() + timeout);
  health::HealthCheckResponse response;
  const grpc::Status status =
      stub->Check(&context, health::HealthCheckRequest(), &response);
  if (!status.ok()) {
    return {false, "cannot ask " + address + ": " + status.error_message()};
  }
  return {response.status() == health::HealthCheckResponse::SERVING,
          health::HealthCheckResponse::ServingStatus_Name(response.status())};
}

}  // namespace transcdr
