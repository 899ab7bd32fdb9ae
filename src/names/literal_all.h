// What a module exports by `__all__`, as far as it is written out: assignments of literal lists and
// tuples, `+=`, `.extend([…])` and `.append("…")`. Anything else makes it unknown. Branches of an
// `if` are added together.
#pragma once

#include <optional>
#include <vector>

#include "syntax/tree.h"

namespace graphmend::names {

class LiteralAll {
 public:
  // `target = value`, `target += value` and the expression statement `expr`, at module level.
  void Assign(const syntax::Tree& tree, syntax::ExprId target, syntax::ExprId value);
  void Add(const syntax::Tree& tree, syntax::ExprId target, syntax::ExprId value);
  void Extend(const syntax::Tree& tree, syntax::ExprId expr);

  // The names, unless there is no `__all__` or it is computed.
  std::optional<std::vector<base::Symbol>> Take();

 private:
  void AddItems(const syntax::Tree& tree, syntax::ExprId list);
  void AddItem(const syntax::Tree& tree, syntax::ExprId item);

  bool seen_ = false;
  bool computed_ = false;
  std::vector<base::Symbol> names_;
};

}  // namespace graphmend::names
