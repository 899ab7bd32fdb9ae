#include "cli/manual.h"

#include <algorithm>
#include <vector>

#include "fix/declaration.h"
#include "lint/rule.h"
#include "project/version.h"

namespace graphmend::cli {
namespace {

// One option, as all shells want to know it.
struct Described {
  std::vector<std::string> names;    // "--select", "-o"
  std::string text;                  // of the value; empty: a flag
  std::vector<std::string> choices;  // of the value; empty: anything
  bool is_path = false;
  std::string description;
};

std::vector<std::string> Split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  std::size_t begin = 0;
  for (std::size_t end; (end = text.find(separator, begin)) != std::string::npos; begin = end + 1)
    parts.push_back(text.substr(begin, end - begin));
  parts.push_back(text.substr(begin));
  return parts;
}

// "note|warning|error" says its values; RULE,... the rules; FILE, DIR and PATH are paths.
void DescribeValue(Described& option) {
  auto starts = [&](const char* word) { return option.text.starts_with(word); };
  bool lower = !option.text.empty() && option.text.find('|') != std::string::npos &&
               std::none_of(option.text.begin(), option.text.end(),
                            [](char c) { return c >= 'A' && c <= 'Z'; });
  if (lower) option.choices = Split(option.text, '|');
  if (starts("RULE,") || starts("CODE")) {
    for (const lint::Rule* rule : lint::Rules()) {
      option.choices.emplace_back(rule->code.text());
      option.choices.emplace_back(rule->name);
    }
    if (starts("CODE"))
      for (const fix::Fix& fix : fix::Fixes()) option.choices.push_back(fix.name());
  }
  option.is_path =
      starts("FILE") || starts("DIR") || starts("PATH") || starts("[PATH") || starts("FORMAT");
}

Described Describe(const CLI::Option& option) {
  Described described;
  for (const std::string& name : option.get_lnames()) described.names.push_back("--" + name);
  for (const std::string& name : option.get_snames()) described.names.push_back("-" + name);
  bool takes_value = option.get_items_expected_max() > 0 && option.get_type_size() > 0;
  if (takes_value) described.text = option.get_option_text();
  described.description = option.get_description();
  DescribeValue(described);
  return described;
}

std::vector<Described> OptionsOf(const CLI::App& command) {
  std::vector<Described> options;
  for (const CLI::Option* option : command.get_options())
    if (!option->get_positional()) options.push_back(Describe(*option));
  return options;
}

std::vector<Described> OperandsOf(const CLI::App& command) {
  std::vector<Described> operands;
  for (const CLI::Option* option : command.get_options())
    if (option->get_positional()) operands.push_back(Describe(*option));
  return operands;
}

std::string Joined(const std::vector<std::string>& words, const char* separator) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : separator) + word;
  return text;
}

