// Drop a value that compiled code takes from a clock or a tensor, and that nothing reads:
//
//     start = time.perf_counter()
//     x = self.mix(x)                          x = self.mix(x)
//     # print(time.perf_counter() - start)     # print(time.perf_counter() - start)
//
// What is left of measurements whose messages are gone. To read a clock, or a tensor that has one
// element, changes nothing, and cannot fail. What only such a value was read by is dropped in the
// next round.
#include <algorithm>

#include "fix/declaration.h"
#include "fix/operands.h"
#include "fix/reads.h"
#include "fix/rewriter.h"
#include "fix/terms.h"
#include "fix/variables.h"

namespace graphmend::fix::drop_unread {
namespace {

using infer::FactKind;
using syntax::ExprId;

constexpr std::string_view kClocks[] = {
    "time.time",        "time.time_ns",       "time.perf_counter", "time.perf_counter_ns",
    "time.monotonic",   "time.monotonic_ns",  "time.process_time", "time.process_time_ns",
    "time.thread_time", "time.thread_time_ns"};

class Unread {
 public:
  explicit Unread(const Finding& finding)
      : finding_(finding), terms_(finding), variables_(finding, finding.function) {}

  std::optional<Proposal> Run() {
    const ExprId value = ValueNothingReads();
    if (!value || !ChangesNothing(value)) return std::nullopt;
    Rewriter rewriter(finding_);
    if (!rewriter.HasOwnLines(finding_.stmt)) return Declined{"other code shares its line"};
    rewriter.Delete(finding_.stmt);
    return rewriter.Finish("leave out what nothing reads", diag::Applicability::Safe);
  }

 private:
  // Of `time.time()` alone, and of `start = time.time()` where nothing reads the variable.
  ExprId ValueNothingReads() const {
    if (const auto* alone = finding_.If<syntax::ExprStmt>(finding_.stmt)) return alone->value;
    const auto* assign = finding_.If<syntax::Assign>(finding_.stmt);
    if (!assign) return {};
    const bool unread =
        std::all_of(assign->targets.begin(), assign->targets.end(), [&](ExprId target) {
          const auto slot = variables_.SlotOf(target);
          return slot && !variables_.IsCaptured(*slot) && variables_.Reads(*slot).empty() &&
                 !IsDeleted(*slot);
        });
    return unread && !AsksForVariables() ? assign->value : ExprId();
  }

  bool IsDeleted(std::uint32_t slot) const {
    for (flow::BlockId block : variables_.graph().order)
      for (const flow::Inst& inst : variables_.graph().blocks[block].insts)
        if (const auto* deleted = std::get_if<flow::Delete>(&inst.node);
            deleted && deleted->slot == slot)
          return true;
    return false;
  }

  // `locals()`, and what runs text as code, read all variables.
  bool AsksForVariables() const {
    constexpr std::string_view kAsking[] = {"locals", "vars", "dir", "eval", "exec"};
    bool asks = false;
    ForEachInside(finding_, finding_.tree()[finding_.function].span, [&](ExprId part) {
      const auto* name = finding_.If<syntax::Name>(part);
      asks = asks || (name && std::find(std::begin(kAsking), std::end(kAsking), name->id.text()) !=
                                  std::end(kAsking));
    });
    return asks;
  }

  bool ChangesNothing(ExprId expr) const {
    if (const auto* call = finding_.If<syntax::Call>(expr))
      return call->args.empty() && (ReadsClock(*call) || ReadsElement(*call));
    if (const auto* literal = finding_.If<syntax::Literal>(expr))
      return literal->kind == syntax::LiteralKind::Int ||
             literal->kind == syntax::LiteralKind::Float;
    if (finding_.If<syntax::Name>(expr)) return HoldsNumber(expr);
    const auto* binary = finding_.If<syntax::Binary>(expr);
    return binary &&
           (binary->op == syntax::BinaryOp::Add || binary->op == syntax::BinaryOp::Sub ||
            binary->op == syntax::BinaryOp::Mul) &&
           ChangesNothing(binary->left) && ChangesNothing(binary->right);
  }

  bool ReadsClock(const syntax::Call& call) const {
    return std::find(std::begin(kClocks), std::end(kClocks), finding_.NameOf(call.callee)) !=
           std::end(kClocks);
  }

  // `loss.item()` of a tensor that certainly has one element.
  bool ReadsElement(const syntax::Call& call) const {
    const auto* method = finding_.If<syntax::Attribute>(call.callee);
    if (!method || finding_.NameOf(call.callee) != "torch.Tensor.item") return false;
    const infer::ExprFact& fact = finding_.Fact(method->object);
    return IsTensor(fact) && fact.Rank() == 0 && finding_.If<syntax::Name>(method->object) &&
           IsAssigned(method->object);
  }

  // A variable that has a number, and certainly has one.
  bool HoldsNumber(ExprId name) const {
    return finding_.Fact(name).OneOf(FactKind::Int, FactKind::Float, FactKind::Scalar) &&
           IsAssigned(name);
  }

  bool IsAssigned(ExprId name) const {
    const auto slot = variables_.SlotOf(name);
    if (!slot) return false;
    const Definitions& definitions = terms_.flow().Of(name);
    return variables_.IsParameter(*slot) || !definitions.contains(nullptr);
  }

  const Finding& finding_;
  Terms terms_;
  Variables variables_;
};

std::optional<Proposal> Propose(const Finding& finding) {
  if (!finding.IsInFunction() || !finding.stmt) return std::nullopt;
  return Unread(finding).Run();
}

constexpr infer::ObservationKind kAnswers[] = {infer::ObservationKind::InputOutput,
                                               infer::ObservationKind::SkippedCall,
                                               infer::ObservationKind::HostRead};
constexpr std::string_view kBefore[] = {"call_when_run"};

}  // namespace

extern constinit const Declaration kFix = {
    .summary = "leave out a time or a number that nothing reads",
    .answers = kAnswers,
    .before = kBefore,
    .promise = Promise::Safe,
    .propose = Propose,
};

}  // namespace graphmend::fix::drop_unread
