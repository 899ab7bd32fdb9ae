// Where results are kept.
#pragma once

#include <string>

namespace graphmend::cli {

// Unless a setting says otherwise: GRAPHMEND_CACHE_DIR, else `graphmend`
// below the user's folder for such. Empty where the environment tells of none, or says "".
std::string CacheDirectory();

}  // namespace graphmend::cli