std::string Quoted(std::string_view text) {
  std::string quoted = "'";
  for (char c : text) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

std::string Bash(const CLI::App& app) {
  std::vector<std::string> commands;
  std::string options, values;
  for (const CLI::App* command : app.get_subcommands({})) {
    commands.push_back(command->get_name());
    std::vector<std::string> names;
    for (const Described& option : OptionsOf(*command)) {
      names.insert(names.end(), option.names.begin(), option.names.end());
      if (option.choices.empty()) continue;
      for (const std::string& name : option.names)
        values += "    " + command->get_name() + " " + name +
                  ") words=" + Quoted(Joined(option.choices, " ")) + " ;;\n";
    }
    for (const Described& operand : OperandsOf(*command))
      names.insert(names.end(), operand.choices.begin(), operand.choices.end());
    options += "    " + command->get_name() + ") words=" + Quoted(Joined(names, " ")) + " ;;\n";
  }
  // The case of a value is spelled with the command, since commands differ in what they take.
  std::string cases;
  for (const std::string& line : Split(values, '\n')) {
    if (line.empty()) continue;
    std::size_t first = line.find_first_not_of(' ');
    std::string entry = line.substr(first);
    entry.replace(entry.find(' '), 1, ":");
    cases += "    " + entry + "\n";
  }
  return "# bash completion for graphmend\n"
         "_graphmend() {\n"
         "  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}\n"
         "  local command= word words=\n"
         "  for word in \"${COMP_WORDS[@]:1:COMP_CWORD-1}\"; do\n"
         "    case $word in -*) ;; *) command=$word; break ;; esac\n"
         "  done\n"
         "  COMPREPLY=()\n"
         "  if [ \"$previous\" = = ]; then previous=${COMP_WORDS[COMP_CWORD-2]}; fi\n"
         "  if [ -z \"$command\" ]; then\n"
         "    COMPREPLY=($(compgen -W " +
         Quoted(Joined(commands, " ") + " --help --version") +
         " -- \"$current\"))\n"
         "    return\n"
         "  fi\n"
         "  case $command:$previous in\n" +
         cases +
         "  esac\n"
         "  if [ -z \"$words\" ]; then\n"
         "    case $command in\n" +
         options +
         "    esac\n"
         "    case $current in -*) ;; *) [ \"$command\" = explain ] || words= ;; esac\n"
         "  fi\n"
         "  if [ -n \"$words\" ]; then COMPREPLY=($(compgen -W \"$words\" -- \"${current#=}\"))\n"
         "  else COMPREPLY=($(compgen -f -- \"$current\")); fi\n"
         "}\n"
         "complete -o filenames -o bashdefault -F _graphmend graphmend\n";
}

// A colon and brackets end parts of a specification of _arguments.
std::string ZshText(std::string_view text) {
  std::string escaped;
  for (char c : text) {
    if (c == ':' || c == '[' || c == ']' || c == '\\') escaped += '\\';
    escaped += c;
  }
  return escaped;
}

std::string ZshValue(const Described& described) {
  if (!described.choices.empty()) return "(" + Joined(described.choices, " ") + ")";
  return described.is_path ? "_files" : " ";
}

std::string Zsh(const CLI::App& app) {
  std::string commands, cases;
  for (const CLI::App* command : app.get_subcommands({})) {
    commands += "    " + Quoted(command->get_name() + ":" + command->get_description()) + "\n";
    cases += "    " + command->get_name() + ")\n      _arguments -s -S";
    for (const Described& option : OptionsOf(*command)) {
      for (const std::string& name : option.names) {
        bool value = !option.text.empty();
        std::string spec = "*" + name + (value && name.starts_with("--") ? "=" : "") + "[" +
                           ZshText(option.description) + "]";
        if (value) spec += ":" + ZshText(option.text) + ":" + ZshValue(option);
        cases += " \\\n        " + Quoted(spec);
      }
    }
    for (const Described& operand : OperandsOf(*command))
      cases += " \\\n        " + Quoted("*:" + ZshText(operand.text) + ":" + ZshValue(operand));
    cases += "\n      ;;\n";
  }
  return "#compdef graphmend\n"
         "_graphmend() {\n"
         "  local -a commands\n"
         "  commands=(\n" +
         commands +
         "  )\n"
         "  if (( CURRENT == 2 )); then\n"
         "    _describe command commands\n"
         "    return\n"
         "  fi\n"
         "  local command=${words[2]}\n"
         "  shift words\n"
         "  (( CURRENT-- ))\n"
         "  case $command in\n" +
         cases +
         "  esac\n"
         "}\n"
         "if [ \"$funcstack[1]\" = _graphmend ]; then _graphmend \"$@\"; "
         "else compdef _graphmend graphmend; fi\n";
}

std::string Fish(const CLI::App& app) {
  std::string text =
      "# fish completion for graphmend\ncomplete -c graphmend -n __fish_use_subcommand -f\n";
  for (const CLI::App* command : app.get_subcommands({})) {
    std::string name = command->get_name();
    text += "complete -c graphmend -n __fish_use_subcommand -a " + name + " -d " +
            Quoted(command->get_description()) + "\n";
    std::string seen = "complete -c graphmend -n " + Quoted("__fish_seen_subcommand_from " + name);
    for (const Described& option : OptionsOf(*command)) {
      for (const std::string& word : option.names) {
        text += seen + (word.starts_with("--") ? " -l " + word.substr(2) : " -s " + word.substr(1));
        if (!option.choices.empty()) text += " -x -a " + Quoted(Joined(option.choices, " "));
        else if (!option.text.empty()) text += option.is_path ? " -r" : " -x";
        text += " -d " + Quoted(option.description) + "\n";
      }
    }
    for (const Described& operand : OperandsOf(*command))
      if (!operand.choices.empty())
        text += seen + " -f -a " + Quoted(Joined(operand.choices, " ")) + "\n";
  }
  return text;
}

// Roff takes a backslash, and a full stop or a quote at the start of a line, as its own.
std::string Roff(std::string_view text) {
  std::string escaped;
  for (char c : text) {
    bool at_start = escaped.empty() || escaped.back() == '\n';
    if (at_start && (c == '.' || c == '\'')) escaped += "\\&";
    if (c == '\\') escaped += "\\e";
    else if (c == '-') escaped += "\\-";
    else escaped += c;
  }
  return escaped;
}

std::string ManOptions(const std::vector<Described>& options) {
  std::string text;
  for (const Described& option : options) {
    text += ".TP\n";
    std::string heading;
    for (const std::string& name : option.names)
      heading += (heading.empty() ? "\\fB" : ", \\fB") + Roff(name) + "\\fR";
    if (!option.text.empty()) heading += " \\fI" + Roff(option.text) + "\\fR";
    text += heading + "\n" + Roff(option.description) + ".\n";
  }
  return text;
}

}  // namespace

