#include "cli/setting_options.h"

#include "settings/table.h"

namespace graphmend::cli {
namespace {

// "PATTERN:RULE" or "RULE=LEVEL", as rows of a table.
std::optional<settings::Table> Rows(const std::vector<std::string>& words, char separator) {
  settings::Table table;
  for (const std::string& word : words) {
    std::size_t at = separator == ':' ? word.rfind(separator) : word.find(separator);
    if (at == std::string::npos || at == 0 || at + 1 == word.size()) return std::nullopt;
    std::string name = word.substr(0, at);
    if (!table.empty() && table.back().first == name && separator == ':')
      table.back().second.push_back(word.substr(at + 1));
    else table.push_back({name, {word.substr(at + 1)}});
  }
  return table;
}

}  // namespace

void SettingOptions::Add(CLI::App* command, const std::string& option, const std::string& key,
                         const std::string& text, const std::string& description) {
  Given& given = words_[key];
  given.option = option;
  bool one = settings::FindSetting(key)->type == settings::Type::Text;
  CLI::Option* added = command->add_option(option, given.words, description)
                           ->allow_extra_args(false)
                           ->option_text(text);
  if (one) added->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
  else added->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)->delimiter(',');
}

void SettingOptions::AddFlag(CLI::App* command, const std::string& option, const std::string& key,
                             const std::string& description) {
  GivenFlag& given = flags_[key];
  given.option = "--" + option;
  command->add_flag_function(
      "--" + option, [&given](std::int64_t) { given.value = true; }, description);
  command->add_flag_function(
      "--no-" + option, [&given](std::int64_t) { given.value = false; },
      "Turn that off, whatever the settings say");
}

void SettingOptions::DescribeAnalysis(CLI::App* command) {
  Add(command, "--target-torch", "target-torch", "2.x",
      "Release of torch that will run the code, 2.6 or newer; default 2.13");
  Add(command, "--assume-compiled", "assume-compiled", "auto|modules|public|explicit",
      "What to treat as compiled besides what the source compiles: every nn.Module.forward "
      "(modules), also other public methods and functions (public), nothing (explicit); auto: "
      "modules, but where the source compiles a model, breaks there are only counted");
  Add(command, "--entry-points", "entry-points", "NAME,...",
      "Treat these as compiled, though no code in view compiles them: pkg.model.Model, "
      "pkg.steps.train");
  AddFlag(command, "fullgraph", "fullgraph",
          "Treat assumed entries as compiled with fullgraph=True");
  Add(command, "--src", "src", "DIR,...", "Directories in which imports are looked up");
  Add(command, "--python", "python", "PATH",
      "Interpreter or virtual environment in whose packages imports are looked up; default "
      "$VIRTUAL_ENV, $CONDA_PREFIX, .venv, then python3 on the PATH");
  AddFlag(command, "environment", "environment",
          "Look up imports among the installed packages; on unless --no-environment");
  Add(command, "--library-breaks", "library-breaks", "call|place|off",
      "Where breaks in libraries are reported: at the last call before the library (call), where "
      "they are (place), or nowhere (off); default call");
  Add(command, "--stubs", "stubs", "DIR,...", "Directories of .pyi files that describe libraries");
}

void SettingOptions::DescribeFiles(CLI::App* command) {
  Add(command, "--exclude", "exclude", "PATTERN,...", "Leave out these files and directories");
  Add(command, "--extend-exclude", "extend-exclude", "PATTERN,...", "Leave out these as well");
  AddFlag(command, "force-exclude", "force-exclude",
          "Leave out excluded files even if they are named on the command line");
  AddFlag(command, "respect-gitignore", "respect-gitignore",
          "Leave out what .gitignore names; on unless --no-respect-gitignore");
}

void SettingOptions::DescribeFindings(CLI::App* command) {
  Add(command, "--select", "select", "RULE,...",
      "Only these rules: codes, prefixes such as GM1, or names");
  Add(command, "--extend-select", "extend-select", "RULE,...", "Also these rules");
  Add(command, "--ignore", "ignore", "RULE,...", "Turn these rules off");
  Add(command, "--per-file-ignores", "per-file-ignores", "PATTERN:RULE,...",
      "Turn a rule off in files that match a pattern");
  Add(command, "--severity", "severity", "RULE=LEVEL,...",
      "Severity of a rule's definite findings: error, warning, note, off");
  Add(command, "--min-severity", "min-severity", "note|warning|error",
      "Leave out findings below this severity");
  Add(command, "--fail-on", "fail-on", "note|warning|error|never",
      "Exit 1 only if there is a finding of at least this severity; default note");
  AddFlag(command, "fail-on-incomplete", "fail-on-incomplete",
          "Exit 1 if something that compiled code calls could not be followed");
  Add(command, "--baseline", "baseline", "FILE", "File of known findings, which are not reported");
}

void SettingOptions::DescribeCache(CLI::App* command) {
  AddFlag(command, "cache", "cache",
          "Reuse what an earlier check found as long as nothing has changed; on unless --no-cache");
  Add(command, "--cache-dir", "cache-dir", "DIR",
      "Where results are kept; default the folder graphmend in the user's cache folder");
}

void SettingOptions::DescribeFixes(CLI::App* command) {
  Add(command, "--side-effects", "side-effects", "runtime|inline|guard",
      "How fixes keep messages: through the package graphmend.runtime (runtime), through a helper "
      "in the module (inline), or only in eager code (guard); default runtime");
  AddFlag(command, "outline", "outline",
          "With --fix or --diff: also turn code that no graph can hold into an operator; it runs "
          "uncompiled");
}

base::Result<settings::Layer> SettingOptions::Finish() const {
  settings::Layer layer;
  layer.source = "the command line";
  for (const auto& [key, given] : words_) {
    if (given.words.empty()) continue;
    const settings::Setting& setting = *settings::FindSetting(key);
    settings::Value value = given.words;
    if (setting.type == settings::Type::Text) value = given.words.back();
    if (setting.type == settings::Type::TextTable || setting.type == settings::Type::ListTable) {
      bool lists = setting.type == settings::Type::ListTable;
      std::optional<settings::Table> rows = Rows(given.words, lists ? ':' : '=');
      if (!rows)
        return base::Error{given.option + ": `" + given.words.back() + "` is not of that form",
                           lists ? "for example " + given.option + " 'tests/*:GM203'"
                                 : "for example " + given.option + " GM203=note"};
      value = *std::move(rows);
    }
    if (auto error = settings::CheckValue(setting, value))
      return base::Error{given.option + ": " + error->message, error->hint};
    layer.items.emplace(key, settings::Item{std::move(value), {given.option, 0, 0}});
  }
  for (const auto& [key, given] : flags_)
    if (given.value) layer.items.emplace(key, settings::Item{*given.value, {given.option, 0, 0}});
  return layer;
}

}  // namespace graphmend::cli
