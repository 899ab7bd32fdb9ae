#include "cli/cache_directory.h"

#include <cstdlib>

#include "base/path.h"

namespace graphmend::cli {
namespace {

// The folder of this program in a folder that a variable names.
std::string Folder(const char* variable, const char* below) {
  const char* value = std::getenv(variable);
  if (!value || !*value) return "";
  return base::ToText(base::ToPath(value) / below / "graphmend");
}

}  // namespace

std::string CacheDirectory() {
  if (const char* given = std::getenv("GRAPHMEND_CACHE_DIR")) return given;
  if constexpr (base::kIsWindows) return Folder("LOCALAPPDATA", "");
  if (std::string folder = Folder("XDG_CACHE_HOME", ""); !folder.empty()) return folder;
#ifdef __APPLE__
  return Folder("HOME", "Library/Caches");
#else
  return Folder("HOME", ".cache");
#endif
}

}  // namespace graphmend::cli
