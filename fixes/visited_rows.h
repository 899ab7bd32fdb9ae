// What loops share that visit all groups, also those without rows: what the body may do so that
// with no rows it does nothing.
#pragma once

#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "fix/arguments.h"
#include "fix/function_flows.h"
#include "fix/module_scope.h"
#include "fix/reads.h"
#include "fix/variables.h"

namespace graphmend::fix {

inline constexpr std::string_view kAsksForRows =
    "something in the loop has no result where there are no rows; keep the loop to what has one";

class VisitedRows {
 public:
  // `gradients`: whether they may be asked for. What scatter_reduce_ gives is kept for them, and
  // must not be changed again, as it is where a group without rows comes behind (torch 2.13).
  VisitedRows(const Finding& finding, const Variables& variables, syntax::StmtId loop,
              bool gradients)
      : finding_(finding),
        variables_(variables),
        span_(finding.tree()[loop].span),
        target_(finding.If<syntax::For>(loop)->target),
        gradients_(gradients) {}

  // A variable that holds the places of the rows of one group.
  void Add(std::uint32_t slot) { rows_.insert(slot); }
  // The places themselves: `start:end`.
  void Add(syntax::ExprId places) { places_.insert(places.index); }
  // A list that may become longer by what there is of a group without rows.
  void MayAppend(std::uint32_t list) { lists_.insert(list); }
  // A number that moves on by what there is of the group.
  void MovesOn(std::uint32_t number) { numbers_.insert(number); }
  bool empty() const { return rows_.empty() && places_.empty(); }
  bool IsRow(syntax::ExprId expr) const {
    return places_.contains(expr.index) || IsAmong(rows_, expr);
  }

  // `out.index_add_(0, rows, part)`: adds to the rows of what a name holds.
  bool IsAddedTo(syntax::ExprId call) const {
    const auto* made = finding_.If<syntax::Call>(call);
    const auto* method = made ? finding_.If<syntax::Attribute>(made->callee) : nullptr;
    return method && finding_.If<syntax::Name>(method->object) && AddsTo(method->object) &&
           made->args.size() > 1 && IsIndex(made->args[1].value);
  }

  // Whether the statement is of a kind that a round without rows may execute.
  bool OnlyComputes(syntax::StmtId stmt) const {
    return !finding_.If<syntax::Return>(stmt) && !finding_.If<syntax::Raise>(stmt) &&
           !finding_.If<syntax::Break>(stmt) && !finding_.If<syntax::While>(stmt) &&
           !finding_.If<syntax::Try>(stmt) && !finding_.If<syntax::FunctionStmt>(stmt) &&
           !finding_.If<syntax::ClassStmt>(stmt) && !finding_.If<syntax::Delete>(stmt);
  }

  // Whether something in the loop has no result for no rows: `part[0]`, `part.max()`, or makes a
  // list longer.
  bool AsksForRows() const {
    constexpr std::string_view kAsking[] = {"max",     "min",      "amax",    "amin",
                                            "aminmax", "argmax",   "argmin",  "median",
                                            "mode",    "kthvalue", "quantile"};
    bool asks = false;
    ForEachInside(finding_, span_, [&](syntax::ExprId expr) {
      if (const auto* item = finding_.If<syntax::Subscript>(expr))
        asks |= finding_.Fact(item->object).MayBe(infer::FactKind::Tensor) &&
                finding_.Fact(item->index).Is(infer::FactKind::Int) && IsOfLoop(item->object);
      const auto* call = finding_.If<syntax::Call>(expr);
      if (call) asks |= finding_.Fact(call->callee).traits.Has(models::Trait::Random);
      const auto* method = call ? finding_.If<syntax::Attribute>(call->callee) : nullptr;
      if (!method) return;
      if (method->name == "view" || method->name == "reshape") asks |= IsShapedByRows(*call);
      const std::string_view name = method->name.text();
      asks |= std::find(std::begin(kAsking), std::end(kAsking), name) != std::end(kAsking) ||
              (name == "append" && finding_.Fact(method->object).Is(infer::FactKind::List) &&
               !IsAmong(lists_, method->object));
    });
    return asks;
  }

