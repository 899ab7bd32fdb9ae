// What can be proved of the tensors that expressions of one function give, before it is run.
//
//   Term     shape and dtype as names: two terms of the same name have the same, whatever it is.
//            "=float32" and "=0d" are known ones, the others stand for what some expression has;
//            behind "|" stand the shapes that one was made from, but is not
//   Effects  why an expression must not be evaluated where the source does not evaluate it
#pragma once

#include <optional>
#include <string>

#include "fix/dataflow.h"
#include "fix/finding.h"

namespace graphmend::fix {

struct Term {
  bool tensor = false;  // certainly, in every call
  std::string shape;
  std::string dtype;
  values::DType kind = values::DType::Unknown;
  bool fresh = false;  // a new tensor that shares its storage with nothing

  // Whether the shape was made from the other's, or the other's from it, by what changes it for all
  // sizes but trivial ones: torch.cat((a, b)) and a, x[1:] and x.
  bool IsResized(const Term& other) const;
};

class Terms {
 public:
  Terms(const Finding& finding, const Dataflow& flow) : finding_(finding), flow_(flow) {}

  Term Of(syntax::ExprId expr) const { return Of(expr, 0); }
  // Of what the variable holds after any of the definitions.
  Term Of(const Definitions& definitions, flow::Slot slot) const {
    return Of(definitions, slot, 0);
  }
  // The slot that a name is, in the function; none for what is no local variable of it.
  std::optional<flow::Slot> SlotOf(syntax::ExprId expr) const;
  std::optional<flow::Slot> SlotOf(syntax::Symbol name) const;
  // The expression whose value a definition stores; none for parameters and what is taken apart.
  syntax::ExprId ValueOf(const flow::Inst* definition) const;

  // Why evaluating it more often than the source does may show; empty where it does not. It may
  // still raise.
  std::optional<std::string> Effects(syntax::ExprId expr) const;
  // Whether it is sure not to raise and gives zero gradients for zero gradients: linear, piecewise
  // linear, tests.
  bool IsSpeculatable(syntax::ExprId expr) const;
  bool IsCostly(syntax::ExprId expr) const;
  // Whether a gradient of zeros may come out as NaN where the values are extreme: 0 * inf.
  bool IsUnstable(syntax::ExprId expr) const;
  // A division that raises where its divisor is 0, which a test may rule out: by a tensor that is
  // not known to be floating, rounded to whole numbers. None where there is none.
  syntax::ExprId WholeDivision(syntax::ExprId expr) const;
  // Whether the expression is certainly a Python object that Dynamo guards on, no tensor's data.
  bool IsStatic(syntax::ExprId expr) const;

  // What the call computes, by the library's function that it certainly calls; nothing where it
  // writes into an argument, or takes arguments that are not seen.
  models::Traits OperationOf(syntax::ExprId call) const;
  const Dataflow& flow() const { return flow_; }

 private:
  Term Of(syntax::ExprId expr, int depth) const;
  Term Of(const Definitions& definitions, flow::Slot slot, int depth) const;
  Term OfCall(syntax::ExprId expr, Term term, int depth) const;
  Term OfBinary(const syntax::Binary& binary, Term term, int depth) const;
  syntax::ExprId Subject(const syntax::Call& call) const;
  bool IsNumber(syntax::ExprId expr) const;
  std::string KeyOf(syntax::ExprId expr) const;
  std::string ResizedFrom(syntax::ExprId expr, int depth) const;

  const Finding& finding_;
  const Dataflow& flow_;
};

}  // namespace graphmend::fix
