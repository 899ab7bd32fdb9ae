// Words of which there are only a few: commands, formats, stages, colours.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/suggest.h"
#include "cli/invocation.h"

namespace graphmend::cli {

template <class T>
struct Choice {
  std::string_view name;
  T value;
};

inline constexpr std::array kCommands = {Choice<Command>{"check", Command::Check},
                                         Choice<Command>{"rules", Command::Rules},
                                         Choice<Command>{"fixes", Command::Fixes},
                                         Choice<Command>{"explain", Command::Explain},
                                         Choice<Command>{"dump", Command::Dump},
                                         Choice<Command>{"entries", Command::Entries},
                                         Choice<Command>{"why", Command::Why},
                                         Choice<Command>{"config", Command::Config},
                                         Choice<Command>{"server", Command::Server},
                                         Choice<Command>{"completion", Command::Completion},
                                         Choice<Command>{"manual", Command::Manual},
                                         Choice<Command>{"validate", Command::Validate},
                                         Choice<Command>{"triage", Command::Triage},
                                         Choice<Command>{"patch", Command::Patch},
                                         Choice<Command>{"run", Command::Run},
                                         Choice<Command>{"stubs", Command::Stubs}};
inline constexpr std::array kStubsActions = {Choice<StubsAction>{"new", StubsAction::New},
                                             Choice<StubsAction>{"check", StubsAction::Check},
                                             Choice<StubsAction>{"record", StubsAction::Record}};
inline constexpr std::array kStages = {
    Choice<Stage>{"syntax", Stage::Syntax}, Choice<Stage>{"names", Stage::Names},
    Choice<Stage>{"flow", Stage::Flow},     Choice<Stage>{"facts", Stage::Facts},
    Choice<Stage>{"models", Stage::Models}, Choice<Stage>{"parse-only", Stage::ParseOnly}};
inline constexpr std::array kLists = {Choice<Format>{"text", Format::Text},
                                      Choice<Format>{"json", Format::Json}};
inline constexpr std::array kSettingLists = {
    Choice<Format>{"text", Format::Text}, Choice<Format>{"json", Format::Json},
    Choice<Format>{"schema", Format::Schema}, Choice<Format>{"markdown", Format::Markdown}};
inline constexpr std::array kDumps = {Choice<Format>{"text", Format::Text},
                                      Choice<Format>{"mermaid", Format::Mermaid}};
inline constexpr std::array kColors = {Choice<ColorChoice>{"auto", ColorChoice::Auto},
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
  std::string hint = base::DidYouMean(name, names);
  if (hint.empty()) {
    hint = "one of";
    for (std::string_view known : names)
      hint += (known == names.front() ? " " : ", ") + std::string(known);
  }
  return base::Error{std::string(option) + ": `" + std::string(name) + "` is not known", hint};
}

}  // namespace graphmend::cli
