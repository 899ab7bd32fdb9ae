// Other programs, and where this one is.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

namespace graphmend::os {

// The executable of this process; empty where the system does not tell.
std::filesystem::path ThisProgram();

// Where PATH has a program of this name. The working directory counts only where PATH names it: a
// program that lies among sources to be checked is not to be run.
std::optional<std::string> FindProgram(const std::string& name);

struct Finished {
  std::error_code error;  // it could not be run; the rest says nothing
  int status = -1;        // its exit status; -1: a signal ended it
  std::string output;     // what it wrote to standard output
};

// What a program is given besides its arguments.
struct Given {
  std::string input = {};  // on standard input
  // Variables of its environment, which hold against those of this process.
  std::vector<std::pair<std::string, std::string>> variables = {};
};

// Runs the program at `path`; what it says on standard error goes nowhere.
Finished Run(const std::string& path, const std::vector<std::string>& arguments,
             const Given& given = {});

struct Replaced {
  std::error_code error;
  const char* failed = nullptr;  // what failed, in words, where it was not the program itself
  int status = 0;                // no error: it has run, and this is for us to exit with
};

// Lets the program at `path` take the place of this one: streams, signals and the exit status are
// its own. `request` is there for it to read on file descriptor 3. Where a process can become
// another one, this returns only if that fails.
Replaced ReplaceBy(const std::string& path, const std::vector<std::string>& arguments,
                   const std::string& request);

// Words as one command line, from which the C library of the started program makes the words again
// on Windows.
std::string WindowsCommandLine(const std::vector<std::string>& words);

}  // namespace graphmend::os
