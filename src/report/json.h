// The report for programs. Its fields are in src/report/README.md; `version` there goes up when a
// field changes its meaning or goes away, and not when one is added.
#pragma once

#include <string>

#include "lint/outcome.h"

namespace graphmend::report {

inline constexpr int kJsonVersion = 1;

struct JsonOptions {
  std::string tool_version;
  bool statistics = false;
};

std::string Json(const lint::Outcome& outcome, const JsonOptions& options);

// The findings of that report, each an object on a line of its own.
std::string JsonLines(const lint::Outcome& outcome);

// `graphmend entries --output-format json`.
std::string EntriesJson(const std::vector<infer::Entry>& entries,
                        const std::vector<infer::Hole>& holes);

// `graphmend rules --output-format json`.
std::string RulesJson();

}  // namespace graphmend::report
