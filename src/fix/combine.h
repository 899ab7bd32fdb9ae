// Several fixes as one.
#pragma once

#include "diag/diagnostic.h"

namespace graphmend::fix {

// Takes over the edits of another fix, and what it differs in; false where both change the same
// text.
bool Combine(diag::Fix& into, diag::Fix more);

}  // namespace graphmend::fix
