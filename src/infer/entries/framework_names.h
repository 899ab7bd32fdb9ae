// Names by which source can ask a framework to compile something.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "names/program.h"

namespace graphmend::infer {

// A class or function of an overlay stub that compiles what it is passed, and the top-level package
// that it comes from; or a method that compiles the object it is called on, with no package.
struct FrameworkName {
  std::string package, name;
};

std::vector<FrameworkName> FrameworkNames(const names::Program& program);

// Whether a file's text has both words of one of them.
bool MentionsFramework(const std::vector<FrameworkName>& names, std::string_view text);

}  // namespace graphmend::infer
