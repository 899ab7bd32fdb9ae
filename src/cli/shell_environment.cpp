#include "cli/shell_environment.h"

#include <cstdlib>

namespace graphmend::cli {
namespace {

std::string Variable(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : "";
}

}  // namespace

project::EnvironmentVariables ShellEnvironment() {
  return {Variable("VIRTUAL_ENV"), Variable("CONDA_PREFIX"), Variable("PATH")};
}

}  // namespace graphmend::cli
