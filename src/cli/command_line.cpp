// The command line: long because it names every option of every command.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <charconv>

#include "cli/arguments.h"
#include "cli/choices.h"
#include "cli/formats.h"
#include "cli/invocation.h"
#include "cli/manual.h"
#include "cli/setting_options.h"
#include "cli/shell_environment.h"
#include "cli/unknown_words.h"
#include "cli/version.h"

namespace graphmend::cli {
namespace {

// What was typed, before it is checked.
struct Typed {
  std::string format, stage, stubs, color = "auto";
  std::string jobs;
  std::string add_ignore;
  bool stdio = false;
  std::vector<std::string> formats, outputs;
  SettingOptions settings;
};

std::optional<base::Error> ParseJobs(std::string_view text, unsigned& jobs) {
  if (text.empty()) return std::nullopt;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), jobs);
  bool number = error == std::errc() && end == text.data() + text.size();
  if (number && jobs >= 1 && jobs <= 1024) return std::nullopt;
  return base::Error{"--jobs: `" + std::string(text) + "` is not a number of threads", "1 to 1024"};
}

void AddAnalysis(CLI::App* command, Invocation& invocation, Typed& typed) {
  typed.settings.DescribeAnalysis(command);
  typed.settings.DescribeFiles(command);
  command
      ->add_option("--config", invocation.settings.config,
                   "Settings: a file instead of those found, or one setting as TOML")
      ->option_text("FILE|KEY=VALUE")
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  command->add_flag("--isolated", invocation.settings.isolated, "Read no file of settings");
  command->add_option("--jobs,-j", typed.jobs, "Threads; default one for each processor")
      ->option_text("N");
}

void AddColor(CLI::App* command, Typed& typed) {
  command
      ->add_option("--color", typed.color,
                   "Colour; auto follows NO_COLOR, FORCE_COLOR and the terminal")
      ->option_text("auto|always|never");
}

void DescribeFixing(CLI::App* check, Invocation& invocation, Typed& typed) {
  check->add_flag("--fix", invocation.fix, "Apply the safe fixes");
  check->add_flag("--unsafe-fixes", invocation.unsafe_fixes,
                  "With --fix or --diff: also fixes that may change what the code does");
  check->add_flag("--diff", invocation.diff,
                  "Print what --fix would change, and write nothing; exit 1 if there is a change");
  check->add_flag("--validate", invocation.validate,
                  "With --fix or --diff: only fixes that prove equal on the entries of "
                  "[tool.graphmend.validate], like `graphmend validate --fix`");
  check->add_flag("--show-fixes", invocation.show_fixes, "List the fixes that were applied");
  check->add_flag("--fix-only", invocation.fix_only,
                  "Apply the fixes, and do not report what is left");
  check
      ->add_option("--fix-lines", invocation.fix_lines,
                   "With --fix or --diff: only fixes of findings on the lines that FILE lists, "
                   "each as PATH:LINE or PATH:FIRST-LAST")
      ->option_text("FILE");
  check->add_flag("--exit-non-zero-on-fix", invocation.fail_on_fix,
                  "Exit 1 if something was fixed, even if nothing is left");
  typed.settings.DescribeFixes(check);
}

void DescribeScope(CLI::App* check, Invocation& invocation) {
  check->add_flag("--update-baseline", invocation.baseline.update,
                  "Write all findings to the baseline; default graphmend-baseline.json");
  check->add_flag("--prune-baseline", invocation.baseline.prune,
                  "Remove what is no longer found from the baseline");
  check->add_flag("--error-stale-baseline", invocation.error_stale_baseline,
                  "Exit 1 if the baseline holds what is no longer found");
  check->add_flag("--changed", invocation.lines.uncommitted,
                  "Only findings that involve lines not yet committed");
  check
      ->add_option("--since", invocation.lines.since,
                   "Only findings that involve lines changed since this revision")
      ->option_text("REV");
  check
      ->add_option("--context", invocation.context,
                   "Analyse these too, without reporting what is found there, so that a few files "
                   "can be checked within their project")
      ->option_text("PATH,...")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  check->add_flag("--watch", invocation.watch, "Check again whenever a file changes");
  check->add_flag("--staged", invocation.lines.staged,
                  "Only findings that involve staged lines; reads what is staged");
}

