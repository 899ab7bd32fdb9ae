// Both sides of a branch as code that always runs, with the values that they leave behind.
//
//   Value    what a variable (`x`, `self.scale`) holds at the end of a side: code to write for it,
//            what is known of it, and what it was made of
//   Side     the lines to run before, and the values
//
// A side is followed through assignments, branches that Python decides and branches that a tensor
// decides; anything else has effects, and `why` says so. Lines that are written for a side assign
// only names that nobody else needs.
#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "fix/code.h"
#include "fix/kept_numbers.h"
#include "fix/number_uses.h"
#include "fix/predicate.h"
#include "fix/rewriter.h"

namespace graphmend::fix {

// What a branch costs that has become a torch.cond.
inline constexpr std::string_view kByCond =
    "torch.cond is slow in eager code; on a GPU inductor may refuse gradients that it lays out "
    "differently on the two sides";

// The name of what a side returns.
inline constexpr std::string_view kReturned = "return";

inline constexpr std::string_view kZeroToNan =
    "the side that is not taken may turn its zero gradient into NaN";

inline constexpr std::string_view kNotAsked =
    "the test is not evaluated, so that an error in it does not show";

inline constexpr std::string_view kBothDraw =
    "both sides draw random numbers, and would draw others; draw them before the branch";

// Why a text of several lines is not moved: its lines would be indented.
inline constexpr std::string_view kLongText =
    "a text of several lines would be indented; give it a name before";

struct Value {
  Code code;
  Term term;
  bool pending =
      false;  // no line has been written for it yet; `code` is evaluated where it is used
  bool speculatable = true;  // see Terms::IsSpeculatable
  bool costly = false;
  bool unstable = false;   // gradients of zeros may come out as NaN
  bool inherited = false;  // … in a line before, not in `code`
  // `code` with what keeps it stable where the side is not taken, for a line of its own.
  std::optional<Code> guarded = {};
  // What `code` divides by, where that alone makes it unstable: variables from before the branch.
  std::optional<std::set<std::string>> divisors = {};
  bool held = false;     // a tensor that something else holds, or a copy of one
  bool before = false;   // what the variable held before the branch, or a selection of it
  bool may_cut = false;  // requires no gradient, perhaps, though what it is made of does
  bool draws = false;    // random numbers, which move the generator
  bool number = false;   // an int or a float of Python's
  bool either = false;   // … or else a tensor: which of them, is not known
  bool flag = false;     // a bool of Python's
  // Of a list or a tuple that the side makes, what its items are; `code` makes all of it.
  syntax::SequenceKind display = {};
  std::vector<Value> items = {};
  // Of a list that a comprehension makes, `[element for target in iterable]`; `names`: those of
  // `target`; `is_list`: what it is made of is a list; `before`: what the element was, where
  // `target` is one name.
  struct Each {
    Code iterable;
    std::string target;
    std::vector<std::string> names;
    bool is_list = false;
    std::vector<Value> element, before;  // one of each
  };
  std::shared_ptr<const Each> each = {};
  // The variable, or the expression, that has its strides: it is computed element by element of
  // that. Empty: of none, or of several.
  std::string layout = {};
  std::set<std::string> reads;  // tensors of the function that it is made of

  // The items are those of what the place holds.
  void NameItems(const Code& place);
  // Takes over what follows from reading the other. `cut`: what requires no gradient is made of it.
  void Read(const Value& other, bool cut);
  // Takes over what follows from what it reads being made as the other is, which is followed from
  // the branch on.
  void MadeBetween(const Value& followed);
  // Whether it is merged by asking for the test more than once.
  bool AsksOften() const;
  // Takes over what follows from being made of the other, too.
  void MadeOf(const Value& other);
};

// What is known of a number of Python's.
Term NumberTerm(bool whole);

struct Side {
  std::vector<Line> lines;
  std::map<std::string, Value> values;
  std::vector<std::string> order;  // of first assignment
  std::vector<Value> returned;     // where it ends in a return: its value, or each of a tuple
  bool returns = false;
  bool tuple = false;
  std::vector<std::pair<std::string, Value>> appended;  // to lists, by its last statements
  bool cut = false;                                     // gradients are turned off here
  bool draws = false;                                   // random numbers
  Code when;  // the test under which messages are said; empty where there is none to name
};

// Whether the statement is a message that graphmend.runtime says.
bool IsDeferredMessage(const Finding& finding, syntax::StmtId stmt);

// Whether the expression calls a method that changes its tensor in place.
bool ChangesByMethod(const Finding& finding, syntax::ExprId expr);
// Whether an item stands in it at a place that a 0-d tensor decides, which is guarded by the test.
bool HoldsItemByData(const Finding& finding, syntax::ExprId expr);
// Whether one of these statements, in branches too, needs the name of the test that it depends on:
// a message, and a change of a tensor or a part of one.
bool AsksForTest(const Finding& finding, syntax::StmtList body);
// Whether one of them changes a tensor, or a part of one, in place.
bool ChangesTensors(const Finding& finding, syntax::StmtList body);

// The outermost `if` of the chain whose test holds the finding; none where it stands elsewhere.
syntax::StmtId BranchOf(const Finding& finding);

class CountedUses;

class Branches {
 public:
  Branches(const Finding& finding, const Terms& terms, Rewriter& rewriter, syntax::StmtId branch)
      : finding_(finding), terms_(terms), rewriter_(rewriter), kept_(finding), branch_{branch} {}

