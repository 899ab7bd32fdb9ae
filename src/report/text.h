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

// What is known to be missing at a place, ending in a line end; what `why` prints.
std::string HoleLine(const infer::Hole& hole, const Style& style);

// "42", or, in a notebook, "cell 3:2".
std::string LineText(const source::SourceFile& file, std::uint32_t line);

// "model.py:42:8", "model.ipynb:cell 3:2:8"
std::string Place(const diag::Location& location);

// PyTorch's page on the break; empty where it has none.
std::string PageOf(const diag::Diagnostic& diagnostic);

std::string_view SeverityName(diag::Severity severity);

}  // namespace graphmend::report
