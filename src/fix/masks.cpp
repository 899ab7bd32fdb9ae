#include "fix/masks.h"

#include <algorithm>

#include "fix/arguments.h"
#include "fix/held.h"
#include "fix/operands.h"
#include "fix/reads.h"

namespace graphmend::fix {

using infer::FactKind;
using syntax::ExprId;
using syntax::StmtId;

bool IsBoolTensor(const infer::ExprFact& fact) {
  return fact.Is(FactKind::Tensor) && fact.tensor && fact.tensor->dtype == values::DType::Bool;
}

bool IsPerElement(const Terms& terms, ExprId call) {
  const models::Traits operation = terms.OperationOf(call);
  return (operation.op == models::OpKind::Elementwise || operation.op == models::OpKind::Test) &&
         !operation.Has(models::Trait::Mixed);
}

bool Masks::IsSelection(const Selection& selection) const {
  return IsBoolTensor(finding_.Fact(selection.mask)) &&
         finding_.Fact(selection.tensor).Is(FactKind::Tensor);
}

std::optional<Selection> Masks::SelectionAt(ExprId expr) const {
  if (const auto* item = finding_.If<syntax::Subscript>(expr)) {
    const Selection selection{expr, item->object, item->index};
    return IsSelection(selection) ? std::optional(selection) : std::nullopt;
  }
  const auto* call = finding_.If<syntax::Call>(expr);
  if (!call) return std::nullopt;
  const std::string_view name = finding_.NameOf(call->callee);
  std::vector<ExprId> operands;
  const auto* method = finding_.If<syntax::Attribute>(call->callee);
  if (method && name == "torch.Tensor.masked_select") operands.push_back(method->object);
  else if (name != "torch.masked_select") return std::nullopt;
  for (const syntax::Arg& arg : call->args) {
    if (arg.kind != syntax::ArgKind::Positional) return std::nullopt;
    operands.push_back(arg.value);
  }
  if (operands.size() != 2 || !IsBoolTensor(finding_.Fact(operands[1]))) return std::nullopt;
  return Selection{expr, operands[0], operands[1]};
}

std::optional<Places> Masks::PlacesOf(StmtId stmt) const {
  const auto* assign = finding_.If<syntax::Assign>(stmt);
  if (!assign || assign->targets.size() != 1) return std::nullopt;
  // `torch.where(mask)[0]`
  ExprId value = assign->value;
  std::optional<int> column;
  if (const auto* item = finding_.If<syntax::Subscript>(value)) {
    const auto* number = finding_.If<syntax::Literal>(item->index);
    if (!number || number->kind != syntax::LiteralKind::Int) return std::nullopt;
    if (number->integer < 0 || number->integer > 8) return std::nullopt;
    column = static_cast<int>(number->integer);
    value = item->object;
  }
  const auto* call = finding_.If<syntax::Call>(value);
  if (!call) return std::nullopt;
  const std::string_view name = finding_.NameOf(call->callee);
  const auto* method = finding_.If<syntax::Attribute>(call->callee);
  Places places;
  places.stmt = stmt;
  bool tuple = name == "torch.where";
  std::size_t first = 0;
  if (name == "torch.Tensor.nonzero" && method) places.mask = method->object;
  else if ((tuple || name == "torch.nonzero") && !call->args.empty() &&
           call->args[0].kind == syntax::ArgKind::Positional)
    places.mask = call->args[0].value, first = 1;
  else return std::nullopt;
  for (std::size_t i = first; i < call->args.size(); ++i) {
    const auto* literal = finding_.If<syntax::Literal>(call->args[i].value);
    if (call->args[i].name != "as_tuple" || !literal) return std::nullopt;
    tuple = literal->kind == syntax::LiteralKind::True;
  }
  const int rank = finding_.Fact(places.mask).Rank();
  if (!IsBoolTensor(finding_.Fact(places.mask)) || rank < 1 || (column && !tuple))
    return std::nullopt;
  places.rank = static_cast<std::uint32_t>(rank);
  auto add = [&](ExprId target, int at) {
    const auto slot = variables_.SlotOf(target);
    if (!slot || variables_.IsCaptured(*slot) || variables_.Stores(*slot).size() != 1) return false;
    places.columns.emplace_back(*slot, at);
    return true;
  };
  const auto* several = finding_.If<syntax::Sequence>(assign->targets[0]);
  if (!several) {
    if (tuple && !column) return std::nullopt;
    if (!add(assign->targets[0], column.value_or(-1))) return std::nullopt;
    return places;
  }
  if (!tuple || column || several->items.size() != places.rank) return std::nullopt;
  for (std::size_t i = 0; i < several->items.size(); ++i)
    if (!add(several->items[i], static_cast<int>(i))) return std::nullopt;
  return places;
}

std::optional<Selection> Masks::SelectionAt(ExprId expr, const Places& places) const {
  const auto* item = finding_.If<syntax::Subscript>(expr);
  if (!item || !finding_.Fact(item->object).Is(FactKind::Tensor)) return std::nullopt;
  const std::vector<ExprId> parts = TupleItems(finding_.tree(), item->index);
  if (parts.size() != places.rank) return std::nullopt;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    ExprId part = parts[i];
    int wanted = static_cast<int>(i);
    // `places[:, i]`
    if (const auto* column = finding_.If<syntax::Subscript>(part)) {
      const auto* index = finding_.If<syntax::Sequence>(column->index);
      if (!index || index->items.size() != 2) return std::nullopt;
      const auto* number = finding_.If<syntax::Literal>(index->items[1]);
      if (!IsWholeSlice(finding_, index->items[0]) || !number ||
          number->kind != syntax::LiteralKind::Int ||
          number->integer != static_cast<std::int64_t>(i))
        return std::nullopt;
      part = column->object, wanted = -1;
    }
    const auto slot = variables_.SlotOf(part);
    if (!slot || std::find(places.columns.begin(), places.columns.end(),
                           std::pair(*slot, wanted)) == places.columns.end())
      return std::nullopt;
  }
  return Selection{expr, item->object, places.mask};
}

