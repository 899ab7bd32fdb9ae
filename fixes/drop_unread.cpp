// Drop a value that compiled code takes from a clock or a tensor, and that nothing reads:
//
//     start = time.perf_counter()
//     x = self.mix(x)                          x = self.mix(x)
//     # print(time.perf_counter() - start)     # print(time.perf_counter() - start)
//
// What is left of measurements whose messages are gone. To read a clock changes nothing, and cannot
// fail; nor, all but certainly, to read a tensor that has one element. What only such a value was
// read by is dropped in the next round.
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
    const Reading reading = value ? ReadingOf(value) : Reading::Unknown;
    if (reading == Reading::Unknown) return std::nullopt;
    Rewriter rewriter(finding_);
    if (!rewriter.HasOwnLines(finding_.stmt)) return Declined{"other code shares its line"};
    rewriter.Delete(finding_.stmt);
    const std::string title = "leave out what nothing reads";
    if (reading == Reading::Plain) return rewriter.Finish(title, diag::Applicability::Safe);
    return rewriter.Finish(title, diag::Applicability::Unsafe,
                           "an error that reading it raises, or computing with it, is not raised");
  }

 private:
  // What evaluating it may do besides giving a number.
  enum class Reading { Plain, MayRaise, Unknown };

  // Of `time.time()` alone, and of `start = time.time()` where nothing reads the variable.
  ExprId ValueNothingReads() const {
    if (const auto* alone = finding_.If<syntax::ExprStmt>(finding_.stmt)) return alone->value;
    const auto* assign = finding_.If<syntax::Assign>(finding_.stmt);
    if (!assign) return {};
    const bool unread =
        std::all_of(assign->targets.begin(), assign->targets.end(), [&](ExprId target) {
          const auto slot = variables_.SlotOf(target);
          return slot && !variables_.IsCaptured(*slot) && variables_.Reads(*slot).empty() &&
                 !variables_.IsDeleted(*slot);
        });
    return unread ? assign->value : ExprId();
  }

  // Of a clock: nothing. A tensor is not read within vmap, and has no number on the device meta; a
  // number that comes in may be anything, and too large for a float.
  Reading ReadingOf(ExprId expr) const {
    if (const auto* call = finding_.If<syntax::Call>(expr)) {
      if (!call->args.empty()) return Reading::Unknown;
      if (ReadsClock(*call)) return Reading::Plain;
      return ReadsElement(*call) ? Reading::MayRaise : Reading::Unknown;
    }
    if (const auto* literal = finding_.If<syntax::Literal>(expr)) {
      const bool number =
          literal->kind == syntax::LiteralKind::Int || literal->kind == syntax::LiteralKind::Float;
      return number ? Reading::Plain : Reading::Unknown;
    }
    if (finding_.If<syntax::Name>(expr)) return ReadingOfName(expr);
    const auto* binary = finding_.If<syntax::Binary>(expr);
    if (!binary || (binary->op != syntax::BinaryOp::Add && binary->op != syntax::BinaryOp::Sub &&
                    binary->op != syntax::BinaryOp::Mul))
      return Reading::Unknown;
    return std::max(ReadingOf(binary->left), ReadingOf(binary->right));
  }

  Reading ReadingOfName(ExprId name) const {
    if (!HoldsNumber(name)) return Reading::Unknown;
    const ExprId value = variables_.OnlyValue(*variables_.SlotOf(name));
    const auto* call = finding_.If<syntax::Call>(value);
    return call && call->args.empty() && ReadsClock(*call) ? Reading::Plain : Reading::MayRaise;
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
    .promise = Promise::Either,
    .propose = Propose,
};

}  // namespace graphmend::fix::drop_unread
