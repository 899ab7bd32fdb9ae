// What can be proved of the tensors that expressions of one function give, before it is run.
//
//   Term     a tensor's shape and dtype, known or not; see dataflow/symbolic.h
//   Effects  why an expression must not be evaluated where the source does not evaluate it
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "dataflow/symbolic.h"
#include "fix/dataflow.h"
#include "fix/finding.h"
#include "fix/pure_calls.h"

namespace graphmend::fix {

struct Term {
  bool tensor = false;  // certainly, in every call
  dataflow::ShapeId shape = {};
  dataflow::DTypeId dtype = {};
  values::DType kind = values::DType::Unknown;
  bool fresh = false;  // a new tensor that shares its storage with nothing
};

// Terms that were worked out, so that none is twice: by how deep in another one they were, too,
// since what lies too deep is not looked at.
struct TermMemo {
  // What the reads are found to be that the same definitions reach.
  struct Reads {
    bool tensor = false;
    values::DType kind = values::DType::Unknown;
  };
  using Place = std::pair<std::uint32_t, int>;  // expression or slot, and depth

  std::map<Place, Term> of_expr;
  std::map<Place, bool> bytes;  // see Terms::MayBeByte
  std::optional<bool> changes_shapes;
  std::map<std::pair<Place, const Definitions*>, Term> of_variable;
  std::map<flow::Slot, std::unordered_map<const Definitions*, Reads>> reads;
};

class Terms {
 public:
  // Terms are shared with other proposals for the function, but where something is assumed.
  explicit Terms(const Finding& finding);

  Term Of(syntax::ExprId expr) const { return Of(expr, 0); }
  // Of what the variable holds after any of the definitions, which the flow gave.
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
  // `draws`: where it is given, random numbers are no effect, and it is set where some are drawn.
  std::optional<std::string> Effects(syntax::ExprId expr, bool* draws = nullptr) const;
  // … where the value is also an operand, or asked whether it is true.
  std::optional<std::string> EffectsOfOperand(syntax::ExprId operand) const;
  // … where its items are also given to several targets.
  std::optional<std::string> EffectsOfUnpacking(syntax::ExprId target, syntax::ExprId value) const;
  // Whether it is sure not to raise and gives zero gradients for zero gradients: linear, piecewise
  // linear, tests.
  bool IsSpeculatable(syntax::ExprId expr) const;
  // Whether a variable holds something whichever way led there, so that reading it raises nothing.
  bool IsBound(syntax::ExprId name) const;
  bool IsCostly(syntax::ExprId expr) const;
  // Whether a gradient of zeros may come out as NaN where the values are extreme: 0 * inf.
  bool IsUnstable(syntax::ExprId expr) const;
  // What a call of a function of the program does; null where the expression is none.
  const Purity* OfOwnFunction(syntax::ExprId expr) const;
  // The variables by whose value the expression divides; nullopt where it is unstable by something
  // else as well.
  std::optional<std::set<std::string>> Divisors(syntax::ExprId expr) const;
  // A division that raises where its divisor is 0, which a test may rule out: by a tensor that is
  // not known to be floating, rounded to whole numbers. None where there is none.
  syntax::ExprId WholeDivision(syntax::ExprId expr) const;
  // Whether what it gives certainly requires no gradient: it is detached, or made of such.
  bool HasNoGradient(syntax::ExprId expr) const { return HasNoGradient(expr, 0); }
  // Whether the expression is certainly a Python object that Dynamo guards on, no tensor's data.
  bool IsStatic(syntax::ExprId expr) const;

  // What the call computes, by the library's function that it certainly calls; nothing where it
  // writes into an argument, or takes arguments that are not seen.
  models::Traits OperationOf(syntax::ExprId call) const;
  // The tensor that a function or method is applied to.
  syntax::ExprId Subject(const syntax::Call& call) const;
  // Whether it is certainly a number of Python's.
  bool IsNumber(syntax::ExprId expr) const;
  const Dataflow& flow() const { return flow_; }
  dataflow::Symbols& symbols() const { return symbols_; }

 private:
  static constexpr int kMaxDepth = 12;

  Term Of(syntax::ExprId expr, int depth) const;
  Term Of(const Definitions& definitions, flow::Slot slot, int depth) const;
  Term Compute(syntax::ExprId expr, int depth) const;
  Term Compute(const Definitions& definitions, flow::Slot slot, int depth) const;
  bool HasNoGradient(syntax::ExprId expr, int depth) const;
  bool IsOperation(syntax::ExprId expr) const;
  bool HoldsNoGradient(syntax::ExprId name, int depth) const;
  bool OnlyComputes(syntax::ExprId read) const;
  bool WritesInto(syntax::ExprId call, syntax::ExprId read) const;
  Term OfAssumed(syntax::ExprId expr, const Assumed& assumed, int depth) const;
  Term OfOperator(syntax::ExprId expr, Term term, int depth) const;
  TermMemo::Reads ReadsOf(const Definitions& definitions, flow::Slot slot) const;
  Term OfCall(syntax::ExprId expr, Term term, int depth) const;
  Term OfBinary(const syntax::Binary& binary, Term term, int depth) const;
  bool IsChangedFrom(const flow::Inst* definition, const Definitions& others) const;
  syntax::ExprId PartOf(const flow::Unpack& unpack, flow::TempId part) const;
  std::optional<std::string> EffectsOfCall(syntax::ExprId expr, const syntax::Call& call,
                                           bool* draws) const;
  bool OnlyDraws(const syntax::Call& call) const;
  bool TakesPlainArguments(const syntax::Call& call, models::Traits callee) const;
  dataflow::ShapeId GivenShape(const syntax::Call& call, models::Traits operation, int depth) const;
  values::DType KindOf(syntax::ExprId expr, int depth) const;
  bool KeepsDType(const syntax::Call& call, const Term& tensor, bool kept) const;
  bool MayBeReshaped(syntax::ExprId expr) const;
  bool ChangesShapes() const;
  bool MayBeByte(syntax::ExprId expr, int depth) const;
  bool ComputeMayBeByte(syntax::ExprId expr, int depth) const;
  bool IsNoBool(syntax::ExprId expr) const;
  bool TakesNumbers(const syntax::Call& call, syntax::ExprId subject, std::string_view name) const;
  bool ScalesZeros(syntax::ExprId number, bool divides) const;
  bool IsLinear(const syntax::Binary& binary) const;
  bool IsPlainTest(const syntax::Compare& compare) const;
  bool IsPlainCall(syntax::ExprId expr, const syntax::Call& call) const;
  dataflow::Origin OriginOf(syntax::ExprId expr) const;
  std::vector<dataflow::ShapeId> ResizedFrom(syntax::ExprId expr, int depth) const;

  const Finding& finding_;
  const Dataflow& flow_;
  std::unique_ptr<TermMemo> own_;  // where something is assumed
  TermMemo& memo_;
  dataflow::Symbols& symbols_;
};

// Whether a number is made of one that is read from a tensor, which may be anything in some calls.
bool IsReadFromTensor(const Finding& finding, syntax::ExprId number);

// Whether it is a division, a power or a function with poles; what its operands are left aside.
bool IsUnstableItself(const Finding& finding, syntax::ExprId expr);

}  // namespace graphmend::fix
