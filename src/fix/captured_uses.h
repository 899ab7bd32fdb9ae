// Where numbers and sizes go that Dynamo keeps in the graph as symbols: whether torch takes a
// symbol wherever they are used (2.13: fullgraph=True under three backends, with gradients, results
// equal), through local variables, containers, functions of the program and what they return.
//
//   Number     a number read from a tensor: `t.item()`
//   Numbers    a list or tuple of such, as long as source tells: `t.tolist()`, `y.shape`
//   Rows       a list of such lists: `grid.tolist()`
//   Sized      a tensor whose size is such a number: `x[:n]`, `x[mask]`
//   SizedOnes  a container with such in it, perhaps in containers within
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "fix/calls.h"
#include "fix/finding.h"
#include "fix/reads.h"
#include "fix/variables.h"

namespace graphmend::fix {

enum class Captured : std::uint8_t { Number, Numbers, Rows, Sized, SizedOnes };

// What the elements of it are; nothing: it has none that Python may go through.
inline std::optional<Captured> ElementOf(Captured kind) {
  switch (kind) {
    case Captured::Numbers: return Captured::Number;
    case Captured::Rows: return Captured::Numbers;
    case Captured::SizedOnes: return Captured::Sized;
    case Captured::Number:
    case Captured::Sized: break;
  }
  return std::nullopt;
}

// A list of it.
inline std::optional<Captured> ListOf(Captured kind) {
  switch (kind) {
    case Captured::Number: return Captured::Numbers;
    case Captured::Numbers: return Captured::Rows;
    case Captured::Sized:
    case Captured::SizedOnes: return Captured::SizedOnes;
    case Captured::Rows: break;
  }
  return std::nullopt;
}

// Whether each dimension of what an operation gives is where it was in the tensor. `is_first`: the
// tensor is its first argument.
inline bool KeepsDimensions(const models::Traits& traits, bool is_first) {
  using models::OpKind;
  return traits.op == OpKind::Elementwise || traits.op == OpKind::Test ||
         traits.Has(models::Trait::SameShape) ||
         (traits.Has(models::Trait::KeepsPlaces) && is_first);
}

class CapturedUses {
 public:
  using ExprId = syntax::ExprId;
  using FunctionId = syntax::FunctionId;

  // `entry`: the function of which what it returns is what the compiled code gives back; None:
  // none that is known. `may_break`: a comparison of sizes may break the graph: it does not raise
  // (2.13).
  CapturedUses(const Finding& finding, FunctionId entry, bool may_break = false);
  CapturedUses(const CapturedUses&) = delete;  // where it is points into it
  CapturedUses& operator=(const CapturedUses&) = delete;

  // What stands there goes away.
  void Ignore(source::Span code) { ignored_.push_back(code); }
  // The dimension of that size is not the first one.
  void Turn() { turned_ = true; }
  // Whether all uses of what the expression gives can bear it.
  bool Goes(Captured kind, ExprId expr);

  // Of all that was followed so far.
  // A number bounds a slice: inductor must know that it is not negative, for gradients (2.13).
  bool bounds_slices() const { return bounds_slices_; }
  // What bounds it is no variable, or was computed on the way, so that the number does not tell
  // whether the bound is negative.
  bool bounds_by_result() const { return bounds_by_result_; }
  // What bounds it is the number, multiplied with others or added to them: not negative where none
  // of these is.
  bool bounds_by_growth() const { return bounds_by_growth_; }
  // Something is computed from what was computed from a number: Dynamo simplifies that.
  bool computes_twice() const { return computes_twice_; }
  // It is the larger or the smaller of an int and a float.
  bool mixes() const { return mixes_; }
  // … whether one may be a bool.
  bool meets_bool() const { return meets_bool_; }
  // A number is divided by it.
  bool divides() const { return divides_; }
  // Something is computed from it.
  bool computes() const { return computes_; }
  // What compiled code runs in may get it as a number of Python's, or torch makes a tensor of
  // doubles of it.
  bool leaves() const { return leaves_ || !kept_.empty(); }
  // The names of those that do.
  const std::set<std::string>& bounds() const { return bounds_; }
  // Functions of the file that give it back to callers that may be elsewhere, too.
  const std::set<std::string>& returned_by() const { return returned_by_; }
  // Callees that are handed a tensor of such a size and are not known.
  const std::set<std::string>& unknown() const { return unknown_; }
  // Attributes of objects that keep it, where code elsewhere may read it while compiled.
  const std::set<std::string>& kept() const { return kept_; }
  // Functions that make what functions on the way change; see HeldChanges.
  const std::set<std::string>& makers() const { return makers_; }
  // Some use is in a branch that no known call takes.
  bool unreached() const { return unreached_; }

