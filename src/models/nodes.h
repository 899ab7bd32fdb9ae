// Nodes of a stub's tree by kind, and the words in them.
#pragma once

#include <optional>
#include <string_view>
#include <variant>

#include "source/source_file.h"
#include "syntax/tree.h"

namespace graphmend::models {

// The expression as a `Node`; null where there is none or it is of another kind.
template <class Node>
const Node* As(const syntax::Tree& tree, syntax::ExprId id) {
  return id ? std::get_if<Node>(&tree[id].node) : nullptr;
}

// Of a string; nothing for another expression.
inline std::optional<std::string_view> TextOf(const syntax::Tree& tree, syntax::ExprId id) {
  const auto* literal = As<syntax::Literal>(tree, id);
  if (!literal || literal->kind != syntax::LiteralKind::Str) return std::nullopt;
  return literal->text.text();
}

// "breaks" of `breaks` and `graphmend.breaks`; empty for what is no name.
inline std::string_view CalleeName(const syntax::Tree& tree, syntax::ExprId id) {
  if (const auto* name = As<syntax::Name>(tree, id)) return name->id.text();
  if (const auto* attribute = As<syntax::Attribute>(tree, id)) return attribute->name.text();
  return {};
}

// A text or name; else as it is written.
inline std::string_view WordOf(const syntax::Tree& tree, const source::SourceFile& source,
                               syntax::ExprId id) {
  if (const std::optional<std::string_view> text = TextOf(tree, id)) return *text;
  const std::string_view name = CalleeName(tree, id);
  return name.empty() ? source.Text(tree[id].span) : name;
}

}  // namespace graphmend::models
