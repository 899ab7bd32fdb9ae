// A number that only messages show is read where they are written:
//
//     mean = y.mean().item()            mean = y.mean()
//     print(f"mean {mean:.3f}")         print(f"mean {mean.item():.3f}")
//
// A read in a message is deferred with it; one in a variable is needed at once. A test that only
// says whether messages are written may ask for it as well, which a tensor answers:
//
//     n = int(bad.sum())                n = bad.sum()
//     if n:                             if n:
//         log.warning("%d", n)              log.warning("%d", int(n))
//
// Where other code needs the number, too, and a fix is known for the read once no message shows
// what it gives, the tensor gets a name of its own:
//
//     norm = y.norm().item()            norm_tensor = y.norm()
//     print(f"norm {norm:.3f}")         norm = norm_tensor.item()
//     return y / norm                   print(f"norm {norm_tensor.item():.3f}")
//                                       return y / norm
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
#include "fix/test_places.h"
#include "fix/variables.h"
#include "fixes/captured.h"
#include "fixes/captured_reads.h"
#include "fixes/deferral.h"
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

std::optional<Kept> KeptAs(const Finding& finding, const Variables& variables, ExprId target,
                           ExprId value) {
  const auto slot = variables.SlotOf(target);
  std::vector<ExprId> reads;
  if (!slot || !ComputesDeferred(finding, value, reads) || reads.size() != 1 ||
      variables.IsParameter(*slot) || variables.IsCaptured(*slot) ||
      variables.Stores(*slot).size() != 1 || !finding.Breaks(finding.tree()[reads[0]].span) ||
      !StaysTheSame(finding, variables, value, reads[0]))
    return std::nullopt;
  return Kept{*slot, value, reads[0], *DeferredRead(finding, reads[0])};
}

// What the statement gives the variable, `low, high = x.min().item(), x.max().item()` as well;
// where none is told, the one that takes the finding.
std::optional<Kept> KeptIn(const Finding& finding, const Variables& variables, StmtId stmt,
                           std::optional<std::uint32_t> slot = std::nullopt) {
  const auto* assign = stmt ? finding.If<syntax::Assign>(stmt) : nullptr;
  if (!assign || assign->targets.size() != 1) return std::nullopt;
  const auto* targets = finding.If<syntax::Sequence>(assign->targets[0]);
  if (!targets) return KeptAs(finding, variables, assign->targets[0], assign->value);
  const auto* values = finding.If<syntax::Sequence>(assign->value);
  if (!values || values->items.size() != targets->items.size()) return std::nullopt;
  const source::Span found = finding.tree()[finding.expr].span;
  for (std::size_t i = 0; i < values->items.size(); ++i) {
    if (finding.If<syntax::Starred>(values->items[i]) ||
        finding.If<syntax::Starred>(targets->items[i]))
      return std::nullopt;
    if (slot ? variables.SlotOf(targets->items[i]) == slot
             : finding.tree()[values->items[i]].span.Contains(found))
      return KeptAs(finding, variables, targets->items[i], values->items[i]);
  }
  return std::nullopt;
}

