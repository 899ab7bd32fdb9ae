// What `graphmend explain` says of releases of torch: which calls break in some and not in others,
// and since when PyTorch names a break by its id.
#pragma once

#include <string>

#include "lint/rule.h"

namespace graphmend::cli {

// A section of the rule's page; empty where nothing differs.
std::string ReleaseSection(const lint::Rule& rule);

// Sentences for the page of one id.
std::string ReleasesOf(const std::string& gb_id);

}  // namespace graphmend::cli
