// graphmend.runtime as a block of code for a module that shall not import it; its functions are
// called `_graphmend_print` and so on. Generated from python/graphmend/runtime.py by
// inline_helper.py.
#pragma once

#include <string_view>

#include "source/source_file.h"

namespace graphmend::fix {

std::string_view InlineHelper();
// The comments that it stands between.
std::string_view HelperBegin();
std::string_view HelperEnd();

// Such a block in a text, of this or another version; none where it is empty. What it calls where
// it cannot do its work is no finding, and nothing to fix.
source::Span HelperIn(std::string_view text);

}  // namespace graphmend::fix
