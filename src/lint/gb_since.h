// Since which release of torch a break is reported by its id.
#pragma once

#include <string_view>

namespace graphmend::lint {

// The first release 2.x that reports the id; earlier ones may break there without a name. 0 for an
// id that is in no registry.
int GbSince(std::string_view gb_id);

}  // namespace graphmend::lint
