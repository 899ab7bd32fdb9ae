// A number that only messages show is read where they are written:
//
//     mean = y.mean().item()            mean = y.mean()
//     print(f"mean {mean:.3f}")         print(f"mean {mean.item():.3f}")
//
// A read in a message is deferred with it; one in a variable is needed at once.
#include <algorithm>

#include "fix/code.h"
#include "fix/declaration.h"
#include "fix/failures.h"
#include "fix/format_strings.h"
#include "fix/message_calls.h"
#include "fix/module_scope.h"
#include "fix/operands.h"
#include "fix/reads.h"
#include "fix/rewriter.h"
#include "fix/variables.h"
#include "fixes/deferred_numbers.h"

namespace graphmend::fix::read_for_messages {
namespace {

using diag::Applicability;
using syntax::ExprId;
using syntax::StmtId;
using values::DType;

constexpr std::string_view kLater =
    "an error in reading the number or in computing with it, and torch's warning about a tensor "
    "that requires a gradient, show where the message is written";

// A variable that holds what Python computes of one number that is read, and nothing else.
struct Kept {
  std::uint32_t slot = 0;
  ExprId value, number;
  HostRead read;
};

// Whether all that is computed beside the number is the same at any later place: literals, and
// variables that are given one value.
bool StaysTheSame(const Finding& finding, const Variables& variables, ExprId expr, ExprId number) {
  if (expr == number) return true;
  if (finding.If<syntax::Name>(expr) && !variables.SlotOf(expr))
    return !finding.NameOf(expr).empty();
  if (const auto slot = variables.SlotOf(expr))
    return variables.Stores(*slot).size() + (variables.IsParameter(*slot) ? 1 : 0) == 1 &&
           !variables.IsCaptured(*slot);
  if (finding.If<syntax::Attribute>(expr) || finding.If<syntax::Subscript>(expr)) return false;
  bool stays = true;
  ForEachPart(finding.tree(), expr, [&](ExprId part) {
    stays = stays && StaysTheSame(finding, variables, part, number);
  });
  return stays;
}

std::optional<Kept> KeptIn(const Finding& finding, const Variables& variables, StmtId stmt) {
  const auto* assign = stmt ? finding.If<syntax::Assign>(stmt) : nullptr;
  if (!assign || assign->targets.size() != 1) return std::nullopt;
  const auto slot = variables.SlotOf(assign->targets[0]);
  std::vector<ExprId> reads;
  if (!slot || !ComputesDeferred(finding, assign->value, reads) || reads.size() != 1 ||
      variables.IsParameter(*slot) || variables.IsCaptured(*slot) ||
      variables.Stores(*slot).size() != 1 || !finding.Breaks(finding.tree()[reads[0]].span) ||
      !StaysTheSame(finding, variables, assign->value, reads[0]))
    return std::nullopt;
  return Kept{*slot, assign->value, reads[0], *DeferredRead(finding, reads[0])};
}

// The variable that the finding is about: what it reads, or what the message shows.
std::optional<Kept> KeptAt(const Finding& finding, const Variables& variables) {
  if (auto kept = KeptIn(finding, variables, finding.stmt)) return kept;
  std::optional<Kept> found;
  ForEachInside(finding, finding.tree()[finding.expr].span, [&](ExprId part) {
    const auto slot = found ? std::nullopt : variables.SlotOf(part);
    const auto stores = slot ? variables.Stores(*slot) : std::vector<const flow::Inst*>();
    if (stores.size() == 1) found = KeptIn(finding, variables, stores[0]->stmt);
  });
  return found;
}

// Whether reading it and computing with it raises nothing, whatever the tensor holds.
bool NeverRaises(const Finding& finding, const Kept& kept) {
  const HostRead& read = kept.read;
  if (MayRaiseComputing(finding, kept.value, {kept.number})) return false;
  const infer::ExprFact& fact = finding.Fact(read.tensor);
  if (!fact.tensor || fact.tensor->rank != 0) return false;
  // `float` warns of a tensor that requires a gradient.
  const DType dtype = fact.tensor->dtype;
  return read.how == "item" || dtype == DType::Int || dtype == DType::Bool;
}

// What the variable held, computed of the tensor that it holds now.
Code ComputedAgain(const Finding& finding, const Kept& kept, const Code& variable) {
  const Code number = kept.read.IsMethod()
                          ? variable.Method(kept.read.how)
                          : Code::Place(std::string(kept.read.how)).Call({variable});
  return Code::Of(finding, kept.value, {{std::string(finding.Text(kept.number)), number}});
}

// Whether the text of the expression itself is shown: `{mean=}`.
bool ShowsItsName(const Finding& finding, ExprId expr) {
  for (ExprId outer = finding.parents.Parent(expr); outer; outer = finding.parents.Parent(outer))
    if (finding.If<syntax::FormattedValue>(outer)) return ShowsItsText(finding, outer);
  return false;
}

// Whether nothing but messages stands between the statement and all that reads the variable.
bool OnlyMessagesFollow(const Finding& finding, ExprId value, std::vector<ExprId> uses) {
  const BlockPosition position = finding.parents.PositionOf(finding.parents.Statement(value));
  for (StmtId stmt : position.block.subspan(position.index + 1)) {
    if (!MessageOf(finding, stmt)) return false;
    const source::Span span = finding.tree()[stmt].span;
    std::erase_if(uses, [&](ExprId use) { return span.Contains(finding.tree()[use].span); });
    if (uses.empty()) return true;
  }
  return false;
}

std::optional<Proposal> Propose(const Finding& finding) {
  if (!finding.function || finding.options.side_effects == SideEffects::Guard) return std::nullopt;
  const Variables variables(finding, finding.function);
  const std::optional<Kept> kept = KeptAt(finding, variables);
  if (!kept || !IsTensor(finding.Fact(kept->read.tensor))) return std::nullopt;
  const std::vector<ExprId> uses = variables.Reads(kept->slot);
  const auto shown = [&](ExprId use) {
    return IsHandedOver(finding, use, uses) && !ShowsItsName(finding, use);
  };
  if (uses.empty() || !std::all_of(uses.begin(), uses.end(), shown)) return std::nullopt;
  if (IsCaughtHere(finding)) return Declined{std::string(kCaughtHere)};
  const bool always = NeverRaises(finding, *kept);
  if (!always && !OnlyMessagesFollow(finding, kept->value, uses))
    return Declined{
        "reading it may raise, and what stands between would be done before; read it in the "
        "message"};
  Rewriter rewriter(finding);
  // Something else may change a tensor that it holds before the message is written.
  const Code tensor = Code::Of(finding, kept->read.tensor);
  const bool fresh = IsNewTensor(finding, kept->read.tensor);
  rewriter.Replace(kept->value, (fresh ? tensor : tensor.Method("clone")).Text());
  const Code again = ComputedAgain(finding, *kept, Code::Place(variables.Name(kept->slot)));
  for (ExprId use : uses) rewriter.Replace(use, again.Operand().Text());
  return rewriter.Finish("read the number in the message",
                         always ? Applicability::Safe : Applicability::Unsafe,
                         always ? "" : std::string(kLater));
}

constexpr infer::ObservationKind kAnswers[] = {
    infer::ObservationKind::HostRead, infer::ObservationKind::Print,
    infer::ObservationKind::Logging, infer::ObservationKind::Warning};
constexpr std::string_view kBefore[] = {
    "compute_by_tensors", "capture_number",          "keep_scalar",    "defer_message",
    "defer_with_message", "compute_list_by_tensors", "show_in_message"};

}  // namespace

extern constinit const Declaration kFix = {
    .summary = "read a number that only messages show where they are written",
    .answers = kAnswers,
    .before = kBefore,
    .promise = Promise::Either,
    .propose = Propose,
};

}  // namespace graphmend::fix::read_for_messages
