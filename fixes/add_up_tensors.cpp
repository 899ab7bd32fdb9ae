// Numbers that an object adds up from call to call, as 0-d tensors of doubles:
//
//     meter.update(loss.item(), n)         meter.update(loss.detach().clone().double(), n)
//
//     def update(self, value, n):          def update(self, value, n):
//         self.sum += value * n                self.sum = self.sum + value * n
//
// Where it stands beside a tensor it takes over the dtype, as a number does:
//
//     y = x / self.average                 y = x / torch.as_tensor(self.average, dtype=x.dtype)
//
// A tensor of doubles is added to as Python's floats are, and what is assigned anew changes nothing
// that has taken the sum before. As a symbol of the graph the sum would be a number that the next
// call finds on the object, and for each of which Dynamo compiles anew (2.13).
#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "fix/arguments.h"
#include "fix/calls.h"
#include "fix/code.h"
#include "fix/declaration.h"
#include "fix/failures.h"
#include "fix/function_flows.h"
#include "fix/kept_numbers.h"
#include "fix/module_scope.h"
#include "fix/operands.h"
#include "fix/renderer.h"
#include "fix/rewriter.h"
#include "fix/variables.h"
#include "fixes/host_numbers.h"

namespace graphmend::fix::add_up_tensors {
namespace {

using infer::FactKind;
using syntax::BinaryOp;
using syntax::ExprId;
using syntax::FunctionId;
using syntax::StmtId;

// Where a number goes that objects keep, through sums and products, variables, functions of the
// file and attributes of objects; whether a tensor may stand in its place in all of that.
class KeptNumber {
 public:
  explicit KeptNumber(const Finding& finding)
      : finding_(finding), calls_(finding), known_(finding) {}

  bool Bears(ExprId number) {
    if (!seen_.insert(number.index).second) return true;
    if (++steps_ > kMostSteps) return false;
    const ExprId outer = finding_.parents.Parent(number);
    if (!outer) return InStatement(number);
    if (const auto* binary = finding_.If<syntax::Binary>(outer))
      return InSum(number, *binary, outer);
    if (const auto* compare = finding_.If<syntax::Compare>(outer))
      return compare->ops.size() == 1 &&
             Beside(number, compare->left == number ? compare->rights[0] : compare->left);
    const auto* call = finding_.If<syntax::Call>(outer);
    return call && call->callee != number && IsPassed(number, outer);
  }

  // Whether compiled code reads it again where an object keeps it.
  bool adds_up() const { return adds_up_; }
  bool divides() const { return divides_; }
  // Whether whole numbers are added to whole ones alone.
  bool StaysWhole() { return stays_whole_ && !divides_; }
  // `loss / self.average`, each: the number and the tensor.
  struct Operand {
    ExprId number, tensor;
  };
  const std::vector<Operand>& operands() const { return operands_; }
  // `self.sum += n`, each.
  const std::set<std::uint32_t>& sums() const { return sums_; }
  const std::set<std::string>& kept() const { return kept_; }

 private:
  static constexpr int kMostSteps = 200;

  // What the number is combined with.
  bool IsNumber(ExprId expr) {
    stays_whole_ &= known_.IsWhole(expr);
    return known_.IsNumber(expr);
  }

  bool InSum(ExprId number, const syntax::Binary& binary, ExprId sum) {
    if (!IsLinear(binary.op)) return false;
    const ExprId other = binary.left == number ? binary.right : binary.left;
    if (IsTensor(finding_.Fact(other))) return Beside(number, other);
    const bool divisor = binary.op == BinaryOp::Div && binary.right == number;
    // Python raises where it divides by 0.
    divides_ |= binary.op == BinaryOp::Div;
    return !divisor && IsNumber(other) && Bears(sum);
  }

