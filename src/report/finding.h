// One finding for people: the code, what it is and where it comes from, what to write instead.
#pragma once

#include <string>

#include "diag/diagnostic.h"
#include "report/style.h"

namespace graphmend::report {

enum class Chain {
  Short,  // the step that says most about the value, and where compiled code begins
  Whole   // each step from the value's origin, and each call from where compiled code begins
};

// Ends in a line end.
std::string Finding(const diag::Diagnostic& diagnostic, Chain chain, const Style& style);

// Whether the short chain leaves steps out.
bool LeavesOut(const diag::Diagnostic& diagnostic);

}  // namespace graphmend::report
