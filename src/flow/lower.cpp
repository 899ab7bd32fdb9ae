// Blocks, instructions and names of a graph being lowered, and the front doors of the stage.
#include "flow/lower.h"

#include <algorithm>
#include <string>

#include "flow/finish.h"
#include "flow/walk.h"

namespace graphmend::flow {

Lowering::Lowering(const syntax::Tree& tree, const names::Index& index, names::ScopeId scope,
                   GraphKind kind, base::Interner& interner)
    : tree_(tree),
      index_(index),
      interner_(interner),
      graph_(std::make_unique<Graph>()),
      places_(graph_->places) {
  graph_->kind = kind;
  graph_->scope = scope;
  Start(NewBlock());
}

std::unique_ptr<Graph> Lowering::Function(syntax::FunctionId id) {
  const syntax::Function& function = tree_[id];
  graph_->function = id;
  graph_->slots = index_[graph_->scope].slots;
  graph_->param_count = static_cast<std::uint32_t>(function.params.size());
  graph_->is_generator = function.is_generator;
  graph_->is_async = function.is_async;
  if (!function.lambda_body) return Statements(function.body);
  return Expression(function.lambda_body);
}

std::unique_ptr<Graph> Lowering::Statements(syntax::StmtList body) {
  Body(body);
  if (reachable()) Terminate(Return{TempId::None()}, {}, ExprId::None());
  return Finish();
}

std::unique_ptr<Graph> Lowering::Expression(ExprId expr) {
  TempId value = Value(expr);
  Terminate(Return{value}, SpanOf(expr), expr);
  return Finish();
}

std::unique_ptr<Graph> Lowering::Finish() {
  OrderBlocks(*graph_);
  return std::move(graph_);
}

// ---- blocks -------------------------------------------------------------------------------------
BlockId Lowering::NewBlock() {
  targeted_.push_back(false);
  return graph_->blocks.Add(Block{});
}

void Lowering::Start(BlockId block) {
  current_ = block;
  graph_->blocks[block].handler = context_.handler;
  graph_->blocks[block].region = context_.region;
  if (context_.handler) targeted_[context_.handler.index] = true;
}

void Lowering::StartIfTargeted(BlockId block) {
  if (targeted_[block.index]) Start(block);
}

void Lowering::Terminate(TerminatorNode node, Span span, ExprId expr) {
  ForEachTarget(node, [&](BlockId target) { targeted_[target.index] = true; });
  Block& block = graph_->blocks[current_];
  block.insts.assign(insts_.begin(), insts_.end());
  block.terminator = {std::move(node), span, expr, stmt_};
  insts_.clear();
  current_ = BlockId::None();
}

void Lowering::JumpTo(BlockId target) { Terminate(Jump{target}, header_, ExprId::None()); }

void Lowering::StartAfterJump() {
  BlockId next = NewBlock();
  JumpTo(next);
  Start(next);
}

RegionId Lowering::AddRegion(RegionKind kind, Span span, TempId context) {
  return graph_->regions.Add({kind, context_.region, context, span});
}

// ---- instructions -------------------------------------------------------------------------------
TempId Lowering::NewTemp() {
  TempId temp(graph_->temp_count++);
  graph_->place_of.emplace_back();
  graph_->defined_at.emplace_back(current_, static_cast<std::uint32_t>(insts_.size()));
  return temp;
}

TempId Lowering::Emit(InstNode node, ExprId expr) { return Emit(node, SpanOf(expr), expr); }

TempId Lowering::Emit(InstNode node, Span span, ExprId expr) {
  TempId temp = NewTemp();
  insts_.push_back({node, temp, span, expr, stmt_});
  return temp;
}

void Lowering::EmitEffect(InstNode node, ExprId expr) { EmitEffect(node, SpanOf(expr), expr); }

void Lowering::EmitEffect(InstNode node, Span span, ExprId expr) {
  insts_.push_back({node, TempId::None(), span, expr, stmt_});
}

TempId Lowering::EmitConst(const syntax::Literal& literal, Span span, ExprId expr) {
  return Emit(Const{literal}, span, expr);
}

TempId Lowering::EmitInt(std::int64_t value, Span span) {
  syntax::Literal literal;
  literal.kind = syntax::LiteralKind::Int;
  literal.integer = value;
  return EmitConst(literal, span);
}

// ---- names --------------------------------------------------------------------------------------
Slot Lowering::NewHidden(std::string_view stem) {
  std::string name = "<";
  name += stem;
  name += std::to_string(++hidden_count_);
  name += '>';
  graph_->slots.push_back(interner_.Intern(name));
  return static_cast<Slot>(graph_->slots.size() - 1);
}

TempId Lowering::LoadSlot(Slot slot, Span span, ExprId expr) {
  TempId temp = Emit(Load{slot}, span, expr);
  SetPlace(temp, {PlaceKind::Slot, PlaceId::None(), slot, {}, 0, false});
  return temp;
}

void Lowering::StoreSlot(Slot slot, TempId value, Span span, ExprId expr) {
  EmitEffect(Store{slot, value}, span, expr);
}

std::optional<Slot> Lowering::HiddenNamed(Symbol name) const {
  for (std::size_t i = hidden_names_.size(); i-- > 0;)
    if (hidden_names_[i].first == name) return hidden_names_[i].second;
  return std::nullopt;
}

names::Binding Lowering::Resolve(Symbol name) const {
  names::Binding binding = index_.Resolve(graph_->scope, name);
  if (binding.kind == names::BindingKind::Local && graph_->kind != GraphKind::Function)
    binding.kind = names::BindingKind::Free;  // an expression does not run in the function's frame
  return binding;
}

TempId Lowering::LoadVariable(Symbol name, ExprId expr) {
  if (auto hidden = HiddenNamed(name)) return LoadSlot(*hidden, SpanOf(expr), expr);
  names::Binding binding = Resolve(name);
  if (binding.kind == names::BindingKind::Local) return LoadSlot(binding.slot, SpanOf(expr), expr);
  TempId temp = Emit(LoadName{name, binding}, expr);
  SetPlace(temp, {PlaceKind::Name, PlaceId::None(), 0, name, 0, false});
  return temp;
}

void Lowering::StoreVariable(Symbol name, TempId value, Span span, ExprId expr, bool allow_hidden) {
  if (auto hidden = allow_hidden ? HiddenNamed(name) : std::nullopt)
    return StoreSlot(*hidden, value, span, expr);
  names::Binding binding = Resolve(name);
  if (binding.kind == names::BindingKind::Local) StoreSlot(binding.slot, value, span, expr);
  else EmitEffect(StoreName{name, binding, value}, span, expr);
}

void Lowering::SetPlace(TempId temp, const Place& place) {
  graph_->place_of[temp.index] = places_.Intern(place);
}

// ---- front doors --------------------------------------------------------------------------------
std::unique_ptr<Graph> LowerFunction(const syntax::Tree& tree, const names::Index& index,
                                     syntax::FunctionId function, base::Interner& interner) {
  names::ScopeId scope = index.of_function[function.index];
  return Lowering(tree, index, scope, GraphKind::Function, interner).Function(function);
}

std::unique_ptr<Graph> LowerModule(const syntax::Tree& tree, const names::Index& index,
                                   base::Interner& interner) {
  return Lowering(tree, index, index.module, GraphKind::Module, interner).Statements(tree.body);
}

std::unique_ptr<Graph> LowerClassBody(const syntax::Tree& tree, const names::Index& index,
                                      syntax::ClassId cls, base::Interner& interner) {
  names::ScopeId scope = index.of_class[cls.index];
  return Lowering(tree, index, scope, GraphKind::ClassBody, interner).Statements(tree[cls].body);
}

std::unique_ptr<Graph> LowerExpression(const syntax::Tree& tree, const names::Index& index,
                                       names::ScopeId scope, syntax::ExprId expr,
                                       base::Interner& interner) {
  return Lowering(tree, index, scope, GraphKind::Expression, interner).Expression(expr);
}

}  // namespace graphmend::flow
