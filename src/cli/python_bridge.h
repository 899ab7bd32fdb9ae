// `graphmend validate`, `triage`, `patch`, `run` and `stubs record`: what the Python package does,
// because it runs the user's code, reads what torch wrote or asks what Python would import. The
// program describes their options, finds the interpreter and the package, and hands over; the
// package checks the values, calls the program again for findings and fixes, reports, and its exit
// status is ours.
//
// What is handed over is one JSON object on file descriptor 3, so that standard input stays the
// user's:
//   {"version": 1, "command": "validate", "program": this executable, "tool_version": "0.1.0",
//    "operands": [text], "options": {"max-breaks": [text], …}}
// An option that was not given is not there; a flag has an empty list.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "base/result.h"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace graphmend::cli {

class PythonBridge {
 public:
  // The options of these commands, for the parser to fill in. `this` must stay where it is.
  void Describe(CLI::App& app);

  // Keeps what was given; to be called before the parser goes away.
  void Settle();

  const std::vector<std::string>& operands() const { return operands_; }
  // As if the flag, or the option with this value, had been given to the command.
  void Give(const std::string& command, const std::string& flag);
  void Give(const std::string& command, const std::string& option, const std::string& value);
  // The interpreter that runs `command` takes the place of this program. An error: there is no
  // interpreter, or no package. Otherwise the exit status, where the system has us wait for it.
  base::Result<int> Run(const std::string& command) const;
  // The same with operands that nobody typed; `python` is the interpreter, or empty.
  base::Result<int> Run(const std::string& command, std::vector<std::string> operands,
                        const std::string& python);

 private:
  struct Given {
    std::string name;
    std::vector<std::string> values;
    bool flag = false;
    const CLI::Option* option = nullptr;  // where it takes values; of the parser, until settled
    bool passed = false;                  // option
  };
  void DescribeOptions(CLI::App* command, const std::string& which);
  std::string Request(const std::string& command, const std::string& program) const;
  std::string Python() const;

  std::string python_;  // where it is no option of the command; empty: looked up
  std::vector<std::string> operands_;
  std::vector<std::pair<std::string, std::vector<Given>>> given_;
};

}  // namespace graphmend::cli