bool Masks::SameShape(const Selection& selection) const {
  const int tensor = finding_.Fact(selection.tensor).Rank();
  if (tensor > 0 && tensor == finding_.Fact(selection.mask).Rank()) return true;
  return AreSame(terms_.Of(selection.tensor).shape, terms_.Of(selection.mask).shape);
}

std::string Masks::AsKnown(const Selection& selection) const {
  if (AreSame(terms_.Of(selection.tensor).shape, terms_.Of(selection.mask).shape)) return "";
  return "`" + std::string(finding_.Text(selection.mask)) + "` must have as many dimensions as `" +
         std::string(finding_.Text(selection.tensor)) + "`, as in the known calls";
}

bool Masks::IsStill(ExprId name, StmtId at) const {
  const auto slot = terms_.SlotOf(name);
  if (!slot || variables_.IsCaptured(*slot)) return false;
  if (terms_.flow().Of(name) != terms_.flow().Before(finding_.tree()[at].span, *slot)) return false;
  if (ChangesSource(finding_, name) || IsChangedByOtherName(finding_, name)) return false;
  for (ExprId read : variables_.Reads(*slot)) {
    const ExprId outer = finding_.parents.Parent(read);
    const auto* method = finding_.If<syntax::Attribute>(outer);
    if ((method && method->name.text().ends_with("_")) || IsChanged(finding_, read)) return false;
    const StmtId stmt = finding_.parents.Statement(read);
    if (finding_.If<syntax::AugAssign>(stmt) &&
        finding_.tree()[read].span.begin == finding_.tree()[stmt].span.begin)
      return false;
    const auto* assign = finding_.If<syntax::Assign>(stmt);
    if (assign &&
        std::find(assign->targets.begin(), assign->targets.end(), outer) != assign->targets.end())
      return false;
  }
  return true;
}

}  // namespace graphmend::fix
