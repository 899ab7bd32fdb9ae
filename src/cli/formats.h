// The formats of reports, and where each goes: "sarif:out.sarif", "full", "out.txt".
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace graphmend::cli {

enum class Format {
  Full,
  Concise,
  Grouped,
  Json,
  JsonLines,
  Sarif,
  Github,
  Gitlab,
  Junit,
  Rdjson,
  Pylint,
  Azure,
  Markdown,
  Text,
  Mermaid,
  Schema
};

struct Report {
  Format format = Format::Full;
  std::string path;  // empty: standard output
};

// `formats` (--output-format) are FORMAT or FORMAT:FILE; `outputs` (-o) may also be a FILE, which
// the one report without a file goes to. At most one report goes to standard output, and no two go
// to one file.
base::Result<std::vector<Report>> ParseReports(const std::vector<std::string>& formats,
                                               const std::vector<std::string>& outputs);

// "sarif"
std::string_view NameOf(Format format);

}  // namespace graphmend::cli
