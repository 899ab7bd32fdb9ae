// Flags: bools of Python's that the sides of a branch set, and that nothing but tests ask for.
//
//     bad = False                         bad = False
//     if loss.isnan():                    bad = torch.where(loss.isnan(), True, bad)
//         bad = True
//     if bad:                             if bad:     … a test of a tensor, which is mended next
//         x = torch.zeros_like(x)             x = torch.zeros_like(x)
#include <algorithm>

#include "fix/bool_uses.h"
#include "fix/branches.h"
#include "fix/test_places.h"

namespace graphmend::fix {

using syntax::ExprId;

namespace {

// Whether the test that reads the flag is mended once that is a tensor. Who takes that for granted
// has asked already.
bool IsMended(const Finding& finding, ExprId read) {
  if (finding.assumptions) return true;
  const std::optional<TestPlace> place = TestPlaceOf(finding, read);
  if (!place || finding.parents.FunctionOf(read) != finding.function) return false;
  ReadTests tests(finding);
  tests.Assume(read, values::DType::Bool);
  return std::holds_alternative<diag::Fix>(MendTest(finding, tests, *place));
}

}  // namespace

bool Branches::IsFlagOfTests(const std::string& name) const {
  const std::optional<flow::Slot> slot = places_.contains(name) ? std::nullopt : SlotOf(name);
  if (!slot || IsCaptured(*slot)) return false;
  const source::Span branch = finding_.tree()[branch_.front()].span;
  const std::vector<ExprId>& loads = terms_.flow().LoadsOf(*slot);
  return std::all_of(loads.begin(), loads.end(), [&](ExprId load) {
    return !branch.Contains(finding_.tree()[load].span) && TakesTensorForBool(finding_, load) &&
           IsMended(finding_, load);
  });
}

bool Branches::MergeFlags(const std::string& name, const Code& test, const Value& a, const Value& b,
                          Value& out) {
  for (const Value* value : {&a, &b}) {
    const bool scalar = value->term.tensor && value->term.shape == dataflow::kSingle &&
                        value->term.kind == values::DType::Bool;
    if (!value->flag && !scalar)
      return Fail("`" + name + "` is not known to be a tensor on both sides; make it one");
  }
  if (!IsFlagOfTests(name))
    return Fail("`" + name +
                "` is a bool that Python needs, or whose test nothing mends; keep it as a tensor");
  out.code = Torch().Method("where", {test, a.code, b.code});
  out.flag = false;
  out.term = {};
  out.term.tensor = true;
  out.term.shape = dataflow::kSingle;
  out.term.kind = values::DType::Bool;
  out.term.dtype = dataflow::kBool;
  out.term.fresh = true;
  if (!out.speculatable) Differ("both sides run, so that an error or a warning in either shows");
  return true;
}

}  // namespace graphmend::fix