void DescribeCheck(CLI::App* check, Invocation& invocation, Typed& typed) {
  check
      ->add_option("paths", invocation.operands,
                   "Files and directories; default the working directory; - for standard input")
      ->option_text("[PATH...]");
  check
      ->add_option("--output-format", typed.formats,
                   "How findings are reported; default full; may be given several times")
      ->option_text("FORMAT[:FILE]")
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  check
      ->add_option("-o,--output-file", typed.outputs,
                   "The same; a name that is not a format is the file to write")
      ->option_text("FORMAT[:FILE]|FILE")
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  typed.settings.DescribeFindings(check);
  AddAnalysis(check, invocation, typed);
  typed.settings.DescribeCache(check);
  check
      ->add_option("--stdin-filename", invocation.stdin_filename,
                   "File name for what is read from standard input")
      ->option_text("PATH");
  check->add_flag("-v,--verbose", invocation.verbose,
                  "Say on standard error which environment and release of torch are used");
  check->add_flag("--statistics", invocation.statistics,
                  "Count findings by rule instead of listing them");
  check->add_flag("--sarif-suppressions", invocation.sarif_suppressions,
                  "Include suppressed findings in SARIF, marked as such; GitHub shows them as "
                  "open");
  // A flag that may have a value, "true" where it has none: a path behind it is not its reason.
  check
      ->add_flag("--add-ignore", typed.add_ignore,
                 "Write `# graphmend: ignore[RULE] REASON` after each finding instead of "
                 "reporting it; --add-ignore=REASON")
      ->option_text("[=REASON]");
  DescribeScope(check, invocation);
  DescribeFixing(check, invocation, typed);
  check->add_flag("--exit-zero", invocation.exit_zero, "Exit 0 even if there are findings");
  AddColor(check, typed);
}

void DescribeEntries(CLI::App& app, Invocation& invocation, Typed& typed) {
  CLI::App* entries =
      app.add_subcommand("entries", "List what is compiled, and how far it was followed");
  entries
      ->add_option("paths", invocation.operands,
                   "Files and directories; default the working directory")
      ->option_text("[PATH...]");
  entries->add_option("--output-format", typed.format, "text or json")->option_text("text|json");
  entries->add_flag("--explicit", invocation.only_explicit,
                    "Leave out what is only assumed to be compiled");
  AddAnalysis(entries, invocation, typed);
  AddColor(entries, typed);
}

void DescribeStubs(CLI::App& app, Invocation& invocation, Typed& typed) {
  CLI::App* stubs =
      app.add_subcommand("stubs", "Write, check or measure .pyi files that describe libraries");
  stubs
      ->add_option("action", typed.stubs,
                   "new: write a first stub; check: say what is wrong in stubs; record: run probes "
                   "and write down what they did")
      ->required()
      ->option_text("new|check|record");
  stubs
      ->add_option("what", invocation.operands,
                   "For new: the package; otherwise stubs and folders of stubs, default the "
                   "setting `stubs`")
      ->option_text("[PACKAGE|PATH...]");
  stubs->add_option("-o,--output-file", invocation.output, "For new: the file to write")
      ->option_text("FILE");
  AddAnalysis(stubs, invocation, typed);
  AddColor(stubs, typed);
}

void DescribeTools(CLI::App& app, Invocation& invocation) {
  app.add_subcommand("completion", "Print a completion script for a shell")
      ->add_option("shell", invocation.operands, "The shell")
      ->required()
      ->option_text("bash|zsh|fish");
  app.add_subcommand("manual", "Print the manual page, as roff");
}

