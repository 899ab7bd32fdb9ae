// One report of a check, in any format.
#pragma once

#include <functional>
#include <string>

#include "cli/formats.h"
#include "cli/output.h"
#include "lint/outcome.h"
#include "report/style.h"

namespace graphmend::cli {

struct RenderOptions {
  report::Style style;
  bool statistics = false;
  int exit_status = 0;
  bool sarif_suppressions = false;  // suppressed findings too
  // The bytes of a file with findings, as they are on disk.
  std::function<std::string(const source::SourceFile&)> bytes;
};

std::string Render(Format format, const lint::Outcome& outcome, const RenderOptions& options);

}  // namespace graphmend::cli
