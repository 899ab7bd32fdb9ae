// The temporary files that have a name right now: a signal that ends the process removes them
// first; not for other folders.
#pragma once

#include <string>

namespace graphmend::os {

// `name` in the open directory, from now until `ForgetTemporary` of what this returns.
int RememberTemporary(int directory, const std::string& name);
void ForgetTemporary(int slot);

}  // namespace graphmend::os
