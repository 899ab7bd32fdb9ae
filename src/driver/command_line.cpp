#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <charconv>

#include "driver/invocation.h"
#include "driver/version.h"
#include "lint/suggest.h"

namespace graphmend::driver {
namespace {

constexpr int kNewestMinor = 13;  // of torch 2.x: what the stubs were checked against

// What was typed, before it is checked.
struct Typed {
  std::string format, stage, target = "2.13", assume = "auto", color = "auto";
  std::string side_effects = "runtime";
  std::string jobs;
};

template <class T>
struct Choice {
  std::string_view name;
  T value;
};

constexpr std::array kCommands = {
    Choice<Command>{"check", Command::Check},     Choice<Command>{"rules", Command::Rules},
    Choice<Command>{"explain", Command::Explain}, Choice<Command>{"dump", Command::Dump},
    Choice<Command>{"entries", Command::Entries}, Choice<Command>{"why", Command::Why}};
constexpr std::array kStages = {
    Choice<Stage>{"syntax", Stage::Syntax}, Choice<Stage>{"names", Stage::Names},
    Choice<Stage>{"flow", Stage::Flow},     Choice<Stage>{"facts", Stage::Facts},
    Choice<Stage>{"models", Stage::Models}, Choice<Stage>{"parse-only", Stage::ParseOnly}};
constexpr std::array kReports = {
    Choice<Format>{"full", Format::Full}, Choice<Format>{"concise", Format::Concise},
    Choice<Format>{"json", Format::Json}, Choice<Format>{"sarif", Format::Sarif}};
constexpr std::array kLists = {Choice<Format>{"text", Format::Text},
                               Choice<Format>{"json", Format::Json}};
constexpr std::array kDumps = {Choice<Format>{"text", Format::Text},
                               Choice<Format>{"mermaid", Format::Mermaid}};
constexpr std::array kAssumptions = {
    Choice<infer::AssumeCompiled>{"auto", infer::AssumeCompiled::Auto},
    Choice<infer::AssumeCompiled>{"modules", infer::AssumeCompiled::Modules},
    Choice<infer::AssumeCompiled>{"explicit", infer::AssumeCompiled::Explicit}};
constexpr std::array kSideEffects = {Choice<fix::SideEffects>{"runtime", fix::SideEffects::Runtime},
                                     Choice<fix::SideEffects>{"inline", fix::SideEffects::Inline},
                                     Choice<fix::SideEffects>{"guard", fix::SideEffects::Guard}};
constexpr std::array kColors = {Choice<ColorChoice>{"auto", ColorChoice::Auto},
                                Choice<ColorChoice>{"always", ColorChoice::Always},
                                Choice<ColorChoice>{"never", ColorChoice::Never}};

// Sets `value` to the choice called `name`, or says which there are.
template <class T, std::size_t n>
std::optional<base::Error> Choose(std::string_view option, std::string_view name,
                                  const std::array<Choice<T>, n>& choices, T& value) {
  std::vector<std::string_view> names;
  for (const Choice<T>& choice : choices) {
    if (choice.name == name) {
      value = choice.value;
      return std::nullopt;
    }
    names.push_back(choice.name);
  }
  std::string hint = lint::DidYouMean(name, names);
  if (hint.empty()) {
    hint = "one of";
    for (std::string_view known : names)
      hint += (known == names.front() ? " " : ", ") + std::string(known);
  }
  return base::Error{std::string(option) + ": `" + std::string(name) + "` is not known", hint};
}

std::optional<base::Error> ParseRelease(std::string_view text, infer::Release& release) {
  int minor = -1;
  if (text.starts_with("2.")) {
    auto [end, error] = std::from_chars(text.data() + 2, text.data() + text.size(), minor);
    // A patch release breaks where its minor release does.
    bool patch = end != text.data() + text.size() && *end == '.';
    if (error != std::errc() || (end != text.data() + text.size() && !patch)) minor = -1;
  }
  if (minor >= 0 && minor <= kNewestMinor) {
    release = {2, minor};
    return std::nullopt;
  }
  std::string newest = "2." + std::to_string(kNewestMinor);
  return base::Error{
      "--target-torch: `" + std::string(text) + "` is no release of torch that is known",
      "2.0 to " + newest + ", for example --target-torch " + newest};
}

std::optional<base::Error> ParseJobs(std::string_view text, unsigned& jobs) {
  if (text.empty()) return std::nullopt;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), jobs);
  bool number = error == std::errc() && end == text.data() + text.size();
  if (number && jobs >= 1 && jobs <= 1024) return std::nullopt;
  return base::Error{"--jobs: `" + std::string(text) + "` is not a number of threads", "1 to 1024"};
}

void AddList(CLI::App* command, const std::string& name, std::vector<std::string>& values,
             const std::string& description) {
  command->add_option(name, values, description)
      ->delimiter(',')
      ->allow_extra_args(false)
      ->option_text("RULE,...");
}

