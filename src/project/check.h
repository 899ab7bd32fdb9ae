// The one way from files to what is reported of them, for every front end: the command line, each
// round of fixing, the language server and the cases.
#pragma once

#include <memory>

#include "lint/outcome.h"
#include "project/configuration.h"
#include "project/discover.h"
#include "project/project.h"

namespace graphmend::project {

struct CheckInput {
  Configuration& configuration;  // the settings; outlives the project that comes out
  Selection selection;
  ProjectRun run = {};
};

struct Checked {
  std::unique_ptr<Project> project;  // what the outcome points into
  lint::Outcome outcome;
};

// Findings as the settings want them, with fixes; problems; what is compiled. Where the settings of
// some file are in error, nothing is analysed: the configuration's error is to be asked for.
Checked Check(CheckInput input);

}  // namespace graphmend::project
