// Runs targets on files: what was found once stays found, without libFuzzer.
//
//   graphmend_replay CORPUS            each file of the folder of each target
//   graphmend_replay TARGET FILE…      these files
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "targets/target.h"

namespace {

namespace fs = std::filesystem;
using graphmend::fuzz::Target;

void Run(const Target& target, const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  const std::string bytes((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
  // Known where the next line is that of a sanitizer.
  std::fprintf(stderr, "%s\n", file.c_str());
  target.run(bytes);
}

std::vector<fs::path> FilesIn(const fs::path& folder) {
  std::vector<fs::path> files;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder))
    if (entry.is_regular_file()) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) return std::fputs("usage: graphmend_replay CORPUS | TARGET FILE…\n", stderr), 2;
  graphmend::fuzz::every_report = true;
  std::size_t count = 0;
  if (const Target* target = graphmend::fuzz::FindTarget(argv[1])) {
    for (int i = 2; i < argc; ++i, ++count) Run(*target, argv[i]);
  } else {
    for (const Target& each : graphmend::fuzz::Targets())
      for (const fs::path& file : FilesIn(fs::path(argv[1]) / each.corpus)) {
        Run(each, file);
        ++count;
      }
  }
  std::printf("%zu files\n", count);
  return count == 0;
}