  // Whether whatever is changed in place is changed at the rows alone.
  bool ChangesRowsAlone() const {
    bool fine = true;
    ForEachInside(finding_, span_, [&](syntax::ExprId place) {
      if (fine && IsChanged(finding_, place))
        fine = IsAmong(numbers_, place) || IsChangedAtRows(place);
    });
    return fine;
  }

  // Variables that the loop assigns by `out = out.to(part.dtype)` alone: a round without rows
  // converts them as well.
  std::vector<flow::Slot> Converted() const {
    std::vector<flow::Slot> converted;
    ForEachInside(finding_, span_, [&](syntax::ExprId expr) {
      const auto slot = variables_.SlotOf(expr);
      if (!slot || !IsTarget(finding_, expr)) return;
      const auto stores = variables_.Stores(*slot);
      const bool all = std::all_of(stores.begin(), stores.end(), [&](const flow::Inst* store) {
        return !span_.Contains(store->span) || IsConversion(store->stmt, *slot);
      });
      if (all && std::find(converted.begin(), converted.end(), *slot) == converted.end())
        converted.push_back(*slot);
    });
    return converted;
  }

  // What else may differ, by what the loop changes in place; "; " before each.
  std::string Differences() const {
    bool laid_out = false, kept = false;
    ForEachInside(finding_, span_, [&](syntax::ExprId place) {
      if (!finding_.If<syntax::Name>(place) || !IsChanged(finding_, place) ||
          IsAmong(numbers_, place))
        return;
      if (AddsTo(place)) laid_out |= !IsContiguous(place);
      else kept |= gradients_ && !finding_.If<syntax::Subscript>(finding_.parents.Parent(place));
    });
    std::string differences;
    if (laid_out)
      differences +=
          "; where what it adds to is not contiguous, the result is, compiled by aot_eager or "
          "inductor";
    if (kept)
      differences +=
          "; what it changes in place, autograd may need, so that going backward raises an error "
          "also where no rows are there";
    return differences;
  }

 private:
  // The method that adds to the tensor by an index; "" for another use.
  std::string_view AddedBy(syntax::ExprId place) const {
    constexpr std::string_view kAdds[] = {"index_add_", "scatter_", "scatter_add_",
                                          "scatter_reduce_"};
    const auto* method = finding_.If<syntax::Attribute>(finding_.parents.Parent(place));
    const auto* call =
        method ? finding_.If<syntax::Call>(finding_.parents.Parent(finding_.parents.Parent(place)))
               : nullptr;
    const std::string_view name = call ? method->name.text() : std::string_view();
    const bool adds = std::find(std::begin(kAdds), std::end(kAdds), name) != std::end(kAdds);
    return adds ? name : std::string_view();
  }
  bool AddsTo(syntax::ExprId place) const { return !AddedBy(place).empty(); }

  // Whether all that the variable holds is made of sizes.
  bool IsContiguous(syntax::ExprId place) const {
    const auto slot = variables_.SlotOf(place);
    if (!slot || variables_.IsParameter(*slot)) return false;
    for (const flow::Inst* store : variables_.Stores(*slot)) {
      const auto* assign = finding_.If<syntax::Assign>(store->stmt);
      const auto* call = assign ? finding_.If<syntax::Call>(assign->value) : nullptr;
      const std::string_view name = call ? finding_.NameOf(call->callee) : std::string_view();
      if (name != "torch.zeros" && name != "torch.Tensor.new_zeros") return false;
    }
    return true;
  }

  // `out = out.to(part.dtype)`
  bool IsConversion(syntax::StmtId stmt, std::uint32_t slot) const {
    const auto* assign = finding_.If<syntax::Assign>(stmt);
    const auto* call = assign ? finding_.If<syntax::Call>(assign->value) : nullptr;
    const auto* method = call ? finding_.If<syntax::Attribute>(call->callee) : nullptr;
    if (!method || method->name != "to" || call->args.size() != 1 ||
        variables_.SlotOf(method->object) != slot || !IsTensor(finding_.Fact(method->object)))
      return false;
    const auto* dtype = finding_.If<syntax::Attribute>(call->args[0].value);
    return dtype && dtype->name == "dtype" && IsTensor(finding_.Fact(dtype->object));
  }

