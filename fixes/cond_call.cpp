// A branch that gives a tensor to one module or to another: only one of them may run.
//
//     if x.mean() > 0:             y = torch.cond(
//         y = self.big(x)              x.mean() > 0,
//     else:                            lambda x: self.big(x),
//         y = self.small(x)            lambda x: self.small(x),
//                                      (x,),
//                                  )
#include <set>
#include <utility>

#include "fix/branches.h"
#include "fix/declaration.h"
#include "fix/failures.h"
#include "fix/predicate.h"
#include "fix/pure_calls.h"
#include "fix/renderer.h"
#include "fix/result_uses.h"
#include "fix/rewriter.h"

namespace graphmend::fix::cond_call {
namespace {

using infer::FactKind;
using syntax::ExprId;
using syntax::StmtId;

class CondCalls {
 public:
  CondCalls(const Finding& finding, StmtId stmt)
      : finding_(finding),
        terms_(finding),
        rewriter_(finding),
        stmt_(stmt),
        if_(*finding.If<syntax::If>(stmt)) {}

  std::optional<Proposal> Run() {
    const ExprId kept = ValueOf(if_.body), other = ValueOf(if_.orelse);
    if (!kept || !other || !rewriter_.HasOwnLines(stmt_)) return std::nullopt;
    if (IsCaught(finding_, stmt_))
      return Declined{"an exception raised in it is caught here; move it out of the `try`"};
    const bool returns = finding_.If<syntax::Return>(if_.body[0]) != nullptr;
    const std::string target = TargetOf(if_.body);
    if (target != TargetOf(if_.orelse) ||
        returns != (finding_.If<syntax::Return>(if_.orelse[0]) != nullptr))
      return std::nullopt;
    auto predicate = PredicateOf(finding_, terms_, if_.test, {});
    if (auto* declined = std::get_if<Declined>(&predicate)) return *declined;
    const Predicate& test = std::get<Predicate>(predicate);
    if (!test.statics.empty())
      return Declined{"Python decides part of the test; make that part a branch around this one"};
    if (!IsModuleCall(kept) || !IsModuleCall(other) || operands_.empty()) return std::nullopt;
    if (const std::string changes = KnownChanges(kept, other); !changes.empty())
      return Declined{changes};
    std::vector<Code> operands;
    for (const std::string& name : operands_) operands.push_back(Code::Place(name));
    const Code selected =
        Code::Place(rewriter_.Import("torch"))
            .Method("cond",
                    {test.code, Code::Lambda(operands, Code::Of(finding_, kept)),
                     Code::Lambda(operands, Code::Of(finding_, other)), Code::Tuple(operands)});
    const Line line = returns ? Code::Sequence({Code::Verbatim("return "), selected})
                              : selected.AssignedTo(Code::Place(target));
    rewriter_.ReplaceStatement(stmt_, CommentsIn(finding_, finding_.tree()[stmt_].span) +
                                          TextOf({line}, rewriter_.Indentation(stmt_).size()));
    std::string difference =
        "both sides must return a new tensor of the same shape and dtype and must not change "
        "state or draw random numbers; the result requires a gradient where either side does, and "
        "what only one side uses gets a zero gradient, which its hooks see, where it had none; " +
        std::string(kByCond);
    if (!test.difference.empty()) difference += "; " + test.difference;
    if (!returns && ResultUses(finding_, terms_, stmt_).IsShown(target))
      difference +=
          "; the result's `grad_fn`, which its text shows, and what autograd saves for it, which a "
          "change in place invalidates, are those of torch.cond";
    return rewriter_.Finish("run the side that the tensor selects, with torch.cond",
                            diag::Applicability::Unsafe, difference);
  }

 private:
  // `y = value`, `return value` where that is the whole side.
  ExprId ValueOf(syntax::StmtList body) const {
    if (body.size() != 1) return {};
    if (const auto* done = finding_.If<syntax::Return>(body[0])) return done->value;
    const auto* assign = finding_.If<syntax::Assign>(body[0]);
    if (!assign || assign->targets.size() != 1 || !terms_.SlotOf(assign->targets[0])) return {};
    return assign->value;
  }

  // What a side does that torch.cond does not keep; with random numbers, torch 2.13 gives gradients
  // of others than were drawn. Empty where nothing is known.
  std::string KnownChanges(ExprId kept, ExprId other) const {
    for (ExprId side : {kept, other})
      if (const std::string change = KnownChange(finding_, side); !change.empty())
        return "`" + std::string(finding_.Text(side)) + "` " + change +
               ", which torch.cond does not keep; do that before the branch";
    return "";
  }

  std::string TargetOf(syntax::StmtList body) const {
    const auto* assign = finding_.If<syntax::Assign>(body[0]);
    return assign ? std::string(finding_.Text(assign->targets[0])) : std::string();
  }

  // A call of an object on tensors of the function that gives a tensor.
  bool IsModuleCall(ExprId expr) {
    const auto* call = finding_.If<syntax::Call>(expr);
    if (!call || !finding_.Fact(call->callee).Is(FactKind::Object) ||
        !finding_.Fact(expr).Is(FactKind::Tensor) || terms_.Effects(call->callee))
      return false;
    for (const syntax::Arg& arg : call->args) {
      if (arg.kind != syntax::ArgKind::Positional || !terms_.SlotOf(arg.value) ||
          !finding_.Fact(arg.value).Is(FactKind::Tensor))
        return false;
      operands_.insert(std::string(finding_.Text(arg.value)));
    }
    return true;
  }

  const Finding& finding_;
  Terms terms_;
  Rewriter rewriter_;
  StmtId stmt_;
  const syntax::If& if_;
  std::set<std::string> operands_;
};

std::optional<Proposal> Propose(const Finding& finding) {
  const StmtId stmt = BranchOf(finding);
  if (!stmt || stmt != finding.stmt || !finding.IsInFunction()) return std::nullopt;
  return CondCalls(finding, stmt).Run();
}

constexpr infer::ObservationKind kAnswers[] = {infer::ObservationKind::BranchOn};

}  // namespace

extern constinit const Declaration kFix = {
    .summary = "call one module or the other with torch.cond",
    .answers = kAnswers,
    .promise = Promise::Unsafe,
    .propose = Propose,
};

}  // namespace graphmend::fix::cond_call
