#include "harness/coverage.h"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>

#include "fix/declaration.h"
#include "lint/rule.h"
#include "models/transfer_words.h"
#include "rules/embedded.h"

namespace graphmend::harness {
namespace {

struct Excuse {
  std::string_view what;
  std::string_view reason;
};

constexpr Excuse kExcused[] = {
    {"Unknown", "stands for what cannot be parsed, which a case can only show as a syntax error"},
    {"needs_grad", "source does not tell, so it may always hold"},
    {"unknown", "source does not tell, so it may always hold"},
    {"Unreachable", "what a block ends in before it is lowered; sound graphs have none"},
};

bool Excused(std::string_view what) {
  for (const Excuse& excuse : kExcused)
    if (excuse.what == what) return true;
  return false;
}

constexpr std::string_view kInstructions[] = {
#define GM_INST(Name) #Name,
#define GM_TERMINATOR(Name) #Name,
#include "flow/insts.def"
};

constexpr models::Transfer kTransfers[] = {
#define GM_TRANSFER(name, meaning) models::Transfer::name,
#include "models/transfers.def"
};

constexpr std::string_view kConditions[] = {
#define GM_CONDITION(name, word, open, form, meaning) word,
#include "models/vocabulary.def"
};

// Calls `use` with each text between `before` and `after`.
template <class Use>
void ForEachBetween(std::string_view text, std::string_view before, char after, Use use) {
  for (std::size_t at = text.find(before); at != std::string_view::npos;
       at = text.find(before, at)) {
    at += before.size();
    const std::size_t end = text.find(after, at);
    if (end == std::string_view::npos) return;
    use(text.substr(at, end - at));
  }
}

void CheckRules(const Exercised& exercised, std::vector<std::string>& missing) {
  const std::string_view registry = rules::EmbeddedText("gb_registry.json");
  for (const lint::Rule* rule : lint::Rules()) {
    const std::string name(rule->name);
    if (lint::Documentation(*rule).empty()) missing.push_back("rule " + name + " has no page");
    for (const lint::GbId& id : rule->breaks)
      if (registry.find("\"" + std::string(id.text()) + "\":") == std::string_view::npos)
        missing.push_back("rule " + name + " names " + std::string(id.text()) +
                          ", which PyTorch's registry lacks");
    if (!rule->check) continue;  // about graphmend itself: no observation leads to it
    if (!exercised.fired.contains(name))
      missing.push_back("no case makes the rule " + name + " fire");
    if (!exercised.quiet.contains(name))
      missing.push_back("no case on its page keeps the rule " + name + " quiet");
  }
}

void CheckObservations(const Exercised& exercised, std::vector<std::string>& missing) {
  for (int i = 0; i < infer::kObservationKinds; ++i) {
    const auto kind = static_cast<infer::ObservationKind>(i);
    const std::string slug(infer::Slug(kind));
    int whole = 0, parts = 0;
    for (const lint::Rule* rule : lint::Rules())
      if (rule->on == kind) ++(rule->accepts ? parts : whole);
    if (whole + (parts > 1 ? 1 : parts) != 1)
      missing.push_back("the observation " + slug + " must be worded by exactly one rule");
    if (!exercised.observations.contains(kind) && !Excused(slug))
      missing.push_back("no case makes the observation " + slug);
  }
}

void CheckStubs(std::vector<std::string>& missing) {
  const std::string_view registry = rules::EmbeddedText("gb_registry.json");
  for (const rules::EmbeddedFile& file : rules::EmbeddedFiles()) {
    if (!file.path.ends_with(".pyi") || file.path.ends_with("/graphmend/__init__.pyi")) continue;
    ForEachBetween(file.text, "@breaks(\"", '"', [&](std::string_view id) {
      if (registry.find("\"" + std::string(id) + "\":") == std::string_view::npos)
        missing.push_back(std::string(file.path) + " names " + std::string(id) +
                          ", which PyTorch's registry lacks");
    });
  }
}

void CheckExecuted(const infer::Trace& trace, std::vector<std::string>& missing) {
  for (models::Transfer transfer : kTransfers)
    if (!trace.transfers.contains(transfer))
      missing.push_back("no case calls the transfer " + models::Name(transfer));
  for (std::string_view word : kConditions)
    for (bool holds : {true, false})
      if (!trace.conditions.contains({*models::FindCondition(word), holds}) &&
          (holds || !Excused(word)))
        missing.push_back("in no case " + std::string(word) + "(…) of a stub's `when=` " +
                          (holds ? "holds" : "does not hold"));
}

// Fixes that leave what they do not mend to others, without a reason of their own.
constexpr std::string_view kNeverDecline[] = {
    "compare_by_is",    "compare_shapes", "count_places", "keep_mask",
    "range_for_arange", "use_literal",    "write_dict",
};

bool MaySay(const fix::Fix& fix, std::string_view answer) {
  if (answer == "declined")
    return std::find(std::begin(kNeverDecline), std::end(kNeverDecline), fix.slug()) ==
           std::end(kNeverDecline);
  return fix->promise == fix::Promise::Either || answer == fix::NameOf(fix->promise);
}

void CheckFixes(const std::set<std::string>& exercised, std::vector<std::string>& missing) {
  for (const fix::Fix& fix : fix::Fixes())
    for (std::string_view answer : {"safe", "unsafe", "declined"}) {
      const std::string what = std::string(fix.slug()) + " " + std::string(answer);
      if (!MaySay(fix, answer) && exercised.contains(what))
        missing.push_back("a case shows " + what + ", which is said never to happen");
      if (MaySay(fix, answer) && !exercised.contains(what))
        missing.push_back("no case of a fix shows " + what);
    }
}

}  // namespace

std::vector<std::string> MissingCoverage(const Exercised& exercised) {
  std::vector<std::string> missing;
  CheckRules(exercised, missing);
  CheckObservations(exercised, missing);
  for (std::string_view name : kInstructions)
    if (!exercised.instructions.contains(std::string(name)) && !Excused(name))
      missing.push_back("no flow snapshot shows the instruction " + std::string(name));
  CheckStubs(missing);
  CheckExecuted(exercised.trace, missing);
  CheckFixes(exercised.fixes, missing);
  return missing;
}

}  // namespace graphmend::harness
