// Lists that one side of a branch alone appends to, and that are only added up and counted:
//
//     losses = []                          losses = []
//                                          losses_kept = [torch.tensor(False)]
//     for c in classes:                    for c in classes:
//         if (t == c).any():                   predicate = (t == c).any()
//             losses.append(f(c))              losses.append(torch.where(predicate, f(c), 0))
//                                              losses_kept.append(predicate)
//     if not losses: …                     if sum(losses_kept) == 0: …     mended next
//     return sum(losses) / len(losses)     return sum(losses) / sum(losses_kept)
#include <algorithm>

#include "fix/appends.h"
#include "fix/branches.h"
#include "fix/module_scope.h"
#include "fix/operands.h"
#include "fix/variables.h"

namespace graphmend::fix {

using syntax::ExprId;
using syntax::StmtId;

// Where the list is asked, as it is behind the rewrite.
class CountedUses {
 public:
  CountedUses(const Finding& finding, const Terms& terms, std::uint32_t slot, std::string kept)
      : finding_(finding), terms_(terms), slot_(slot), kept_(std::move(kept)) {}

  // Why the list is more than added up and counted; empty where it is not. `filled`: the code in
  // which it is filled.
  std::string Look(source::Span filled) {
    const Variables variables(finding_, finding_.function);
    const std::string name = "`" + variables.Name(slot_) + "`";
    const std::vector<const flow::Inst*> stores = variables.Stores(slot_);
    made_ =
        stores.size() == 1 && !variables.IsParameter(slot_) ? terms_.ValueOf(stores[0]) : ExprId();
    const auto* made = finding_.If<syntax::Sequence>(made_);
    if (!made || made->kind != syntax::SequenceKind::List || variables.IsCaptured(slot_))
      return name + " does not begin as a list of its own";
    for (ExprId read : variables.Reads(slot_)) {
      // On the side, or behind a branch that goes on with the loop.
      if (IsAppendedTo(finding_, read)) {
        appends_.push_back(finding_.parents.Statement(read));
        continue;
      }
      if (filled.Contains(finding_.tree()[read].span))
        return name + " is asked for while it is filled";
      if (!IsCounted(read)) return name + " is more than added up and counted";
    }
    return "";
  }

  ExprId made() const { return made_; }
  const std::vector<std::pair<ExprId, std::string>>& replaced() const { return replaced_; }
  bool averages() const { return averages_; }
  bool divides() const { return divides_ || averages_; }
  bool stacks() const { return stacks_; }
  bool tests() const { return tests_; }
  // It is not only added up.
  bool counts() const { return !replaced_.empty(); }
  const std::vector<StmtId>& appends() const { return appends_; }

 private:
  bool Put(ExprId expr, std::string text) {
    replaced_.emplace_back(expr, std::move(text));
    return true;
  }
  bool PutTest(ExprId test, std::string text) {
    tests_ = true;
    return Put(test, std::move(text));
  }
  std::string Count() const { return "sum(" + kept_ + ")"; }

  bool IsTest(ExprId expr) const {
    const StmtId stmt = finding_.parents.Statement(expr);
    const auto* either = finding_.If<syntax::If>(stmt);
    const ExprId outer = finding_.parents.Parent(expr);
    const auto* choice = finding_.If<syntax::Conditional>(outer);
    return (either && either->test == expr) || (choice && choice->test == expr);
  }

  bool IsCounted(ExprId read) {
    const ExprId outer = finding_.parents.Parent(read);
    if (IsTest(read)) return PutTest(read, Count() + " > 0");
    if (const auto* unary = finding_.If<syntax::Unary>(outer))
      return unary->op == syntax::UnaryOp::Not && IsTest(outer) &&
             PutTest(outer, Count() + " == 0");
    const auto* call = finding_.If<syntax::Call>(outer);
    if (!call || call->args.size() != 1 || call->args[0].value != read ||
        call->args[0].kind != syntax::ArgKind::Positional)
      return false;
    const std::string name = ImportedName(finding_, call->callee);
    if (name == "builtins.sum") return true;
    if (name == "builtins.len") return IsNumberHere(outer) && Put(outer, Count());
    return name == "torch.stack" && IsReduced(outer);
  }

  // `total / n`, `total / max(n, 1)` of a tensor, `n > 0` as a test: elsewhere Python may need the
  // number, or compute with it in another precision.
  bool IsNumberHere(ExprId number) {
    ExprId outer = finding_.parents.Parent(number);
    if (const auto* compare = finding_.If<syntax::Compare>(outer)) {
      tests_ = true;
      return compare->ops.size() == 1 && compare->left == number && IsTest(outer) &&
             finding_.If<syntax::Literal>(compare->rights[0]);
    }
    const auto* call = finding_.If<syntax::Call>(outer);
    const bool bounded = call && call->args.size() == 2 && call->args[0].value == number &&
                         ImportedName(finding_, call->callee) == "builtins.max" &&
                         finding_.If<syntax::Literal>(call->args[1].value);
    if (bounded) number = outer, outer = finding_.parents.Parent(outer);
    const auto* binary = finding_.If<syntax::Binary>(outer);
    divides_ |= !bounded;
    return binary && binary->op == syntax::BinaryOp::Div && binary->right == number &&
           fix::IsTensor(finding_.Fact(binary->left));
  }