  // A number takes over the dtype of the tensor that it is combined with, which a tensor of doubles
  // does beside dimensions alone.
  bool Beside(ExprId number, ExprId tensor) {
    const infer::ExprFact& fact = finding_.Fact(tensor);
    if (!IsTensor(fact) || fact.tensor->dtype != values::DType::Float ||
        Code::Of(finding_, tensor).PlaceName().empty())
      return false;
    operands_.push_back({number, tensor});
    return true;
  }

  bool InStatement(ExprId number) {
    const StmtId stmt = finding_.parents.Statement(number);
    if (const auto* aug = finding_.If<syntax::AugAssign>(stmt)) {
      const auto* field = finding_.If<syntax::Attribute>(aug->target);
      const bool adds = aug->op == BinaryOp::Add || aug->op == BinaryOp::Sub;
      // `step += 1` of what is such a number already.
      if (!field || !adds || !IsPlainRead(finding_, field->object) ||
          (aug->value != number && !IsNumber(aug->value)))
        return false;
      sums_.insert(stmt.index);
      return IsKept(*field);
    }
    const auto* assign = finding_.If<syntax::Assign>(stmt);
    if (!assign || assign->value != number || assign->targets.size() != 1) return false;
    if (const auto* field = finding_.If<syntax::Attribute>(assign->targets[0]))
      return IsKept(*field);
    const Variables variables(finding_, finding_.parents.FunctionOf(number));
    const auto slot = variables.HeldBy(number);
    return slot && !variables.IsCaptured(*slot) && AllBear(variables.Reads(*slot));
  }

  bool AllBear(const std::vector<ExprId>& reads) {
    return std::all_of(reads.begin(), reads.end(), [&](ExprId read) { return Bears(read); });
  }

  // What all compiled code of the file does with the attribute of that name.
  bool IsKept(const syntax::Attribute& field) {
    if (!finding_.Fact(field.object).Is(FactKind::Object)) return false;
    stays_whole_ &= known_.IsWhole(field);
    if (!kept_.insert(field.name.str()).second) return true;
    for (std::uint32_t i = 0; i < finding_.tree().exprs.size(); ++i) {
      const auto* read = finding_.If<syntax::Attribute>(ExprId(i));
      if (!read || read->name != field.name || IsTensor(finding_.Fact(read->object))) continue;
      const FunctionId function = finding_.parents.FunctionOf(ExprId(i));
      if (!function || !WasFollowed(finding_, function)) continue;
      const bool added =
          finding_.If<syntax::AugAssign>(finding_.parents.Statement(ExprId(i))) != nullptr;
      if (IsTarget(finding_, ExprId(i)) && !added) continue;
      if (!Bears(ExprId(i))) return false;
      adds_up_ = true;
    }
    return true;
  }

  // A parameter of a function of the file, in all that the function does with it.
  bool IsPassed(ExprId number, ExprId call) {
    const FunctionId target = calls_.Target(call);
    if (!target || !WasFollowed(finding_, target)) return false;
    const auto count = static_cast<std::uint32_t>(finding_.tree()[target].params.size());
    std::uint32_t slot = 0;
    while (slot < count && calls_.Argument(call, target, slot) != number) ++slot;
    const Variables variables(finding_, target);
    return slot < count && !variables.IsCaptured(slot) && variables.Stores(slot).empty() &&
           AllBear(variables.Reads(slot));
  }

