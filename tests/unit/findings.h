// Findings made by hand, for the tests of what reports them.
#pragma once

#include <string>
#include <string_view>

#include "lint/outcome.h"
#include "lint/rule.h"

namespace graphmend::testing {

// The first place where `text` is in `file`.
inline diag::Location At(const source::SourceFile& file, std::string_view text) {
  auto begin = static_cast<std::uint32_t>(file.text().find(text));
  return {&file, {begin, begin + static_cast<std::uint32_t>(text.size())}};
}

inline std::uint32_t IndexOf(std::string_view code) {
  std::uint32_t index = 0;
  while (lint::Rules()[index]->code.text() != code) ++index;
  return index;
}

inline diag::Diagnostic Finding(const source::SourceFile& file, std::string_view code,
                                std::string_view text) {
  diag::Diagnostic finding;
  finding.code = code;
  finding.rule_index = IndexOf(code);
  finding.location = At(file, text);
  finding.statement = finding.location.span;
  finding.message = "`" + std::string(text) + "` breaks the graph";
  return finding;
}

inline lint::Outcome OutcomeOf(std::vector<diag::Diagnostic> findings) {
  lint::Outcome outcome;
  outcome.diagnostics = std::move(findings);
  outcome.files = 2;
  outcome.target = "2.13";
  outcome.assume = "auto";
  outcome.entries.resize(3);
  outcome.entries[1].how = outcome.entries[2].how = {infer::CompiledBy::AssumedMethod, "forward"};
  return outcome;
}

}  // namespace graphmend::testing
