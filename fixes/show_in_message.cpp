// A text is made where the one message that shows it is written:
//
//     text = f"loss {loss.item():.3f}"
//     y = x * 2                             y = x * 2
//     print(text)                           print(f"loss {loss.item():.3f}")
//
// A text in a message is deferred with it; one in a variable is needed at once. What stands between
// the two only computes.
#include "fix/arguments.h"
#include "fix/calls.h"
#include "fix/code.h"
#include "fix/declaration.h"
#include "fix/failures.h"
#include "fix/message_calls.h"
#include "fix/terms.h"
#include "fix/variables.h"

namespace graphmend::fix::show_in_message {
namespace {

using diag::Applicability;
using syntax::ExprId;
using syntax::StmtId;

// A text that a variable keeps, and the message further down in the block that shows it.
struct Kept {
  StmtId assignment, message;
  ExprId text, shown;
  std::uint32_t slot = 0;
};

// Whether the text has a form that is deferred with a message: `str(repr(x))` has none.
bool IsDeferred(const Finding& finding, ExprId text) {
  if (finding.If<syntax::FString>(text) || finding.If<syntax::Binary>(text)) return true;
  const auto* call = finding.If<syntax::Call>(text);
  if (!call || call->args.empty()) return false;
  const auto* method = finding.If<syntax::Attribute>(call->callee);
  if (method) return method->name == "format";
  const std::string_view builtin = finding.BuiltinName(call->callee);
  return (builtin == "str" || builtin == "repr") && !finding.If<syntax::Call>(call->args[0].value);
}

// Where the finding is in the text.
std::optional<Kept> TextKept(const Finding& finding, const Variables& variables,
                             const syntax::Assign& assign) {
  if (assign.targets.size() != 1) return std::nullopt;
  const auto slot = variables.SlotOf(assign.targets[0]);
  if (!slot) return std::nullopt;
  for (ExprId read : variables.Reads(*slot)) {
    const StmtId message = finding.parents.Statement(read);
    if (MessageOf(finding, message)) return Kept{finding.stmt, message, assign.value, read, *slot};
  }
  return std::nullopt;
}

// Where it is about the message.
std::optional<Kept> TextShown(const Finding& finding, const Variables& variables) {
  const syntax::Call* message = MessageOf(finding, finding.stmt);
  if (!message) return std::nullopt;
  for (const syntax::Arg& arg : message->args) {
    const auto slot = variables.SlotOf(arg.value);
    if (!slot || variables.IsParameter(*slot)) continue;
    const std::vector<const flow::Inst*> stores = variables.Stores(*slot);
    const StmtId assignment = stores.empty() ? StmtId() : stores[0]->stmt;
    const auto* assign = assignment ? finding.If<syntax::Assign>(assignment) : nullptr;
    if (assign && assign->targets.size() == 1 && variables.SlotOf(assign->targets[0]) == slot)
      return Kept{assignment, finding.stmt, assign->value, arg.value, *slot};
  }
  return std::nullopt;
}

std::optional<Kept> KeptText(const Finding& finding, const Variables& variables) {
  const auto* assign = finding.If<syntax::Assign>(finding.stmt);
  const std::optional<Kept> kept =
      assign ? TextKept(finding, variables, *assign) : TextShown(finding, variables);
  if (!kept) return std::nullopt;
  bool argument = false;
  for (const syntax::Arg& arg : MessageOf(finding, kept->message)->args)
    argument |= arg.value == kept->shown && arg.kind == syntax::ArgKind::Positional;
  const bool breaks = finding.Breaks(finding.tree()[kept->text].span);
  const bool text = finding.Fact(kept->text).Is(infer::FactKind::Str);
  return argument && breaks && text && IsDeferred(finding, kept->text) ? kept : std::nullopt;
}

// Whether what stands between the two leaves everything as it is that the text is made of: it
// stores values of other variables, without effects.
bool IsStillBetween(const Finding& finding, const Kept& kept) {
  const BlockPosition from = finding.parents.PositionOf(kept.assignment);
  const BlockPosition to = finding.parents.PositionOf(kept.message);
  if (from.block.data() != to.block.data() || from.index >= to.index) return false;
  const Terms terms(finding);
  for (std::size_t i = from.index + 1; i < to.index; ++i) {
    const auto* assign = finding.If<syntax::Assign>(from.block[i]);
    if (!assign || terms.Effects(assign->value)) return false;
    for (ExprId target : assign->targets) {
      const auto* name = finding.If<syntax::Name>(target);
      if (!name || Reads(finding, kept.text, name->id.text())) return false;
    }
  }
  return true;
}

bool IsBeside(const Finding& finding, const Kept& kept) {
  return finding.parents.PositionOf(kept.assignment).index + 1 ==
         finding.parents.PositionOf(kept.message).index;
}

// Whether the variable has no other value and no other use.
bool IsForMessage(const Variables& variables, const Kept& kept) {
  return !variables.IsParameter(kept.slot) && !variables.IsCaptured(kept.slot) &&
         variables.Stores(kept.slot).size() == 1 && variables.Reads(kept.slot).size() == 1;
}

std::optional<Proposal> Propose(const Finding& finding) {
  if (!finding.function || finding.options.side_effects == SideEffects::Guard) return std::nullopt;
  const Variables variables(finding, finding.function);
  const std::optional<Kept> kept = KeptText(finding, variables);
  if (!kept || !IsStillBetween(finding, *kept)) return std::nullopt;
  if (!IsForMessage(variables, *kept))
    return Declined{"the text is used by more than the message behind it; make it there as well"};
  Rewriter rewriter(finding);
  if (!rewriter.HasOwnLines(kept->assignment) || !rewriter.HasOwnLines(kept->message))
    return Declined{"the text is made on a line with other statements; make it in the message"};
  rewriter.Delete(kept->assignment);
  rewriter.Replace(kept->shown, Render(finding, kept->text));
  const std::string_view title = "make the text in the message";
  if (IsBeside(finding, *kept)) return rewriter.Finish(std::string(title), Applicability::Safe);
  // Which of two errors is raised decides which handler runs.
  if (IsCaughtHere(finding) || Calls(finding).IsCaught(finding.function))
    return Declined{std::string(kCaughtHere)};
  return rewriter.Finish(std::string(title), Applicability::Unsafe,
                         "an error in the text shows later, behind what stands before the message");
}

constexpr infer::ObservationKind kAnswers[] = {
    infer::ObservationKind::HostRead, infer::ObservationKind::TensorText,
    infer::ObservationKind::Print, infer::ObservationKind::Logging,
    infer::ObservationKind::Warning};
constexpr std::string_view kBefore[] = {"compute_by_tensors", "capture_number", "keep_scalar",
                                        "defer_message", "defer_with_message"};

}  // namespace

extern constinit const Declaration kFix = {
    .summary = "make a text where the message that shows it is written",
    .answers = kAnswers,
    .before = kBefore,
    .promise = Promise::Either,
    .propose = Propose,
};

}  // namespace graphmend::fix::show_in_message
