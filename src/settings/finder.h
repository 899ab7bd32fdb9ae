// Which settings hold for a directory: those of the nearest graphmend.toml, or pyproject.toml with
// a [tool.graphmend], upward from it, and above them what the command line says. Each file is read
// once. An unsound one is an error of the run; the search goes on as if it were not there.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "settings/layer.h"

namespace graphmend::settings {

using LayerPtr = std::shared_ptr<const Layer>;

class Finder {
 public:
  struct Options {
    std::vector<LayerPtr> above;    // the weakest first
    bool isolated = false;          // no files
    std::optional<LayerPtr> fixed;  // this one instead of the nearest; --config FILE
    // How a path is shown to the user; as it is where this is not set.
    std::function<std::string(const std::string&)> shown;
  };
  explicit Finder(Options options);

  // `directory` is absolute. The same stack for the same settings; it lives as long as the finder.
  const Stack& For(const std::string& directory);

  // The first error met.
  const std::optional<base::Error>& error() const { return error_; }
  // The files that hold somewhere, in the order in which they were met.
  const std::vector<std::string>& files() const { return files_; }

 private:
  LayerPtr ReadIn(const std::string& directory);
  base::Result<LayerPtr> ReadFound(const std::string& path, const std::string& directory);
  const Stack* StackOf(LayerPtr layer);

  Options options_;
  std::map<std::string, const Stack*> by_directory_;
  std::map<LayerPtr, std::unique_ptr<Stack>> stacks_;
  std::optional<base::Error> error_;
  std::vector<std::string> files_;
};

// Reads a file of settings by its name: a pyproject.toml must have a [tool.graphmend].
base::Result<LayerPtr> ReadSettingsFile(const std::string& path, const std::string& shown);

}  // namespace graphmend::settings