std::string CompletionScript(const CLI::App& app, Shell shell) {
  switch (shell) {
    case Shell::Bash: return Bash(app);
    case Shell::Zsh: return Zsh(app);
    case Shell::Fish: break;
  }
  return Fish(app);
}

std::string ManPage(const CLI::App& app) {
  std::string text = std::string(".TH GRAPHMEND 1 \"\" \"graphmend ") + project::kVersion +
                     "\" \"User Commands\"\n.SH NAME\ngraphmend \\- find torch.compile graph "
                     "breaks in Python source\n.SH SYNOPSIS\n";
  for (const CLI::App* command : app.get_subcommands({})) {
    text += ".B graphmend " + command->get_name() + "\n[\\fIOPTION\\fR...]";
    for (const Described& operand : OperandsOf(*command))
      text += " \\fI" + Roff(operand.text) + "\\fR";
    text += "\n.br\n";
  }
  text += ".SH DESCRIPTION\n" + Roff(app.get_description()) +
          "\n.PP\nA word \\fB@FILE\\fR stands for the words in that file, one a line.\n";
  text += ".SH OPTIONS\n" + ManOptions(OptionsOf(app));
  for (const CLI::App* command : app.get_subcommands({})) {
    text += ".SH \"GRAPHMEND " + Roff(command->get_name()) + "\"\n" +
            Roff(command->get_description()) + ".\n";
    text += ManOptions(OptionsOf(*command));
  }
  text +=
      ".SH \"EXIT STATUS\"\n0 nothing found, 1 findings, 2 trouble with a file, an option or "
      "graphmend itself.\n"
      ".SH FILES\n.TP\n\\fIgraphmend.toml\\fR, \\fIpyproject.toml\\fR\nSettings; "
      "\\fBgraphmend config\\fR lists them.\n"
      ".SH \"SEE ALSO\"\n\\fBgraphmend rules\\fR, \\fBgraphmend explain\\fR\n";
  return text;
}

}  // namespace graphmend::cli