  // Follows the statements from the values in `side` on; false where they cannot always run.
  bool Follow(syntax::StmtList body, Side& side);
  // Sides may append to lists, where both do, or where nothing asks which of the elements are
  // there; `into.appended` says what is to be appended then.
  void MayAppend() { may_append_ = true; }
  // What it converts to tensors need not be converted again: of the same branch.
  void ConvertsWith(const Branches& other) { converted_ = other.converted_; }
  // Branches inside of the sides may return. `behind`: the return that the outermost branch goes on
  // to, where it does not return itself; none where nothing else is there.
  void MayReturnInside(syntax::StmtList behind) { returns_inside_ = true, behind_ = behind; }
  // Follows what is behind, where one side alone returns.
  bool GoOn(Side& when_true, Side& when_false);
  // Whether what is behind is part of a side, so that nothing goes on to it.
  bool goes_on() const { return goes_on_; }
  // Merges what the sides leave behind into `into`: each value becomes torch.where.
  bool Merge(const Predicate& predicate, Side& when_true, Side& when_false, Side& into);
  // Lines before those of the values, where one of these reads what another one's line assigns.
  void Untangle(Side& out);
  // One value of both.
  bool MergeValue(const std::string& name, const Code& test, const Value& a, const Value& b,
                  Value& out);
  // The code of a side that divides by 1 where it is not taken; nullopt where it may spoil
  // gradients in another way.
  std::optional<Code> Guarded(const Code& test, bool when_true, const Value& side);
  // All of that code is written anew, the branch with it.
  void Within(source::Span code) { region_ = code; }
  // Random numbers may be drawn on a side, which is said, by what is added to the list.
  void MayDraw(std::vector<syntax::ExprId>& draws) { draws_ = &draws; }
  // The expression that what is merged is the value of, where it is none of a variable.
  void MergesInto(syntax::ExprId expr) { merged_ = expr; }
  std::optional<flow::Slot> SlotOf(const std::string& name) const;
  // What the variable holds before the branch.
  bool ValueBefore(const std::string& name, Value& out);
  // Of an inner `a if t else b` on a tensor; nothing for any other expression.
  std::optional<bool> EvaluateChoice(syntax::ExprId expr, Side& side, Value& out);
  // The value of an expression at this point of a side.
  bool Evaluate(syntax::ExprId expr, Side& side, Value& out);
  // A name that nothing in the file has, nor a line written here.
  std::string Fresh(const std::string& base);
  void Materialise(Side& side, const std::string& name, const std::string& base);
  void Differ(const std::string& how);
  // Whether a statement gives a name to what a guard by the test keeps finite.
  bool NamesPoles(syntax::StmtList body) const;

  const std::string& why() const { return why_; }
  // Whether a value is what torch.cond gives.
  bool by_cond() const { return by_cond_; }
  const std::vector<std::string>& differences() const { return differences_; }

