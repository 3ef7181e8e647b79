// The real binary as a process: flags, environment, files, signals, logs. Its
// path comes from the build, or from the environment variable TRANSCDRD.

#include <fcntl.h>
#include <gmock/gmock.h>
#include <grpcpp/generic/generic_stub.h>
#include <grpcpp/grpcpp.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <sstream>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "tests/support/hex.h"
#include "transcdr/v1/codec_service.grpc.pb.h"
#include "transcdr/v1/schema_service.grpc.pb.h"

namespace transcdr {
namespace {

using namespace std::chrono_literals;
using ::testing::HasSubstr;
using ::testing::Not;

std::string BinaryPath() {
  const char* path = std::getenv("TRANSCDRD");
  return path != nullptr ? path : TRANSCDRD_BINARY;
}

std::string ReadFile(const std::string& path) {
  std::stringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

bool Exists(const std::string& path) {
  struct stat info;
  return lstat(path.c_str(), &info) == 0;
}

// A folder for one test, removed with it.
class TempFolder {
 public:
  TempFolder() {
    std::string pattern = testing::TempDir() + "/transcdrd_XXXXXX";
    path_ = mkdtemp(pattern.data());
  }
  ~TempFolder() { std::system(("rm -rf '" + path_ + "'").c_str()); }
  std::string File(const std::string& name) const { return path_ + "/" + name; }

 private:
  std::string path_;
};

// A process of the binary with its output in files.
class Process {
 public:
  Process(const TempFolder& folder, std::vector<std::string> arguments,
          const std::vector<std::string>& environment = {})
      : out_(folder.File("out")), err_(folder.File("err")) {
    arguments.insert(arguments.begin(), BinaryPath());
    std::vector<char*> argv;
    for (std::string& argument : arguments) argv.push_back(argument.data());
    argv.push_back(nullptr);
    pid_ = fork();
    if (pid_ != 0) return;
    const int out = open(out_.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    const int err = open(err_.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    dup2(out, 1);
    dup2(err, 2);
    for (const std::string& one : environment) {
      putenv(const_cast<char*>(one.c_str()));
    }
    execv(argv[0], argv.data());
    _exit(127);
  }
  ~Process() {
    if (pid_ <= 0) return;
    kill(pid_, SIGKILL);
    waitpid(pid_, nullptr, 0);
  }
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  void Signal(int signal) { kill(pid_, signal); }

  // The exit status, 1000 + the signal that killed it, or -1 when it still runs
  // after 20 s.
  int Wait() {
    for (int i = 0; i < 1'000; ++i) {
      int status = 0;
      if (waitpid(pid_, &status, WNOHANG) == pid_) {
        pid_ = -1;
        return WIFEXITED(status) ? WEXITSTATUS(status)
                                 : 1'000 + WTERMSIG(status);
      }
      std::this_thread::sleep_for(20ms);
    }
    return -1;
  }
  // Does not collect the process: Wait still tells its status.
  bool is_running() const {
    siginfo_t info = {};
    return pid_ > 0 &&
           waitid(P_PID, static_cast<id_t>(pid_), &info,
                  WEXITED | WNOHANG | WNOWAIT) == 0 &&
           info.si_pid == 0;
  }
  std::string out() const { return ReadFile(out_); }
  std::string err() const { return ReadFile(err_); }

 private:
  std::string out_;
  std::string err_;
  pid_t pid_ = -1;
};

class ServerProcessTest : public testing::Test {
 protected:
  // Starts a daemon on a free port and a socket, and waits until it serves.
  void StartDaemon(std::vector<std::string> more = {},
                   const std::vector<std::string>& environment = {}) {
    std::vector<std::string> arguments = {
        "--listen=127.0.0.1:0", "--listen=unix:" + folder_.File("sock"),
        "--port-file=" + folder_.File("port")};
    arguments.insert(arguments.end(), more.begin(), more.end());
    daemon_ = std::make_unique<Process>(folder_, arguments, environment);
    for (int i = 0; i < 1'000 && !Exists(folder_.File("port")); ++i) {
      ASSERT_TRUE(daemon_->is_running()) << daemon_->err();
      std::this_thread::sleep_for(20ms);
    }
    std::istringstream lines(ReadFile(folder_.File("port")));
    ASSERT_TRUE(std::getline(lines, tcp_));
    ASSERT_TRUE(std::getline(lines, unix_));
    std::string rest;
    ASSERT_FALSE(std::getline(lines, rest));
    grpc::ChannelArguments channel_arguments;
    channel_arguments.SetInt(GRPC_ARG_ENABLE_HTTP_PROXY, 0);
    channel_ = grpc::CreateCustomChannel(
        tcp_, grpc::InsecureChannelCredentials(), channel_arguments);
    codec_ = v1::CodecService::NewStub(channel_);
    schemas_ = v1::SchemaService::NewStub(channel_);
  }

  std::string Register(const std::string& text) {
    v1::RegisterSchemaRequest request;
    request.mutable_ros_msg()->set_text(text);
    request.set_root_type("demo/msg/Sample");
    v1::RegisterSchemaResponse response;
    grpc::ClientContext context;
    const grpc::Status status =
        schemas_->RegisterSchema(&context, request, &response);
    EXPECT_TRUE(status.ok()) << status.error_message();
    return response.schema_id();
  }

  // Runs the binary to its end.
  int Run(std::vector<std::string> arguments, std::string* out,
          std::string* err, const std::vector<std::string>& environment = {}) {
    const TempFolder folder;
    Process process(folder, std::move(arguments), environment);
    const int status = process.Wait();
    *out = process.out();
    *err = process.err();
    return status;
  }

  TempFolder folder_;
  std::unique_ptr<Process> daemon_;
  std::string tcp_;
  std::string unix_;
  std::shared_ptr<grpc::Channel> channel_;
  std::unique_ptr<v1::CodecService::Stub> codec_;
  std::unique_ptr<v1::SchemaService::Stub> schemas_;
};

TEST_F(ServerProcessTest, HelpVersionAndConfig) {
  std::string out;
  std::string err;
  EXPECT_EQ(Run({"--help"}, &out, &err), 0);
  EXPECT_THAT(out, HasSubstr("--listen"));
  EXPECT_THAT(out, HasSubstr("TRANSCDRD_DRAIN_TIMEOUT"));
  EXPECT_EQ(err, "");
  EXPECT_EQ(Run({"--version"}, &out, &err), 0);
  EXPECT_THAT(out, ::testing::MatchesRegex("transcdrd [0-9.]+ .gRPC .*\n"));
  EXPECT_EQ(Run({"--print-config", "--max-depth=7"}, &out, &err,
                {"TRANSCDRD_MAX_ELEMENTS=99", "TRANSCDRD_MAX_DEPTH=8"}),
            0);
  EXPECT_THAT(out, HasSubstr("listen=127.0.0.1:50051\n"));
  EXPECT_THAT(out, HasSubstr("\nmax-depth=7\n"));
  EXPECT_THAT(out, HasSubstr("\nmax-elements=99\n"));
  EXPECT_EQ(err, "");
}

TEST_F(ServerProcessTest, BadFlagsExitWith2) {
  std::string out;
  std::string err;
  EXPECT_EQ(Run({"--max-depth=deep"}, &out, &err), 2);
  EXPECT_THAT(err, HasSubstr("--max-depth"));
  EXPECT_EQ(out, "");
  EXPECT_EQ(Run({"--no-such-flag"}, &out, &err), 2);
  EXPECT_THAT(err, HasSubstr("--no-such-flag"));
  EXPECT_EQ(Run({}, &out, &err, {"TRANSCDRD_LOG_LEVEL=loud"}), 2);
  EXPECT_THAT(err, HasSubstr("TRANSCDRD_LOG_LEVEL"));
}

TEST_F(ServerProcessTest, AddressesThatCannotBeBoundExitWith1) {
  StartDaemon();
  std::string out;
  std::string err;
  EXPECT_EQ(Run({"--listen=" + tcp_}, &out, &err), 1);
  EXPECT_THAT(
      err, HasSubstr("cannot listen on " + tcp_ + ": Address already in use"));
  EXPECT_EQ(Run({"--listen=" + unix_}, &out, &err), 1);
  EXPECT_THAT(err, HasSubstr("another process listens on"));
  EXPECT_TRUE(Exists(folder_.File("sock")));
}

TEST_F(ServerProcessTest, ServesAndProbes) {
  StartDaemon();
  EXPECT_THAT(tcp_, ::testing::MatchesRegex("127\\.0\\.0\\.1:[1-9][0-9]*"));
  EXPECT_EQ(unix_, "unix:" + folder_.File("sock"));
  struct stat info;
  ASSERT_EQ(lstat(folder_.File("sock").c_str(), &info), 0);
  EXPECT_EQ(info.st_mode & 0777, 0660u);
  std::string out;
  std::string err;
  EXPECT_EQ(Run({"--probe", tcp_}, &out, &err), 0) << err;
  EXPECT_EQ(out, "SERVING\n");
  EXPECT_EQ(Run({"--probe", unix_}, &out, &err), 0) << err;
  daemon_->Signal(SIGINT);
  EXPECT_EQ(daemon_->Wait(), 0) << daemon_->err();
  EXPECT_FALSE(Exists(folder_.File("sock")));
  EXPECT_FALSE(Exists(folder_.File("port")));
  EXPECT_EQ(Run({"--probe", tcp_}, &out, &err), 1);
  EXPECT_NE(err, "");
}

TEST_F(ServerProcessTest, TakesItsListenersFromTheEnvironment) {
  daemon_ = std::make_unique<Process>(
      folder_, std::vector<std::string>{},
      std::vector<std::string>{
          "TRANSCDRD_LISTEN=127.0.0.1:0,unix:" + folder_.File("sock"),
          "TRANSCDRD_PORT_FILE=" + folder_.File("port")});
  for (int i = 0; i < 1'000 && !Exists(folder_.File("port")); ++i) {
    ASSERT_TRUE(daemon_->is_running()) << daemon_->err();
    std::this_thread::sleep_for(20ms);
  }
  EXPECT_THAT(ReadFile(folder_.File("port")),
              ::testing::EndsWith("\nunix:" + folder_.File("sock") + "\n"));
}

TEST_F(ServerProcessTest, ReplacesTheSocketOfADaemonThatDied) {
  StartDaemon();
  daemon_->Signal(SIGKILL);
  EXPECT_EQ(daemon_->Wait(), 1'000 + SIGKILL);
  ASSERT_TRUE(Exists(folder_.File("sock")));
  unlink(folder_.File("port").c_str());
  StartDaemon();
  EXPECT_NE(Register("float64 x\n"), "");
}

TEST_F(ServerProcessTest, SigtermEndsItWhileAStreamIsOpen) {
  StartDaemon();
  const std::string id = Register("float64 x\n");
  grpc::ClientContext context;
  const auto stream = codec_->DecodeStream(&context);
  v1::DecodeStreamRequest request;
  request.mutable_batch()->set_schema_id(id);
  request.mutable_batch()->add_payloads(Hex("00010000 000000000000f83f"));
  ASSERT_TRUE(stream->Write(request));
  v1::DecodeStreamResponse response;
  ASSERT_TRUE(stream->Read(&response));
  daemon_->Signal(SIGTERM);
  EXPECT_FALSE(stream->Read(&response));
  EXPECT_EQ(stream->Finish().error_code(), grpc::StatusCode::UNAVAILABLE);
  EXPECT_EQ(daemon_->Wait(), 0) << daemon_->err();
  EXPECT_THAT(daemon_->err(), HasSubstr("draining"));
  EXPECT_THAT(daemon_->err(), HasSubstr("stopped"));
}

TEST_F(ServerProcessTest, SecondSignalEndsItAtOnce) {
  StartDaemon({"--drain-timeout=60s"});
  const std::string id = Register("float64 x\n");
  grpc::ClientContext context;
  const auto stream = codec_->DecodeStream(&context);
  v1::DecodeStreamRequest request;
  request.mutable_batch()->set_schema_id(id);
  request.mutable_batch()->add_payloads(Hex("00010000 000000000000f83f"));
  // The stream is open before the signal; then the client keeps it busy, and
  // the drain from ending.
  v1::DecodeStreamResponse response;
  ASSERT_TRUE(stream->Write(request));
  ASSERT_TRUE(stream->Read(&response));
  std::thread client([&] {
    while (stream->Write(request) && stream->Read(&response)) {
    }
  });
  daemon_->Signal(SIGTERM);
  std::this_thread::sleep_for(300ms);
  EXPECT_TRUE(daemon_->is_running());
  daemon_->Signal(SIGTERM);
  EXPECT_EQ(daemon_->Wait(), 128 + SIGTERM);
  client.join();
  EXPECT_FALSE(stream->Finish().ok());
}

// Debian has no header for the messages of reflection, so they are written as
// bytes here. Its method is a stream, which a client that sends one message may
// call like a unary one.
std::string AskReflection(const std::shared_ptr<grpc::Channel>& channel,
                          const std::string& request_bytes) {
  grpc::GenericStub stub(channel);
  const grpc::Slice slice(request_bytes);
  const grpc::ByteBuffer request(&slice, 1);
  grpc::ByteBuffer response;
  grpc::ClientContext context;
  grpc::CompletionQueue queue;
  const auto call = stub.PrepareUnaryCall(
      &context,
      "/grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo", request,
      &queue);
  call->StartCall();
  grpc::Status status;
  call->Finish(&response, &status, nullptr);
  void* tag = nullptr;
  bool ok = false;
  EXPECT_TRUE(queue.Next(&tag, &ok));
  queue.Shutdown();
  EXPECT_FALSE(queue.Next(&tag, &ok));
  EXPECT_TRUE(status.ok()) << status.error_message();
  std::vector<grpc::Slice> slices;
  EXPECT_TRUE(response.Dump(&slices).ok());
  std::string bytes;
  for (const grpc::Slice& one : slices) {
    bytes.append(reinterpret_cast<const char*>(one.begin()), one.size());
  }
  return bytes;
}

TEST_F(ServerProcessTest, ReflectionDescribesEveryService) {
  StartDaemon();
  const std::string list = Hex("3a 01 2a");  // list_services: "*"
  const std::string services = AskReflection(channel_, list);
  for (const std::string& name : {std::string("transcdr.v1.CodecService"),
                                  std::string("transcdr.v1.SchemaService"),
                                  std::string("grpc.health.v1.Health")}) {
    EXPECT_THAT(services, HasSubstr(name));
    // file_containing_symbol: the name.
    std::string symbol = "\"";
    symbol.push_back(static_cast<char>(name.size()));
    const std::string file = AskReflection(channel_, symbol + name);
    EXPECT_THAT(file, HasSubstr(name.substr(name.rfind('.') + 1)));
    EXPECT_THAT(file, HasSubstr(".proto"));
    EXPECT_THAT(file, Not(HasSubstr("not found"))) << name;
  }
}

TEST_F(ServerProcessTest, LogsHoldNoPayloadAtAnyLevel) {
  StartDaemon({"--log-level=trace", "--log-format=json"});
  const std::string id = Register("string text\nuint8 small\n");
  const std::string secret = "hunter2secret";
  // Good, truncated, wrong kinds, unknown members: all quote the secret.
  for (const std::string& document :
       {"{\"text\":\"" + secret + "\"}", "{\"" + secret + "\":1}",
        "{\"small\":\"" + secret + "\"}", "{\"text\":\"" + secret,
        "{\"text\":\"" + secret + "\",\"text\":\"" + secret + "\"}"}) {
    v1::EncodeRequest request;
    request.set_schema_id(id);
    request.set_format(v1::DOCUMENT_FORMAT_JSON);
    request.set_document(document);
    v1::EncodeResponse response;
    grpc::ClientContext context;
    codec_->Encode(&context, request, &response);
    v1::EncodeBatchRequest batch;
    batch.set_schema_id(id);
    batch.set_format(v1::DOCUMENT_FORMAT_JSON);
    batch.add_documents(document);
    v1::EncodeBatchResponse batch_response;
    grpc::ClientContext batch_context;
    EXPECT_TRUE(
        codec_->EncodeBatch(&batch_context, batch, &batch_response).ok());
  }
  v1::DecodeRequest decode;
  decode.set_schema_id(id);
  decode.set_payload(Hex("00010000 ff000000") + secret);
  v1::DecodeResponse decoded;
  grpc::ClientContext context;
  EXPECT_FALSE(codec_->Decode(&context, decode, &decoded).ok());
  v1::DecodeRequest bad_id;
  bad_id.set_schema_id("not an id");
  grpc::ClientContext bad_context;
  EXPECT_FALSE(codec_->Decode(&bad_context, bad_id, &decoded).ok());
  daemon_->Signal(SIGTERM);
  EXPECT_EQ(daemon_->Wait(), 0);

  const std::string log = daemon_->err();
  EXPECT_THAT(log, Not(HasSubstr(secret)));
  EXPECT_THAT(log, HasSubstr("\"event\":\"starting\""));
  EXPECT_THAT(log, HasSubstr("\"event\":\"schema registered\""));
  EXPECT_THAT(log, HasSubstr("\"reason\":\"PAYLOAD_TRUNCATED\""));
  EXPECT_THAT(log, HasSubstr("\"reason\":\"MEMBER_UNKNOWN\""));
  EXPECT_THAT(log, HasSubstr("\"event\":\"items failed\""));
  EXPECT_THAT(log, HasSubstr(id));
  std::istringstream lines(log);
  std::string line;
  while (std::getline(lines, line)) {
    EXPECT_TRUE(line.starts_with("{\"time\":\"") && line.ends_with("}"))
        << line;
  }
}

}  // namespace
}  // namespace transcdr
