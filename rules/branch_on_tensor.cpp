// GM101: a truth test on tensor data decides a branch.
#include "rules/wording.h"

namespace graphmend::rules {
namespace {

using flow::BranchKind;

constexpr lint::GbId kBreaks[] = {"GB0170", "GB0035"};
using infer::observed::BranchOn;

bool IsItsOwn(const BranchOn& what) { return !what.guards_raise; }

// What needs the truth of the value, as the reader sees it in the source.
std::string_view Tester(BranchKind kind) {
  switch (kind) {
    case BranchKind::If: return "this `if`";
    case BranchKind::While: return "this `while`";
    case BranchKind::Conditional: return "this conditional expression";
    case BranchKind::And: return "this `and`, which tests its left side,";
    case BranchKind::Or: return "this `or`, which tests its left side,";
    case BranchKind::Not: return "this `not`";
    case BranchKind::Compare: return "this chained comparison";
    case BranchKind::Assert: return "this `assert`";
    case BranchKind::ComprehensionIf: return "the `if` of this comprehension";
    case BranchKind::MatchGuard: return "the guard of this `case`";
    case BranchKind::MatchPattern: return "this `case`";
    case BranchKind::Except: break;  // tests a type
  }
  return "this test";
}

std::string Help(const infer::Observation& observation, const BranchOn& what) {
  const std::string condition = observation.subject.empty() ? "condition" : observation.subject;
  switch (what.test) {
    case BranchKind::If:
    case BranchKind::Conditional:
      return "compute both sides and choose with " + Code("torch.where(" + condition + ", a, b)") +
             ", or give both as functions to `torch.cond`";
    case BranchKind::While:
      return "give the loop a bound that Python knows, or use `torch.while_loop`";
    case BranchKind::And:
      return "combine the tensors with `&` or `torch.logical_and`, which stay in the graph; a test "
             "of a Python value belongs on the left";
    case BranchKind::Or:
      return "combine the tensors with `|` or `torch.logical_or`, which stay in the graph; a test "
             "of a Python value belongs on the left";
    case BranchKind::Not: return "write `torch.logical_not(...)` or `~`, which stay in the graph";
    case BranchKind::Compare:
      return "write `(a < b) & (b < c)`: a chained comparison is an `and` of its links";
    case BranchKind::Assert: return "write one tensor test and a plain string as message";
    case BranchKind::ComprehensionIf:
      return "keep all elements and weigh them with `torch.where`; a list whose length depends on "
             "data cannot be in the graph";
    case BranchKind::MatchGuard:
    case BranchKind::MatchPattern:
      return "choose with `torch.where`, or match on a Python value such as a shape";
    case BranchKind::Except: break;
  }
  return "choose with `torch.where`";
}

lint::Finding Word(const infer::Observation& observation, const BranchOn& what) {
  return Report(
      observation,
      Subject(observation, "the condition") + " is tensor data: " + std::string(Tester(what.test)),
      Help(observation, what));
}

}  // namespace

extern constinit const lint::Rule branch_on_tensor = {
    .code = "GM101",
    .name = "branch-on-tensor",
    .summary = "a branch is decided by tensor data",
    .breaks = kBreaks,
    .precision = lint::Precision::VeryHigh,
    .on = lint::kOn<BranchOn>,
    .check = lint::Check<BranchOn, Word>,
    .accepts = lint::Accepts<BranchOn, IsItsOwn>,
};

}  // namespace graphmend::rules
