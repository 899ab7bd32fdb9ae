// What is wrong with a stub that shows only beside all others: names that none of them has, and
// overlays of what is not read.
#pragma once

#include <vector>

#include "lint/outcome.h"
#include "models/stub_bindings.h"
#include "models/stub_set.h"
#include "project/stub_files.h"

namespace graphmend::project {

// `set` has the stub in it, `bindings` are of that set. `says`: as the stub was merged.
std::vector<lint::Problem> CheckAmongOthers(const StubFile& stub, models::StubSet::Says says,
                                            const models::StubSet& set,
                                            models::StubBindings& bindings);

}  // namespace graphmend::project
