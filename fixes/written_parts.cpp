#include "written_parts.h"

#include <algorithm>

#include "fix/arguments.h"
#include "fix/reads.h"

namespace graphmend::fix {
namespace {

using infer::FactKind;
using syntax::ExprId;

bool IsSlice(const Finding& finding, ExprId part) {
  return finding.If<syntax::Slice>(part) != nullptr;
}

// A number, or a slice between numbers, that Python has.
bool IsFixed(const Finding& finding, ExprId part) {
  if (const auto* range = finding.If<syntax::Slice>(part)) {
    const auto is_fixed = [&](ExprId bound) {
      return !bound || finding.Fact(bound).Is(FactKind::Int);
    };
    return is_fixed(range->lower) && is_fixed(range->upper) && is_fixed(range->step);
  }
  return finding.Fact(part).Is(FactKind::Int);
}

// What the parts of an index say, one after the other; false where it is not understood.
bool TakeParts(const Finding& finding, syntax::ExprList parts, WrittenPart& part) {
  for (ExprId index : parts) {
    const bool mask = static_cast<bool>(part.selection.mask);
    if (IsLiteral(finding, index, syntax::LiteralKind::Ellipsis) && !mask && part.before == 0)
      part.at_end = true;
    else if (IsWholeSlice(finding, index) && !mask) ++part.before;
    else if (!mask) part.selection.mask = index;
    else if (IsFixed(finding, index)) part.behind.push_back(index);
    else return false;
  }
  // A slice behind the mask, or between it and the dots, would be at its end.
  return part.selection.mask && !(part.at_end && (part.before > 0 || parts.size() != 2));
}

}  // namespace

std::optional<WrittenPart> WrittenPartAt(const Finding& finding, const Masks& masks, ExprId expr) {
  if (auto selection = masks.SelectionAt(expr)) return WrittenPart{*selection, selection->mask};
  const auto* item = finding.If<syntax::Subscript>(expr);
  const auto* tuple = item ? finding.If<syntax::Sequence>(item->index) : nullptr;
  if (!tuple || tuple->kind != syntax::SequenceKind::Tuple) return std::nullopt;
  WrittenPart part{{expr, item->object, ExprId()}, item->index};
  if (!TakeParts(finding, tuple->items, part) || !masks.IsSelection(part.selection))
    return std::nullopt;
  if (std::all_of(part.behind.begin(), part.behind.end(),
                  [&](ExprId index) { return IsWholeSlice(finding, index); }))
    part.behind.clear();
  const bool known = part.behind.empty() || finding.Fact(part.selection.mask).Rank() > 0;
  return known ? std::optional(std::move(part)) : std::nullopt;
}

Code TensorOf(const Finding& finding, const WrittenPart& part) {
  const Code tensor = Code::Of(finding, part.selection.tensor);
  if (part.behind.empty()) return tensor;
  std::string text = tensor.Operand().Text() + "[";
  const int whole = part.before + finding.Fact(part.selection.mask).Rank();
  for (int i = 0; i < whole; ++i) text += i > 0 ? ", :" : ":";
  for (ExprId index : part.behind) text += ", " + Code::Of(finding, index).Text();
  return Code::Verbatim(text + "]", Precedence::Primary);
}

int RankOf(const Finding& finding, const WrittenPart& part) {
  const int rank = finding.Fact(part.selection.tensor).Rank();
  if (rank < 0) return rank;
  return rank - static_cast<int>(std::count_if(part.behind.begin(), part.behind.end(),
                                               [&](ExprId i) { return !IsSlice(finding, i); }));
}

}  // namespace graphmend::fix
