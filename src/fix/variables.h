// The local variables of one function, by slot: where they are read and assigned.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "fix/finding.h"
#include "flow/graph.h"

namespace graphmend::fix {

class Variables {
 public:
  Variables(const Finding& finding, syntax::FunctionId function);

  const flow::Graph& graph() const { return graph_; }
  std::string Name(std::uint32_t slot) const { return graph_.slots[slot].str(); }
  bool IsParameter(std::uint32_t slot) const { return slot < graph_.param_count; }
  // Read or assigned by an inner function, too.
  bool IsCaptured(std::uint32_t slot) const;

  // The slot that a name is; none for what is no local variable of the function.
  std::optional<std::uint32_t> SlotOf(syntax::ExprId expr) const;
  // The names that read it, in no order; each once.
  std::vector<syntax::ExprId> Reads(std::uint32_t slot) const;
  // The instructions that assign it.
  std::vector<const flow::Inst*> Stores(std::uint32_t slot) const;
  // Whether a `del` takes it away.
  bool IsDeleted(std::uint32_t slot) const;
  // Where it is assigned once in all, outside of loops, `try` and `with`, and is no parameter: the
  // expression that gives its value.
  syntax::ExprId OnlyValue(std::uint32_t slot) const;
  // The variable that has the expression for its only value: `y = f(x)`; none where it is assigned
  // otherwise, or to nothing.
  std::optional<std::uint32_t> HeldBy(syntax::ExprId value) const;

 private:
  const Finding& finding_;
  syntax::FunctionId function_;
  const flow::Graph& graph_;
};

// Whether a parameter is part of the expression, or of what its variables hold, as far as that is
// followed; attributes aside.
bool IsOfCaller(const Finding& finding, syntax::ExprId expr);

// The constant that the expression is, whatever callers pass: the analysis knows the calls in view
// alone, and of a parameter they tell what it may be, not which number it has. Nullopt where it is
// none.
std::optional<values::Constant> ConstantOf(const Finding& finding, syntax::ExprId expr);

}  // namespace graphmend::fix
