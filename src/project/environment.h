// The Python environment of a run: where its installed packages are and which releases they have,
// found as type checkers find it. Nothing of it is run or imported: folders are listed, and
// `pyvenv.cfg`, `.pth` files and the tables of editable installs are read as text.
//
//   looked for   what is given (--python, the setting `python`), else $VIRTUAL_ENV, $CONDA_PREFIX,
//                `.venv` in the working directory or above it, `python3` on the PATH; the first
//                that has installed packages holds
//   roots        `site-packages` (Debian: `dist-packages`), with what `.pth` files and editable
//                installs add to each; those of the base interpreter where the environment has them
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace graphmend::project {

// What the shell says of environments; empty where it says nothing.
struct EnvironmentVariables {
  std::string virtual_env = {};
  std::string conda_prefix = {};
  std::string path = {};
  std::string model_hub = {};  // the folder in which the Hugging Face hub keeps what was downloaded
};

struct Environment {
  std::string prefix;              // its folder; empty: there is none
  std::string found_by;            // "VIRTUAL_ENV", ".venv", "python3 on the PATH", …
  std::vector<std::string> roots;  // absolute, in the order of Python's path
  // By the name of the distribution, in lower case with underscores: "scikit_learn" to "1.9.0".
  std::map<std::string, std::string, std::less<>> versions;

  std::optional<int> python_minor;  // of Python 3, as the folder of its packages says
  // Where models that code names by id are looked up, and paths that it names start; absolute.
  std::string model_hub;
  std::string working_directory;

  // "2.13.0"; empty: not installed.
  std::string VersionOf(std::string_view package) const;
};

// The environment at `path`: its folder, or its interpreter.
base::Result<Environment> EnvironmentAt(const std::string& path);

// `given`: what the user names, or empty. An error only where that is no environment; where nothing
// is found, one without a prefix. `directory` is absolute.
base::Result<Environment> FindEnvironment(const std::string& given,
                                          const EnvironmentVariables& variables,
                                          const std::string& directory);

}  // namespace graphmend::project
