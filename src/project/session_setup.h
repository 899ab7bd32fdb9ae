// What one analysis is made of: its files, and what the settings say of it.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "fix/propose.h"
#include "infer/analyze.h"
#include "lint/library_breaks.h"
#include "names/shared_stubs.h"
#include "project/discover.h"
#include "project/environment.h"
#include "settings/layer.h"

namespace graphmend::project {

struct SessionSetup {
  Selection selection;
  infer::Options analysis;
  fix::Options fixes;
  std::vector<std::string> source_roots;  // `src`, absolute
  Environment environment;                // where installed packages are looked up
  lint::LibraryBreaks library_breaks = lint::LibraryBreaks::Call;
  std::vector<std::string> stubs;  // directories, absolute
  // What is parsed of stubs, shared with other analyses; null: with none.
  std::shared_ptr<names::SharedStubs> shared_stubs;
  std::string cache;  // a directory for outcomes; empty: none is kept
  // Asked from any thread; once it says true, the analysis and the search for fixes come to an end
  // soon, and their result means nothing.
  infer::Analysis::Stop stop = {};
  // Whether it is analysed again after some files were replaced: what they do not reach is kept.
  bool again = false;
  // Told from any thread how many of the parts are analysed.
  std::function<void(std::size_t done, std::size_t total)> progress = {};
};

// What `stack` says of an analysis of `selection` in `environment`.
SessionSetup SetupOf(const settings::Stack& stack, const Environment& environment,
                     Selection selection);

}  // namespace graphmend::project
