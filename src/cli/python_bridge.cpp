#include "cli/python_bridge.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <optional>

#include "base/path.h"
#include "diag/json_writer.h"
#include "os/error.h"
#include "os/programs.h"
#include "project/version.h"

namespace graphmend::cli {
namespace {

namespace fs = std::filesystem;

enum class Takes { Nothing, One, Each, Words, Perhaps };  // Each: may be given several times

struct OptionRow {
  const char* commands;  // "v": validate, "t": triage, "p": patch
  const char* name;
  Takes takes;
  const char* value;
  const char* description;
};

constexpr std::array kRows = {
    OptionRow{"v", "--inputs", Takes::One, "PKG.MODULE:NAME",
              "Function that returns the inputs: args, kwargs, (args, kwargs) or a list of these"},
    OptionRow{"v", "--input", Takes::Each, "[NAME=]DTYPE[SHAPE][:FILL]",
              "One input by its shape, such as x=float32[2,16] or ids=int64[1,8]:0..100"},
    OptionRow{"v", "--vary", Takes::Each, "[NAME=]DTYPE[SHAPE][:FILL]",
              "One more call with this input changed, to see whether it recompiles"},
    OptionRow{"v", "--hf-config", Takes::Words, "CLASS KEY=VALUE...",
              "A transformers model with this configuration and random weights"},
    OptionRow{"v", "--train", Takes::Nothing, "",
              "Run in training mode, and compare gradients too"},
    OptionRow{"v", "--dtype", Takes::One, "DTYPE", "Cast the model and its inputs"},
    OptionRow{"v", "--dynamic", Takes::One, "auto|true|false",
              "The argument `dynamic` of torch.compile"},
    OptionRow{"v", "--device", Takes::One, "auto|cpu|cuda[:N]", "Where it runs; default auto"},
    OptionRow{"v", "--first-party", Takes::Each, "PATH", "A folder whose breaks count as your own"},
    OptionRow{"v", "--timeout", Takes::One, "SECONDS",
              "Limit for each worker process; default 600"},
    OptionRow{"v", "--memory-limit", Takes::One, "SIZE",
              "Limit for each worker process, such as 8G"},
    OptionRow{"v", "--jobs,-j", Takes::One, "N", "Entries that run at the same time; default 1"},
    OptionRow{"v", "--ray", Takes::Perhaps, "[ADDRESS]",
              "Run the entries on a Ray cluster; without an address, one is started"},
    OptionRow{"v", "--diff", Takes::Nothing, "",
              "Measure with the fixes as well, and show those that prove equal"},
    OptionRow{"v", "--fix", Takes::Nothing, "", "The same, and write these fixes into the files"},
    OptionRow{"v", "--unsafe-fixes", Takes::Nothing, "", "With --fix or --diff: unsafe fixes too"},
    OptionRow{"v", "--outline", Takes::Nothing, "",
              "With --fix or --diff: turn loops that no graph can hold into operators, too"},
    OptionRow{"v", "--side-effects", Takes::One, "runtime|inline|guard",
              "With --fix or --diff: how fixes keep messages; default as the settings say"},
    OptionRow{"v", "--bench", Takes::Nothing, "", "Measure the latency of each variant as well"},
    OptionRow{"v", "--backend", Takes::Each, "NAME", "For --bench; default inductor"},
    OptionRow{"v", "--profile", Takes::One, "FOLDER",
              "Measure what the breaks cost in a forward pass, and keep the traces in this folder"},
    OptionRow{"v", "--max-breaks", Takes::One, "N",
              "Fail if an entry has more graph breaks than this"},
    OptionRow{"v", "--require", Takes::One, "fullgraph", "Fail if fullgraph=True raises"},
    OptionRow{"p", "--unsafe-fixes", Takes::Nothing, "",
              "Also fixes that may differ, in the way that the patch states"},
    OptionRow{"p", "--outline", Takes::Nothing, "",
              "Turn loops that no graph can hold into operators, too"},
    OptionRow{"p", "--side-effects", Takes::One, "runtime|inline|guard",
              "How fixes keep messages; default as the settings say"},
    OptionRow{"p", "--diff", Takes::Nothing, "", "Show the patches, and write nothing"},
    OptionRow{"p", "--check", Takes::Nothing, "",
              "Say whether the patches still fit what is installed; exit 1 if one does not"},
    OptionRow{"p", "--folder", Takes::One, "PATH",
              "Where the patches are kept; default graphmend-patches"},
    OptionRow{"vtp", "--python", Takes::One, "PATH",
              "The interpreter to use; default that of the active environment"},
    OptionRow{"v", "--output-format", Takes::One, "full|json|sarif|markdown|html",
              "Format of the report; default full"},
    OptionRow{"t", "--output-format", Takes::One, "full|json|markdown|html",
              "Format of the report; default full"},
    OptionRow{"vtp", "-o,--output-file", Takes::One, "FILE",
              "Write the report to this file instead of standard output"},
    OptionRow{"vtp", "--color", Takes::One, "auto|always|never", "Colour, as for check"},
};

struct CommandRow {
  const char* name;  // its first letter stands in `OptionRow::commands`
  const char* description;
  const char* operands;
  const char* operands_text;
};

constexpr std::array kCommandRows = {
    CommandRow{"validate",
               "Run code under torch.compile, and compare its graph breaks with what "
               "was predicted",
               "What is compiled: a callable, a module, its class or a factory",
               "[PKG.MODULE:NAME...]"},
    CommandRow{"triage", "Explain the graph breaks in logs of torch",
               "Text of TORCH_LOGS=graph_breaks, a TORCH_TRACE folder, or explain's output; - for "
               "standard input",
               "LOG..."},
    CommandRow{"patch", "Write fixes of installed packages into your project as patches",
               "An installed package, a module of one, or a file of one",
               "[PACKAGE|MODULE|FILE...]"},
};

// "-o,--output-file" → "output-file".
std::string KeyOf(std::string_view name) {
  std::size_t dashes = name.find("--");
  std::string_view key = name.substr(dashes + 2);
  return std::string(key.substr(0, key.find(',')));
}

std::optional<std::string> Variable(const char* name) {
  const char* value = std::getenv(name);
  if (!value || !*value) return std::nullopt;
  return value;
}

// Beside the `python` of python.org, Windows has a `python3` that only offers to install one.
constexpr std::array kInterpreters =
    base::kIsWindows ? std::array{"python", "python3"} : std::array{"python3", "python"};

// The interpreter of an environment: one of venv or, on Windows, of conda.
std::string InterpreterOf(const fs::path& environment) {
  if (!base::kIsWindows) return base::ToText(environment / "bin/python");
  std::error_code none;
  const fs::path conda = environment / "python.exe";
  return base::ToText(fs::exists(conda, none) ? conda : environment / "Scripts/python.exe");
}

// Where pip, `pip install --target` and a build in the checkout put the package, seen from the
// program.
std::optional<fs::path> FindPackage(const fs::path& program) {
  const fs::path inner = "validation/__main__.py";
  std::error_code none;
  std::vector<fs::path> candidates;
  if (auto folder = Variable("GRAPHMEND_PACKAGE")) candidates.push_back(base::ToPath(*folder));
  fs::path prefix = program.parent_path().parent_path();
  candidates.push_back(prefix / "graphmend");
  for (const char* lib : {"lib", "lib64"}) {
    for (fs::directory_iterator at(prefix / lib, none), end; !none && at != end; at.increment(none))
      if (base::ToText(at->path().filename()).starts_with("python3"))
        for (const char* packages : {"site-packages", "dist-packages"})
          candidates.push_back(at->path() / packages / "graphmend");
  }
  if (base::kIsWindows) candidates.push_back(prefix / "Lib/site-packages/graphmend");
  candidates.push_back(prefix.parent_path() / "python/graphmend");
  for (const fs::path& folder : candidates)
    if (fs::is_regular_file(folder / inner, none)) return folder / inner;
  return std::nullopt;
}

}  // namespace

void PythonBridge::Settle() {
  for (auto& [command, options] : given_)
    for (Given& one : options) {
      one.passed = one.option && one.option->count() > 0;
      one.option = nullptr;
    }
}

void PythonBridge::Give(const std::string& command, const std::string& flag) {
  for (auto& [which, options] : given_)
    for (Given& one : options)
      if (which == command && one.name == flag) one.flag = true;
}

void PythonBridge::Give(const std::string& command, const std::string& option,
                        const std::string& value) {
  for (auto& [which, options] : given_)
    for (Given& one : options)
      if (which == command && one.name == option) one.values = {value}, one.passed = true;
}

void PythonBridge::Describe(CLI::App& app) {
  given_.reserve(kCommandRows.size());  // the parser keeps the places of the values
  for (const CommandRow& row : kCommandRows) {
    CLI::App* command = app.add_subcommand(row.name, row.description);
    command->add_option("operands", operands_, row.operands)->option_text(row.operands_text);
    DescribeOptions(command, row.name);
  }
}

void PythonBridge::DescribeOptions(CLI::App* command, const std::string& which) {
  std::vector<Given>& given = given_.emplace_back(which, std::vector<Given>()).second;
  given.reserve(kRows.size());
  for (const OptionRow& row : kRows) {
    if (!std::strchr(row.commands, which.front())) continue;
    Given& slot = given.emplace_back(Given{KeyOf(row.name), {}, false, nullptr});
    if (row.takes == Takes::Nothing) {
      command->add_flag(row.name, slot.flag, row.description);
      continue;
    }
    CLI::Option* option = command->add_option(row.name, slot.values, row.description);
    slot.option = option;
    option->option_text(row.value);
    bool one = row.takes == Takes::One;
    option->multi_option_policy(one ? CLI::MultiOptionPolicy::TakeLast
                                    : CLI::MultiOptionPolicy::TakeAll);
    if (row.takes == Takes::Words) option->expected(1, CLI::detail::expected_max_vector_size);
    else if (row.takes == Takes::Perhaps) option->expected(0, 1);
    else option->allow_extra_args(false)->expected(1);
    if (row.takes == Takes::Each) option->expected(-1)->allow_extra_args(false);
  }
}

std::string PythonBridge::Python() const {
  std::error_code none;
  if (!python_.empty()) {
    const fs::path given = base::ToPath(python_);
    return fs::is_directory(given, none) ? InterpreterOf(given) : python_;
  }
  for (const auto& [which, options] : given_)
    for (const Given& option : options)
      if (option.name == "python" && !option.values.empty()) return option.values.back();
  for (const char* environment : {"VIRTUAL_ENV", "CONDA_PREFIX"})
    if (auto folder = Variable(environment)) return InterpreterOf(base::ToPath(*folder));
  for (const char* name : kInterpreters)
    if (auto path = os::FindProgram(name)) return *path;
  return "";
}

std::string PythonBridge::Request(const std::string& command, const std::string& program) const {
  diag::JsonWriter<diag::JsonLayout::Compact> json;
  auto text = [&](const std::string& value) { json.Text(value); };
  json.Object([&] {
    json.Field("version", std::uint64_t{1});
    json.Field("command", command);
    json.Field("program", program);
    json.Field("tool_version", project::kVersion);
    json.Array("operands", operands_, text);
    json.Object("options", [&] {
      for (const auto& [which, options] : given_)
        for (const Given& option : options)
          if (which == command && (option.flag || option.passed))
            json.Array(option.name, option.values, text);
    });
  });
  return json.Finish();
}

base::Result<int> PythonBridge::Run(const std::string& command, std::vector<std::string> operands,
                                    const std::string& python) {
  operands_ = std::move(operands);
  python_ = python;
  return Run(command);
}

base::Result<int> PythonBridge::Run(const std::string& command) const {
  std::string python = Python();
  if (python.empty())
    return base::Error{"no Python interpreter is on PATH", "--python names the one to use"};
  if (!base::ToPath(python).has_parent_path()) python = os::FindProgram(python).value_or(python);
  const fs::path program = os::ThisProgram();
  std::optional<fs::path> script = FindPackage(program);
  if (!script)
    return base::Error{"the Python package of graphmend is not beside " + base::ToText(program),
                       "install it with pip, or let GRAPHMEND_PACKAGE name its folder"};
  const os::Replaced replaced =
      os::ReplaceBy(python, {base::ToText(*script)}, Request(command, base::ToText(program)));
  if (!replaced.error) return replaced.status;
  const std::string why = os::Why(replaced.error);
  if (replaced.failed) return base::Error{replaced.failed + (": " + why), ""};
  return base::Error{"cannot run " + python + ": " + why,
                     "--python names the interpreter that has torch"};
}

}  // namespace graphmend::cli
