#include "fix/sizes_by_data.h"

#include <algorithm>

#include "fix/module_scope.h"
#include "fix/operands.h"
#include "fix/reads.h"

namespace graphmend::fix {

using infer::FactKind;
using syntax::ExprId;

// How often such a loop runs is not known while the compiler tries what it gives.
bool SizesByData::LoopsByData(syntax::StmtId stmt) const {
  const auto* over = finding_.If<syntax::For>(stmt);
  const auto* loop = finding_.If<syntax::While>(stmt);
  const ExprId asked = over ? over->iterable : loop ? loop->test : ExprId();
  bool found = asked && (finding_.Breaks(finding_.tree()[asked].span) ||
                         (over && IsSizedByData(over->iterable)));
  ForEachBlock(finding_.tree(), stmt, false, [&](syntax::StmtList body) {
    for (syntax::StmtId inner : body) found = found || LoopsByData(inner);
  });
  return found;
}

// The place of a number among unknown ones, which may be any of them.
bool SizesByData::SearchesNumbers(ExprId expr) const {
  const auto* call = finding_.If<syntax::Call>(expr);
  const auto* method = call ? finding_.If<syntax::Attribute>(call->callee) : nullptr;
  if (!method || method->name != "index") return false;
  return finding_.Fact(method->object).OneOf(FactKind::List, FactKind::Tuple) &&
         IsReadFromTensor(finding_, method->object);
}

// An item of a container, which an unknown number does not give.
bool SizesByData::ChoosesByData(syntax::StmtId stmt) const {
  bool found = false;
  ForEachInside(finding_, finding_.tree()[stmt].span, [&](ExprId part) {
    const auto* item = found ? nullptr : finding_.If<syntax::Subscript>(part);
    found = found || (item && IsNoTensor(finding_.Fact(item->object)) &&
                      IsReadFromTensor(finding_, item->index));
    found = found || SearchesNumbers(part);
  });
  return found;
}

// Whether it is given a number that a tensor holds, as a size.
bool SizesByData::IsShapedByData(ExprId call, models::OpKind op) const {
  using models::OpKind;
  const auto& made = *finding_.If<syntax::Call>(call);
  const bool unsaid =
      op == OpKind::Unknown && finding_.Fact(made.callee).Name().starts_with("torch.");
  if (op != OpKind::View && op != OpKind::Shaping && !unsaid) return false;
  const ExprId subject = terms_.Subject(made);
  return std::any_of(made.args.begin(), made.args.end(), [&](const syntax::Arg& arg) {
    return arg.value != subject && HoldsData(arg.value);
  });
}

// A number that a tensor holds, or a tuple with one.
bool SizesByData::HoldsData(ExprId value) const {
  if (const auto* several = finding_.If<syntax::Sequence>(value))
    return std::any_of(several->items.begin(), several->items.end(),
                       [&](ExprId item) { return HoldsData(item); });
  const infer::ExprFact& fact = finding_.Fact(value);
  if (!value || fact.Is(FactKind::Bool)) return false;
  // One of a NumPy array, too.
  return (fact.Is(FactKind::Tensor) && fact.Rank() == 0) || IsReadFromTensor(finding_, value);
}

// `mask`, `:, mask` and `:length`.
bool SizesByData::SelectsByData(ExprId index) const {
  if (const auto* range = finding_.If<syntax::Slice>(index))
    return HoldsData(range->lower) || HoldsData(range->upper);
  if (const auto* several = finding_.If<syntax::Sequence>(index))
    return std::any_of(several->items.begin(), several->items.end(),
                       [&](ExprId item) { return SelectsByData(item); });
  const infer::ExprFact& fact = finding_.Fact(index);
  return fact.tensor && fact.tensor->dtype == values::DType::Bool;
}

bool SizesByData::IsInside(const flow::Inst* definition) const {
  return definition && !Dataflow::IsMerge(definition) && run_.Contains(definition->span);
}

bool SizesByData::IsSizedByData(ExprId value, int depth) const {
  constexpr int kDeepest = 12;
  if (!value || depth == kDeepest || finding_.Fact(value).Rank() == 0) return false;
  const bool call = finding_.If<syntax::Call>(value) != nullptr;
  const models::OpKind op = call ? terms_.OperationOf(value).op : models::OpKind::Unknown;
  if (op == models::OpKind::Reduction) return false;
  if (op == models::OpKind::Selecting || (call && IsShapedByData(value, op))) return true;
  if (const auto* item = finding_.If<syntax::Subscript>(value); item && SelectsByData(item->index))
    return true;
  if (finding_.If<syntax::Name>(value))
    for (const flow::Inst* definition : terms_.flow().Of(value))
      if (IsInside(definition) && IsSizedByData(terms_.ValueOf(definition), depth + 1)) return true;
  bool found = false;
  ForEachPart(finding_.tree(), value,
              [&](ExprId part) { found = found || IsSizedByData(part, depth + 1); });
  return found;
}

}  // namespace graphmend::fix
