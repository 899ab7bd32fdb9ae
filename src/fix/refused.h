// What no fix may do to the text around its edits, whichever kind it is of.
#pragma once

#include <string_view>

#include "fix/finding.h"

namespace graphmend::fix {

// Why the fix is not offered, one line; empty where it may be.
std::string_view WhyRefused(const Finding& finding, const diag::Fix& fix);

}  // namespace graphmend::fix