void AddAnalysis(CLI::App* command, Typed& typed) {
  command
      ->add_option("--target-torch", typed.target,
                   "Release of torch that will run the code; default 2.13")
      ->option_text("2.x");
  command
      ->add_option(
          "--assume-compiled", typed.assume,
          "What is compiled: auto takes every nn.Module.forward where nothing calls torch.compile")
      ->option_text("auto|modules|explicit");
  command->add_option("--jobs,-j", typed.jobs, "Threads; default one for each processor")
      ->option_text("N");
}

void AddColor(CLI::App* command, Typed& typed) {
  command
      ->add_option("--color", typed.color,
                   "Colour; auto follows NO_COLOR, FORCE_COLOR and the terminal")
      ->option_text("auto|always|never");
}

void AddFixing(CLI::App* check, Invocation& invocation, Typed& typed) {
  check->add_flag("--fix", invocation.fix, "Apply the safe fixes");
  check->add_flag("--unsafe-fixes", invocation.unsafe_fixes,
                  "With --fix or --diff: also the fixes that may change what the code does");
  check->add_flag("--diff", invocation.diff,
                  "Print what --fix would change, and write nothing; exit 1 if there is a change");
  check->add_flag("--show-fixes", invocation.show_fixes, "List the fixes that were applied");
  check->add_flag("--fix-only", invocation.fix_only,
                  "Apply the fixes, and do not report what is left");
  check->add_flag("--exit-non-zero-on-fix", invocation.fail_on_fix,
                  "Exit 1 where something was fixed, even if nothing is left");
  check
      ->add_option("--side-effects", typed.side_effects,
                   "How fixes keep messages: by the package graphmend.runtime, by a helper in the "
                   "module, or only uncompiled; default runtime")
      ->option_text("runtime|inline|guard");
}

void DescribeCheck(CLI::App* check, Invocation& invocation, Typed& typed) {
  check
      ->add_option("paths", invocation.operands,
                   "Files and directories; default the working directory; - for standard input")
      ->option_text("[PATH...]");
  check->add_option("--output-format", typed.format, "How findings are reported; default full")
      ->option_text("full|concise|json|sarif");
  check
      ->add_option("-o,--output-file", invocation.output,
                   "Write the report there, not to standard output")
      ->option_text("FILE");
  AddList(check, "--select", invocation.selectors.select,
          "Only these rules: codes, prefixes such as GM1, or names");
  AddList(check, "--extend-select", invocation.selectors.extend_select, "These rules too");
  AddList(check, "--ignore", invocation.selectors.ignore, "Not these rules");
  AddFixing(check, invocation, typed);
  AddAnalysis(check, typed);
  check
      ->add_option("--stdin-filename", invocation.stdin_filename,
                   "Name of what is read from standard input")
      ->option_text("PATH");
  check->add_flag("--statistics", invocation.statistics,
                  "Count findings by rule instead of listing them");
  check->add_flag("--exit-zero", invocation.exit_zero, "Exit 0 even where there are findings");
  AddColor(check, typed);
}

void DescribeOthers(CLI::App& app, Invocation& invocation, Typed& typed) {
  CLI::App* rules = app.add_subcommand("rules", "List the rules");
  rules->add_option("--output-format", typed.format, "text or json")->option_text("text|json");
  AddColor(rules, typed);

  CLI::App* explain =
      app.add_subcommand("explain", "Explain a rule, or a graph break by PyTorch's id");
  explain->add_option("rule", invocation.operands, "Code, name or GB id")
      ->required()
      ->option_text("CODE|NAME|GBnnnn");

  CLI::App* dump = app.add_subcommand("dump", "Show what a stage makes of a file");
  dump->add_option("--stage", typed.stage, "The stage")
      ->required()
      ->option_text("syntax|names|flow|facts|models|parse-only");
  dump->add_option("file", invocation.operands, "The file, and a function of it (Class.method)")
      ->required()
      ->option_text("FILE[:FUNCTION]");
  dump->add_option("--format", typed.format, "text, or mermaid for flow")
      ->option_text("text|mermaid");
  AddAnalysis(dump, typed);

  CLI::App* entries = app.add_subcommand("entries", "List what is taken as compiled, and why");
  entries
      ->add_option("paths", invocation.operands,
                   "Files and directories; default the working directory")
      ->option_text("[PATH...]");
  entries->add_option("--output-format", typed.format, "text or json")->option_text("text|json");
  AddAnalysis(entries, typed);
  AddColor(entries, typed);

  CLI::App* why =
      app.add_subcommand("why", "Say what is known of a line, and why it is or is not a finding");
  why->add_option("place", invocation.operands, "The line; further paths are analysed with it")
      ->required()
      ->option_text("FILE:LINE [PATH...]");
  AddAnalysis(why, typed);
  AddColor(why, typed);
}

