// Reports by file: `grouped` for a terminal, `markdown` for a comment or a job's summary page.
#pragma once

#include <string>

#include "lint/outcome.h"
#include "report/style.h"

namespace graphmend::report {

std::string Grouped(const lint::Outcome& outcome, const Style& style);
std::string Markdown(const lint::Outcome& outcome);

}  // namespace graphmend::report