 private:
  bool IsLoadedImport(syntax::StmtId stmt) const;
  bool FollowStatement(syntax::StmtId stmt, Side& side);
  bool Assign(syntax::ExprId target, syntax::ExprId value, Side& side);
  bool AssignEach(const syntax::Sequence& targets, const syntax::Sequence& values, Side& side);
  bool AssignParts(const syntax::Sequence& targets, syntax::ExprId value, Side& side);
  Term TermOfPart(syntax::ExprId target) const;
  bool Give(const std::string& name, Value value, Side& side);
  bool AssignAug(const syntax::AugAssign& aug, Side& side);
  bool ChangeHeld(const syntax::AugAssign& aug, const std::string& name, Side& side);
  bool CountUp(const syntax::AugAssign& aug, const std::string& name, Side& side);
  bool Store(syntax::ExprId target, syntax::ExprId value, const syntax::AugAssign* aug, Side& side);
  std::string ShownStore(syntax::ExprId target, const syntax::AugAssign* aug) const;
  std::optional<Code> Changed(syntax::ExprId target, syntax::ExprId object,
                              const syntax::AugAssign* aug, const Value& value, const Side& side);
  void WriteStore(const Code& place, const Code& changed, const Code& held,
                  const std::string& object, Side& side);
  bool IsPlaceByTensor(syntax::ExprId index) const;
  Code PartAt(const syntax::Subscript& item, Side& side);
  bool IsFixedPlace(syntax::ExprId index) const;
  bool IsPlace(syntax::ExprId expr) const;
  syntax::ExprId WholeOf(syntax::ExprId place) const;
  bool IsDetached(syntax::ExprId place) const;
  bool IsReadBefore(syntax::ExprId detached) const;
  bool ChangeByMethod(syntax::ExprId expr, Side& side);
  // What a method that writes is given.
  struct Written {
    std::vector<Code::Argument> args;
    Value all;          // what all of them are made of
    bool whole = true;  // integers alone
    bool same = true;   // numbers, and tensors of the dtype of the one that is written to
  };
  std::optional<Written> ArgumentsOf(const syntax::Call& call, syntax::ExprId object, Side& side);
  std::optional<Code> WrittenBy(const syntax::Call& call, syntax::ExprId object,
                                const std::string& shown, Side& side);
  bool MayTakeGradient(syntax::ExprId object, const std::string& shown, const Value& value,
                       const Side& side);
  Code Operated(const syntax::AugAssign& aug, syntax::ExprId target, const Value& value,
                const Side& side) const;
  bool FitsIn(values::DType kind, const Written& given, const models::Traits& traits);
  void DifferInComplex(const models::Traits& traits, values::DType kind);
  void DifferByWriting(const std::string& object);
  // The statement, where it only changes tensors.
  std::optional<bool> FollowChange(syntax::StmtId stmt, Side& side);
  std::optional<Code> FilledWith(std::string_view method, const Code& place, const Written& given);
  bool IsUsedUp(syntax::ExprId iterable) const;
  bool FollowLoop(syntax::StmtId stmt, const syntax::For& loop, Side& side);
  bool FollowBlock(const Code& head, syntax::StmtList body, Side& side, bool cut);
  bool FollowStatic(const syntax::If& branch, Side& side);
  bool FollowTensor(syntax::StmtId stmt, Side& side);
  std::optional<bool> FollowAppend(syntax::StmtId stmt, Side& side);
  bool ReadsAppended(const std::string& name, const Value& value, const Side& into);
  bool MergeAppended(const Code& test, Side& when_true, Side& when_false, Side& into);
  source::Span FilledIn() const;
  void DifferInCount(const std::string& list, const Value& value, const CountedUses& uses);
  bool KeepCount(const CountedUses& uses, const std::string& kept);
  bool CountAppended(const Code& test, bool when_true, const Side& from, Side& into);
  bool LeavesPlaces(const Side& side);
  bool FollowReturn(const syntax::Return& done, Side& side);
  bool ReturnInside(const Predicate& predicate, Side& when_true, Side& when_false, Side& into);
  bool MergeReturns(const Predicate& predicate, Side& when_true, Side& when_false, Side& into);
  bool FollowMessage(syntax::StmtId stmt, Side& side);
  bool SayWhere(const syntax::Lambda& lambda, const Side& side, std::vector<Code::Argument>& args);
  bool FollowText(syntax::ExprId expr, Side& side);
  void Settle(Side& side);
  void SettleReadersOf(const std::string& name, Side& side);
  std::string NameFor(const std::string& name, const std::string& base);
  bool MayBeNone(const Definitions& before, flow::Slot slot) const;
  bool LosesGradient(const std::string& name) const;
  const infer::ExprFact& NumberFact(const flow::Inst* definition, flow::Slot slot) const;
  bool ValueIn(const Side& side, const std::string& name, Value& out);
  bool Set(const std::string& name, Value value, Side& side);
  std::optional<std::string> NameOfTarget(syntax::ExprId target);
  bool IsCaptured(flow::Slot slot) const;
  bool IsRead(const std::string& name, syntax::StmtId branch) const;
  std::string_view ReadByCall(syntax::ExprId expr, bool own) const;
  bool Read(syntax::ExprId expr, Side& side, Value& out);
  std::string ReadPart(syntax::ExprId part, Value& out);
  bool IsHeld(syntax::ExprId expr) const;
  syntax::ExprId ItemByData(syntax::ExprId expr) const;
  bool IsTested(syntax::ExprId expr) const;
  bool MayEvaluate(syntax::ExprId expr, Side& side, Value& out, Wraps& indices);
  bool CanGuard(const Side& side) const;
  bool IndicesOf(syntax::ExprId expr, Wraps& indices) const;
  bool IsChangedAttribute(syntax::ExprId expr);
  bool IsTemporary(const std::string& name) const;
  bool ReadFromBefore(flow::Slot slot, syntax::StmtId branch) const;
  Naming NamesIn(const Side& side) const;
  Code Torch() { return Code::Place(rewriter_.Import("torch")); }
  bool Fail(std::string why);
  // Whether what the sides compute has no gradients.
  bool AreWithoutGradients() const;
  // Whether nothing asks for the variable but tests that are mended once it is a tensor.
  bool IsFlagOfTests(const std::string& name) const;
  bool MergeFlags(const std::string& name, const Code& test, const Value& a, const Value& b,
                  Value& out);
  std::optional<bool> MergeHost(const std::string& name, const Code& test, const Value& a,
                                const Value& b, Value& out);
  // Where one side at least is a number that tensors take: a 0-d tensor.
  std::string WhyNotATensor(const std::string& name, bool whole, bool doubles,
                            const NumberUses& uses);
  void DifferInGradient(const Value& a, const Value& b);
  std::pair<Value, Value> GuardedSides(const Code& test, const Value& a, const Value& b,
                                       Value& out);
  bool MergeMixed(const std::string& name, const Code& test, const Value& a, const Value& b,
                  Value& out);
  bool MergeNumbers(const std::string& name, const Code& test, const Value& a, const Value& b,
                    Value& out);
  bool IsStillUsed(const std::string& name, const Value& side) const;
  // The parts of an expression that are others where the side is not taken, so that what is
  // computed with them is finite; false where these are not known.
  bool CollectArguments(const syntax::Call& call, Wraps& wraps) const;
  bool CollectOperands(const syntax::Binary& binary, Wraps& wraps) const;
  bool CollectPoles(syntax::ExprId expr, Wraps& wraps) const;
  // Sets Value::guarded.
  void GuardPoles(syntax::ExprId expr, const Side& side, const Wraps& indices, Value& value);
  // Lists and tuples, item by item; see branches_displays.cpp.
  bool EvaluateItems(syntax::ExprId expr, Side& side, Value& out);
  std::optional<bool> MergeItems(const std::string& name, const Code& test, const Value& a,
                                 const Value& b, Value& out);
  // Lists that comprehensions make; see branches_each.cpp.
  std::optional<bool> EvaluateEach(syntax::ExprId expr, Side& side, Value& out);
  std::optional<bool> MergeEach(const std::string& name, const Code& test, const Value& a,
                                const Value& b, Value& out);
  std::shared_ptr<const Value::Each> EachOf(const Value& list, const Value& other) const;
  Value ElementBefore(syntax::ExprId target, syntax::ExprId element) const;
  // Writes, once for each variable, what its other uses need; see NumberUses::WriteConversions.
  bool Convert(const std::string& name, const NumberUses& uses, bool doubles);
  // Whether the value of the variable, or of the expression merged into, may be a 0-d tensor.
  bool ServesAsTensor(const std::string& name, NumberUses& uses) const;
  source::Span Merged() const;
  std::optional<Declined> WhyTestsAreNotMended(const std::string& name,
                                               const NumberUses& uses) const;
  // Whether both sides may hold tensors of one shape and dtype.
  bool AreAlike(const std::string& what, const Value& a, const Value& b);
  // What the result of both may lack of the side that is taken.
  void DifferInKind(const Value& a, const Value& b);
  void DifferInCost(const std::string& name, const Value& a, const Value& b, const Value& out);
  // Items of lists and dicts; see branches_places.cpp.
  bool IsItemPlace(syntax::ExprId target) const;
  bool IsSettledIndex(syntax::ExprId index) const;
  bool ItemBefore(const std::string& name, Value& out);
  bool AttributeBefore(const std::string& name, Value& out);
  bool KeepsItems(syntax::ExprId object) const;
  bool HasAttributeBefore(const std::string& name, syntax::ExprId attribute) const;
  std::string LayoutOf(syntax::ExprId expr, const Side& side) const;
  bool DrawBoth(const Value& a, const Value& b);
  std::optional<Code> ByCond(const Code& test, const Value& a, const Value& b);

  const Finding& finding_;
  const Terms& terms_;
  Rewriter& rewriter_;
  KeptNumbers kept_;
  std::vector<syntax::StmtId> branch_;  // that are followed, the outermost first
  std::string why_;
  std::vector<std::string> differences_;
  std::set<std::string> taken_;
  bool in_static_ = false;  // in a branch that Python decides, which has no lines of its own
  std::vector<syntax::ExprId>* draws_ = nullptr;  // what draws random numbers; null: nothing may
  bool by_cond_ = false;
  bool returns_inside_ = false, goes_on_ = false, may_append_ = false;
  syntax::StmtList behind_;
  syntax::ExprId merged_;
  std::optional<source::Span> region_;
  // Variables that have become tensors: of doubles?
  std::shared_ptr<std::map<std::string, bool>> converted_ =
      std::make_shared<std::map<std::string, bool>>();
  std::map<std::string, bool> changed_;           // attributes that the file changes in place
  std::map<std::string, syntax::ExprId> places_;  // attributes and items that are assigned
};

}  // namespace graphmend::fix
