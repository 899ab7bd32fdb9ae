// Functions that add to a property: `@size.setter`.
#pragma once

#include <string_view>
#include <variant>

#include "names/index.h"
#include "syntax/tree.h"

namespace graphmend::infer {

// "setter", "getter" or "deleter": what the definition is of a property. Empty: of none.
inline std::string_view AccessorKind(const syntax::Tree& tree, const names::Definition& d) {
  if (d.kind != names::DefinitionKind::Function) return {};
  for (syntax::ExprId id : tree[d.function].decorators)
    if (const auto* a = std::get_if<syntax::Attribute>(&tree[id].node))
      if (a->name == "setter" || a->name == "deleter" || a->name == "getter") return a->name.text();
  return {};
}

}  // namespace graphmend::infer
