// Reports for people: `full` (code frame, reasons, help), `concise` (a line for each finding) and
// the statistics table. Columns are counted in characters, from 1.
#pragma once

#include <string>

#include "lint/outcome.h"
#include "report/style.h"

namespace graphmend::report {

std::string Full(const lint::Outcome& outcome, const Style& style);
std::string Concise(const lint::Outcome& outcome, const Style& style);
std::string Statistics(const lint::Outcome& outcome, const Style& style);

// One finding as `full` shows it, ending in a line end; also what `why` prints.
std::string Finding(const diag::Diagnostic& diagnostic, const Style& style);

// What was found, and in how much code.
std::string SummaryLine(const lint::Outcome& outcome, const Style& style);

// The end of the reports above: that line, and below it what was not followed, if anything.
std::string Summary(const lint::Outcome& outcome, const Style& style);

// What is known to be missing at a place, ending in a line end; what `why` prints.
std::string HoleLine(const infer::Hole& hole, const Style& style);

// "model.py:42:8"
std::string Place(const diag::Location& location);

std::string_view SeverityName(diag::Severity severity);

}  // namespace graphmend::report
