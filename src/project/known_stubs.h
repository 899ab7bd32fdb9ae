// What is known of libraries: graphmend's own stubs, and those that are merged with them.
#pragma once

#include <vector>

#include "lint/outcome.h"
#include "models/stub_set.h"
#include "project/stub_files.h"

namespace graphmend::project {

// They come first.
void AddOwnStubs(models::StubSet& set);

// One of a user or of an author. What is wrong with it is said, and all of it that can be
// understood counts; one that cannot be parsed says nothing.
void TakeStub(const StubFile& stub, models::StubSet::Says says, models::StubSet& set,
              std::vector<lint::Problem>& problems);

}  // namespace graphmend::project
