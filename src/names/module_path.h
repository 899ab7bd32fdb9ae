// From the path of a file to the name of its module.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "names/directory_cache.h"

namespace graphmend::names {

struct ModulePath {
  std::string root;        // directory that the module name starts below
  std::string module;      // dotted
  bool is_package = false; // an __init__ file
  bool is_script = false;  // its directory is no package: siblings import it by its bare name
};

// `path` is absolute and normal. `source_roots` are directories given by the user. `added` are
// directories that have an `__init__` file which may not be on disk.
ModulePath LocateModule(std::string_view path, const std::vector<std::string>& source_roots,
                        const std::unordered_set<std::string>& added_packages,
                        DirectoryCache& directories);

// Whether `path` is `directory` or below it.
bool IsBelow(std::string_view path, std::string_view directory);

// "a/b/c" below "a" to "b.c".
std::string DottedBelow(std::string_view path, std::string_view directory);

}  // namespace graphmend::names