void DescribeLists(CLI::App& app, Invocation& invocation, Typed& typed) {
  CLI::App* rules = app.add_subcommand("rules", "List the rules");
  rules->add_option("--output-format", typed.format, "text or json")->option_text("text|json");
  AddColor(rules, typed);

  CLI::App* fixes = app.add_subcommand("fixes", "List the kinds of fixes");
  fixes->add_option("--output-format", typed.format, "text or json")->option_text("text|json");
  AddColor(fixes, typed);

  CLI::App* explain =
      app.add_subcommand("explain", "Explain a rule, a fix, or a graph break by PyTorch's id");
  explain->add_option("name", invocation.operands, "Code or name of a rule, name of a fix, GB id")
      ->required()
      ->option_text("CODE|NAME|GBnnnn");
}

void DescribeOthers(CLI::App& app, Invocation& invocation, Typed& typed) {
  DescribeLists(app, invocation, typed);

  CLI::App* dump = app.add_subcommand("dump", "Show the product of one stage of the analysis");
  dump->add_option("--stage", typed.stage, "The stage")
      ->required()
      ->option_text("syntax|names|flow|facts|models|parse-only");
  dump->add_option("file", invocation.operands, "The file, and a function of it (Class.method)")
      ->required()
      ->option_text("FILE[:FUNCTION]");
  dump->add_option("--format", typed.format, "text, or mermaid for flow")
      ->option_text("text|mermaid");
  AddAnalysis(dump, invocation, typed);

  DescribeEntries(app, invocation, typed);
  DescribeStubs(app, invocation, typed);
  DescribeTools(app, invocation);
  CLI::App* config =
      app.add_subcommand("config",
                         "Show which settings are in force for a path, and where they "
                         "come from");
  config
      ->add_option("path", invocation.operands,
                   "A file or directory; default the working "
                   "directory")
      ->option_text("[PATH]");
  config
      ->add_option("--output-format", typed.format,
                   "text, json; schema: the JSON schema of the settings; markdown: their reference")
      ->option_text("text|json|schema|markdown");
  typed.settings.DescribeFindings(config);
  AddAnalysis(config, invocation, typed);
  AddColor(config, typed);

  CLI::App* server =
      app.add_subcommand("server", "Start the language server (LSP on standard input and output)");
  typed.settings.DescribeFindings(server);
  AddAnalysis(server, invocation, typed);
  server->add_flag("--stdio", typed.stdio, "Accepted because some editors add it; has no effect");

  CLI::App* why = app.add_subcommand("why",
                                     "Show what is known about a line, and why it is or is not a "
                                     "finding");
  why->add_option("place", invocation.operands, "The line; further paths are analysed with it")
      ->required()
      ->option_text("FILE:LINE [PATH...]");
  AddAnalysis(why, invocation, typed);
  AddColor(why, typed);
}

// Words of which there are only a few.
std::optional<base::Error> ResolveChoices(const Typed& typed, Invocation& invocation) {
  const Command command = invocation.command;
  if (command == Command::Stubs)
    return Choose("stubs", typed.stubs, kStubsActions, invocation.stubs);
  std::optional<base::Error> error;
  if (!typed.format.empty()) {
    error = command == Command::Dump ? Choose("--format", typed.format, kDumps, invocation.format)
            : command == Command::Config
                ? Choose("--output-format", typed.format, kSettingLists, invocation.format)
                : Choose("--output-format", typed.format, kLists, invocation.format);
  }
  if (!error && command == Command::Dump)
    error = Choose("--stage", typed.stage, kStages, invocation.stage);
  return error;
}

std::optional<base::Error> Resolve(const Typed& typed, Invocation& invocation) {
  const bool is_check = invocation.command == Command::Check;
  invocation.format = is_check ? Format::Full : Format::Text;
  std::optional<base::Error> error = ResolveChoices(typed, invocation);
  if (!typed.add_ignore.empty())
    invocation.add_ignore = typed.add_ignore == "true" ? "" : typed.add_ignore;
  if (!error && is_check) {
    base::Result<std::vector<Report>> reports = ParseReports(typed.formats, typed.outputs);
    if (reports) invocation.reports = *std::move(reports);
    else error = reports.error();
  }
  if (!error) {
    base::Result<settings::Layer> overrides = typed.settings.Finish();
    if (overrides) invocation.settings.overrides = *std::move(overrides);
    else error = overrides.error();
  }
  invocation.settings.variables = ShellEnvironment();
  if (!error) error = Choose("--color", typed.color, kColors, invocation.color);
  if (!error) error = ParseJobs(typed.jobs, invocation.jobs);
  if (!error && invocation.command == Command::Explain && invocation.operands.size() != 1)
    error = base::Error{"explain takes one rule at a time",
                        "for example `graphmend explain " + invocation.operands.front() + "`"};
  if (!error && invocation.format == Format::Mermaid && invocation.stage != Stage::Flow)
    error = base::Error{"--format=mermaid draws the flow stage only", "add --stage=flow"};
  return error;
}

