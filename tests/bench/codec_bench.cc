// codec_bench: what one translation costs, against hand-written code for the
// same message in the same run. README.md explains the table.

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "benchmark/benchmark.h"
#include "codec/base/limits.h"
#include "codec/plan/codec_plan.h"
#include "codec/registry/frontends.h"
#include "codec/schema/schema_source.h"
#include "codec/transcode/encoding.h"
#include "codec/transcode/options.h"
#include "codec/transcode/transcoder.h"
#include "codec/type/diagnostic.h"
#include "tests/bench/bench_report.h"
#include "tests/bench/messages.h"
#include "tests/bench/straight_line.h"

namespace transcdr::bench {
namespace {

constexpr char kMemcpy[] = "memcpy";
constexpr char kStraightDecode[] = "straight to msgpack";
constexpr char kStraightEncode[] = "straight from msgpack";

[[noreturn]] void Die(const std::string& message, const std::string& why) {
  std::fprintf(stderr, "codec_bench: %s: %s\n", message.c_str(), why.c_str());
  std::exit(1);
}

// A message, its plan, its documents, and the hand-written code for it.
struct Case {
  Message message;
  StraightLine straight_decode;
  StraightLine straight_encode;
  std::shared_ptr<const CodecPlan> plan;
  std::string msgpack;
  std::string json;

