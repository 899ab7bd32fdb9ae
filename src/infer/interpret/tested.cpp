// What the second pass observes of tests: of `if`, `while`, `and`, `or` and `assert`.
#include <algorithm>

#include "infer/interpret/frame.h"
#include "infer/interpret/object_operators.h"

namespace graphmend::infer {
namespace {

// What a plain `assert` tests. Dynamo turns it into a check in the graph, of a tensor or of a size,
// and passes over Python constants; anything else it cannot hand to the graph, and breaks (2.13,
// measured). In the order of the join of a container's parts.
enum class Asserted {
  Traced,   // a constant, a tensor, a size; or nothing is known
  Tensors,  // a container with tensors in it
  Object,   // an instance, a bound method, or a container with one in it
};

constexpr int kDeepest = 4;  // containers in containers

Asserted Inside(Unit& unit, values::Ref part, int depth);

Asserted OfDict(Unit& unit, const values::Dict& dict, int depth) {
  Asserted all = Asserted::Traced;
  for (const values::DictEntry& entry : dict.entries)
    if (!entry.maybe) all = std::max(all, Inside(unit, entry.value, depth));
  return all;
}

// Of a part of what is asserted: there a tensor is no check of its own.
Asserted Inside(Unit& unit, values::Ref part, int depth) {
  if (part.value && unit.values.If<values::Tensor>(part)) return Asserted::Tensors;
  if (!part.value || depth >= kDeepest) return Asserted::Traced;
  return base::Match(
      unit.values[part.value],
      [&](const values::Object& o) {
        return IsPlainInstance(unit, o) ? Asserted::Object : Asserted::Traced;
      },
      [&](const values::Bound& b) {
        return unit.values.If<values::Object>(b.self) ? Asserted::Object : Asserted::Traced;
      },
      [&](const values::Sequence& s) {
        Asserted all = Asserted::Traced;
        if (s.kind == values::SequenceKind::Iterator) return all;
        // Of unknown length: it may be empty, and then the assert fails.
        for (values::Ref item : s.items) all = std::max(all, Inside(unit, item, depth + 1));
        return all;
      },
      [&](const values::Dict& d) { return OfDict(unit, d, depth + 1); },
      [&](const values::Union& u) {
        Asserted least = Asserted::Object;
        for (values::Ref alternative : u.alternatives)
          least = std::min(least, Inside(unit, alternative, depth));
        return least;
      },
      [](const auto&) { return Asserted::Traced; });
}

Asserted WhatIsAsserted(Unit& unit, values::Ref tested) {
  if (!tested.value || unit.values.If<values::Tensor>(tested)) return Asserted::Traced;
  const auto* either = unit.values.If<values::Union>(tested);
  if (!either) return Inside(unit, tested, 0);
  // What is false fails the assert, and matters no more.
  Asserted least = Asserted::Object;
  for (values::Ref alternative : either->alternatives)
    if (unit.operations.KnownTruth(alternative) != false)
      least = std::min(least, WhatIsAsserted(unit, alternative));
  return least;
}

}  // namespace

observed::Any Frame::WhatTests(const flow::Branch& branch, syntax::StmtId stmt) const {
  using flow::BranchKind;
  if (branch.kind == BranchKind::Assert)
    return observed::AssertOn{observed::AssertOn::Form::Message};
  if (stmt && std::holds_alternative<syntax::Assert>(file_.tree()[stmt].node))
    return observed::AssertOn{observed::AssertOn::Form::Composed};
  if (branch.kind == BranchKind::While) return observed::LoopOn{};
  return observed::BranchOn{branch.kind, OnlyRaises(branch.if_true) || OnlyRaises(branch.if_false)};
}

void Frame::ObserveTest(const flow::Branch& branch, const flow::Terminator& terminator, Ref value) {
  if (!mode_.compiled) return;
  using flow::BranchKind;
  if (branch.kind == BranchKind::MatchPattern) return;
  Site site{&file_, terminator.span, terminator.stmt, terminator.expr, this};
  if (branch.kind == BranchKind::Assert && branch.literal_message)
    return ObserveAssert(site, TempValue(branch.condition));
  if (unit_.data.IsData(value, {}).has == Has::No) return;
  auto data = unit_.data.IsData(value, unit_.recorder.SourceText(site));
  unit_.recorder.Observe(WhatTests(branch, terminator.stmt), site, value, {"GB0170"},
                         data.conditions);
}

void Frame::ObserveAssert(const Site& site, Ref tested) {
  const Asserted what = WhatIsAsserted(unit_, tested);
  if (what == Asserted::Traced) return;
  unit_.recorder.Observe(observed::AssertOn{observed::AssertOn::Form::Object}, site, tested,
                         {what == Asserted::Object ? "GB0055" : "GB0112"});
}

}  // namespace graphmend::infer