// The variable that the finding is about: what it reads, or what the message shows.
std::optional<Kept> KeptAt(const Finding& finding, const Variables& variables) {
  if (auto kept = KeptIn(finding, variables, finding.stmt)) return kept;
  std::optional<Kept> found;
  ForEachInside(finding, finding.tree()[finding.expr].span, [&](ExprId part) {
    const auto slot = found ? std::nullopt : variables.SlotOf(part);
    const auto stores = slot ? variables.Stores(*slot) : std::vector<const flow::Inst*>();
    if (stores.size() == 1) found = KeptIn(finding, variables, stores[0]->stmt, slot);
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
  return read.how == "item" || IsWhole(dtype);
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

// Whether the use is a test of a branch that writes messages and does nothing else.
bool IsTestOfMessages(const Finding& finding, ExprId use, DType kind, std::string& difference) {
  const std::optional<TestPlace> place = TestPlaceOf(finding, use);
  const auto* branch = place && place->is_branch ? finding.If<syntax::If>(place->stmt) : nullptr;
  if (!branch || finding.IsElif(place->stmt)) return false;
  const auto is_message = [&](StmtId stmt) { return MessageOf(finding, stmt) != nullptr; };
  if (!std::all_of(branch->body.begin(), branch->body.end(), is_message) ||
      !std::all_of(branch->orelse.begin(), branch->orelse.end(), is_message))
    return false;
  ReadTests tests(finding);
  tests.Assume(use, kind);
  if (!tests.Test(place->test)) return false;
  difference = tests.difference();
  return true;
}

// What Python has as an int or a double, as a tensor that holds it.
Code AsTested(const Code& tensor, const infer::ExprFact& fact) {
  const std::string_view exact = fact.tensor->exact.text();
  if (fact.tensor->dtype == DType::Float)
    return exact == "float64" ? tensor : tensor.Method("double");
  return exact == "int64" ? tensor : tensor.Method("long");
}

// Whether it is a sum or product of the number and literals, which a tensor of doubles gives as
// well.
bool IsLinearIn(const Finding& finding, ExprId expr, ExprId number) {
  if (expr == number) return true;
  const auto* binary = finding.If<syntax::Binary>(expr);
  if (!binary || !IsLinear(binary->op)) return false;
  const bool left = IsLinearIn(finding, binary->left, number);
  const auto* other = finding.If<syntax::Literal>(left ? binary->right : binary->left);
  const bool divides = binary->op == syntax::BinaryOp::Div;
  return other && (left || (!divides && IsLinearIn(finding, binary->right, number))) &&
         (!divides || other->integer != 0 || other->real != 0);
}

// Takes the tests from the uses, of a number as it is read, or of a float that is computed of one;
// whether there are any.
bool TakeTests(const Finding& finding, const Kept& kept, std::vector<ExprId>& uses,
               std::string& difference) {
  const values::Tensor& tensor = *finding.Fact(kept.read.tensor).tensor;
  const bool computed = kept.value != kept.number;
  if (tensor.dtype != DType::Float && (computed || tensor.dtype != DType::Int)) return false;
  if (computed && !IsLinearIn(finding, kept.value, kept.number)) return false;
  const std::size_t tested = std::erase_if(
      uses, [&](ExprId use) { return IsTestOfMessages(finding, use, tensor.dtype, difference); });
  // What the mean of complex numbers is, is taken to be floating, too.
  if (tested > 0 && tensor.dtype == DType::Float && tensor.exact.text().empty())
    difference += std::string(difference.empty() ? "" : "; ") +
                  "only the real part of a complex number is taken";
  return tested > 0;
}

// Whether a fix is known for the read where these alone ask for the number: each takes a tensor in
// its place, tests it, or can bear a symbol of the graph.
bool IsMendedFor(const Finding& finding, const Kept& kept, const std::vector<ExprId>& uses) {
  if (kept.value == kept.number && std::all_of(uses.begin(), uses.end(), [&](ExprId use) {
        return ServesAsTensor(finding, use);
      }))
    return true;
  CapturedUses captured(finding, EntryOf(finding));
  const auto bears = [&](ExprId use) { return captured.Goes(Captured::Number, use); };
  if (CapturedRead(finding, kept.number) && IsCapturable(finding, kept.read) &&
      std::all_of(uses.begin(), uses.end(), bears))
    return true;
  const DType kind = finding.Fact(kept.read.tensor).tensor->dtype;
  std::vector<TestPlace> places;
  ReadTests tests(finding);
  for (ExprId use : uses) {
    const std::optional<TestPlace> place = TestPlaceOf(finding, use);
    if (!place || kept.value != kept.number) return false;
    places.push_back(*place);
    tests.Assume(use, kind);
  }
  return !WhyNotMended(finding, tests, OutermostOf(finding, places));
}

// The tensor itself, which something else may change before the message is written, or a copy.
Code Held(const Finding& finding, const Kept& kept) {
  const Code tensor = Code::Of(finding, kept.read.tensor);
  return IsNewTensor(finding, kept.read.tensor) ? tensor : tensor.Method("clone");
}

// Whether the messages that show the number are safe to defer once they read it: else they stay,
// and so would the reads in them.
bool AreDeferredSafely(const Finding& finding, const Kept& kept, const std::vector<ExprId>& uses) {
  const values::Tensor& tensor = *finding.Fact(kept.read.tensor).tensor;
  const bool real = tensor.dtype != DType::Unknown && tensor.dtype != DType::Complex;
  return std::all_of(uses.begin(), uses.end(), [&](ExprId use) {
    const auto* said = finding.If<syntax::ExprStmt>(finding.parents.Statement(use));
    if (!said || MayRaiseAround(finding, use, real)) return false;
    Finding at = finding;
    at.expr = said->value;
    at.stmt = finding.parents.Statement(use);
    const Recognised message = Recognise(at);
    if (!std::holds_alternative<Message>(message)) return false;
    const Proposal proposal = Defer(at, std::get<Message>(message)).proposal;
    const auto* fix = std::get_if<diag::Fix>(&proposal);
    return fix && fix->applicability == Applicability::Safe;
  });
}

// Of those that show the number the tensor is read again, which gets a name.
std::optional<Proposal> ReadAgain(const Finding& finding, const Variables& variables,
                                  const Kept& kept, const std::vector<ExprId>& shown,
                                  const std::vector<ExprId>& others) {
  const bool warns =
      kept.read.how != "item" && !IsWhole(finding.Fact(kept.read.tensor).tensor->dtype);
  const StmtId stmt = finding.parents.Statement(kept.value);
  Rewriter rewriter(finding);
  // Among other values it would be read before these. Of what is computed of a number once more
  // Dynamo may make the text that it has in the first call, unless the message is deferred.
  if (finding.parents.Parent(kept.value) || kept.value != kept.number) return std::nullopt;
  if (warns || !rewriter.HasOwnLines(stmt) || !IsMendedFor(finding, kept, others))
    return std::nullopt;
  if (IsCaughtHere(finding)) return Declined{std::string(kCaughtHere)};
  const Code name =
      Code::Place(rewriter.FreshName(std::string(variables.Name(kept.slot)) + "_tensor"));
  const Code again = ComputedAgain(finding, kept, name);
  rewriter.InsertBefore(stmt, Held(finding, kept).AssignedTo(name).Text() + "\n");
  rewriter.Replace(kept.value, again.Text());
  for (ExprId use : shown) rewriter.Replace(use, again.Operand().Text());
  const bool safe = AreDeferredSafely(finding, kept, shown);
  return rewriter.Finish("read the number in the message",
                         safe ? Applicability::Safe : Applicability::Unsafe,
                         safe ? "" : std::string(kLater));
}

// Writes the tensor into the variable, or what is computed of it where that is tested.
void HoldTensor(const Finding& finding, const Kept& kept, const std::vector<ExprId>& uses,
                const Code& variable, bool tested, Rewriter& rewriter) {
  const infer::ExprFact& fact = finding.Fact(kept.read.tensor);
  const Code held = Held(finding, kept);
  rewriter.Replace(tested ? kept.number : kept.value,
                   (tested ? AsTested(held, fact) : held).Text());
  const Code again = tested && kept.value != kept.number ? variable.Method("item")
                                                         : ComputedAgain(finding, kept, variable);
  for (ExprId use : uses) rewriter.Replace(use, again.Operand().Text());
}

std::optional<Proposal> Propose(const Finding& finding) {
  if (!finding.function || finding.options.side_effects == SideEffects::Guard) return std::nullopt;
  const Variables variables(finding, finding.function);
  const std::optional<Kept> kept = KeptAt(finding, variables);
  if (!kept || !IsTensor(finding.Fact(kept->read.tensor))) return std::nullopt;
  std::vector<ExprId> uses = variables.Reads(kept->slot);
  std::string difference;
  const bool tested = TakeTests(finding, *kept, uses, difference);
  const auto shown = [&](ExprId use) {
    return IsHandedOver(finding, use, uses) && !ShowsItsName(finding, use);
  };
  const auto others = std::stable_partition(uses.begin(), uses.end(), shown);
  if (others == uses.begin()) return std::nullopt;
  if (others != uses.end())
    return tested
               ? std::nullopt
               : ReadAgain(finding, variables, *kept, {uses.begin(), others}, {others, uses.end()});
  if (IsCaughtHere(finding)) return Declined{std::string(kCaughtHere)};
  const bool always = NeverRaises(finding, *kept);
  if (!always && (tested || !OnlyMessagesFollow(finding, kept->value, uses)))
    return Declined{
        "reading it may raise, and what stands between would be done before; read it in the "
        "message"};
  Rewriter rewriter(finding);
  HoldTensor(finding, *kept, uses, Code::Place(variables.Name(kept->slot)), tested, rewriter);
  if (!always || !AreDeferredSafely(finding, *kept, uses)) difference = std::string(kLater);
  return rewriter.Finish("read the number in the message",
                         difference.empty() ? Applicability::Safe : Applicability::Unsafe,
                         difference);
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