  const std::string& DocumentIn(DocumentFormat format) const {
    return format == DocumentFormat::kMessagePack ? msgpack : json;
  }
};

std::shared_ptr<const CodecPlan> Compile(const Message& message) {
  const SchemaSource source{.language = SchemaLanguage::kRosMsg,
                            .root_type = message.root_type,
                            .text = message.schema};
  std::vector<Diagnostic> diagnostics;
  std::optional<Schema> schema = ParseSchema(
      source, DefaultProfile(source.language), SchemaLimits(), &diagnostics);
  std::shared_ptr<const CodecPlan> plan;
  if (schema.has_value()) {
    plan = CompilePlan(std::move(*schema), AllFormats(), SchemaLimits(),
                       &diagnostics);
  }
  if (plan == nullptr) Die(message.name, Render(diagnostics));
  return plan;
}

std::string DecodeOrDie(const Case& c, DocumentFormat format) {
  TranscodeScratch scratch;
  DecodeReport report;
  std::string document;
  const absl::Status status =
      Decode(*c.plan, c.message.payload, {.format = format}, scratch, &document,
             &report);
  if (!status.ok()) Die(c.message.name, status.ToString());
  return document;
}

void CheckEncode(const Case& c, DocumentFormat format) {
  TranscodeScratch scratch;
  std::string payload;
  const absl::Status status = Encode(*c.plan, c.DocumentIn(format),
                                     {.format = format}, scratch, &payload);
  if (!status.ok()) Die(c.message.name, status.ToString());
  if (payload != c.message.payload) Die(c.message.name, "Encode differs");
}

// The hand-written code has to do the same work: the same bytes come out.
void CheckStraight(const Case& c, StraightLine translate,
                   std::string_view input, std::string_view expected) {
  std::vector<uint8_t> output(expected.size() + 16);
  const size_t size = translate(input, output);
  if (size != expected.size() ||
      std::memcmp(output.data(), expected.data(), size) != 0) {
    Die(c.message.name, "the straight-line translator's output differs");
  }
}

Case MakeCase(Message message, StraightLine decode, StraightLine encode) {
  Case c{.message = std::move(message),
         .straight_decode = decode,
         .straight_encode = encode};
  c.plan = Compile(c.message);
  c.msgpack = DecodeOrDie(c, DocumentFormat::kMessagePack);
  c.json = DecodeOrDie(c, DocumentFormat::kJson);
  CheckEncode(c, DocumentFormat::kMessagePack);
  CheckEncode(c, DocumentFormat::kJson);
  CheckStraight(c, c.straight_decode, c.message.payload, c.msgpack);
  CheckStraight(c, c.straight_encode, c.msgpack, c.message.payload);
  return c;
}

void BenchMemcpy(benchmark::State& state, const Case& c) {
  std::vector<char> copy(c.message.payload.size());
  for (auto _ : state) {
    std::memcpy(copy.data(), c.message.payload.data(), copy.size());
    benchmark::DoNotOptimize(copy.data());
    benchmark::ClobberMemory();
  }
}

void BenchStraight(benchmark::State& state, StraightLine translate,
                   std::string_view input, size_t output_size) {
  std::vector<uint8_t> output(output_size + 16);
  for (auto _ : state) {
    benchmark::DoNotOptimize(input);
    benchmark::DoNotOptimize(translate(input, output));
    benchmark::ClobberMemory();
  }
}

// As a server does it: scratch and the output's memory are kept, the output is
// built from empty.
void BenchDecode(benchmark::State& state, const Case& c,
                 DocumentFormat format) {
  const DecodeOptions options{.format = format};
  TranscodeScratch scratch;
  DecodeReport report;
  std::string document;
  for (auto _ : state) {
    document.clear();
    const absl::Status status = Decode(*c.plan, c.message.payload, options,
                                       scratch, &document, &report);
    benchmark::DoNotOptimize(status.ok());
    benchmark::DoNotOptimize(document.data());
    benchmark::ClobberMemory();
  }
}

void BenchEncode(benchmark::State& state, const Case& c,
                 DocumentFormat format) {
  const EncodeOptions options{.format = format};
  TranscodeScratch scratch;
  std::string payload;
  for (auto _ : state) {
    payload.clear();
    const absl::Status status =
        Encode(*c.plan, c.DocumentIn(format), options, scratch, &payload);
    benchmark::DoNotOptimize(status.ok());
    benchmark::DoNotOptimize(payload.data());
    benchmark::ClobberMemory();
  }
}

// Registers the benchmarks of a case, in the order of the table.
void Register(const Case& c, std::vector<Line>* lines) {
  const auto add = [&](const char* operation, const char* floor, auto bench) {
    const Line& line = lines->emplace_back(
        Line{c.message.name, operation, c.message.payload.size(), floor});
    benchmark::RegisterBenchmark((line.message + "/" + line.operation).c_str(),
                                 bench);
  };
  add(kMemcpy, "", [&c](benchmark::State& s) { BenchMemcpy(s, c); });
  add(kStraightDecode, "", [&c](benchmark::State& s) {
    BenchStraight(s, c.straight_decode, c.message.payload, c.msgpack.size());
  });
  add("decode to msgpack", kStraightDecode, [&c](benchmark::State& s) {
    BenchDecode(s, c, DocumentFormat::kMessagePack);
  });
  add("decode to json", "",
      [&c](benchmark::State& s) { BenchDecode(s, c, DocumentFormat::kJson); });
  add(kStraightEncode, "", [&c](benchmark::State& s) {
    BenchStraight(s, c.straight_encode, c.msgpack, c.message.payload.size());
  });
  add("encode from msgpack", kStraightEncode, [&c](benchmark::State& s) {
    BenchEncode(s, c, DocumentFormat::kMessagePack);
  });
  add("encode from json", "",
      [&c](benchmark::State& s) { BenchEncode(s, c, DocumentFormat::kJson); });
}

int Main(int argc, char** argv) {
  // Defaults that the command line may override: medians of repetitions that
  // are spread over the whole run, so that a busy moment meets all alike.
  std::vector<std::string> defaults = {
      argv[0], "--benchmark_repetitions=9", "--benchmark_min_time=0.05",
      "--benchmark_enable_random_interleaving=true"};
  std::vector<char*> args;
  for (std::string& arg : defaults) args.push_back(arg.data());
  args.insert(args.end(), argv + 1, argv + argc);
  int count = static_cast<int>(args.size());
  args.push_back(nullptr);
  benchmark::Initialize(&count, args.data());
  if (benchmark::ReportUnrecognizedArguments(count, args.data())) return 1;

  std::vector<Case> cases;
  cases.push_back(MakeCase(JointState(8), DecodeJointState, EncodeJointState));
  cases.push_back(
      MakeCase(JointState(10'000), DecodeJointState, EncodeJointState));
  cases.push_back(MakeCase(Imu(), DecodeImu, EncodeImu));
  cases.push_back(MakeCase(PoseArray(100), DecodePoseArray, EncodePoseArray));
  cases.push_back(
      MakeCase(PointCloud2(62'500), DecodePointCloud2, EncodePointCloud2));

  std::vector<Line> lines;
  for (const Case& c : cases) Register(c, &lines);
  TableReporter reporter(std::move(lines));
  return benchmark::RunSpecifiedBenchmarks(&reporter) > 0 ? 0 : 1;
}

}  // namespace
}  // namespace transcdr::bench

int main(int argc, char** argv) { return transcdr::bench::Main(argc, argv); }
