// Returns on the sides of a branch. A branch inside of a side may return as well, where both of its
// sides do, or where what a side that does not return goes on with is a return behind the outermost
// branch:
//
//     if spread > 4:
//         return a                     return torch.where(spread > 4, a,
//     elif spread > 2:                                    torch.where(spread > 2, b, c))
//         return b
//     return c
#include "fix/branches.h"

namespace graphmend::fix {

// What a side sets that others see although it returns: an attribute, an item, a variable that an
// inner function reads. The return alone is merged.
bool Branches::LeavesPlaces(const Side& side) {
  for (const std::string& name : side.order) {
    const std::optional<flow::Slot> slot = SlotOf(name);
    if (!places_.contains(name) && slot && !IsCaptured(*slot)) continue;
    Fail("`" + name + "` is set on a side that returns; set it before the branch");
    return true;
  }
  return false;
}

bool Branches::FollowReturn(const syntax::Return& done, Side& side) {
  side.returns = true;
  if (LeavesPlaces(side)) return false;
  if (!done.value) return Fail("None is returned on one side; return a tensor on both");
  const auto* tuple = finding_.If<syntax::Sequence>(done.value);
  side.tuple = tuple && tuple->kind == syntax::SequenceKind::Tuple;
  std::vector<syntax::ExprId> parts = {done.value};
  if (side.tuple) parts.assign(tuple->items.begin(), tuple->items.end());
  for (syntax::ExprId part : parts) {
    Value value;
    if (!Evaluate(part, side, value)) return false;
    // Parts that are read, not computed, go by their names.
    side.returned.push_back(std::move(value));
  }
  return true;
}

bool Branches::GoOn(Side& when_true, Side& when_false) {
  if (when_true.returns == when_false.returns) return true;
  goes_on_ = true;
  return Follow(behind_, when_true.returns ? when_false : when_true);
}

// Of a branch inside of a side, at least one side of which returns.
bool Branches::ReturnInside(const Predicate& predicate, Side& when_true, Side& when_false,
                            Side& into) {
  const bool both = when_true.returns && when_false.returns;
  if (!returns_inside_ || (!both && behind_.empty()))
    return Fail("a return in an inner branch is not followed; assign, and return after it");
  return GoOn(when_true, when_false) && MergeReturns(predicate, when_true, when_false, into);
}

bool Branches::MergeReturns(const Predicate& predicate, Side& when_true, Side& when_false,
                            Side& into) {
  if (LeavesPlaces(into)) return false;
  const std::vector<Value>&a = when_true.returned, &b = when_false.returned;
  if (when_true.tuple != when_false.tuple || a.size() != b.size())
    return Fail("the sides return different things; return the same number of tensors on both");
  if (when_true.draws && when_false.draws) return Fail(std::string(kBothDraw));
  into.draws |= when_true.draws || when_false.draws;
  Code test = predicate.code;
  const bool once = a.size() == 1 && !a[0].AsksOften() && !b[0].AsksOften();
  if (!once && (!test.IsOperand() || test.Calls())) {
    const Code fresh = Code::Place(Fresh("predicate"));
    into.lines.emplace_back(test.AssignedTo(fresh));
    test = fresh;
  }
  for (const Side* side : {&when_true, &when_false})
    into.lines.insert(into.lines.end(), side->lines.begin(), side->lines.end());
  into.returns = true;
  into.tuple = when_true.tuple;
  bool asks = !once;
  for (std::size_t i = 0; i < a.size(); ++i) {
    Value value;
    if (!MergeValue("return", test, a[i], b[i], value)) return false;
    asks |= value.code.Holds(test);
    into.returned.push_back(std::move(value));
  }
  if (!asks) Differ(std::string(kNotAsked));
  return true;
}

}  // namespace graphmend::fix
