// Runs the cases:
//
//   graphmend_cases [--update] [--no-coverage] [--stop] [FILE.md[::TITLE] | FOLDER]…
//
// Without arguments all cases below tests/cases, rules and fixes run, and then the coverage of
// rules, observations, instructions, stubs and transfers is checked. One line is printed for each
// failure; `--update` rewrites snapshot blocks instead of failing on them; `--stop` ends behind the
// first file that has a failure. See harness/case.h for what a case is, harness/markers.h for what
// its comments mean.
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "harness/case.h"
#include "harness/coverage.h"
#include "harness/run.h"

namespace graphmend::harness {
namespace {

namespace fs = std::filesystem;

struct Request {
  bool update = false;
  bool coverage = true;
  bool stop = false;
  std::string title;  // only cases whose title contains it
  std::vector<std::string> files;
};

void AddPath(const std::string& path, Request& request) {
  if (!fs::is_directory(path)) {
    request.files.push_back(path);
    return;
  }
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(path))
    if (entry.path().extension() == ".md" && entry.path().filename() != "README.md")
      request.files.push_back(entry.path().generic_string());
}

Request ReadArguments(int argc, char** argv) {
  Request request;
  for (int i = 1; i < argc; ++i) {
    std::string argument = argv[i];
    if (argument == "--update") {
      request.update = true;
    } else if (argument == "--no-coverage") {
      request.coverage = false;
    } else if (argument == "--stop") {
      request.stop = true;
    } else {
      const std::size_t title = argument.find("::");
      if (title != std::string::npos) {
        request.title = argument.substr(title + 2);
        argument.resize(title);
      }
      request.coverage = false;  // only part of the cases
      AddPath(argument, request);
    }
  }
  if (request.files.empty()) {
    AddPath("tests/cases", request);
    AddPath("rules", request);
    AddPath("fixes", request);
  }
  std::sort(request.files.begin(), request.files.end());
  return request;
}

// "branch-on-tensor" for rules/branch_on_tensor.md, "keep-mask" for fixes/keep_mask.md; "" for
// other pages.
std::string SubjectOf(const std::string& path) {
  const fs::path folder = fs::path(path).parent_path().filename();
  if (folder != "rules" && folder != "fixes") return "";
  std::string name = fs::path(path).stem().generic_string();
  std::replace(name.begin(), name.end(), '_', '-');
  return name;
}

void Rewrite_(const CaseFile& file, std::vector<Rewrite> rewrites) {
  std::sort(rewrites.begin(), rewrites.end(),
            [](const Rewrite& a, const Rewrite& b) { return a.first_line < b.first_line; });
  std::ofstream out(file.path, std::ios::binary);
  std::uint32_t line = 1;
  for (const Rewrite& rewrite : rewrites) {
    for (; line < rewrite.first_line; ++line) out << file.lines[line - 1] << '\n';
    out << rewrite.text;
    line += rewrite.line_count;
  }
  for (; line <= file.lines.size(); ++line) out << file.lines[line - 1] << '\n';
}

void Print(const std::string& path, const std::string& title,
           const std::vector<Failure>& failures) {
  for (const Failure& failure : failures)
    std::printf("%s:%u: %s%s%s\n", path.c_str(), failure.line, title.c_str(),
                title.empty() ? "" : ": ", failure.message.c_str());
}

struct Tally {
  std::size_t cases = 0;
  std::size_t passed = 0;
  bool failed = false;
};

void RunFile(const std::string& path, const Request& request, Exercised& exercised, Tally& tally) {
  std::ifstream in(path, std::ios::binary);
  if (!in) {
    std::printf("%s: cannot be read\n", path.c_str());
    tally.failed = true;
    return;
  }
  const std::string text((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
  std::vector<Failure> trouble;
  const CaseFile file = ParseCaseFile(path, text, trouble);
  Print(path, "", trouble);
  tally.failed |= !trouble.empty();
  const std::string rule = SubjectOf(path);
  std::vector<Rewrite> rewrites;
  for (const Case& one : file.cases) {
    if (one.title.find(request.title) == std::string::npos) continue;
    CaseResult result = RunCase(one, rule, exercised);
    ++tally.cases;
    if (request.update) {
      std::erase_if(result.failures, [](const Failure& failure) {
        return failure.message.starts_with("the snapshot differs");
      });
      rewrites.insert(rewrites.end(), result.rewrites.begin(), result.rewrites.end());
    }
    tally.passed += result.failures.empty();
    Print(path, one.title, result.failures);
  }
  if (!rewrites.empty()) {
    Rewrite_(file, rewrites);
    std::printf("%s: %zu snapshots rewritten\n", path.c_str(), rewrites.size());
  }
}

int Main(int argc, char** argv) {
  const Request request = ReadArguments(argc, argv);
  Exercised exercised;
  Tally tally;
  for (const std::string& path : request.files) {
    RunFile(path, request, exercised, tally);
    std::fflush(stdout);  // what follows may crash
    if (request.stop && (tally.failed || tally.passed != tally.cases)) return 1;
  }
  if (request.coverage) {
    const std::vector<std::string> missing = MissingCoverage(exercised);
    for (const std::string& line : missing) std::printf("coverage: %s\n", line.c_str());
    tally.failed |= !missing.empty();
  }
  std::printf("%zu cases, %zu passed\n", tally.cases, tally.passed);
  if (tally.cases == 0) std::printf("no case has been run\n");
  return tally.failed || tally.passed != tally.cases || tally.cases == 0;
}

}  // namespace
}  // namespace graphmend::harness

int main(int argc, char** argv) { return graphmend::harness::Main(argc, argv); }
