// Compares text with a file under tests/golden. To accept what changed, run the
// test with TRANSCDR_UPDATE_GOLDEN=1 in the environment and review the diff.

#ifndef TRANSCDR_TESTS_SUPPORT_GOLDEN_H_
#define TRANSCDR_TESTS_SUPPORT_GOLDEN_H_

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>

namespace transcdr {

// `name` is a path below TRANSCDR_GOLDEN_DIR, which the build defines. The file
// holds `actual` and a line break at its end.
inline void ExpectGolden(const std::string& name, std::string_view actual) {
  const std::filesystem::path path =
      std::filesystem::path(TRANSCDR_GOLDEN_DIR) / name;
  std::string text(actual);
  if (!text.ends_with('\n')) text += '\n';

  const char* update = std::getenv("TRANSCDR_UPDATE_GOLDEN");
  if (update != nullptr && std::string_view(update) == "1") {
    std::filesystem::create_directories(path.parent_path());
    std::ofstream out(path, std::ios::binary);
    out << text;
    ASSERT_TRUE(out.flush().good()) << "cannot write " << path;
    return;
  }
  std::ifstream in(path, std::ios::binary);
  ASSERT_TRUE(in.good()) << "no golden file " << path
                         << "; TRANSCDR_UPDATE_GOLDEN=1 makes it";
  std::ostringstream golden;
  golden << in.rdbuf();
  if (golden.str() == text) return;
  // Only the first difference: the diff of the whole is git's to show.
  std::istringstream expected_lines(golden.str());
  std::istringstream actual_lines(text);
  std::string expected_line;
  std::string actual_line;
  for (int line = 1;; ++line) {
    const bool has_expected = !!std::getline(expected_lines, expected_line);
    const bool has_actual = !!std::getline(actual_lines, actual_line);
    if (has_expected && has_actual && expected_line == actual_line) continue;
    ADD_FAILURE() << path << ":" << line << " is\n  "
                  << (has_expected ? expected_line : "(the end)")
                  << "\nbut the test gives\n  "
                  << (has_actual ? actual_line : "(the end)")
                  << "\nTRANSCDR_UPDATE_GOLDEN=1 takes all of it over.";
    return;
  }
}

}  // namespace transcdr

#endif  // TRANSCDR_TESTS_SUPPORT_GOLDEN_H_
