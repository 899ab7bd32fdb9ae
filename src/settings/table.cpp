#include "settings/table.h"

#include <algorithm>
#include <vector>

#include "base/suggest.h"
#include "lint/select.h"
#include "settings/release.h"

namespace graphmend::settings {
namespace {

constexpr std::string_view kSeverities[] = {"error", "warning", "note"};
constexpr std::string_view kLevels[] = {"error", "warning", "note", "off"};
constexpr std::string_view kFailOn[] = {"error", "warning", "note", "never"};
constexpr std::string_view kLibraryBreaks[] = {"call", "place", "off"};
constexpr std::string_view kAssumptions[] = {"auto", "modules", "public", "explicit"};
constexpr std::string_view kSideEffects[] = {"runtime", "inline", "guard"};

std::optional<base::Error> CheckSelector(std::string_view text) {
  return lint::CheckSelector(std::string(text));
}

std::optional<base::Error> CheckRelease(std::string_view text) {
  base::Result<infer::Release> release = ParseRelease(text);
  return release ? std::nullopt : std::optional(release.error());
}

std::optional<base::Error> CheckNotEmpty(std::string_view text) {
  if (!text.empty()) return std::nullopt;
  return base::Error{"`` is empty", "leave the setting out instead"};
}

std::optional<base::Error> CheckDottedName(std::string_view text) {
  bool sound = !text.empty() && text.front() != '.' && text.back() != '.';
  for (std::size_t i = 0; i < text.size(); ++i) {
    unsigned char c = static_cast<unsigned char>(text[i]);
    bool word = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                c == '_' || c >= 0x80;
    sound &= word || ((c == '.' || c == ':') && i > 0 && text[i - 1] != '.');
  }
  if (sound && text.find('.') != std::string_view::npos) return std::nullopt;
  if (sound && text.find(':') != std::string_view::npos) return std::nullopt;
  return base::Error{
      "`" + std::string(text) + "` is not the dotted name of a function or module class",
      "for example \"package.model.Model\" or \"package.steps.train_step\""};
}

constexpr Setting kSettings[] = {
    {"select",
     Type::List,
     Scope::File,
     "Only these rules: codes, prefixes of codes, names, or ALL",
     "[\"ALL\"]",
     "[\"GM1\", \"print-in-graph\"]",
     {},
     CheckSelector},
    {"extend-select",
     Type::List,
     Scope::File,
     "Also these rules",
     "[]",
     "[\"GM4\"]",
     {},
     CheckSelector},
    {"ignore",
     Type::List,
     Scope::File,
     "Turn these rules off; where a rule is also selected, the more exact selector wins",
     "[]",
     "[\"GM203\"]",
     {},
     CheckSelector},
    {"per-file-ignores",
     Type::ListTable,
     Scope::File,
     "Turn these rules off in files that match a pattern, which is read as in .gitignore",
     "{}",
     "{ \"tests/**\" = [\"ALL\"] }",
     {},
     CheckSelector,
     CheckNotEmpty},
    {"severity", Type::TextTable, Scope::File,
     "The severity of definite findings of a rule; off is the same as ignoring it", "{}",
     "{ GM202 = \"note\", branch-on-tensor = \"error\" }", kLevels, nullptr, CheckSelector},
    {"min-severity", Type::Text, Scope::File, "Leave out findings below this severity", "\"note\"",
     "\"warning\"", kSeverities},
    {"fail-on", Type::Text, Scope::Run,
     "Exit with 1 only if there is a finding of at least this severity", "\"note\"", "\"warning\"",
     kFailOn},
    {"fail-on-incomplete", Type::Flag, Scope::Run,
     "Exit with 1 if something that compiled code calls could not be followed", "false", "true"},
    {"exclude",
     Type::List,
     Scope::File,
     "Files and directories that are left out, as .gitignore patterns; replaces the built-in list "
     "(.git, .venv, node_modules, build, …)",
     "",
     "[\"third_party/\", \"*_pb2.py\"]",
     {},
     CheckNotEmpty},
    {"extend-exclude",
     Type::List,
     Scope::File,
     "Left out in addition to `exclude`",
     "[]",
     "[\"experiments/\"]",
     {},
     CheckNotEmpty},
    {"force-exclude", Type::Flag, Scope::Run,
     "Leave out excluded files even if they are named on the command line", "false", "true"},
    {"respect-gitignore", Type::Flag, Scope::Run, "Leave out what .gitignore files name", "true",
     "false"},
    {"src",
     Type::List,
     Scope::Run,
     "Directories in which absolute imports are looked up",
     "[]",
     "[\"src\", \"lib\"]",
     {},
     CheckNotEmpty},
    {"python",
     Type::Text,
     Scope::Run,
     "The interpreter or virtual environment in whose packages imports are looked up; it is never "
     "run",
     "",
     "\".venv\"",
     {},
     CheckNotEmpty,
     nullptr,
     Setting::InFile::PathBelow},
    {"environment", Type::Flag, Scope::Run, "Look up imports among the installed packages", "true",
     "false"},
    {"library-breaks", Type::Text, Scope::Run,
     "Where breaks in files that were not asked for are reported: at the last call before the "
     "library, where they are, or nowhere",
     "\"call\"", "\"place\"", kLibraryBreaks},
    {"stubs",
     Type::List,
     Scope::Run,
     "Directories of .pyi files that say what libraries do; for the names that they have, they "
     "replace what is built in",
     "[]",
     "[\"stubs\"]",
     {},
     CheckNotEmpty,
     nullptr,
     Setting::InFile::PathBelow},
    {"entry-points",
     Type::List,
     Scope::Run,
     "Functions and module classes to treat as compiled, though no code in view compiles them",
     "[]",
     "[\"package.model.Model\"]",
     {},
     CheckDottedName},
    {"assume-compiled", Type::Text, Scope::Run,
     "What to treat as compiled besides what the source compiles: modules takes every "
     "nn.Module.forward, public also the other public methods of modules and public functions, "
     "explicit nothing; auto takes modules, but where something that the source compiles leads "
     "into a module, breaks there are only counted",
     "\"auto\"", "\"explicit\"", kAssumptions},
    {"target-torch",
     Type::Text,
     Scope::Run,
     "The release of torch that will run the code, from 2.6 to 2.13",
     "\"2.13\"",
     "\"2.11\"",
     {},
     CheckRelease},
    {"fullgraph", Type::Flag, Scope::Run,
     "Treat assumed entries and entry-points as compiled with fullgraph=True", "false", "true"},
    {"dynamo.capture_scalar_outputs", Type::Flag, Scope::Run,
     "Treat torch._dynamo.config.capture_scalar_outputs as on, for code that sets it in a file "
     "that compiles nothing",
     "false", "true"},
    {"dynamo.capture_dynamic_output_shape_ops", Type::Flag, Scope::Run,
     "Treat torch._dynamo.config.capture_dynamic_output_shape_ops as on, for code that sets it in "
     "a file that compiles nothing",
     "false", "true"},
    {"dynamo.allow_rnn", Type::Flag, Scope::Run,
     "Treat torch._dynamo.config.allow_rnn as on, for code that sets it in a file that compiles "
     "nothing",
     "false", "true"},
    {"dynamo.trace_autograd_ops", Type::Flag, Scope::Run,
     "Treat torch._dynamo.config.trace_autograd_ops as on, for code that sets it in a file that "
     "compiles nothing",
     "false", "true"},
    {"cache", Type::Flag, Scope::Run,
     "Keep what a check found, and reuse it as long as nothing has changed", "true", "false"},
    {"cache-dir",
     Type::Text,
     Scope::Run,
     "Where results are kept; by default what GRAPHMEND_CACHE_DIR says, else the folder "
     "`graphmend` in the user's cache folder",
     "",
     "\".graphmend_cache\"",
     {},
     CheckNotEmpty,
     nullptr,
     Setting::InFile::PathBelow},
    {"side-effects", Type::Text, Scope::Run,
     "How fixes keep messages: through the graphmend.runtime package, through a helper in the "
     "patched module, or behind a guard that drops them in compiled code",
     "\"runtime\"", "\"inline\"", kSideEffects},
    {"outline", Type::Flag, Scope::Run,
     "Let fixes turn code that no graph can hold into an operator of its own; it runs uncompiled",
     "false", "true"},
    {"baseline",
     Type::Text,
     Scope::Run,
     "A file of known findings, which are not reported",
     "",
     "\"graphmend-baseline.json\"",
     {},
     CheckNotEmpty,
     nullptr,
     Setting::InFile::PathBelow},
    {"output-format",
     Type::List,
     Scope::Run,
     "How findings are reported; a file to write to can only be named on the command line, as in "
     "-o sarif:FILE",
     "[\"full\"]",
     "[\"concise\"]",
     {},
     CheckNotEmpty,
     nullptr,
     Setting::InFile::NoOutput},
};

std::string Hint(std::string_view text, std::span<const std::string_view> choices) {
  std::string hint = base::DidYouMean(text, {choices.begin(), choices.end()});
  if (!hint.empty()) return hint;
  hint = "one of";
  for (std::string_view choice : choices)
    hint += (choice == choices.front() ? " " : ", ") + std::string(choice);
  return hint;
}

std::optional<base::Error> CheckText(const Setting& setting, std::string_view text) {
  if (!setting.choices.empty() &&
      std::find(setting.choices.begin(), setting.choices.end(), text) == setting.choices.end())
    return base::Error{"`" + std::string(text) + "` is not known", Hint(text, setting.choices)};
  return setting.check ? setting.check(text) : std::nullopt;
}

std::string Quoted(std::string_view text) {
  std::string quoted = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\') quoted += '\\';
    if (c == '\n') quoted += "\\n";
    else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f)
      quoted += {'\\', 'u', '0', '0', "0123456789abcdef"[c >> 4], "0123456789abcdef"[c & 15]};
    else quoted += c;
  }
  return quoted + "\"";
}

