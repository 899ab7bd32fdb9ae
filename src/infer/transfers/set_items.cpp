#include "infer/transfers/set_items.h"

#include <algorithm>
#include <utility>

#include "infer/interpret/frame.h"
#include "infer/transfers/arguments.h"
#include "infer/unit.h"

namespace graphmend::infer {
namespace {

using syntax::ExprId;

// `v is not None`
bool LeavesNoneOut(const syntax::Tree& tree, ExprId condition, Symbol target) {
  const auto* compare = std::get_if<syntax::Compare>(&tree[condition].node);
  if (!compare || compare->ops.size() != 1 || compare->ops[0] != syntax::CompareOp::IsNot)
    return false;
  const auto* name = std::get_if<syntax::Name>(&tree[compare->left].node);
  const auto* none = std::get_if<syntax::Literal>(&tree[compare->rights[0]].node);
  return name && name->id == target && none && none->kind == syntax::LiteralKind::None;
}

// `v for v in items if v is not None`
bool OnlyLeavesNoneOut(const syntax::Tree& tree, const syntax::Comprehension& comprehension) {
  const bool ordered = comprehension.kind == syntax::ComprehensionKind::Generator ||
                       comprehension.kind == syntax::ComprehensionKind::List;
  if (!ordered || comprehension.clauses.size() != 1) return false;
  const syntax::Clause& clause = comprehension.clauses[0];
  const auto* element = std::get_if<syntax::Name>(&tree[comprehension.element].node);
  const auto* target = std::get_if<syntax::Name>(&tree[clause.target].node);
  if (!element || !target || element->id != target->id || clause.is_async) return false;
  return !clause.conditions.empty() &&
         std::all_of(clause.conditions.begin(), clause.conditions.end(),
                     [&](ExprId condition) { return LeavesNoneOut(tree, condition, target->id); });
}

}  // namespace

Ref TupleWithoutNone(Unit& unit, const std::vector<Ref>& items) {
  values::Values& values = unit.values;
  std::vector<Ref> placed;
  Ref others = unit.Bottom();
  bool certain = true;
  for (Ref item : items) {
    if (item.value == values.none()) continue;
    bool none = unit.data.HasUnknown(item);
    if (const auto* u = values.If<values::Union>(item)) {
      item = unit.Bottom();
      for (Ref r : std::vector<Ref>(u->alternatives))
        if (r.value == values.none()) none = true;
        else item = values.Join(item, r);
    }
    certain &= !none;
    if (certain) placed.push_back(item);
    else others = values.Join(others, item);
  }
  return {certain ? values.Sequence_(values::SequenceKind::Tuple, std::move(placed))
                  : values.TupleFrom(std::move(placed), others),
          {}};
}

std::optional<Ref> TupleOfSetItems(const TransferCall& call, flow::TempId passed) {
  const Frame* frame = call.site.frame;
  if (!frame || !passed) return std::nullopt;
  const flow::Graph& graph = frame->graph();
  const auto [block, index] = graph.defined_at[passed.index];
  const auto& insts = graph.blocks[block].insts;
  const syntax::Tree& tree = frame->file().tree();
  const ExprId expr = insts[index].expr;
  if (!expr || index == 0 || !std::holds_alternative<flow::Build>(insts[index].node))
    return std::nullopt;
  const auto* comprehension = std::get_if<syntax::Comprehension>(&tree[expr].node);
  // The container is made right behind the iterator.
  const auto* iterator = std::get_if<flow::GetIter>(&insts[index - 1].node);
  if (!comprehension || !iterator || !OnlyLeavesNoneOut(tree, *comprehension)) return std::nullopt;
  const auto items = call.unit.operations.ExactElements(frame->TempValue(iterator->iterable));
  if (!items) return std::nullopt;
  return TupleWithoutNone(call.unit, *items);
}

namespace transfers {

Ref set_fields(const TransferCall& call) {
  const Ref self = call.Passed(0);
  const auto* object = self.value ? call.unit.values.If<values::Object>(self) : nullptr;
  if (!object) return call.Unknown();
  std::vector<Ref> fields;
  const ClassId cls = call.unit.Info(object->id).cls;
  for (Symbol name : std::vector<Symbol>(call.unit.Info(cls).fields)) {
    const Ref value = call.unit.store.FieldOf(self, name).value;
    fields.push_back(value.value ? value : call.unit.UnknownRef(Why::FieldNotInView));
  }
  return TupleWithoutNone(call.unit, fields);
}

}  // namespace transfers
}  // namespace graphmend::infer
