#include "names/literal_all.h"

#include <algorithm>
#include <utility>

namespace graphmend::names {
namespace {

using syntax::ExprId;

bool IsDunderAll(const syntax::Tree& tree, ExprId expr) {
  const auto* name = std::get_if<syntax::Name>(&tree[expr].node);
  return name && name->id == std::string_view("__all__");
}

}  // namespace

void LiteralAll::Assign(const syntax::Tree& tree, ExprId target, ExprId value) {
  if (!IsDunderAll(tree, target)) return;
  seen_ = true;
  AddItems(tree, value);
}

void LiteralAll::Add(const syntax::Tree& tree, ExprId target, ExprId value) {
  if (IsDunderAll(tree, target)) AddItems(tree, value);
}

void LiteralAll::Extend(const syntax::Tree& tree, ExprId expr) {
  const auto* call = std::get_if<syntax::Call>(&tree[expr].node);
  if (!call) return;
  const auto* method = std::get_if<syntax::Attribute>(&tree[call->callee].node);
  if (!method || !IsDunderAll(tree, method->object)) return;
  bool one = call->args.size() == 1 && call->args[0].kind == syntax::ArgKind::Positional;
  if (one && method->name == std::string_view("extend")) {
    AddItems(tree, call->args[0].value);
  } else if (one && method->name == std::string_view("append")) {
    AddItem(tree, call->args[0].value);
  } else {
    computed_ = true;
  }
}

void LiteralAll::AddItems(const syntax::Tree& tree, ExprId list) {
  const auto* items = std::get_if<syntax::Sequence>(&tree[list].node);
  if (!items) {
    computed_ = true;
    return;
  }
  for (ExprId item : items->items) AddItem(tree, item);
}

void LiteralAll::AddItem(const syntax::Tree& tree, ExprId item) {
  const auto* literal = std::get_if<syntax::Literal>(&tree[item].node);
  if (!literal || literal->kind != syntax::LiteralKind::Str) {
    computed_ = true;
  } else if (std::find(names_.begin(), names_.end(), literal->text) == names_.end()) {
    names_.push_back(literal->text);
  }
}

std::optional<std::vector<base::Symbol>> LiteralAll::Take() {
  if (!seen_ || computed_) return std::nullopt;
  return std::move(names_);
}

}  // namespace graphmend::names
