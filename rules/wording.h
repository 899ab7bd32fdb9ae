// How rules build what they say, so that all findings read alike: what breaks, in PyTorch's words
// and with the code that does, then the condition that it depends on; under the carets, what is
// needed there and what there is instead.
//
//   Code     source text in backticks, on one line and not too long
//   Report   a finding: the cause, completed by its condition and by what fullgraph=True makes of
//   it
#pragma once

#include <string>
#include <string_view>

#include "lint/conditions.h"
#include "lint/rule.h"

namespace graphmend::rules {

inline std::string Code(std::string_view text) {
  constexpr std::size_t kLongest = 72;
  std::string line;
  for (char c : text) {
    const bool space = c == ' ' || c == '\t' || c == '\n' || c == '\r';
    if (space && (line.empty() || line.back() == ' ')) continue;
    line += space ? ' ' : c == '`' ? '\'' : c;
  }
  while (!line.empty() && line.back() == ' ') line.pop_back();
  if (line.size() > kLongest) {
    std::size_t end = kLongest - 3;
    while (end > 0 && (static_cast<unsigned char>(line[end]) & 0xC0) == 0x80) --end;  // whole UTF-8
    line.resize(end);
    line += "...";
  }
  return "`" + line + "`";
}

// The underlined expression, and the function or operator, as the user calls it. Either may be
// missing where the interpreter has no better text.
inline std::string Subject(const infer::Observation& observation, std::string_view otherwise) {
  return observation.subject.empty() ? std::string(otherwise) : Code(observation.subject);
}

inline std::string Name(const infer::Operation& by, std::string_view otherwise) {
  std::string_view operation = by.name;
  constexpr std::string_view kBuiltins = "builtins.";
  if (operation.starts_with(kBuiltins)) operation.remove_prefix(kBuiltins.size());
  return operation.empty() ? std::string(otherwise) : Code(operation);
}

// What a test says under the carets.
inline constexpr char kNeedsBool[] = "needs a Python bool, but this is a tensor";

// `cause` names what breaks: "data-dependent branch on `x > 0`". That it breaks goes without
// saying; that it raises does not.
inline lint::Finding Report(const infer::Observation& observation, std::string cause,
                            std::string label, std::string help) {
  std::string message = std::move(cause);
  if (!observation.conditions.empty()) message += " when " + lint::Words(observation.conditions);
  if (observation.fullgraph) message += "; fullgraph=True raises";
  return {std::move(message), std::move(label), std::move(help)};
}

}  // namespace graphmend::rules
