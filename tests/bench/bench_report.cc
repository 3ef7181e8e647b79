#include "tests/bench/bench_report.h"

#include <algorithm>
#include <cstdio>
#include <utility>

namespace transcdr::bench {
namespace {

// REQUIRES: !times.empty().
double Median(std::vector<double> times) {
  std::sort(times.begin(), times.end());
  const size_t middle = times.size() / 2;
  return times.size() % 2 == 1 ? times[middle]
                               : (times[middle - 1] + times[middle]) / 2;
}

}  // namespace

TableReporter::TableReporter(std::vector<Line> lines)
    : lines_(std::move(lines)) {}

bool TableReporter::ReportContext(const Context& context) {
  PrintBasicContext(&GetErrorStream(), context);
  return true;
}

void TableReporter::ReportRuns(const std::vector<Run>& runs) {
  for (const Run& run : runs) {
    if (run.run_type != Run::RT_Iteration) continue;
    times_[run.run_name.function_name].push_back(
        run.cpu_accumulated_time / static_cast<double>(run.iterations) * 1e9);
  }
}

void TableReporter::Finalize() {
  std::printf("%-17s %9s  %-21s %12s %8s %7s %7s\n", "message", "bytes",
              "operation", "ns/message", "MB/s", "ratio", "spread");
  for (const Line& line : lines_) {
    const auto times = times_.find(line.message + "/" + line.operation);
    if (times == times_.end()) continue;  // filtered out
    const double median = Median(times->second);
    const auto [low, high] =
        std::minmax_element(times->second.begin(), times->second.end());
    std::printf("%-17s %9zu  %-21s %12.1f %8.0f", line.message.c_str(),
                line.payload_bytes, line.operation.c_str(), median,
                static_cast<double>(line.payload_bytes) / median * 1e3);
    const auto floor = times_.find(line.message + "/" + line.floor);
    if (floor == times_.end()) {
      std::printf(" %7s", "-");
    } else {
      std::printf(" %7.2f", median / Median(floor->second));
    }
    std::printf(" %6.0f%%\n", (*high - *low) / median * 100);
  }
}

}  // namespace transcdr::bench
