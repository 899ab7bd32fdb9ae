// From layers to what the stages take: rules and their severities, options of the analysis.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "diag/diagnostic.h"
#include "infer/options.h"
#include "lint/rule.h"
#include "settings/layer.h"

namespace graphmend::settings {

// Which rules are on, and what they weigh.
struct RuleTable {
  std::vector<bool> on;                                 // in registry order
  std::vector<std::optional<diag::Severity>> severity;  // of firm findings; none: the rule's own
  diag::Severity least = diag::Severity::Note;
};
RuleTable Rules(const Stack& stack);

// One flag for each rule that a list of selectors, each of which is known, names.
std::vector<bool> RulesNamed(const std::vector<std::string>& selectors);

infer::Options AnalysisOptions(const Stack& stack);

// What an exit status of 1 takes; none: nothing does.
std::optional<diag::Severity> FailOn(const Stack& stack);

// Where nothing is set: the fallback, or nothing.
bool Flag(const Stack& stack, std::string_view key);
std::string Text(const Stack& stack, std::string_view key);
std::vector<std::string> List(const Stack& stack, std::string_view key);

// A setting that names files or directories, made absolute by the directory of its layer.
std::vector<std::string> Paths(const Stack& stack, std::string_view key);

std::optional<diag::Severity> SeverityCalled(std::string_view name);

}  // namespace graphmend::settings
