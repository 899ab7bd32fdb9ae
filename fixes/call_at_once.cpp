// The call itself in the place of torch.jit.fork, which outside of TorchScript calls at once, too:
//
//     future = torch.jit.fork(self.tower, x)     future = self.tower(x)
//     y = torch.jit.wait(future)                 y = future
#include <algorithm>
#include <vector>

#include "fix/arguments.h"
#include "fix/declaration.h"
#include "fix/module_scope.h"
#include "fix/variables.h"

namespace graphmend::fix::call_at_once {
namespace {

using diag::Applicability;
using syntax::ExprId;

const syntax::Call* CallOf(const Finding& finding, ExprId expr, std::string_view name) {
  const auto* call = finding.If<syntax::Call>(expr);
  const bool plain = call && !call->args.empty() &&
                     call->args[0].kind == syntax::ArgKind::Positional &&
                     finding.NameOf(call->callee) == name;
  return plain ? call : nullptr;
}
const syntax::Call* ForkOf(const Finding& finding, ExprId expr) {
  return CallOf(finding, expr, "torch.jit.fork");
}
const syntax::Call* WaitOf(const Finding& finding, ExprId expr) {
  const syntax::Call* call = CallOf(finding, expr, "torch.jit.wait");
  return call && call->args.size() == 1 ? call : nullptr;
}

// Calls, and all that waits for them.
struct Forked {
  std::vector<ExprId> forks, waits;
};

// Whether each of the names that read one future waits for it.
bool AllWait(const Finding& finding, const std::vector<ExprId>& reads, Forked& out) {
  return std::all_of(reads.begin(), reads.end(), [&](ExprId read) {
    const ExprId outer = finding.parents.Parent(read);
    if (!outer || !WaitOf(finding, outer)) return false;
    out.waits.push_back(outer);
    return true;
  });
}

// The names in a comprehension that read the variable of its one clause.
std::vector<ExprId> ReadsIn(const Finding& finding, const syntax::Comprehension& made,
                            source::Span span, base::Symbol name) {
  std::vector<ExprId> reads;
  ForEachInside(finding, span, [&](ExprId part) {
    const auto* read = finding.If<syntax::Name>(part);
    if (read && read->id == name && part != made.clauses[0].target) reads.push_back(part);
  });
  return reads;
}

// Futures in a list, which is filled and gone through, and nothing else.
class ListOfFutures {
 public:
  explicit ListOfFutures(const Finding& finding)
      : finding_(finding), variables_(finding, finding.function) {}

  std::optional<Forked> Of(ExprId fork) {
    const std::optional<std::uint32_t> list = ListWith(fork);
    if (!list || variables_.IsCaptured(*list)) return std::nullopt;
    for (ExprId read : variables_.Reads(*list))
      if (!IsFilled(read) && !IsGoneThrough(read)) return std::nullopt;
    return out_;
  }

 private:
  // `futures = [fork(m) for m in ms]`, `futures.append(fork(m))`
  std::optional<std::uint32_t> ListWith(ExprId fork) {
    const ExprId outer = finding_.parents.Parent(fork);
    const auto* made = finding_.If<syntax::Comprehension>(outer);
    if (made && made->kind == syntax::ComprehensionKind::List && made->element == fork) {
      out_.forks.push_back(fork);
      return variables_.HeldBy(outer);
    }
    const auto* call = finding_.If<syntax::Call>(outer);
    const auto* method = call ? finding_.If<syntax::Attribute>(call->callee) : nullptr;
    const auto list = method ? variables_.SlotOf(method->object) : std::nullopt;
    const auto* empty = list ? finding_.If<syntax::Sequence>(variables_.OnlyValue(*list)) : nullptr;
    return empty && empty->kind == syntax::SequenceKind::List && empty->items.empty()
               ? list
               : std::nullopt;
  }

  bool IsFilled(ExprId read) {
    const ExprId member = finding_.parents.Parent(read);
    const auto* method = finding_.If<syntax::Attribute>(member);
    const ExprId outer = finding_.parents.Parent(member);
    const auto* call = finding_.If<syntax::Call>(outer);
    if (!method || method->name != "append" || !call || call->callee != member ||
        call->args.size() != 1 || !ForkOf(finding_, call->args[0].value) ||
        !finding_.If<syntax::ExprStmt>(finding_.parents.Statement(outer)))
      return false;
    out_.forks.push_back(call->args[0].value);
    return true;
  }