  // The rows, or an index of as many: `rows.view(-1, 1).repeat(1, n)`.
  bool IsIndex(syntax::ExprId expr) const {
    while (const auto* call = finding_.If<syntax::Call>(expr)) {
      const auto* method = finding_.If<syntax::Attribute>(call->callee);
      const models::Traits traits = finding_.Fact(call->callee).traits;
      if (!method ||
          (traits.op != models::OpKind::View && !traits.Has(models::Trait::MoreElements)))
        return false;
      expr = method->object;
    }
    if (const auto* item = finding_.If<syntax::Subscript>(expr)) expr = item->object;
    return IsRow(expr);
  }

  bool IsChangedAtRows(syntax::ExprId place) const {
    if (const auto* item = finding_.If<syntax::Subscript>(place)) return IsRow(item->index);
    // `out[rows] = part` changes `out` there.
    if (const auto* item = finding_.If<syntax::Subscript>(finding_.parents.Parent(place));
        item && item->object == place && IsTarget(finding_, finding_.parents.Parent(place)))
      return IsRow(item->index);
    const std::string_view name = AddedBy(place);
    if (!name.empty() && (name != "scatter_reduce_" || !gradients_)) {
      const auto& call =
          *finding_.If<syntax::Call>(finding_.parents.Parent(finding_.parents.Parent(place)));
      return call.args.size() > 1 && IsIndex(call.args[1].value);
    }
    // A tensor that the loop assigns is new in each round.
    const auto slot = variables_.SlotOf(place);
    bool own = slot && !variables_.IsParameter(*slot);
    for (const flow::Inst* store :
         slot ? variables_.Stores(*slot) : std::vector<const flow::Inst*>())
      own = own && span_.Contains(store->span) && IsOfRound(store->stmt);
    return own;
  }

  // `part.view(len(rows), -1)`: of no elements no other size can be told.
  bool IsShapedByRows(const syntax::Call& call) const {
    bool shaped = false;
    for (const syntax::Arg& arg : call.args)
      ForEachInside(finding_, finding_.tree()[arg.value].span,
                    [&](syntax::ExprId part) { shaped |= IsOfLoop(part); });
    return shaped;
  }

  bool IsAmong(const std::set<std::uint32_t>& slots, syntax::ExprId name) const {
    const auto slot = variables_.SlotOf(name);
    return slot && slots.contains(*slot);
  }

  // A variable that the body of the loop assigns.
  bool IsOfLoop(syntax::ExprId expr) const {
    const auto slot = variables_.SlotOf(expr);
    bool is_target = false;
    ForEachInside(finding_, finding_.tree()[target_].span, [&](syntax::ExprId part) {
      is_target |= slot && variables_.SlotOf(part) == slot;
    });
    if (is_target) return false;
    const auto stores = slot ? variables_.Stores(*slot) : std::vector<const flow::Inst*>();
    return std::any_of(stores.begin(), stores.end(),
                       [&](const flow::Inst* store) { return span_.Contains(store->span); });
  }

  // Whether what is assigned is no name or attribute for what exists beside the loop.
  bool IsOfRound(syntax::StmtId stmt) const {
    const auto* assign = finding_.If<syntax::Assign>(stmt);
    if (!assign) return true;
    return !finding_.If<syntax::Name>(assign->value) &&
           !finding_.If<syntax::Attribute>(assign->value);
  }

  const Finding& finding_;
  const Variables& variables_;
  source::Span span_;
  syntax::ExprId target_;
  bool gradients_;
  std::set<std::uint32_t> rows_, lists_, numbers_;  // slots
  std::set<std::uint32_t> places_;        // expressions
};

// The variable that a loop assigns and code behind it reads, where there is one: all rounds would
// set it.
inline std::string SetForLater(const Finding& finding, syntax::StmtId loop,
                               std::span<const flow::Slot> but_for = {}) {
  const Dataflow& flow = finding.Flow();
  const auto slot = flow.SetForLater(finding.tree()[loop].span, but_for);
  return slot ? flow.graph().slots[*slot].str() : std::string();
}

}  // namespace graphmend::fix
