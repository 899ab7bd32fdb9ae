// A text is made where the one message that shows it is written:
//
//     text = f"loss {loss.item():.3f}"
//     print(text)                           print(f"loss {loss.item():.3f}")
//
// A text in a message is deferred with it; one in a variable is needed at once.
#include "fix/arguments.h"
#include "fix/declaration.h"
#include "fix/message_calls.h"
#include "fix/variables.h"

namespace graphmend::fix::show_in_message {
namespace {

using diag::Applicability;
using syntax::ExprId;
using syntax::StmtId;

// A text that a variable keeps, and the message in the next statement that shows it.
struct Kept {
  StmtId assignment, message;
  ExprId text, shown;
};

StmtId Beside(const Finding& finding, StmtId stmt, std::ptrdiff_t by) {
  const BlockPosition at = finding.parents.PositionOf(stmt);
  const std::ptrdiff_t index = static_cast<std::ptrdiff_t>(at.index) + by;
  const bool inside = index >= 0 && index < static_cast<std::ptrdiff_t>(at.block.size());
  return inside ? at.block[static_cast<std::size_t>(index)] : StmtId();
}

// The call of a statement that writes a message, and does nothing else.
const syntax::Call* MessageOf(const Finding& finding, StmtId stmt) {
  const auto* line = stmt ? finding.If<syntax::ExprStmt>(stmt) : nullptr;
  if (!line || !finding.If<syntax::Call>(line->value)) return nullptr;
  Finding call = finding;
  call.expr = line->value;
  call.stmt = stmt;
  const bool message = std::holds_alternative<Message>(Recognise(call));
  return message ? finding.If<syntax::Call>(line->value) : nullptr;
}

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

// Where the finding is in the text, or about the message.
std::optional<Kept> KeptText(const Finding& finding) {
  const bool in_text = finding.If<syntax::Assign>(finding.stmt) != nullptr;
  Kept kept;
  kept.assignment = in_text ? finding.stmt : Beside(finding, finding.stmt, -1);
  kept.message = in_text ? Beside(finding, finding.stmt, 1) : finding.stmt;
  const auto* assign = kept.assignment ? finding.If<syntax::Assign>(kept.assignment) : nullptr;
  const syntax::Call* message = MessageOf(finding, kept.message);
  if (!assign || !message || assign->targets.size() != 1) return std::nullopt;
  kept.text = assign->value;
  const auto* target = finding.If<syntax::Name>(assign->targets[0]);
  for (const syntax::Arg& arg : message->args) {
    const auto* name = finding.If<syntax::Name>(arg.value);
    if (target && name && name->id == target->id && arg.kind == syntax::ArgKind::Positional)
      kept.shown = arg.value;
  }
  const bool breaks = finding.Breaks(finding.tree()[kept.text].span);
  const bool text = finding.Fact(kept.text).Is(infer::FactKind::Str);
  const bool moves = kept.shown && breaks && text && IsDeferred(finding, kept.text);
  return moves ? std::optional(kept) : std::nullopt;
}

// Whether the variable has no other value and no other use.
bool IsForMessage(const Finding& finding, const Kept& kept) {
  const Variables variables(finding, finding.function);
  const std::optional<std::uint32_t> slot = variables.SlotOf(kept.shown);
  return slot && !variables.IsParameter(*slot) && !variables.IsCaptured(*slot) &&
         variables.Stores(*slot).size() == 1 && variables.Reads(*slot).size() == 1;
}

std::optional<Proposal> Propose(const Finding& finding) {
  if (!finding.function || finding.options.side_effects == SideEffects::Guard) return std::nullopt;
  const std::optional<Kept> kept = KeptText(finding);
  if (!kept) return std::nullopt;
  if (!IsForMessage(finding, *kept))
    return Declined{"the text is used by more than the message behind it; make it there as well"};
  Rewriter rewriter(finding);
  if (!rewriter.HasOwnLines(kept->assignment) || !rewriter.HasOwnLines(kept->message))
    return Declined{"the text is made on a line with other statements; make it in the message"};
  rewriter.Delete(kept->assignment);
  rewriter.Replace(kept->shown, OneLine(finding, kept->text));
  return rewriter.Finish("make the text in the message", Applicability::Safe);
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
    .promise = Promise::Safe,
    .propose = Propose,
};

}  // namespace graphmend::fix::show_in_message
