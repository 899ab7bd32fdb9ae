// The end of a report for people: what was found, in how much code, what of it can be fixed, and,
// where that is much, where most of it is and how to see less.
#pragma once

#include <cstddef>
#include <string>

#include "lint/outcome.h"
#include "report/style.h"

namespace graphmend::report {

// Findings that a fix mends: safely, or only with what may differ.
struct Fixable {
  std::size_t safe = 0, unsafe = 0;
};
Fixable CountFixable(const lint::Outcome& outcome);

// "12 fixable with --fix, 9 more with --unsafe-fixes"; empty where there are none.
std::string FixableLine(const lint::Outcome& outcome);

// What was found, and in how much code; not wrapped.
std::string SummaryLine(const lint::Outcome& outcome, const Style& style);

// That line, what was not followed, what can be fixed, and past 50 findings the rules and folders
// that have most of them, and how to narrow down.
std::string Summary(const lint::Outcome& outcome, const Style& style);

}  // namespace graphmend::report
