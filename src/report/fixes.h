// What is said about fixes that were applied, or would be.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "report/style.h"
#include "source/source_file.h"

namespace graphmend::report {

struct FixLine {
  std::string path;
  std::uint32_t line = 0;
  std::optional<source::CellLine> cell = {};  // that line, in a notebook
  std::string code;
  std::string title;
  std::string difference;  // what may differ; empty where it is safe
};

// The files with their fixes, one line each, and what an unsafe one may change below it; empty when
// there are none.
std::string FixList(std::vector<FixLine> fixes, const Style& style);

// "Fixed 3 graph breaks in 2 files", or, where nothing is written, "Would fix …".
std::string FixSummary(const std::vector<FixLine>& fixes, bool only_shown, const Style& style);

}  // namespace graphmend::report