  const Finding& finding_;
  const Calls calls_;
  std::set<std::uint32_t> seen_;  // expressions
  std::set<std::uint32_t> sums_;  // statements
  std::set<std::string> kept_;    // attributes
  KeptNumbers known_;
  std::vector<Operand> operands_;
  bool divides_ = false, adds_up_ = false, stays_whole_ = true;
  int steps_ = 0;
};

// `self.sum += n` becomes `self.sum = self.sum + n`.
void AssignAnew(const Finding& finding, StmtId stmt, Rewriter& rewriter) {
  const auto& aug = *finding.If<syntax::AugAssign>(stmt);
  const syntax::Tree& tree = finding.tree();
  const std::string target(finding.Text(aug.target));
  rewriter.Replace(source::Span{tree[aug.target].span.end, tree[aug.value].span.begin},
                   " = " + target + (aug.op == BinaryOp::Add ? " + " : " - "));
  if (Code::Of(finding, aug.value).precedence() > Precedence::Sum) return;
  rewriter.InsertAt(tree[aug.value].span.begin, "(");
  rewriter.InsertAt(tree[aug.value].span.end, ")");
}

std::string DifferenceOf(const KeptNumber& number, const HostRead& read,
                         const values::Tensor& tensor, bool in_longs) {
  std::string names;
  for (const std::string& name : number.kept()) names += (names.empty() ? "`" : ", `") + name + "`";
  std::string text = names + (number.kept().size() == 1 ? " holds" : " hold") +
                     " a tensor, not a number; code that needs the number calls `item()` on it";
  if (!in_longs) text += "; a device without doubles raises an error";
  if (IsWhole(tensor.dtype))
    text += in_longs ? "; a whole number beyond 64 bits wraps"
                     : "; a whole number beyond 2 ** 53 is rounded";
  if (number.divides()) text += "; a division by 0 gives inf or nan instead of ZeroDivisionError";
  if (!number.operands().empty())
    text +=
        "; combined with a tensor, its last bits may differ beside half precision, and in a "
        "quotient on a GPU";
  if (tensor.rank != 0) text += "; a tensor of several elements is added up, not refused";
  if (read.how == "float")
    text += "; one that requires a gradient is added up without the warning of `float()`";
  return text;
}

std::optional<Proposal> Propose(const Finding& finding) {
  const std::optional<HostRead> read = HostReadOf(finding, finding.expr);
  if (!read || (read->how != "item" && read->how != "float") || !finding.IsInFunction())
    return std::nullopt;
  const infer::ExprFact& fact = finding.Fact(read->tensor);
  KeptNumber number(finding);
  if (!IsTensor(fact) || !number.Bears(finding.expr) || !number.adds_up()) return std::nullopt;
  const bool whole = fact.tensor->dtype == values::DType::Int;
  if (!whole && fact.tensor->dtype != values::DType::Float)
    return Declined{
        "whether the tensor holds floats or whole numbers is not known; keep the 0-d tensor"};
  const bool in_longs = whole && read->how == "item" && number.StaysWhole();
  if (fact.tensor->rank != 0 && IsCaughtHere(finding)) return Declined{std::string(kCaughtHere)};
  Rewriter rewriter(finding);
  rewriter.Replace(finding.expr, ReadOperand(finding, read->tensor) + ".detach().clone()" +
                                     (in_longs ? ".long()" : ".double()"));
  for (std::uint32_t sum : number.sums()) AssignAnew(finding, StmtId(sum), rewriter);
  for (const auto& [beside, tensor] : number.operands()) {
    rewriter.InsertAt(finding.tree()[beside].span.begin, rewriter.Import("torch") + ".as_tensor(");
    rewriter.InsertAt(finding.tree()[beside].span.end,
                      ", dtype=" + std::string(finding.Text(tensor)) + ".dtype)");
  }
  return rewriter.Finish("add up 0-d tensors", diag::Applicability::Unsafe,
                         DifferenceOf(number, *read, *fact.tensor, in_longs));
}

constexpr infer::ObservationKind kAnswers[] = {infer::ObservationKind::HostRead};
constexpr std::string_view kBefore[] = {"capture_number", "compute_by_tensors", "read_before_call"};

}  // namespace

extern constinit const Declaration kFix = {
    .summary = "add up 0-d tensors instead of numbers that an object keeps",
    .answers = kAnswers,
    .before = kBefore,
    .promise = Promise::Unsafe,
    .propose = Propose,
};

}  // namespace graphmend::fix::add_up_tensors
