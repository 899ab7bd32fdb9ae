// What is told by a path alone: whether it is a Jupyter notebook. The lines of code in one are not
// lines of the file, so an edit of them must not be handed to a program that edits files.
#pragma once

#include <string_view>

namespace graphmend::source {

inline bool IsNotebook(std::string_view path) { return path.ends_with(".ipynb"); }

}  // namespace graphmend::source
