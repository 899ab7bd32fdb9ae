// Nodes of a stub's tree by kind.
#pragma once

#include <variant>

#include "syntax/tree.h"

namespace graphmend::models {

// The expression as a `Node`; null where there is none or it is of another kind.
template <class Node>
const Node* As(const syntax::Tree& tree, syntax::ExprId id) {
  return id ? std::get_if<Node>(&tree[id].node) : nullptr;
}

}  // namespace graphmend::models
