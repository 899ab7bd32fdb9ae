// Expressions in value position, and assignment targets.
#include "base/match.h"
#include "flow/lower.h"

namespace graphmend::flow {
namespace {

// What an expression is computed from first, where such chains can be thousands long: `a + b + …`,
// `x.f().g()…`. None for all others.
ExprId LeftOf(const syntax::ExprNode& node) {
  if (const auto* binary = std::get_if<syntax::Binary>(&node)) return binary->left;
  if (const auto* call = std::get_if<syntax::Call>(&node)) return call->callee;
  if (const auto* attribute = std::get_if<syntax::Attribute>(&node)) return attribute->object;
  if (const auto* subscript = std::get_if<syntax::Subscript>(&node)) return subscript->object;
  return ExprId::None();
}

}  // namespace

TempId Lowering::Value(ExprId expr) {
  std::size_t base = spine_.size();
  for (ExprId left = LeftOf(tree_[expr].node); left; left = LeftOf(tree_[expr].node)) {
    spine_.push_back(expr);
    expr = left;
  }
  TempId value = ValueOfLeaf(expr);
  while (spine_.size() > base) {
    ExprId outer = spine_.back();
    spine_.pop_back();
    value = ValueWithLeft(outer, value);
  }
  return value;
}

TempId Lowering::ValueWithLeft(ExprId expr, TempId left) {
  const syntax::ExprNode& node = tree_[expr].node;
  if (const auto* binary = std::get_if<syntax::Binary>(&node)) {
    TempId right = Value(binary->right);
    return Emit(Binary{binary->op, left, right, false}, expr);
  }
  if (const auto* call = std::get_if<syntax::Call>(&node)) {
    std::span<const CallArg> args = LowerArgs(call->args);
    return Emit(Call{left, args}, expr);
  }
  if (const auto* attribute = std::get_if<syntax::Attribute>(&node))
    return LoadAttr(left, attribute->name, expr);
  const auto& subscript = std::get<syntax::Subscript>(node);
  TempId index = Value(subscript.index);
  return LoadItem(left, index, expr);
}

TempId Lowering::ValueOfLeaf(ExprId expr) {
  return base::Match(
      tree_[expr].node, [&](const syntax::Name& e) { return LoadVariable(e.id, expr); },
      [&](const syntax::Literal& e) { return EmitConst(e, SpanOf(expr), expr); },
      [&](const syntax::FString& e) { return ValueOfFString(expr, e); },
      [&](const syntax::FormattedValue& e) {
        TempId value = Value(e.value);
        TempId spec = ValueOrNone(e.format);
        return Emit(Format{value, e.conversion, spec}, expr);
      },
      [&](const syntax::Sequence& e) { return ValueOfSequence(expr, e); },
      [&](const syntax::Dict& e) { return ValueOfDict(expr, e); },
      [&](const syntax::Unary& e) { return ValueOfUnary(expr, e); },
      [&](const syntax::BoolOp&) { return ValueOfBoolOp(expr); },
      [&](const syntax::Compare& e) { return ValueOfCompare(expr, e); },
      [&](const syntax::Conditional& e) { return ValueOfConditional(expr, e); },
      [&](const syntax::Lambda& e) { return MakeFunctionOf(e.function, SpanOf(expr), expr); },
      [&](const syntax::Slice& e) {
        TempId lower = ValueOrNone(e.lower);
        TempId upper = ValueOrNone(e.upper);
        TempId step = ValueOrNone(e.step);
        return Emit(BuildSlice{lower, upper, step}, expr);
      },
      [&](const syntax::Starred& e) { return Value(e.value); },  // `x[*y]` and misplaced stars
      [&](const syntax::Walrus& e) { return ValueOfWalrus(expr, e); },
      [&](const syntax::Comprehension& e) { return ValueOfComprehension(expr, e); },
      [&](const syntax::Await& e) { return Emit(Await{Value(e.value)}, expr); },
      [&](const syntax::Yield& e) { return Emit(Yield{ValueOrNone(e.value), e.from}, expr); },
      [&](const auto&) { return Emit(Unknown{}, expr); });
}

TempId Lowering::ValueOfUnary(ExprId expr, const syntax::Unary& unary) {
  // -1 is one constant to whoever reads the graph (`x[-1]`, `dim=-1`), as it is to CPython.
  const auto* literal = std::get_if<syntax::Literal>(&tree_[unary.operand].node);
  if (unary.op == syntax::UnaryOp::Negate && literal && literal->fits &&
      (literal->kind == syntax::LiteralKind::Int || literal->kind == syntax::LiteralKind::Float)) {
    syntax::Literal negated = *literal;
    negated.integer = -negated.integer;
    negated.real = -negated.real;
    return EmitConst(negated, SpanOf(expr), expr);
  }
  TempId operand = Value(unary.operand);
  return Emit(Unary{unary.op, operand}, expr);
}

TempId Lowering::ValueOfSequence(ExprId expr, const syntax::Sequence& sequence) {
  std::vector<TempId> items;
  items.reserve(sequence.items.size());
  bool any_starred = false;
  for (ExprId item : sequence.items) {
    items.push_back(Value(item));
    any_starred |= std::holds_alternative<syntax::Starred>(tree_[item].node);
  }
  BuildKind kind = sequence.kind == syntax::SequenceKind::Tuple  ? BuildKind::Tuple
                   : sequence.kind == syntax::SequenceKind::List ? BuildKind::List
                                                                 : BuildKind::Set;
  std::span<const bool> starred;
  if (any_starred) {
    auto flags = std::make_unique<bool[]>(items.size());
    for (std::size_t i = 0; i < items.size(); ++i)
      flags[i] = std::holds_alternative<syntax::Starred>(tree_[sequence.items[i]].node);
    starred = graph_->arena.Copy(std::span<const bool>(flags.get(), items.size()));
  }
  return Emit(Build{kind, graph_->arena.Copy(items), starred}, expr);
}

TempId Lowering::ValueOfDict(ExprId expr, const syntax::Dict& dict) {
  std::vector<TempId> items;
  items.reserve(2 * dict.keys.size());
  for (std::size_t i = 0; i < dict.keys.size(); ++i) {
    items.push_back(ValueOrNone(dict.keys[i]));
    items.push_back(Value(dict.values[i]));
  }
  return Emit(Build{BuildKind::Dict, graph_->arena.Copy(items), {}}, expr);
}

TempId Lowering::ValueOfFString(ExprId expr, const syntax::FString& string) {
  std::vector<TempId> parts;
  parts.reserve(string.parts.size());
  for (ExprId part : string.parts) parts.push_back(Value(part));
  return Emit(Build{BuildKind::String, graph_->arena.Copy(parts), {}}, expr);
}

TempId Lowering::ValueOfWalrus(ExprId expr, const syntax::Walrus& walrus) {
  TempId value = Value(walrus.value);
  const auto* name = std::get_if<syntax::Name>(&tree_[walrus.target].node);
  if (!name) return value;
  // Inside a comprehension the name is the enclosing scope's, not a target of the comprehension.
  StoreVariable(name->id, value, SpanOf(walrus.target), walrus.target, false);
  names::Binding binding = Resolve(name->id);
  // Read back, so that what a test says of the value narrows the variable.
  if (binding.kind == names::BindingKind::Local) return LoadSlot(binding.slot, SpanOf(expr), expr);
  return value;
}

TempId Lowering::LoadAttr(TempId object, Symbol name, ExprId expr) {
  TempId temp = Emit(GetAttr{object, name}, expr);
  if (PlaceId parent = PlaceOf(object))
    SetPlace(temp, {PlaceKind::Attr, parent, 0, name, 0, false});
  return temp;
}

TempId Lowering::LoadItem(TempId object, TempId index, ExprId expr) {
  return LoadItem(object, index, SpanOf(expr), expr);
}

TempId Lowering::LoadItem(TempId object, TempId index, Span span, ExprId expr) {
  TempId temp = Emit(GetItem{object, index}, span, expr);
  PlaceId parent = PlaceOf(object);
  auto [block, at] = graph_->defined_at[index.index];
  if (!parent || block != current_) return temp;
  const auto* constant = std::get_if<Const>(&insts_[at].node);
  if (!constant || !constant->value.fits) return temp;
  if (constant->value.kind == syntax::LiteralKind::Int)
    SetPlace(temp, {PlaceKind::Item, parent, 0, {}, constant->value.integer, false});
  else if (constant->value.kind == syntax::LiteralKind::Str)
    SetPlace(temp, {PlaceKind::Item, parent, 0, constant->value.text, 0, true});
  return temp;
}

std::span<const CallArg> Lowering::LowerArgs(std::span<const syntax::Arg> args) {
  std::vector<CallArg> lowered;
  lowered.reserve(args.size());
  for (const syntax::Arg& arg : args) lowered.push_back({arg.kind, arg.name, Value(arg.value)});
  return graph_->arena.Copy(lowered);
}

TempId Lowering::MakeFunctionOf(syntax::FunctionId function, Span span, ExprId expr) {
  std::vector<TempId> defaults;
  for (const syntax::Param& param : tree_[function].params)
    defaults.push_back(ValueOrNone(param.default_value));
  return Emit(MakeFunction{function, graph_->arena.Copy(defaults)}, span, expr);
}

// ---- targets ------------------------------------------------------------------------------------
void Lowering::AssignTo(ExprId target, TempId value) {
  const syntax::ExprNode& node = tree_[target].node;
  if (const auto* name = std::get_if<syntax::Name>(&node)) {
    StoreVariable(name->id, value, SpanOf(target), target);
  } else if (const auto* attribute = std::get_if<syntax::Attribute>(&node)) {
    TempId object = Value(attribute->object);
    EmitEffect(SetAttr{object, attribute->name, value}, target);
  } else if (const auto* subscript = std::get_if<syntax::Subscript>(&node)) {
    TempId object = Value(subscript->object);
    TempId index = Value(subscript->index);
    EmitEffect(SetItem{object, index, value}, target);
  } else if (const auto* items = std::get_if<syntax::Sequence>(&node)) {
    Unpacking(target, *items, value);
  } else if (const auto* starred = std::get_if<syntax::Starred>(&node)) {
    AssignTo(starred->value, value);
  }
}

void Lowering::Unpacking(ExprId target, const syntax::Sequence& items, TempId value) {
  std::vector<TempId> results;
  results.reserve(items.items.size());
  int star = -1;
  for (ExprId item : items.items) {
    if (std::holds_alternative<syntax::Starred>(tree_[item].node))
      star = static_cast<int>(results.size());
    results.push_back(NewTemp());
  }
  EmitEffect(Unpack{value, graph_->arena.Copy(results), star}, target);
  for (std::size_t i = 0; i < results.size(); ++i) AssignTo(items.items[i], results[i]);
}

void Lowering::DeleteTarget(ExprId target) {
  const syntax::ExprNode& node = tree_[target].node;
  if (const auto* name = std::get_if<syntax::Name>(&node)) {
    names::Binding binding = Resolve(name->id);
    if (binding.kind == names::BindingKind::Local) EmitEffect(Delete{binding.slot}, target);
  } else if (const auto* attribute = std::get_if<syntax::Attribute>(&node)) {
    TempId object = Value(attribute->object);
    EmitEffect(DelAttr{object, attribute->name}, target);
  } else if (const auto* subscript = std::get_if<syntax::Subscript>(&node)) {
    TempId object = Value(subscript->object);
    TempId index = Value(subscript->index);
    EmitEffect(DelItem{object, index}, target);
  } else if (const auto* items = std::get_if<syntax::Sequence>(&node)) {
    for (ExprId item : items->items) DeleteTarget(item);
  }
}

}  // namespace graphmend::flow
