// The entry point that the generated parser of tree-sitter-python exports; its package ships no
// header that declares it under a stable path.
#pragma once

#include <tree_sitter/api.h>

extern "C" const TSLanguage* tree_sitter_python(void);
