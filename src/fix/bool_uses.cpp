#include "fix/bool_uses.h"

#include <algorithm>
#include <string>
#include <vector>

#include "fix/calls.h"
#include "fix/function_flows.h"
#include "fix/module_scope.h"
#include "fix/variables.h"

namespace graphmend::fix {
namespace {

using syntax::ExprId;
using syntax::StmtId;

// How far it is followed from call to call.
constexpr int kDeepestCall = 4;

// What tests all elements of a tensor, and what tests a bool and otherwise does the same: the
// error, the message and when it is asked for.
struct Counterparts {
  std::string_view of_tensor, of_bool;
};
constexpr Counterparts kCounterparts[] = {
    {"torch._check_tensor_all_with", "torch._check_with"},
    {"torch._check_tensor_all", "torch._check"},
};

bool Serves(const Finding& finding, ExprId test, int depth);

// The one call that the block is.
const syntax::Call* OnlyCall(const Finding& finding, syntax::StmtList block) {
  const auto* stmt = block.size() == 1 ? finding.If<syntax::ExprStmt>(block[0]) : nullptr;
  return stmt ? finding.If<syntax::Call>(stmt->value) : nullptr;
}

// A parameter of the function at which it stands.
class ParameterUses {
 public:
  ParameterUses(const Finding& inside, std::uint32_t slot, int depth)
      : inside_(inside), variables_(inside, inside.function), slot_(slot), depth_(depth) {}

  bool Serve() {
    if (!variables_.IsParameter(slot_) || variables_.IsCaptured(slot_)) return false;
    const std::vector<ExprId> reads = variables_.Reads(slot_);
    for (ExprId read : reads) FindSkipped(read);
    for (const flow::Inst* store : variables_.Stores(slot_))
      if (!IsSkipped(inside_.tree()[store->expr].span)) return false;
    return std::all_of(reads.begin(), reads.end(), [&](ExprId read) {
      return IsSkipped(inside_.tree()[read].span) || IsSettled(read) ||
             Serves(inside_, read, depth_);
    });
  }

 private:
  // `if callable(cond): …`, which neither a bool nor a tensor is; and an `if` that asks for a
  // tensor, where both sides do the same.
  void FindSkipped(ExprId read) {
    const ExprId call = inside_.parents.Parent(read);
    const auto* asks = inside_.If<syntax::Call>(call);
    const auto* branch = asks ? inside_.If<syntax::If>(inside_.parents.Statement(read)) : nullptr;
    if (!branch || branch->test != call || asks->args.empty() || asks->args[0].value != read)
      return;
    const std::string name = NameOf(asks->callee);
    if (name == "callable" && asks->args.size() == 1) {
      settled_.push_back(read);
      for (StmtId stmt : branch->body) skipped_.push_back(inside_.tree()[stmt].span);
    }
    if (name == "isinstance" && asks->args.size() == 2 && DoTheSame(*branch, asks->args[1].value))
      settled_.push_back(read);
  }

  // Whether the sides differ only in that one tests a tensor and the other a bool.
  bool DoTheSame(const syntax::If& branch, ExprId type) {
    const syntax::Call* a = OnlyCall(inside_, branch.body);
    const syntax::Call* b = OnlyCall(inside_, branch.orelse);
    if (inside_.NameOf(type) != "torch._tensor.Tensor" || !a || !b ||
        a->args.size() != b->args.size())
      return false;
    const auto found = std::find_if(
        std::begin(kCounterparts), std::end(kCounterparts), [&](const Counterparts& pair) {
          return NameOf(a->callee) == pair.of_tensor && NameOf(b->callee) == pair.of_bool;
        });
    if (found == std::end(kCounterparts)) return false;
    for (std::size_t i = 0; i < a->args.size(); ++i) {
      const syntax::Arg &one = a->args[i], &other = b->args[i];
      if (one.kind != syntax::ArgKind::Positional || other.kind != one.kind ||
          inside_.Text(one.value) != inside_.Text(other.value))
        return false;
      for (ExprId passed : {one.value, other.value})
        if (variables_.SlotOf(passed) == slot_) settled_.push_back(passed);
    }
    return true;
  }

  // What it means, also where the analysis did not come by, since a bool does not lead there.
  std::string NameOf(ExprId expr) const {
    const std::string_view known = inside_.BuiltinName(expr);
    if (!known.empty()) return std::string(known);
    const std::string name = ImportedName(inside_, expr);
    return name.starts_with("builtins.") ? name.substr(9) : name;
  }

  bool IsSettled(ExprId read) const {
    return std::find(settled_.begin(), settled_.end(), read) != settled_.end();
  }
  bool IsSkipped(source::Span code) const {
    return std::any_of(skipped_.begin(), skipped_.end(),
                       [&](const source::Span& span) { return span.Contains(code); });
  }

  const Finding& inside_;
  Variables variables_;
  std::uint32_t slot_;
  int depth_;
  std::vector<ExprId> settled_;        // reads that have been looked at
  std::vector<source::Span> skipped_;  // what does not run
};

bool PassedServes(const Finding& finding, ExprId call, ExprId passed, int depth) {
  const Calls calls(finding);
  Callee callee;
  callee.function = calls.Target(call);
  if (!callee.function) {
    const std::optional<Callee> elsewhere = calls.TargetElsewhere(call);
    if (!elsewhere) return false;
    callee = *elsewhere;
  }
  // A method may be another one, in a class that is derived elsewhere.
  const syntax::Tree& there = callee.view ? callee.view->file.tree() : finding.tree();
  if (there[callee.function].cls) return false;
  const Finding inside =
      callee.view ? finding.In(*callee.view, callee.function) : finding.In(callee.function);
  const syntax::Tree& tree = inside.tree();
  for (std::uint32_t param = 0; param < tree[callee.function].params.size(); ++param)
    if (calls.Argument(call, tree, callee.function, param) == passed) {
      const syntax::ParamKind kind = tree[callee.function].params[param].kind;
      if (kind == syntax::ParamKind::VarArgs || kind == syntax::ParamKind::KwArgs) return false;
      return ParameterUses(inside, param, depth + 1).Serve();
    }
  return false;
}

bool Serves(const Finding& finding, ExprId test, int depth) {
  if (depth > kDeepestCall || !finding.flows.budget().Spend(1)) return false;
  const ExprId outer = finding.parents.Parent(test);
  if (!outer) {
    const StmtId stmt = finding.parents.Statement(test);
    const auto* branch = finding.If<syntax::If>(stmt);
    const auto* loop = finding.If<syntax::While>(stmt);
    return (branch && branch->test == test) || (loop && loop->test == test) ||
           finding.If<syntax::ExprStmt>(stmt);
  }
  if (const auto* unary = finding.If<syntax::Unary>(outer))
    return unary->op == syntax::UnaryOp::Not;
  if (finding.If<syntax::BoolOp>(outer)) return Serves(finding, outer, depth);
  if (const auto* choice = finding.If<syntax::Conditional>(outer)) return choice->test == test;
  const auto* call = finding.If<syntax::Call>(outer);
  return call && call->callee != test && PassedServes(finding, outer, test, depth);
}

}  // namespace

bool TakesTensorForBool(const Finding& finding, ExprId test) { return Serves(finding, test, 0); }

}  // namespace graphmend::fix
