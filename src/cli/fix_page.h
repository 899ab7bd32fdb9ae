// The page of a fix, as Markdown: what it does, what it mends, what it promises.
#pragma once

#include <string>

#include "fix/declaration.h"

namespace graphmend::cli {

std::string FixPage(const fix::Fix& fix);

}  // namespace graphmend::cli
