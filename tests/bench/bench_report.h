// Prints what the benchmarks measured as a table, one line an operation.

#ifndef TRANSCDR_TESTS_BENCH_BENCH_REPORT_H_
#define TRANSCDR_TESTS_BENCH_BENCH_REPORT_H_

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "benchmark/benchmark.h"

namespace transcdr::bench {

// One line of the table. Its benchmark is named message + "/" + operation.
struct Line {
  std::string message;
  std::string operation;
  size_t payload_bytes = 0;
  // The operation of the same message that `ratio` divides by; empty: none.
  std::string floor;
};

// Collects medians of CPU time and prints the table at the end.
class TableReporter : public benchmark::BenchmarkReporter {
 public:
  explicit TableReporter(std::vector<Line> lines);

  bool ReportContext(const Context& context) override;
  void ReportRuns(const std::vector<Run>& runs) override;
  void Finalize() override;

 private:
  std::vector<Line> lines_;
  // By name of the benchmark: nanoseconds of every repetition.
  std::map<std::string, std::vector<double>> times_;
};

}  // namespace transcdr::bench

#endif  // TRANSCDR_TESTS_BENCH_BENCH_REPORT_H_
