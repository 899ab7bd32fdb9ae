#include "lint/check.h"

#include <algorithm>
#include <array>
#include <map>
#include <string_view>
#include <tuple>

#include "lint/conditions.h"
#include "lint/gb_since.h"
#include "lint/place.h"
#include "lint/steps.h"

namespace graphmend::lint {
namespace {

using infer::Observation;

// The rules that word each kind of observation, as indices into `Rules()`.
using RulesByKind = std::array<std::vector<std::uint32_t>, infer::kObservationKinds>;

RulesByKind GroupRules() {
  RulesByKind groups;
  for (std::uint32_t i = 0; i < Rules().size(); ++i)
    if (Rules()[i]->on) groups[static_cast<std::size_t>(*Rules()[i]->on)].push_back(i);
  return groups;
}

// One finding: a rule, and the expression it underlines.
using Key = std::tuple<std::string_view, std::uint32_t, std::uint32_t, std::uint32_t>;

template <class Step>
auto PlacesOf(const std::vector<Step>& steps) {
  std::vector<std::tuple<std::string_view, std::uint32_t, std::uint32_t>> places;
  for (const Step& step : steps) places.push_back(PlaceOf(step.location));
  return places;
}

// Firm before conditional, raising before breaking, the shorter way from the entry first, then the
// fuller explanation; the rest only makes the choice independent of the order of analysis.
bool SpeaksBefore(const Observation* a, const Observation* b) {
  auto rank = [](const Observation* o) {
    return std::tuple(!o->conditions.empty(), !o->fullgraph, o->callers.size(), ~o->reason.size());
  };
  if (rank(a) != rank(b)) return rank(a) < rank(b);
  auto words = [](const Observation* o) {
    const infer::Operation* by = infer::observed::ByOf(o->what);
    return std::tuple(std::string_view(o->subject),
                      by ? std::string_view(by->name) : std::string_view(), Words(o->conditions),
                      std::string_view(o->function), o->gb_ids);
  };
  if (words(a) != words(b)) return words(a) < words(b);
  if (auto x = PlacesOf(a->callers), y = PlacesOf(b->callers); x != y) return x < y;
  return PlacesOf(a->reason) < PlacesOf(b->reason);
}

diag::Severity SeverityOf(const Rule& rule, const Observation& observation) {
  if (!observation.conditions.empty()) return diag::Severity::Note;
  return observation.fullgraph ? diag::Severity::Error : rule.severity;
}

// The whole way from the entry where there is one way; the direct call sites where there are more.
void FillCallers(diag::Diagnostic& diagnostic, const std::vector<const Observation*>& group) {
  std::map<std::tuple<std::string_view, std::uint32_t, std::uint32_t>, const infer::CallStep*>
      sites;
  for (const Observation* observation : group)
    if (!observation->callers.empty())
      sites.emplace(PlaceOf(observation->callers.back().location), &observation->callers.back());
  diagnostic.call_sites = static_cast<std::uint32_t>(sites.size());
  if (sites.size() < 2) {
    for (const infer::CallStep& step : group.front()->callers)
      diagnostic.callers.push_back(Words(step));
  } else {
    for (const auto& [place, step] : sites) diagnostic.callers.push_back(Words(*step));
  }
}

// What raises under fullgraph=True leaves nothing that could run without compilation.
void FillSkipped(diag::Diagnostic& diagnostic, const std::vector<const Observation*>& group) {
  if (group.front()->fullgraph) return;
  for (const Observation* one : group) {
    diagnostic.skips_frame |= one->skips_frame;
    diagnostic.hides = std::max(diagnostic.hides, one->hides);
    if (one->skips_frame && one->within && diagnostic.within.empty())
      diagnostic.within = *one->within == flow::RegionKind::Try    ? "try"
                          : *one->within == flow::RegionKind::With ? "with"
                                                                   : "loop";
  }
}

void FillGbIds(diag::Diagnostic& diagnostic, const Rule& rule, const Observation& observation,
               infer::Release target) {
  diagnostic.gb_ids = observation.gb_ids;
  if (diagnostic.gb_ids.empty() && rule.breaks.size() == 1)
    diagnostic.gb_ids.emplace_back(rule.breaks.front().text());
  if (target < infer::Release())
    std::erase_if(diagnostic.gb_ids,
                  [&](const std::string& id) { return GbSince(id) > target.minor; });
}

diag::Diagnostic Word(std::uint32_t rule_index, std::vector<const Observation*> group,
                      infer::Release target) {
  std::sort(group.begin(), group.end(), SpeaksBefore);
  const Rule& rule = *Rules()[rule_index];
  const Observation& observation = *group.front();
  Finding finding = rule.check(observation);
  diag::Diagnostic diagnostic;
  diagnostic.code = rule.code.text();
  diagnostic.rule_index = rule_index;
  diagnostic.severity = SeverityOf(rule, observation);
  diagnostic.location = observation.location;
  diagnostic.statement = observation.statement;
  diagnostic.message = std::move(finding.message);
  diagnostic.label = std::move(finding.label);
  diagnostic.condition = Words(observation.conditions);
  diagnostic.function = observation.function;
  Reason reason = Words(observation.reason, observation.location);
  diagnostic.reason = std::move(reason.steps);
  diagnostic.origin = reason.telling;
  diagnostic.help = std::move(finding.help);
  FillSkipped(diagnostic, group);
  FillGbIds(diagnostic, rule, observation, target);
  FillCallers(diagnostic, group);
  return diagnostic;
}

}  // namespace

std::vector<diag::Diagnostic> Check(const std::vector<Observation>& observations,
                                    infer::Release target) {
  const RulesByKind rules = GroupRules();
  std::map<Key, std::vector<const Observation*>> groups;
  for (const Observation& observation : observations) {
    for (std::uint32_t index : rules[static_cast<std::size_t>(observation.kind())]) {
      const Rule& rule = *Rules()[index];
      if (rule.accepts && !rule.accepts(observation)) continue;
      auto [path, begin, end] = PlaceOf(observation.location);
      groups[Key(path, begin, end, index)].push_back(&observation);
    }
  }
  std::vector<diag::Diagnostic> diagnostics;
  diagnostics.reserve(groups.size());
  for (auto& [key, group] : groups)
    diagnostics.push_back(Word(std::get<3>(key), std::move(group), target));
  std::sort(diagnostics.begin(), diagnostics.end(), diag::Before);
  return diagnostics;
}

std::optional<diag::Diagnostic> CheckSyntax(const source::SourceFile& file,
                                            const syntax::Tree& tree) {
  const Rule* rule = FindRule("syntax-error");
  if (!rule || tree.errors.empty()) return std::nullopt;
  const syntax::SyntaxError& error = tree.errors.front();
  diag::Diagnostic diagnostic;
  diagnostic.code = rule->code.text();
  while (Rules()[diagnostic.rule_index] != rule) ++diagnostic.rule_index;
  diagnostic.severity = rule->severity;
  diagnostic.location = {&file, error.span};
  diagnostic.statement = error.span;
  diagnostic.message = error.message + ": this part of the file was not checked";
  std::size_t more = tree.errors.size() - 1;
  if (more > 0) diagnostic.message += ", nor " + std::to_string(more) + " more";
  diagnostic.label = "not Python";
  return diagnostic;
}

}  // namespace graphmend::lint
