// What the command line asks for, checked: each option's value has its type, unknown options and
// values have been refused with a hint.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "base/result.h"
#include "cli/formats.h"
#include "cli/output.h"
#include "cli/python_bridge.h"
#include "project/configuration.h"
#include "project/scope.h"

namespace graphmend::cli {

enum class Command {
  Check,
  Rules,
  Fixes,
  Explain,
  Dump,
  Entries,
  Why,
  Config,
  Server,
  Validate,
  Triage,
  Patch,
  Run,
  Stubs,
  Completion,
  Manual
};
// What `stubs` does.
enum class StubsAction { New, Check, Record };
enum class Stage { Syntax, Names, Flow, Facts, Models, ParseOnly };

struct Invocation {
  Command command = Command::Check;
  std::vector<std::string>
      operands;  // paths; or the code, name or GB id of `explain`; FILE:LINE first for `why`
  Format format = Format::Full;
  Stage stage = Stage::Syntax;
  StubsAction stubs = StubsAction::Check;
  std::vector<Report> reports;  // of `check`; empty: what the settings say
  std::string output;           // of other commands; empty: standard output
  project::GivenSettings settings;
  std::string stdin_filename;
  bool fix = false;           // --fix
  bool unsafe_fixes = false;  // --unsafe-fixes: those too
  bool diff = false;          // --diff: print what would change, write nothing
  bool show_fixes = false;
  bool fix_only = false;
  std::string fix_lines;     // --fix-lines: a file that says which
  bool fail_on_fix = false;  // --exit-non-zero-on-fix
  bool validate = false;     // --validate: only fixes that prove equal on torch
  bool statistics = false;
  bool verbose = false;        // --verbose: what the run stands on, on standard error
  bool only_explicit = false;  // entries --explicit
  bool exit_zero = false;
  bool sarif_suppressions = false;
  project::LineScope lines;          // only what has to do with these
  std::vector<std::string> context;  // analysed along, not reported
  bool watch = false;
  project::BaselineUpdate baseline;
  bool error_stale_baseline = false;
  std::optional<std::string> add_ignore;  // the reason to write; may be empty
  unsigned jobs = 0;                      // 0: one for each processor
  ColorChoice color = ColorChoice::Auto;
  std::shared_ptr<PythonBridge> python_bridge;  // of `validate`, `triage` and --validate
};

// Help or version text: print it, exit 0.
struct Information {
  std::string text;
};

using CommandLine = std::variant<Invocation, Information>;

base::Result<CommandLine> ParseCommandLine(int argc, const char* const* argv);

}  // namespace graphmend::cli