std::optional<base::Error> Resolve(const Typed& typed, Invocation& invocation) {
  bool is_check = invocation.command == Command::Check,
       is_dump = invocation.command == Command::Dump;
  invocation.format = is_check ? Format::Full : Format::Text;
  std::optional<base::Error> error;
  if (!typed.format.empty()) {
    error = is_check  ? Choose("--output-format", typed.format, kReports, invocation.format)
            : is_dump ? Choose("--format", typed.format, kDumps, invocation.format)
                      : Choose("--output-format", typed.format, kLists, invocation.format);
  }
  if (!error && is_dump) error = Choose("--stage", typed.stage, kStages, invocation.stage);
  if (!error) error = ParseRelease(typed.target, invocation.analysis.target);
  if (!error)
    error = Choose("--assume-compiled", typed.assume, kAssumptions, invocation.analysis.assume);
  if (!error) error = Choose("--color", typed.color, kColors, invocation.color);
  if (!error)
    error =
        Choose("--side-effects", typed.side_effects, kSideEffects, invocation.fixes.side_effects);
  if (!error) error = ParseJobs(typed.jobs, invocation.jobs);
  if (!error && invocation.command == Command::Explain && invocation.operands.size() != 1)
    error = base::Error{"explain takes one rule at a time",
                        "for example `graphmend explain " + invocation.operands.front() + "`"};
  if (!error && invocation.format == Format::Mermaid && invocation.stage != Stage::Flow)
    error = base::Error{"--format=mermaid draws the flow stage only", "add --stage=flow"};
  return error;
}

base::Error UnknownArgument(const CLI::App& app, const std::string& argument) {
  std::vector<std::string> names;
  if (argument.starts_with('-')) {
    for (const CLI::Option* option : app.get_options())
      for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  } else {
    for (const CLI::App* command : app.get_subcommands({})) names.push_back(command->get_name());
  }
  bool is_option = argument.starts_with('-');
  std::string name = argument.substr(0, argument.find('='));
  std::string hint = lint::DidYouMean(name, {names.begin(), names.end()});
  std::string own = app.get_parent() ? " " + app.get_name() : "";
  if (hint.empty()) hint = "see `graphmend" + own + " --help`";
  std::string what = is_option ? "option" : app.get_parent() ? "argument" : "command";
  return {"unknown " + what + " `" + name + "`", hint};
}

// The first word that nothing takes; CLI11 counts the "--" before operands among them.
std::optional<std::string> LeftOver(const CLI::App& app) {
  for (const std::string& word : app.remaining())
    if (word != "--") return word;
  return std::nullopt;
}

// The command that was named, or what is wrong with the words around it.
base::Result<Command> FindCommand(const CLI::App& app) {
  const std::vector<CLI::App*> given = app.get_subcommands();
  if (auto word = LeftOver(app)) return UnknownArgument(app, *word);
  if (given.empty())
    return base::Error{"a command is missing",
                       "for example `graphmend check`; see `graphmend --help`"};
  const CLI::App& command = *given.front();
  if (auto word = LeftOver(command)) return UnknownArgument(command, *word);
  for (const Choice<Command>& choice : kCommands)
    if (choice.name == command.get_name()) return choice.value;
  return base::Error{"unknown command `" + command.get_name() + "`", ""};
}

}  // namespace

std::string_view Name(infer::AssumeCompiled assume) {
  for (const auto& choice : kAssumptions)
    if (choice.value == assume) return choice.name;
  return {};
}

base::Result<CommandLine> ParseCommandLine(int argc, const char* const* argv) {
  Invocation invocation;
  Typed typed;
  CLI::App app("Finds every place where torch.compile will break the graph, and says why.",
               "graphmend");
  app.footer(
      "Exit status: 0 nothing found, 1 findings, 2 trouble with a file, an option or graphmend "
      "itself.");
  app.set_version_flag("-V,--version", std::string("graphmend ") + kVersion);
  app.require_subcommand(0, 1);
  app.allow_extras();
  app.option_defaults()->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
  DescribeCheck(app.add_subcommand("check", "Report graph breaks"), invocation, typed);
  DescribeOthers(app, invocation, typed);
  for (CLI::App* command : app.get_subcommands({})) command->allow_extras();
  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForHelp&) {
    const std::vector<CLI::App*> given = app.get_subcommands();
    return CommandLine(Information{given.empty() ? app.help() : given.front()->help("graphmend")});
  } catch (const CLI::CallForVersion&) {
    return CommandLine(Information{std::string("graphmend ") + kVersion + "\n"});
  } catch (const CLI::ParseError& error) {
    return base::Error{error.what(), "see `graphmend --help`"};
  }
  base::Result<Command> command = FindCommand(app);
  if (!command) return command.error();
  invocation.command = *command;
  if (auto error = Resolve(typed, invocation)) return *error;
  return CommandLine(std::move(invocation));
}

}  // namespace graphmend::driver