 private:
  bool GoesOn(Captured kind, ExprId expr);
  std::optional<bool> IsDecided(Captured kind, ExprId expr);
  bool InStatement(Captured kind, ExprId expr, syntax::StmtId stmt);
  bool InAugAssign(Captured kind, ExprId expr, const syntax::AugAssign& aug);
  std::optional<bool> IsPassed(Captured kind, ExprId expr, ExprId outer);
  bool NumberInBuiltin(Captured kind, ExprId call, std::string_view name);
  bool IsOutOfView(ExprId expr, ExprId call);
  bool MayTurn(ExprId expr, ExprId outer) const;
  // A file that it has come to.
  struct Here {
    explicit Here(const Finding& seen) : finding(seen), calls(finding) {}
    const Finding finding;  // as it is seen from this file
    const Calls calls;
    std::map<std::uint32_t, Variables> variables;  // by function
  };
  const Finding& finding() const { return here_->finding; }
  bool IsEntry(FunctionId function) const { return here_ == home_ && function == entry_; }
  Here* At(const FileView& view);
  // What it has come by, and what of that changes what may be done with it.
  std::size_t Standing() const {
    return context_ * 6 + static_cast<std::size_t>(way_) * 2 + (turned_ ? 1 : 0);
  }
  const Variables& In(FunctionId function);
  std::string_view BuiltinOf(ExprId callee) const;
  bool IsAnother(Captured kind, ExprId expr) const;
  bool IsGivenBack(ExprId object);
  bool IsKept(ExprId target, const syntax::Attribute& field);
  bool IsReadBehind(ExprId read, ExprId target) const;
  void LeavesBy(FunctionId function);
  bool Leaves(Captured kind);
  using Holds = std::function<bool(ExprId)>;
  bool AtCalls(Captured kind, FunctionId function, const Holds& holds);
  bool FromCall(Here* caller, ExprId call, std::size_t outer, const Holds& holds);
  std::optional<std::size_t> ContextOf(Here* there, FunctionId function, ExprId call);
  // The statement that assigns a variable, None for what it holds where its function begins;
  // nothing: any of them.
  using Defined = std::optional<syntax::StmtId>;
  bool Variable(Captured kind, FunctionId function, std::uint32_t slot, Defined by);
  bool IsSkippedByCall(ExprId expr);
  std::optional<bool> TruthByCall(ExprId test);
  std::optional<bool> TruthOfParameter(ExprId test);
  ExprId PassedFor(ExprId name);
  bool MayFind(FunctionId function, ExprId read, Defined by) const;
  ExprId AddedTo(ExprId call, Captured kind) const;
  bool Stored(Captured kind, ExprId container);
  bool IsOwnContainer(ExprId value) const;
  ExprId ItemOfDisplay(syntax::StmtId stmt, const Variables& variables, std::uint32_t slot) const;
  bool StoredByCaller(Captured kind, FunctionId function, std::uint32_t slot);
  bool IsContainer(ExprId expr) const;
  ExprId CallOfMethod(ExprId attribute, std::string_view name) const;
  bool IsUsed(Captured kind, ExprId expr, ExprId outer);
  bool Returned(Captured kind, ExprId expr);
  bool Assigned(Captured kind, ExprId target);
  bool AssignedIn(ExprId comprehension, Captured kind, ExprId target);
  bool Element(Captured kind, ExprId whole, std::size_t at, std::size_t size);
  bool Parameter(Captured kind, ExprId call, Here* there, FunctionId target, ExprId argument);
  bool ChangesHeld(FunctionId function);
  bool InDisplay(Captured kind, ExprId expr, ExprId display);
  bool InComprehension(Captured kind, ExprId expr, ExprId comprehension);
  bool InBuiltin(Captured kind, ExprId expr, ExprId call, std::string_view name);
  bool IsIterated(Captured kind, ExprId iterable);
  bool NumberIn(ExprId expr, ExprId outer);
  bool NumberPassed(ExprId expr, ExprId outer, const syntax::Call& call);
  bool NumberInSum(ExprId expr, ExprId sum);
  enum class Way : std::uint8_t { Plain, Grown, Computed };
  bool Result(ExprId number, Way way = Way::Computed);
  bool Grows(ExprId sum, ExprId other) const;
  bool IsBounded(ExprId bound) const;
  bool IsWindow(ExprId slice) const;
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
  bool MayBeTensor(ExprId expr);
  bool IsMadeOf(ExprId call) const;
  bool IsReturnedIn(ExprId call);
  bool IsNumber(ExprId expr) const;
  bool IsFloat(ExprId expr) const;
  bool MayMix(std::span<const syntax::Arg> args);
  bool IsRead(ExprId expr);
  bool IsAlongOthers(ExprId member) const;
  bool IsFieldOfResult(ExprId expr, ExprId member) const;
  bool SizedOnesInMember(ExprId expr, ExprId member);
  bool IsTensor(ExprId expr) const { return fix::IsTensor(finding().Fact(expr)); }
  bool IsAppended(ExprId list) const;

  std::unordered_map<names::FileId, std::unique_ptr<Here>> files_;
  Here* home_;  // the finding's own
  Here* here_;
  FunctionId entry_;  // in it
  bool may_break_;
  bool turned_ = false;  // some dimension may have become another one
  bool bounds_slices_ = false, bounds_by_result_ = false, bounds_by_growth_ = false;
  bool unreached_ = false, computes_ = false, computes_twice_ = false, leaves_ = false,
       mixes_ = false, meets_bool_ = false, divides_ = false;
  Way way_ = Way::Plain;  // how what is followed was computed from the number
  std::vector<source::Span> ignored_;
  // By what calls it came to where it is now: what a function gives back goes to the call alone
  // that handed it over.
  struct Context {
    Here* in = nullptr;
    FunctionId function;
    Here* called_in = nullptr;
    ExprId call;
    std::size_t outer = 0;
  };
  std::vector<Context> contexts_ =
      std::vector<Context>(1);  // the first: it began here, or came by a return
  std::map<std::tuple<std::size_t, Here*, std::uint32_t>, std::size_t> context_of_;
  std::size_t context_ = 0;
  // By function, slot, definition and context: whether the variable's reads can bear it; true while
  // they are looked at.
  std::map<std::tuple<Here*, std::uint32_t, std::uint32_t, std::int64_t, std::size_t, Captured>,
           bool>
      variables_bear_;
  std::set<std::tuple<Here*, std::uint32_t, std::size_t, Captured>> given_back_;
  // Expression, item and context.
  std::set<std::tuple<Here*, std::uint32_t, std::size_t, std::size_t, Captured>> taken_apart_;
  int depth_ = 0;
  std::set<std::string> bounds_, returned_by_, unknown_, kept_, makers_;
};

}  // namespace graphmend::fix
