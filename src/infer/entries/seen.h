// What the text of a file says before it is parsed: whether it has to be.
#pragma once

#include <string_view>
#include <vector>

#include "infer/entries/framework_names.h"
#include "infer/options.h"

namespace graphmend::infer {

struct Seen {
  bool may_compile = false;  // something, or set flags of Dynamo
  bool may_hold = false;     // what is assumed to be compiled
  friend bool operator==(Seen, Seen) = default;
};
Seen SeenIn(std::string_view text, const std::vector<FrameworkName>& frameworks,
            AssumeCompiled assume);

}  // namespace graphmend::infer