  // `torch.stack(list).sum()`, `torch.stack(list).mean()`
  bool IsReduced(ExprId stack) {
    const auto* method = finding_.If<syntax::Attribute>(finding_.parents.Parent(stack));
    const ExprId whole =
        method ? finding_.parents.Parent(finding_.parents.Parent(stack)) : ExprId();
    const auto* call = finding_.If<syntax::Call>(whole);
    if (!call || !call->args.empty() || call->callee != finding_.parents.Parent(stack))
      return false;
    stacks_ = true;
    if (method->name == "sum") return true;
    if (method->name != "mean") return false;
    averages_ = true;
    const std::string mean = std::string(finding_.Text(stack)) + ".sum() / " + Count();
    return Put(whole, finding_.parents.Parent(whole) ? "(" + mean + ")" : mean);
  }

  const Finding& finding_;
  const Terms& terms_;
  std::uint32_t slot_;
  std::string kept_;
  ExprId made_;
  std::vector<StmtId> appends_;
  bool averages_ = false, divides_ = false, stacks_ = false, tests_ = false;
  std::vector<std::pair<ExprId, std::string>> replaced_;
};

// The loop around the branch, or the branch itself.
source::Span Branches::FilledIn() const {
  for (StmtId at = branch_.front(); at; at = finding_.parents.Parent(at))
    if (finding_.If<syntax::For>(at) || finding_.If<syntax::While>(at))
      return finding_.tree()[at].span;
  return finding_.tree()[branch_.front()].span;
}

// The list of what counts, with one that does not, so that it always adds up to a tensor; what is
// appended elsewhere counts.
bool Branches::KeepCount(const CountedUses& uses, const std::string& kept) {
  const StmtId made = finding_.parents.Statement(uses.made());
  const auto* list = finding_.If<syntax::Sequence>(uses.made());
  if (!list->items.empty() || !rewriter_.HasOwnLines(made))
    return Fail("one side alone appends to a list; append a tensor on both");
  const auto tensor = [&](std::string_view flag) {
    const Code value = Code::Verbatim(std::string(flag), Precedence::Primary);
    return Torch().Method("tensor", {value}).Text();
  };
  rewriter_.InsertBefore(made, kept + " = [" + tensor("False") + "]\n");
  const source::Span filled = FilledIn();
  std::size_t inside = 0;
  for (StmtId append : uses.appends()) {
    if (filled.Contains(finding_.tree()[append].span)) ++inside;
    else if (!rewriter_.HasOwnLines(append)) return Fail("other code shares its lines");
    else rewriter_.InsertAfter(append, kept + ".append(" + tensor("True") + ")\n");
  }
  return inside == 1 || Fail("one side alone appends to a list, and the other code around it, too");
}

// What it means that 0 stands for what is not appended.
void Branches::DifferInCount(const std::string& list, const Value& value, const CountedUses& uses) {
  Differ("where none is appended, the list adds up to a tensor of zeros, not to 0");
  Differ("what is not appended gets a zero gradient where it had none");
  if (value.term.shape != dataflow::kSingle || !value.term.dtype.IsKnown())
    Differ("what is not appended counts for the shape and dtype of the sum");
  if (uses.divides()) Differ("a division by 0 gives inf or nan instead of ZeroDivisionError");
  if (uses.stacks()) Differ("where none is appended, torch.stack raises no error");
  if (uses.averages())
    Differ("the mean of `" + list +
           "` is rounded differently; a mean of float16 is infinite where the sum is");
}

// `from`: the side that appends; `test`: whether it is taken.
bool Branches::CountAppended(const Code& test, bool when_true, const Side& from, Side& into) {
  // What is behind becomes part of a side.
  if (goes_on_) return Fail("one side alone appends to a list; append a tensor on both");
  for (const auto& [list, value] : from.appended) {
    const std::optional<flow::Slot> slot = SlotOf(list);
    if (!slot || !IsUnshadowed(finding_, "sum"))
      return Fail("one side alone appends to a list; append a tensor on both");
    if (!value.term.tensor)
      return Fail("what is appended to `" + list + "` is not known to be a tensor; make it one");
    const std::string kept = Fresh(list + "_kept");
    CountedUses uses(finding_, terms_, *slot, kept);
    if (const std::string why = uses.Look(FilledIn()); !why.empty())
      return Fail("one side alone appends to a list, and " + why);
    // The mean of rows is one of their elements, and that of whole numbers is refused.
    const bool numbers =
        value.term.shape == dataflow::kSingle && value.term.kind == values::DType::Float;
    if (uses.averages() && !numbers)
      return Fail("`" + list + "` is averaged, and not known to hold 0-d tensors of fractions");
    if (uses.counts() && !KeepCount(uses, kept)) return false;
    if (uses.tests()) rewriter_.Lead();
    for (const auto& [expr, text] : uses.replaced()) rewriter_.Replace(expr, text);
    const Code taken = when_true ? test : test.Inverted();
    const std::optional<Code> guarded = Guarded(test, when_true, value);
    Value out = value;
    out.unstable = value.unstable && !guarded;
    DifferInCost(list, value, value, out);
    DifferInCount(list, value, uses);
    out.code = Torch().Method("where", {taken, guarded ? *guarded : value.code, Code::Number(0)});
    into.appended.emplace_back(list, std::move(out));
    if (!uses.counts()) continue;
    Value flag;
    flag.code = taken;
    into.appended.emplace_back(kept, std::move(flag));
  }
  return true;
}

}  // namespace graphmend::fix
