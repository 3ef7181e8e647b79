// Runs a fuzz target over files: what libFuzzer does with a corpus, in any
// build. Arguments: files and folders. Every input is also run cut to each
// half, quarter, ..., so that a few seeds reach the code for input that ends.

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

namespace {

// In a heap block of exactly its size: sanitizers see what is read beyond it.
void Run(const std::string& input, size_t size) {
  const auto block = std::make_unique<uint8_t[]>(size);
  std::memcpy(block.get(), input.data(), size);
  LLVMFuzzerTestOneInput(block.get(), size);
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<std::filesystem::path> files;
  for (int i = 1; i < argc; ++i) {
    if (std::filesystem::is_directory(argv[i])) {
      for (const auto& entry : std::filesystem::directory_iterator(argv[i])) {
        files.push_back(entry.path());
      }
    } else {
      files.emplace_back(argv[i]);
    }
  }
  std::sort(files.begin(), files.end());
  if (files.empty()) {
    std::fprintf(stderr, "no input\n");
    return 1;
  }
  for (const auto& file : files) {
    std::ifstream in(file, std::ios::binary);
    const std::string input{std::istreambuf_iterator<char>(in),
                            std::istreambuf_iterator<char>()};
    if (!in) {
      std::fprintf(stderr, "cannot read %s\n", file.c_str());
      return 1;
    }
    for (size_t size = input.size();; size /= 2) {
      Run(input, size);
      if (size == 0) break;
    }
  }
  std::printf("%zu inputs\n", files.size());
  return 0;
}
