// Where numbers and sizes go that Dynamo keeps in the graph as symbols: whether torch takes a
// symbol wherever they are used (2.13: fullgraph=True under three backends, with gradients, results
// equal), through local variables, containers, functions of the file and what they return.
//
//   Number     a number read from a tensor: `t.item()`
//   Numbers    a list or tuple of such, as long as source tells: `t.tolist()`, `y.shape`
//   Rows       a list of such lists: `grid.tolist()`
//   Sized      a tensor whose size is such a number: `x[:n]`, `x[mask]`
//   SizedOnes  a tuple or list of such
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "fix/calls.h"
#include "fix/finding.h"
#include "fix/reads.h"
#include "fix/variables.h"

namespace graphmend::fix {

enum class Captured : std::uint8_t { Number, Numbers, Rows, Sized, SizedOnes };

class CapturedUses {
 public:
  using ExprId = syntax::ExprId;
  using FunctionId = syntax::FunctionId;

  // `entry`: the function of which what it returns is what the compiled code gives back; None:
  // none that is known. `may_break`: a comparison of sizes may break the graph: it does not raise
  // (2.13).
  CapturedUses(const Finding& finding, FunctionId entry, bool may_break = false)
      : finding_(finding), calls_(finding), entry_(entry), may_break_(may_break) {}

  // What stands there goes away.
  void Ignore(source::Span code) { ignored_.push_back(code); }
  // Whether all uses of what the expression gives can bear it.
  bool Goes(Captured kind, ExprId expr);

  // Of all that was followed so far.
  // A number bounds a slice: inductor must know that it is not negative, for gradients (2.13).
  bool bounds_slices() const { return bounds_slices_; }
  // What bounds it is no variable, or was computed on the way, so that the number does not tell
  // whether the bound is negative.
  bool bounds_by_result() const { return bounds_by_result_; }
  // The names of those that do.
  const std::set<std::string>& bounds() const { return bounds_; }
  // Functions of the file that give it back to callers that may be elsewhere, too.
  const std::set<std::string>& returned_by() const { return returned_by_; }
  // Callees that are handed a tensor of such a size and are not known.
  const std::set<std::string>& unknown() const { return unknown_; }
  // Some use is in a branch that no known call takes.
  bool unreached() const { return unreached_; }

 private:
  bool GoesOn(Captured kind, ExprId expr);
  const Variables& In(FunctionId function);
  std::string_view BuiltinOf(ExprId callee) const;
  bool IsAnother(Captured kind, ExprId expr) const;
  bool IsGivenBack(ExprId object);
  void LeavesBy(FunctionId function);
  template <class Holds>
  bool AtCalls(FunctionId function, Holds holds);
  std::size_t ContextOf(FunctionId function, ExprId call);
  // The statement that assigns a variable, None for what it holds where its function begins;
  // nothing: any of them.
  using Defined = std::optional<syntax::StmtId>;
  bool Variable(Captured kind, FunctionId function, std::uint32_t slot, Defined by);
  bool MayFind(FunctionId function, ExprId read, Defined by) const;
  ExprId AppendedTo(ExprId call) const;
  bool IsUsed(Captured kind, ExprId expr, ExprId outer);
  bool Returned(Captured kind, ExprId expr);
  bool Assigned(Captured kind, ExprId target);
  bool AssignedIn(ExprId comprehension, Captured kind, ExprId target);
  bool Element(Captured kind, ExprId whole, std::size_t at, std::size_t size);
  bool Parameter(Captured kind, ExprId call, FunctionId target, ExprId argument);
  bool InDisplay(Captured kind, ExprId expr, ExprId display);
  bool InComprehension(Captured kind, ExprId expr, ExprId comprehension);
  bool InBuiltin(Captured kind, ExprId expr, ExprId call, std::string_view name);
  bool IsIterated(Captured kind, ExprId iterable);
  bool NumberIn(ExprId expr, ExprId outer);
  bool NumberInSum(ExprId expr, ExprId sum);
  bool Result(ExprId number);
  bool IsBounded(ExprId bound) const;
  bool SliceIn(ExprId bound, ExprId slice);
  bool PartOfTuple(ExprId tuple);
  bool NumbersIn(Captured kind, ExprId expr, ExprId outer);
  bool NumbersPassed(ExprId expr, ExprId call);
  bool SizedIn(ExprId expr, ExprId outer);
  bool SizedInDisplay(ExprId display);
  bool SizedInMember(ExprId member);
  bool SizedArgument(ExprId expr, ExprId call);
  bool SizedOnesIn(ExprId expr, ExprId outer);
  bool TakesSymbols(ExprId call) const;
  bool IsWhole(ExprId call) const;
  bool IsAlongAnother(ExprId call) const;
  bool TakesSized(ExprId call) const;
  bool IsReturned(ExprId display) const;
  bool IsReturnedIn(ExprId call);
  bool IsNumber(ExprId expr) const;
  bool IsTensor(ExprId expr) const { return fix::IsTensor(finding_.Fact(expr)); }
  bool IsAppended(ExprId list) const;

  const Finding& finding_;
  Calls calls_;
  FunctionId entry_;
  bool may_break_;
  bool turned_ = false;  // some dimension may have become another one
  bool bounds_slices_ = false, bounds_by_result_ = false;
  bool unreached_ = false;
  bool is_result_ = false;  // what is followed was computed from the number
  std::vector<source::Span> ignored_;
  std::map<std::uint32_t, Variables> variables_;
  // By what calls it came to where it is now: what a function gives back goes to the call alone
  // that handed it over.
  struct Context {
    FunctionId function;
    ExprId call;
    std::size_t outer = 0;
  };
  std::vector<Context> contexts_ =
      std::vector<Context>(1);  // the first: it began here, or came by a return
  std::map<std::pair<std::size_t, std::uint32_t>, std::size_t> context_of_;
  std::size_t context_ = 0;
  // By function, slot, definition and context: whether the variable's reads can bear it; true while
  // they are looked at.
  std::map<std::tuple<std::uint32_t, std::uint32_t, std::int64_t, std::size_t, Captured>, bool>
      variables_bear_;
  std::set<std::tuple<std::uint32_t, std::size_t, Captured>> given_back_;
  // Expression, item and context.
  std::set<std::tuple<std::uint32_t, std::size_t, std::size_t, Captured>> taken_apart_;
  int depth_ = 0;
  std::set<std::string> bounds_, returned_by_, unknown_;
};

}  // namespace graphmend::fix