  bool IsGoneThrough(ExprId read) {
    const ExprId outer = finding_.parents.Parent(read);
    if (const auto* made = finding_.If<syntax::Comprehension>(outer)) {
      const bool own = made->clauses.size() == 1 && made->clauses[0].iterable == read;
      const auto* target = own ? finding_.If<syntax::Name>(made->clauses[0].target) : nullptr;
      return target &&
             AllWait(finding_, ReadsIn(finding_, *made, finding_.tree()[outer].span, target->id),
                     out_);
    }
    const auto* loop = outer ? nullptr : finding_.If<syntax::For>(finding_.parents.Statement(read));
    const auto slot = loop && loop->iterable == read ? variables_.SlotOf(loop->target)
                                                     : std::optional<std::uint32_t>();
    return slot && !variables_.IsCaptured(*slot) && variables_.Stores(*slot).size() == 1 &&
           AllWait(finding_, variables_.Reads(*slot), out_);
  }

  const Finding& finding_;
  const Variables variables_;
  Forked out_;
};

// The call that the finding is about, or waits for; nothing where its future goes anywhere else.
std::optional<Forked> ForkedAt(const Finding& finding) {
  ExprId fork = finding.expr;
  if (const syntax::Call* wait = WaitOf(finding, fork)) fork = wait->args[0].value;
  const Variables variables(finding, finding.function);
  if (const auto held = variables.SlotOf(fork)) fork = variables.OnlyValue(*held);
  if (!fork || !ForkOf(finding, fork)) return std::nullopt;
  const ExprId outer = finding.parents.Parent(fork);
  if (WaitOf(finding, outer)) return Forked{{fork}, {outer}};
  const auto slot = variables.HeldBy(fork);
  if (!slot) return ListOfFutures(finding).Of(fork);
  Forked out{{fork}, {}};
  return AllWait(finding, variables.Reads(*slot), out) ? std::optional(out) : std::nullopt;
}

// torch.jit.fork(f, x) becomes f(x). False where a comment stands between.
bool CallItself(const Finding& finding, ExprId fork, Rewriter& rewriter) {
  const syntax::Call& call = *ForkOf(finding, fork);
  const source::Span whole = finding.tree()[fork].span;
  const std::uint32_t first = call.args.size() > 1 ? call.args[1].span.begin : 0;
  const source::Span replaced{whole.begin, first ? first : whole.end};
  if (!CommentsIn(finding, replaced).empty()) return false;
  rewriter.Replace(replaced, rewriter.Operand(call.args[0].value) + (first ? "(" : "()"));
  return true;
}

std::optional<Proposal> Propose(const Finding& finding) {
  if (!finding.IsInFunction() || (!ForkOf(finding, finding.expr) && !WaitOf(finding, finding.expr)))
    return std::nullopt;
  const std::optional<Forked> forked = ForkedAt(finding);
  if (!forked) return Declined{"the future goes elsewhere; call the function itself"};
  const syntax::Tree& tree = finding.tree();
  Rewriter rewriter(finding);
  for (ExprId fork : forked->forks)
    if (!CallItself(finding, fork, rewriter))
      return Declined{"a comment stands in the call; call the function itself"};
  for (ExprId wait : forked->waits) {
    const ExprId future = finding.If<syntax::Call>(wait)->args[0].value;
    const source::Span whole = tree[wait].span, kept = tree[future].span;
    rewriter.Replace(source::Span{whole.begin, kept.begin}, "");
    rewriter.Replace(source::Span{kept.end, whole.end}, "");
  }
  const bool tensor = std::all_of(forked->forks.begin(), forked->forks.end(), [&](ExprId fork) {
    return finding.Fact(fork).Is(infer::FactKind::Tensor);
  });
  return rewriter.Finish(
      "call the function itself", Applicability::Unsafe,
      std::string("the warnings that `fork` and `wait` are deprecated are not shown") +
          (tensor ? ""
                  : "; what the function returns is handed on as it is: an object that "
                    "TorchScript cannot hold raises no error, and a container is not copied"));
}

constexpr infer::ObservationKind kAnswers[] = {infer::ObservationKind::SkippedCall};

}  // namespace

extern constinit const Declaration kFix = {
    .summary = "call a function itself instead of by torch.jit.fork",
    .answers = kAnswers,
    .promise = Promise::Unsafe,
    .propose = Propose,
};

}  // namespace graphmend::fix::call_at_once