// The command that was named, or what is wrong with the words around it.
base::Result<Command> FindCommand(const CLI::App& app) {
  const std::vector<CLI::App*> given = app.get_subcommands();
  if (auto word = LeftOver(app)) return UnknownArgument(app, *word);
  if (given.empty())
    return base::Error{"a command is missing",
                       "for example `graphmend check`; see `graphmend --help`"};
  const CLI::App& command = *given.front();
  if (command.get_name() != "run")  // whose words are the program's
    if (auto word = LeftOver(command)) return UnknownArgument(command, *word);
  for (const Choice<Command>& choice : kCommands)
    if (choice.name == command.get_name()) return choice.value;
  return base::Error{"unknown command `" + command.get_name() + "`", ""};
}

base::Result<CommandLine> CompletionFor(const CLI::App& app, const std::string& name) {
  constexpr std::array kShells = {Choice<Shell>{"bash", Shell::Bash},
                                  Choice<Shell>{"zsh", Shell::Zsh},
                                  Choice<Shell>{"fish", Shell::Fish}};
  Shell shell = Shell::Bash;
  if (auto error = Choose("completion", name, kShells, shell)) return *error;
  return CommandLine(Information{CompletionScript(app, shell)});
}

}  // namespace

base::Result<CommandLine> ParseCommandLine(int argc, const char* const* argv) {
  Invocation invocation;
  Typed typed;
  CLI::App app("Finds every place where torch.compile will break the graph, and says why.",
               "graphmend");
  app.footer(
      "Exit status: 0 nothing found, 1 findings, 2 trouble with a file, an option or graphmend "
      "itself.");
  app.set_version_flag("-V,--version", VersionText());
  app.require_subcommand(0, 1);
  app.allow_extras();
  app.allow_windows_style_options(false);  // a path may begin with a slash
  app.option_defaults()->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
  DescribeCheck(app.add_subcommand("check", "Report graph breaks"), invocation, typed);
  DescribeOthers(app, invocation, typed);
  invocation.python_bridge = std::make_shared<PythonBridge>();
  invocation.python_bridge->Describe(app);
  CLI::App* run = app.add_subcommand("run", "Run a Python program with the patches of its project");
  run->prefix_command();
  for (CLI::App* command : app.get_subcommands({})) command->allow_extras();
  base::Result<std::vector<std::string>> words = Arguments(argc, argv);
  if (!words) return words.error();
  std::reverse(words->begin(), words->end());  // as CLI11 takes them
  try {
    app.parse(*std::move(words));
  } catch (const CLI::CallForHelp&) {
    const std::vector<CLI::App*> given = app.get_subcommands();
    return CommandLine(Information{given.empty() ? app.help() : given.front()->help("graphmend")});
  } catch (const CLI::CallForVersion&) {
    return CommandLine(Information{VersionText() + "\n"});
  } catch (const CLI::ParseError& error) {
    return base::Error{error.what(), "see `graphmend --help`"};
  }
  invocation.python_bridge->Settle();
  base::Result<Command> command = FindCommand(app);
  if (!command) return command.error();
  invocation.command = *command;
  if (*command == Command::Run) invocation.operands = run->remaining();
  if (*command == Command::Completion) return CompletionFor(app, invocation.operands.front());
  if (*command == Command::Manual) return CommandLine(Information{ManPage(app)});
  if (auto error = Resolve(typed, invocation)) return *error;
  return CommandLine(std::move(invocation));
}

}  // namespace graphmend::cli
