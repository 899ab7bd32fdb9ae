// What the command line asks for, checked: each option's value has its type, unknown options and
// values have been refused with a hint.
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "base/result.h"
#include "driver/output.h"
#include "fix/finding.h"
#include "infer/analyze.h"
#include "lint/select.h"

namespace graphmend::driver {

enum class Command { Check, Rules, Explain, Dump, Entries, Why };
enum class Format { Full, Concise, Json, Sarif, Text, Mermaid };
enum class Stage { Syntax, Names, Flow, Facts, Models, ParseOnly };

struct Invocation {
  Command command = Command::Check;
  std::vector<std::string>
      operands;  // paths; or the code, name or GB id of `explain`; FILE:LINE first for `why`
  Format format = Format::Full;
  Stage stage = Stage::Syntax;
  std::string output;  // -o
  lint::Selectors selectors;
  infer::Options analysis;
  std::string stdin_filename;
  fix::Options fixes;
  bool fix = false;           // --fix
  bool unsafe_fixes = false;  // --unsafe-fixes: those too
  bool diff = false;          // --diff: print what would change, write nothing
  bool show_fixes = false;
  bool fix_only = false;
  bool fail_on_fix = false;  // --exit-non-zero-on-fix
  bool statistics = false;
  bool exit_zero = false;
  unsigned jobs = 0;  // 0: one for each processor
  ColorChoice color = ColorChoice::Auto;
};

// Help or version text: print it, exit 0.
struct Information {
  std::string text;
};

using CommandLine = std::variant<Invocation, Information>;

base::Result<CommandLine> ParseCommandLine(int argc, const char* const* argv);

// "auto", as `--assume-compiled` takes it.
std::string_view Name(infer::AssumeCompiled assume);

}  // namespace graphmend::driver
