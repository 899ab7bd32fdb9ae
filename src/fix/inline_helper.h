// The lines by which a module keeps its messages in the graph without the package at run time.
//
//     print("mean", y.mean())
//     _graphmend_message(lambda mean: print("mean", mean), y.mean())
//
// `_graphmend_message` calls the lambda with the values that follow: at once without the compiler,
// and as an operator of the graph with it. Tensors and numbers are values of that run; everything
// else is a constant of the graph.
#pragma once

#include <string>
#include <string_view>

#include "source/source_file.h"

namespace graphmend::fix {

inline constexpr std::string_view kMessage = "_graphmend_message";

std::string InlineHelper();

// Such a block in a text, of this or another version; none where it is empty. What it calls where
// it cannot do its work is no finding, and nothing to fix.
source::Span HelperIn(std::string_view text);

}  // namespace graphmend::fix
