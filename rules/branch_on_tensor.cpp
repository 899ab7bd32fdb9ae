// GM101: a truth test on tensor data decides a branch.
#include "rules/wording.h"

namespace graphmend::rules::branch_on_tensor {
namespace {

using flow::BranchKind;

constexpr lint::GbId kBreaks[] = {"GB0170", "GB0035"};
using infer::observed::BranchOn;

bool IsItsOwn(const BranchOn& what) { return !what.guards_raise; }

// What depends on the data, and what needs the truth of the value, as the reader sees both in the
// source.
struct Tester {
  std::string_view what, who;
};

Tester TesterOf(BranchKind kind) {
  switch (kind) {
    case BranchKind::If: return {"branch", ""};
    case BranchKind::While: return {"loop", "`while` "};
    case BranchKind::Conditional: return {"conditional expression", ""};
    case BranchKind::And: return {"`and`", "`and` "};
    case BranchKind::Or: return {"`or`", "`or` "};
    case BranchKind::Not: return {"`not`", ""};
    case BranchKind::Compare: return {"chained comparison", ""};
    case BranchKind::Assert: return {"assert", "`assert` "};
    case BranchKind::ComprehensionIf: return {"comprehension filter", ""};
    case BranchKind::MatchGuard: return {"`case` guard", ""};
    case BranchKind::MatchPattern: return {"`case`", "`case` "};
    case BranchKind::Except: break;  // tests a type
  }
  return {"test", ""};
}

std::string Help(const infer::Observation& observation, const BranchOn& what) {
  const std::string condition = observation.subject.empty() ? "condition" : observation.subject;
  switch (what.test) {
    case BranchKind::If:
    case BranchKind::Conditional:
      return "compute both sides and choose with " + Code("torch.where(" + condition + ", a, b)") +
             ", or pass both to `torch.cond` as functions";
    case BranchKind::While: return "loop a fixed number of times, or use `torch.while_loop`";
    case BranchKind::And:
      return "combine the tensors with `&` or `torch.logical_and`, which stay in the graph; put a "
             "test of a Python value on the left";
    case BranchKind::Or:
      return "combine the tensors with `|` or `torch.logical_or`, which stay in the graph; put a "
             "test of a Python value on the left";
    case BranchKind::Not: return "write `torch.logical_not(...)` or `~`, which stay in the graph";
    case BranchKind::Compare:
      return "write `(a < b) & (b < c)`: a chained comparison is an `and` of its links";
    case BranchKind::Assert: return "write one tensor test, with a plain string as the message";
    case BranchKind::ComprehensionIf:
      return "keep all elements and mask them with `torch.where`; a list whose length depends on "
             "data cannot be in the graph";
    case BranchKind::MatchGuard:
    case BranchKind::MatchPattern:
      return "choose with `torch.where`, or match on a Python value such as a shape";
    case BranchKind::Except: break;
  }
  return "choose with `torch.where`";
}

lint::Finding Word(const infer::Observation& observation, const BranchOn& what) {
  // These underline what does the test, not what it tests.
  if (what.test == BranchKind::Not || what.test == BranchKind::Compare)
    return Report(observation,
                  "data-dependent " + std::string(TesterOf(what.test).what) + ": " +
                      Subject(observation, "of a tensor"),
                  "needs a Python bool, but gets a tensor", Help(observation, what));
  const Tester tester = TesterOf(what.test);
  return Report(
      observation,
      "data-dependent " + std::string(tester.what) + " on " + Subject(observation, "a tensor"),
      std::string(tester.who) + kNeedsBool, Help(observation, what));
}

}  // namespace

extern constinit const lint::Rule kRule = {
    .code = "GM101",
    .name = "branch-on-tensor",
    .summary = "a branch is decided by tensor data",
    .breaks = kBreaks,
    .precision = lint::Precision::VeryHigh,
    .on = lint::kOn<BranchOn>,
    .check = lint::Check<BranchOn, Word>,
    .accepts = lint::Accepts<BranchOn, IsItsOwn>,
};

}  // namespace graphmend::rules::branch_on_tensor
