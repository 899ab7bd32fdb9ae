#include "cli/unknown_words.h"

#include <CLI/CLI.hpp>
#include <vector>

#include "base/suggest.h"

namespace graphmend::cli {

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
  std::string hint = base::DidYouMean(name, {names.begin(), names.end()});
  std::string own = app.get_parent() ? " " + app.get_name() : "";
  if (hint.empty()) hint = "see `graphmend" + own + " --help`";
  std::string what = is_option ? "option" : app.get_parent() ? "argument" : "command";
  return {"unknown " + what + " `" + name + "`", hint};
}

// CLI11 counts the "--" before operands among them.
std::optional<std::string> LeftOver(const CLI::App& app) {
  for (const std::string& word : app.remaining())
    if (word != "--") return word;
  return std::nullopt;
}

}  // namespace graphmend::cli
