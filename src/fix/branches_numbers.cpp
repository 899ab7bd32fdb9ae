// Numbers of Python's that the sides of a branch give, as 0-d tensors: where all that uses the
// number can bear one.
#include <algorithm>

#include "fix/branches.h"
#include "fix/module_scope.h"
#include "fix/number_uses.h"
#include "fix/reads.h"

namespace graphmend::fix {
namespace {

using syntax::ExprId;

constexpr std::string_view kOtherDtype =
    "where the tensor's dtype differs from that of what it is combined with, the result's dtype "
    "may differ, too; on a GPU a quotient may differ in the last bit";

bool IsNumberOrSingle(const Value& value) {
  return value.number ||
         (value.term.tensor && value.term.shape == dataflow::kSingle &&
          value.term.kind != values::DType::Bool && value.term.kind != values::DType::Complex);
}

}  // namespace

Term NumberTerm(bool whole) {
  Term term;
  term.shape = dataflow::kSingle;
  term.kind = whole ? values::DType::Int : values::DType::Float;
  term.dtype = dataflow::kOfNumber;
  term.fresh = true;
  return term;
}

bool Branches::ServesAsTensor(const std::string& name, NumberUses& uses) const {
  if (name == kReturned)
    return merged_ ? uses.Serves(merged_) : uses.ReturnServes(finding_.function, Merged());
  // All of the branches that are followed become lines of the outermost.
  const source::Span branch = finding_.tree()[branch_.front()].span;
  if (auto place = places_.find(name); place != places_.end()) {
    const auto* field = finding_.If<syntax::Attribute>(place->second);
    const bool always = !finding_.parents.Parent(branch_.front());
    return field && uses.KeptServes(*field, branch, always);
  }
  const std::optional<flow::Slot> slot = SlotOf(name);
  if (!slot || IsCaptured(*slot)) return false;
  const std::vector<syntax::ExprId>& loads = terms_.flow().LoadsOf(*slot);
  // In the branch itself a new number may be made of it.
  const auto is_counted = [&](ExprId load) {
    const syntax::StmtId stmt = finding_.parents.Statement(load);
    const auto* assign = finding_.If<syntax::Assign>(stmt);
    const auto* aug = finding_.If<syntax::AugAssign>(stmt);
    const ExprId target = aug ? aug->target : assign ? assign->targets[0] : ExprId();
    return branch.Contains(finding_.tree()[load].span) && target && finding_.Text(target) == name &&
           (target == load || finding_.If<syntax::Binary>(finding_.parents.Parent(load)) ||
            assign->value == load);
  };
  return std::all_of(loads.begin(), loads.end(), [&](ExprId load) {
    return IsTensor(finding_.Fact(load)) || is_counted(load) || uses.Serves(load);
  });
}

// The branch and what stands behind it in its block, which may have become one of its sides.
source::Span Branches::Merged() const {
  const syntax::StmtId last = finding_.parents.PositionOf(branch_.front()).block.back();
  return {finding_.tree()[branch_.front()].span.begin, finding_.tree()[last].span.end};
}

// Nothing where the tests that ask for a number are mended once it is a tensor; what has assumed
// this branch to be mended has asked that.
std::optional<Declined> Branches::WhyTestsAreNotMended(const std::string& name,
                                                       const NumberUses& uses) const {
  bool again = false;
  std::vector<TestPlace> elsewhere;
  const source::Span branch = finding_.tree()[branch_.front()].span;
  if (!uses.TestsTensors())
    return Declined{"`" + name + "` is tested where it may still be a number; make it a tensor"};
  for (const TestPlace& place : uses.tests())
    if (!branch.Contains(finding_.tree()[place.test].span)) elsewhere.push_back(place);
  // How many dimensions it has then is not known where an object keeps it.
  for (const TestPlace& place : elsewhere)
    ForEachInside(finding_, finding_.tree()[finding_.ChainOf(place.stmt)].span, [&](ExprId part) {
      again |= places_.contains(name) && finding_.Text(part) == name && IsTarget(finding_, part);
    });
  if (again)
    return Declined{"`" + name + "` is set again where a test asks for it; make it a tensor"};
  if (elsewhere.empty() || finding_.assumptions) return std::nullopt;
  ReadTests tests(finding_);
  uses.AssumeIn(tests, values::DType::Float);
  return WhyNotMended(finding_, tests, elsewhere);
}

namespace {
// `again`: it may be a tensor already. So may what is no literal: other fixes of the round make
// tensors of numbers, too.
Code AsDouble(const Value& value, const Code& torch, bool again) {
  if (value.term.dtype == dataflow::kFloat64) return value.code;
  if (!value.number) return value.code.Method("double");
  const bool literal = value.code.Text().find_first_not_of("-.0123456789e") == std::string::npos;
  return torch.Method(again || !literal ? "as_tensor" : "tensor",
                      {value.code, {"dtype=", torch.Attribute("float64")}});
}
}  // namespace

// Where a side has such a branch of its own, both ask for the same.
bool Branches::Convert(const std::string& name, const NumberUses& uses, bool doubles) {
  const auto [known, fresh] = converted_->try_emplace(name, doubles);
  return fresh ? uses.WriteConversions(rewriter_, doubles) : known->second == doubles;
}

// Why the number cannot be a tensor, without its name; empty where it can.
std::string Branches::WhyNotATensor(const std::string& name, bool whole, bool doubles,
                                    const NumberUses& uses) {
  if (uses.WriteIn(region_.value_or(finding_.tree()[branch_.front()].span), doubles))
    return " is a number that the branch computes with; make it a tensor before";
  if (uses.indexes() && (doubles || !whole))
    return " is an index, and not known to be a whole number";
  if (doubles && whole && places_.contains(name))
    return " is a whole number that an object keeps; keep a tensor of its dtype";
  // Python computes in doubles, and so does what one of the sides is made a tensor of.
  if (!Convert(name, uses, doubles))
    return " is computed in doubles; make it a tensor of the dtype that you need";
  return {};
}

// Both, with what keeps gradients where a side is not taken, if that is known of each.
std::pair<Value, Value> Branches::GuardedSides(const Code& test, const Value& a, const Value& b,
                                               Value& out) {
  std::pair<Value, Value> sides{a, b};
  const auto first = Guarded(test, true, a);
  const auto second = Guarded(test, false, b);
  if (!first || !second) return sides;
  sides.first.code = *first;
  sides.second.code = *second;
  out.unstable = false;
  return sides;
}

bool Branches::MergeNumbers(const std::string& name, const Code& test, const Value& a,
                            const Value& b, Value& out) {
  if (!IsNumberOrSingle(a) || !IsNumberOrSingle(b)) return MergeMixed(name, test, a, b, out);
  const std::string what = name == kReturned ? "what is returned" : "`" + name + "`";
  NumberUses uses(finding_);
  uses.FollowTests();
  const bool whole = a.term.kind == values::DType::Int && b.term.kind == values::DType::Int;
  if (!whole) uses.Compute();
  if (!ServesAsTensor(name, uses))
    return Fail(what + " is not known to be a tensor on both sides; make it one");
  if (std::optional<Declined> declined = WhyTestsAreNotMended(name, uses))
    return Fail(declined->why);
  const bool doubles = uses.computed() && !(whole && uses.whole());
  if (const std::string why = WhyNotATensor(name, whole, doubles, uses); !why.empty())
    return Fail(what + why);
  const Code torch = Torch();
  // In a loop, what was a number may be a tensor in the next iteration.
  const bool again =
      name != kReturned && (places_.contains(name) || IsInLoop(finding_, branch_.front()));
  const auto [when_true, when_false] = GuardedSides(test, a, b, out);
  const Code first = doubles ? AsDouble(when_true, torch, again) : when_true.code;
  out.code = torch.Method("where", {test, first, when_false.code});
  out.term = NumberTerm(whole);
  out.term.tensor = true;
  out.term.dtype = doubles ? dataflow::kFloat64
                           : terms_.symbols().DType({.kind = dataflow::Origin::Kind::Selected,
                                                     .text = out.code.Text()});
  Differ(std::string(kOtherDtype) + uses.Difference());
  if (a.term.tensor || b.term.tensor) DifferInGradient(a, b);
  DifferInCost(name, a, b, out);
  return true;
}

// A number on one side, on the other a tensor or, of a variable, what is one of both: it goes where
// a tensor goes, too.
bool Branches::MergeMixed(const std::string& name, const Code& test, const Value& a, const Value& b,
                          Value& out) {
  const std::string what = name == kReturned ? "what is returned" : "`" + name + "`";
  const Value& other = a.number ? b : a;
  const bool tensor = other.term.tensor && other.term.kind != values::DType::Bool &&
                      other.term.kind != values::DType::Complex;
  NumberUses uses(finding_);
  if ((!tensor && !other.either) || places_.contains(name) || !ServesAsTensor(name, uses) ||
      uses.WriteIn(region_.value_or(finding_.tree()[branch_.front()].span), false) ||
      !Convert(name, uses, false))
    return Fail(what + " is not known to be a tensor on both sides; make it one");
  Differ(std::string(kOtherDtype) + uses.Difference());
  const auto [when_true, when_false] = GuardedSides(test, a, b, out);
  DifferInKind(a, b);
  DifferInCost(name, a, b, out);
  out.code = Torch().Method("where", {test, when_true.code, when_false.code});
  out.term = other.term;
  out.term.tensor = out.term.fresh = true;
  out.term.shape = {};
  out.term.dtype = {};
  return true;
}

}  // namespace graphmend::fix
