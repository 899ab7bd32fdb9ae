// What Python calls a function below its module: `__qualname__`.
#pragma once

#include <string>

#include "syntax/tree.h"

namespace graphmend::syntax {

// "Model.forward", "outer.<locals>.inner".
std::string QualifiedName(const Tree& tree, FunctionId function);

// The innermost function that `span` is in; None: it is in none.
FunctionId FunctionAround(const Tree& tree, Span span);

}  // namespace graphmend::syntax
