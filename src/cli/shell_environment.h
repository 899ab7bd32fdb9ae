// What the shell says of Python environments.
#pragma once

#include "project/environment.h"

namespace graphmend::cli {

project::EnvironmentVariables ShellEnvironment();

}  // namespace graphmend::cli