std::string QuotedList(const std::vector<std::string>& texts) {
  std::string list = "[";
  for (std::size_t i = 0; i < texts.size(); ++i) list += (i > 0 ? ", " : "") + Quoted(texts[i]);
  return list + "]";
}

}  // namespace

std::span<const Setting> Settings() { return kSettings; }

const Setting* FindSetting(std::string_view key) {
  for (const Setting& setting : kSettings)
    if (setting.key == key) return &setting;
  return nullptr;
}

std::optional<base::Error> CheckValue(const Setting& setting, const Value& value) {
  if (const auto* text = std::get_if<std::string>(&value)) return CheckText(setting, *text);
  if (const auto* list = std::get_if<std::vector<std::string>>(&value)) {
    for (const std::string& text : *list)
      if (auto error = CheckText(setting, text)) return error;
  }
  if (const auto* table = std::get_if<Table>(&value)) {
    for (const auto& [name, texts] : *table) {
      if (setting.check_name)
        if (auto error = setting.check_name(name)) return error;
      for (const std::string& text : texts)
        if (auto error = CheckText(setting, text)) return error;
    }
  }
  return std::nullopt;
}

std::string ToToml(Type type, const Value& value) {
  if (const auto* flag = std::get_if<bool>(&value)) return *flag ? "true" : "false";
  if (const auto* text = std::get_if<std::string>(&value)) return Quoted(*text);
  if (const auto* list = std::get_if<std::vector<std::string>>(&value)) return QuotedList(*list);
  std::string toml = "{";
  for (const auto& [name, texts] : std::get<Table>(value)) {
    toml += toml.size() > 1 ? ", " : " ";
    toml += Quoted(name) + " = ";
    toml += type == Type::TextTable ? Quoted(texts.front()) : QuotedList(texts);
  }
  return toml + (toml.size() > 1 ? " }" : "}");
}

}  // namespace graphmend::settings
