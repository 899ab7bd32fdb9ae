// The search for those parts of a mask, along its first dimension, in which something is set, as
// loops over the experts of a mixture make it:
//
//     hit = torch.greater(mask.sum(dim=(-1, -2)), 0).nonzero()
//     for e in hit:
//         e = e[0]                one place of the first dimension of `mask`
#pragma once

#include <algorithm>
#include <optional>
#include <string_view>

#include "fix/arguments.h"
#include "fix/finding.h"
#include "fix/reads.h"
#include "fix/variables.h"

namespace graphmend::fix {

struct Searched {
  syntax::ExprId mask;  // a name
  bool flat = false;    // each place is a number, not a row of one
};

// What is asked whether it is above zero.
inline syntax::ExprId AskedForPositive(const Finding& finding, syntax::ExprId test) {
  using syntax::ExprId;
  const auto is_zero = [&](ExprId expr) { return IsIntLiteral(finding, expr, 0); };
  if (const auto* compare = finding.If<syntax::Compare>(test))
    return compare->ops.size() == 1 && compare->ops[0] == syntax::CompareOp::Gt &&
                   is_zero(compare->rights[0])
               ? compare->left
               : ExprId();
  const auto* call = finding.If<syntax::Call>(test);
  const std::string_view name = call ? finding.NameOf(call->callee) : std::string_view();
  const bool greater = name == "torch.greater" || name == "torch.gt";  // of the same kernel
  return greater && call->args.size() == 2 && is_zero(call->args[1].value) ? call->args[0].value
                                                                           : ExprId();
}

// Of `torch.greater(mask.sum(dim=(-1, -2)), 0).nonzero()`, whose rows may be flattened.
inline std::optional<Searched> SearchedIn(const Finding& finding, syntax::ExprId value) {
  using syntax::ExprId;
  Searched searched;
  ExprId inner;
  for (std::string_view flat : {"squeeze", "view", "flatten", "reshape"})
    if (MethodCall(finding, value, flat, inner)) {
      value = inner;
      searched.flat = true;
      break;
    }
  const syntax::Call* places = MethodCall(finding, value, "nonzero", inner);
  if (!places || !HasOnly(*places, 0, {"as_tuple"}) ||
      (!places->args.empty() &&
       !IsLiteral(finding, places->args[0].value, syntax::LiteralKind::False)))
    return std::nullopt;
  const ExprId sum = AskedForPositive(finding, inner);
  const syntax::Call* added = sum ? MethodCall(finding, sum, "sum", searched.mask) : nullptr;
  if (!added || added->args.size() != 1 || !finding.If<syntax::Name>(searched.mask))
    return std::nullopt;
  const ExprId dims = Argument(*added, 0, "dim");
  const auto* several = dims ? finding.If<syntax::Sequence>(dims) : nullptr;
  const bool later = several && several->items.size() == 2 &&
                     std::all_of(several->items.begin(), several->items.end(), [&](ExprId dim) {
                       const auto& constant = finding.Fact(dim).constant;
                       // Never the first one, which -3 may be.
                       return constant && constant->kind == syntax::LiteralKind::Int &&
                              constant->integer != 0 && constant->integer > -3;
                     });
  return later ? std::optional(searched) : std::nullopt;
}

// Whether the number is a place of the first dimension of the tensor: what a loop over such a
// search gives, and so never out of range.
class PlaceOfSearch {
 public:
  explicit PlaceOfSearch(const Finding& finding)
      : finding_(finding), variables_(finding, finding.function) {}

  bool Holds(syntax::ExprId number, syntax::ExprId tensor) const {
    const syntax::StmtId taken = StoreBefore(number);
    const auto* assign = finding_.If<syntax::Assign>(taken);
    const auto* item = assign ? finding_.If<syntax::Subscript>(assign->value) : nullptr;
    if (!item || !IsIntLiteral(finding_, item->index, 0)) return false;
    const syntax::StmtId loop = StoreBefore(item->object);
    const auto* each = finding_.If<syntax::For>(loop);
    if (!each || !SameName(each->target, item->object)) return false;
    const syntax::StmtId search = OnlyStore(each->iterable);
    const auto* found = finding_.If<syntax::Assign>(search);
    const std::optional<Searched> searched =
        found ? SearchedIn(finding_, found->value) : std::optional<Searched>();
    return searched && !searched->flat && IsReadOnce(each->iterable) &&
           SameName(searched->mask, tensor) && IsRunRightBefore(search, loop) &&
           StaysSince(search, tensor);
  }

  // Nothing stores to the variable behind the search, or may change its tensor anywhere, under this
  // name or another.
  bool StaysSince(syntax::StmtId search, syntax::ExprId tensor) const {
    const auto slot = variables_.SlotOf(tensor);
    if (!slot || variables_.IsCaptured(*slot)) return false;
    for (const flow::Inst* store : variables_.Stores(*slot))
      if (!store->stmt ||
          finding_.tree()[store->stmt].span.begin >= finding_.tree()[search].span.begin)
        return false;
    const std::vector<syntax::ExprId> reads = variables_.Reads(*slot);
    return std::all_of(reads.begin(), reads.end(), [&](syntax::ExprId read) {
      const syntax::ExprId outer = finding_.parents.Parent(read);
      const auto* item = finding_.If<syntax::Subscript>(outer);
      const bool looked_at =
          finding_.If<syntax::Attribute>(outer) || (item && item->object == read);
      return looked_at && !IsChanged(finding_, read);
    });
  }

  // In the same block, `with` aside, so that each loop follows its own search.
  bool IsRunRightBefore(syntax::StmtId search, syntax::StmtId loop) const {
    syntax::StmtId around = finding_.parents.Parent(search);
    while (around && finding_.If<syntax::With>(around)) around = finding_.parents.Parent(around);
    return around == finding_.parents.Parent(loop) &&
           finding_.tree()[search].span.end <= finding_.tree()[loop].span.begin;
  }

 private:
  bool IsReadOnce(syntax::ExprId name) const {
    const auto slot = variables_.SlotOf(name);
    return slot && variables_.Reads(*slot).size() == 1;
  }

  // The one statement that gives the variable what is read here.
  syntax::StmtId StoreBefore(syntax::ExprId name) const {
    const auto slot = variables_.SlotOf(name);
    if (!slot || variables_.IsCaptured(*slot)) return {};
    const Definitions& all = finding_.Flow().Of(name);
    return all.size() == 1 && *all.begin() ? (*all.begin())->stmt : syntax::StmtId();
  }

  // The one statement that gives the variable all that it ever holds.
  syntax::StmtId OnlyStore(syntax::ExprId name) const {
    const auto slot = variables_.SlotOf(name);
    if (!slot || variables_.IsCaptured(*slot) || variables_.IsParameter(*slot)) return {};
    syntax::StmtId only;
    for (const flow::Inst* store : variables_.Stores(*slot)) {
      if (only && only != store->stmt) return {};
      only = store->stmt;
    }
    return only;
  }

  bool SameName(syntax::ExprId a, syntax::ExprId b) const {
    const auto *one = finding_.If<syntax::Name>(a), *other = finding_.If<syntax::Name>(b);
    return one && other && one->id == other->id;
  }

  const Finding& finding_;
  Variables variables_;
};

}  // namespace graphmend::fix
