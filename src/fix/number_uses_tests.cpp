// Tests that ask for a number, and whether they ask for a tensor once it is one.
#include <algorithm>
#include <utility>

#include "fix/bool_uses.h"
#include "fix/dataflow.h"
#include "fix/number_uses.h"
#include "fix/reads.h"

namespace graphmend::fix {

using infer::FactKind;
using syntax::ExprId;
using syntax::FunctionId;

// Whether a test asks for the number: by comparing it with numbers, or whether it is 0.
bool NumberUses::IsTested(ExprId number, ExprId outer) const {
  if (!outer) {
    const syntax::StmtId stmt = finding_.parents.Statement(number);
    const auto* branch = finding_.If<syntax::If>(stmt);
    const auto* assertion = finding_.If<syntax::Assert>(stmt);
    return (branch && branch->test == number) || (assertion && assertion->test == number);
  }
  if (const auto* compare = finding_.If<syntax::Compare>(outer))
    return compare->ops.size() > 1 ||
           !IsTensor(finding_.Fact(compare->left == number ? compare->rights[0] : compare->left));
  const auto* unary = finding_.If<syntax::Unary>(outer);
  const auto* choice = finding_.If<syntax::Conditional>(outer);
  return finding_.If<syntax::BoolOp>(outer) || (unary && unary->op == syntax::UnaryOp::Not) ||
         (choice && choice->test == number);
}

// In doubles, as Python compares, where not all are whole.
bool NumberUses::InTest(ExprId number) {
  const FunctionId function = finding_.parents.FunctionOf(number);
  if (function != finding_.function && !(follows_tests_elsewhere_ && Reaches(function)))
    return false;
  const std::optional<TestPlace> place = TestPlaceOf(finding_, number);
  if (!place && !KeptTestServes(number)) return false;
  computed_ = true;
  if (const auto* compare = finding_.If<syntax::Compare>(finding_.parents.Parent(number))) {
    std::vector<ExprId> operands = {compare->left};
    operands.insert(operands.end(), compare->rights.begin(), compare->rights.end());
    for (ExprId operand : operands)
      fraction_ |= operand != number && !finding_.Fact(operand).Is(FactKind::Int);
  }
  if (in_doubt_) doubtful_.push_back(number);
  else sure_.insert(number.index);
  if (place) tests_.push_back(*place);
  return true;
}

bool NumberUses::ServesInDoubt(ExprId number) {
  const bool before = std::exchange(in_doubt_, true);
  const bool serves = Serves(number);
  in_doubt_ = before;
  return serves;
}

bool NumberUses::TestsTensors() const {
  return std::all_of(doubtful_.begin(), doubtful_.end(), [&](ExprId number) {
    const auto* compare = finding_.If<syntax::Compare>(finding_.parents.Parent(number));
    if (!compare || compare->ops.size() != 1) return false;
    const ExprId other = compare->left == number ? compare->rights[0] : compare->left;
    return sure_.contains(other.index) || IsTensor(finding_.Fact(other));
  });
}

bool NumberUses::IsCaught() const {
  return std::any_of(numbers_.begin(), numbers_.end(), [&](ExprId number) {
    const FunctionId function = finding_.parents.FunctionOf(number);
    return function && finding_.In(function).Flow().IsCaught(finding_.tree()[number].span);
  });
}

// `small = n < 3`, which nothing but tests ask for.
bool NumberUses::KeptTestServes(ExprId number) {
  const ExprId test = finding_.parents.Parent(number);
  const auto* compare = finding_.If<syntax::Compare>(test);
  const Variables& variables = VariablesAt(number);
  const auto* assign = finding_.If<syntax::Assign>(finding_.parents.Statement(test));
  if (!compare || compare->ops.size() != 1 || !assign || assign->value != test ||
      assign->targets.size() != 1)
    return false;
  const auto slot = variables.SlotOf(assign->targets[0]);
  if (!slot || variables.IsCaptured(*slot) || variables.IsParameter(*slot) ||
      variables.Stores(*slot).size() != 1)
    return false;
  for (ExprId read : variables.Reads(*slot)) {
    const std::optional<TestPlace> place = TestPlaceOf(finding_, read);
    if (!place || !TakesTensorForBool(finding_, read)) return false;
    tests_.push_back(*place);
    flags_.push_back(read);
  }
  return true;
}

}  // namespace graphmend::fix
