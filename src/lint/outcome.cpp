#include "lint/outcome.h"

#include <algorithm>
#include <tuple>

namespace graphmend::lint {
namespace {

auto KeyOf(const Problem& p) { return std::tie(p.path, p.line, p.column, p.kind, p.message); }

}  // namespace

void SortOnce(std::vector<Problem>& problems) {
  std::sort(problems.begin(), problems.end(),
            [](const Problem& a, const Problem& b) { return KeyOf(a) < KeyOf(b); });
  problems.erase(
      std::unique(problems.begin(), problems.end(),
                  [](const Problem& a, const Problem& b) { return KeyOf(a) == KeyOf(b); }),
      problems.end());
}

std::size_t Outcome::AssumedEntries() const {
  return static_cast<std::size_t>(
      std::count_if(entries.begin(), entries.end(),
                    [](const infer::Entry& entry) { return entry.how.IsAssumed(); }));
}

std::size_t Outcome::IncompleteEntries() const {
  return static_cast<std::size_t>(std::count_if(
      entries.begin(), entries.end(), [](const infer::Entry& entry) { return entry.incomplete; }));
}

std::size_t Outcome::SuppressedBy(SuppressionKind kind) const {
  return static_cast<std::size_t>(
      std::count_if(suppressed.begin(), suppressed.end(),
                    [&](const Suppressed& one) { return one.kind == kind; }));
}

bool Outcome::HasTrouble() const {
  return std::any_of(problems.begin(), problems.end(),
                     [](const Problem& problem) { return IsTrouble(problem.kind); });
}

std::string Count(std::size_t number, std::string_view singular, std::string_view plural) {
  return std::to_string(number) + " " + std::string(number == 1 ? singular : plural);
}

std::string NothingCompiled(const Outcome& outcome) {
  if (!outcome.entries.empty()) return {};
  std::string sought = outcome.assume == "explicit"
                           ? "no torch.compile"
                           : "neither torch.compile nor an nn.Module.forward";
  return "Nothing is compiled in " + Count(outcome.files, "file", "files") + " (" + sought +
         "), so nothing was checked";
}

std::string DescribeEntries(const Outcome& outcome) {
  if (outcome.entries.empty()) return "nothing compiled";
  std::size_t assumed = outcome.AssumedEntries();
  std::size_t written = outcome.entries.size() - assumed;
  std::string how;
  if (written > 0) how = std::to_string(written) + " by torch.compile";
  if (assumed > 0) {
    if (!how.empty()) how += ", ";
    how += std::to_string(assumed) + " assumed";
  }
  return Count(outcome.entries.size(), "compiled entry", "compiled entries") + " (" + how + ")";
}

std::string DescribeLeftOut(const LeftOut& left_out) {
  if (left_out.breaks == 0 || left_out.modules == 0) return {};
  return "If you also compile " + Count(left_out.modules, "other module", "other modules") + ": " +
         Count(left_out.breaks, "break", "breaks") + "; --assume-compiled=modules lists " +
         (left_out.breaks == 1 ? "it" : "them");
}

int ExitStatus(const Outcome& outcome, bool exit_zero) {
  if (outcome.HasTrouble()) return 2;
  return outcome.diagnostics.empty() || exit_zero ? 0 : 1;
}

}  // namespace graphmend::lint
