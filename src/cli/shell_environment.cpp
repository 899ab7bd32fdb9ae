#include "cli/shell_environment.h"

#include <cstdlib>

#include "base/path.h"

namespace graphmend::cli {
namespace {

std::string TextOfVariable(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : "";
}

std::string Below(const std::string& folder, const char* rest) {
  return folder.empty() ? "" : folder + rest;
}

// As huggingface_hub finds it.
std::string ModelHub() {
  const std::string named = TextOfVariable("HF_HUB_CACHE");
  if (!named.empty()) return named;
  std::string home = TextOfVariable("HF_HOME");
  if (home.empty()) home = Below(TextOfVariable("XDG_CACHE_HOME"), "/huggingface");
  if (home.empty())
    home = Below(TextOfVariable(base::kIsWindows ? "USERPROFILE" : "HOME"), "/.cache/huggingface");
  return Below(home, "/hub");
}

}  // namespace

project::EnvironmentVariables ShellEnvironment() {
  return {TextOfVariable("VIRTUAL_ENV"), TextOfVariable("CONDA_PREFIX"), TextOfVariable("PATH"),
          ModelHub()};
}

}  // namespace graphmend::cli
