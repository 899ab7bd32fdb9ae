// A part of a tensor that begins at a number in a tensor and has a length that Python knows, by the
// places in it:
//
//     x[:, start:start + 4]         x[:, start + torch.arange(4, device=x.device)]
//
// and the same as what is stored into.
#include <algorithm>
#include <string>
#include <vector>

#include "fix/arguments.h"
#include "fix/declaration.h"
#include "fix/failures.h"
#include "fix/operands.h"
#include "fix/renderer.h"
#include "fix/rewriter.h"
#include "fix/terms.h"
#include "fixes/copied_parts.h"
#include "fixes/host_numbers.h"

namespace graphmend::fix::window_by_tensor {
namespace {

using diag::Applicability;
using infer::FactKind;
using syntax::ExprId;

struct Window {
  ExprId slice, start, length;
};

// A variable or attribute, or a number that is written there.
bool IsPlain(const Finding& finding, ExprId expr) {
  while (const auto* member = finding.If<syntax::Attribute>(expr)) expr = member->object;
  return finding.If<syntax::Name>(expr) || finding.If<syntax::Literal>(expr);
}

// `start:start + n`
std::optional<Window> WindowIn(const Finding& finding, ExprId part) {
  const auto* slice = finding.If<syntax::Slice>(part);
  const auto* end = slice && slice->upper ? finding.If<syntax::Binary>(slice->upper) : nullptr;
  if (!end || !slice->lower || slice->step || end->op != syntax::BinaryOp::Add ||
      !IsPlain(finding, slice->lower) || !IsIntTensor(finding.Fact(slice->lower)) ||
      finding.Fact(slice->lower).Rank() > 1)
    return std::nullopt;
  const std::string_view start = finding.Text(slice->lower);
  const bool first = finding.Text(end->left) == start;
  const ExprId length = first ? end->right : end->left;
  if (finding.Text(first ? end->left : end->right) != start ||
      !finding.Fact(length).Is(FactKind::Int) || Terms(finding).Effects(length))
    return std::nullopt;
  return Window{part, slice->lower, length};
}

// The one part of the index that is such a window, beside slices that no tensor bounds: these
// dimensions stay where they are.
std::optional<Window> WindowOf(const Finding& finding, const syntax::Subscript& item) {
  std::optional<Window> found;
  for (ExprId part : TupleItems(finding.tree(), item.index)) {
    if (const auto window = WindowIn(finding, part)) {
      if (found) return std::nullopt;
      found = window;
      continue;
    }
    const auto* slice = finding.If<syntax::Slice>(part);
    const auto is_number = [&](ExprId bound) { return !bound || !IsTensor(finding.Fact(bound)); };
    const bool plain = slice && is_number(slice->lower) && is_number(slice->upper);
    if (!plain && !IsLiteral(finding, part, syntax::LiteralKind::Ellipsis)) return std::nullopt;
  }
  return found;
}

std::optional<Proposal> Propose(const Finding& finding) {
  const auto* item = finding.If<syntax::Subscript>(finding.expr);
  if (!item || !finding.IsInFunction() || !finding.Fact(item->object).Is(FactKind::Tensor))
    return std::nullopt;
  const std::optional<Window> window = WindowOf(finding, *item);
  if (!window) return std::nullopt;
  if (!IsPlain(finding, item->object))
    return Declined{"the tensor has no name; give it one, so that its device can be asked for"};
  if (IsCaughtHere(finding)) return Declined{std::string(kCaughtHere)};
  const std::string tensor(finding.Text(item->object));
  Rewriter rewriter(finding);
  const bool single = finding.Fact(window->start).Rank() == 0;
  rewriter.Replace(window->slice, std::string(finding.Text(window->start)) +
                                      (single ? " + " : ".reshape(()) + ") +
                                      rewriter.Import("torch") + ".arange(" +
                                      std::string(finding.Text(window->length)) +
                                      ", device=" + tensor + ".device)");
  std::string difference =
      "the part must begin at 0 or later and end within the tensor, or other elements are taken, "
      "or an error is raised, on a GPU a device-side assert after which the process cannot use "
      "the GPU; so is one for a negative length";
  if (!single) difference += "; a beginning of several elements is refused by a different error";
  const auto* assign = finding.If<syntax::Assign>(finding.stmt);
  if (IsTarget(finding, finding.expr)) {
    if (!assign || assign->targets.size() != 1 || assign->targets[0] != finding.expr)
      return std::nullopt;
    const infer::ExprFact& value = finding.Fact(assign->value);
    if (!value.OneOf(FactKind::Int, FactKind::Float, FactKind::Bool)) {
      if (!IsTensor(value))
        return Declined{"the stored value is not known to be a tensor; slice by a Python number"};
      rewriter.Replace(assign->value,
                       rewriter.Operand(assign->value) + ".to(" + tensor + ".dtype, copy=True)");
    }
    return rewriter.Finish("store by the places of the part", Applicability::Unsafe,
                           difference +
                               "; a tensor whose elements share memory raises a "
                               "different error or none, or a warning");
  }
  if (finding.If<syntax::AugAssign>(finding.stmt)) return std::nullopt;
  if (IsWrittenThrough(finding))
    return Declined{
        "what is read is a view that is changed, or whose tensor is changed; read it after the "
        "last change, or slice by a Python number"};
  return rewriter.Finish("take the places of the part", Applicability::Unsafe,
                         difference + "; the result is a copy, not a view of the tensor");
}

constexpr infer::ObservationKind kAnswers[] = {infer::ObservationKind::TensorAsInt};
constexpr std::string_view kBefore[] = {"capture_number", "reuse_source_list"};

}  // namespace

extern constinit const Declaration kFix = {
    .summary = "take a part of known length by the places in it",
    .answers = kAnswers,
    .before = kBefore,
    .promise = Promise::Unsafe,
    .propose = Propose,
};

}  // namespace graphmend::fix::window_by_tensor
