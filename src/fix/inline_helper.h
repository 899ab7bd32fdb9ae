// graphmend.runtime as a block of code for a module that shall not import it; its functions are
// called `_graphmend_print` and so on. Generated from python/graphmend/runtime.py by
// inline_helper.py.
#pragma once

#include <string_view>

namespace graphmend::fix {

std::string_view InlineHelper();

}  // namespace graphmend::fix
