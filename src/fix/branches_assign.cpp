// What a side of a branch assigns:
//
//     if score > 0:                       count = torch.where(score > 0, count + 1, count)
//         count += 1
//
// What it changes in place: branches_change.cpp.
#include <algorithm>
#include <utility>

#include "fix/branches.h"
#include "fix/operands.h"
#include "fix/reads.h"

namespace graphmend::fix {
namespace {

using infer::FactKind;
using syntax::ExprId;
using values::DType;

}  // namespace

std::optional<std::string> Branches::NameOfTarget(ExprId target) {
  if (terms_.SlotOf(target)) return std::string(finding_.Text(target));
  if (IsItemPlace(target)) {
    std::string item(finding_.Text(target));
    places_[item] = target;
    return item;
  }
  const auto* attribute = finding_.If<syntax::Attribute>(target);
  const auto* object = attribute ? finding_.If<syntax::Name>(attribute->object) : nullptr;
  if (!object || !finding_.Fact(attribute->object).Is(FactKind::Object)) return std::nullopt;
  std::string name(finding_.Text(target));
  places_[name] = target;
  return name;
}

// The name of a value of the variable: its own, where one side alone needs it.
std::string Branches::NameFor(const std::string& name, const std::string& base) {
  // A name that both sides assign stands for one of the two values only.
  if (IsTemporary(name) && taken_.insert(name).second) return name;
  const std::string plain = base.substr(0, base.find('['));  // `x` of `x[0]`
  return Fresh(plain.substr(plain.rfind('.') + 1) + "_new");
}

void Branches::Materialise(Side& side, const std::string& name, const std::string& base) {
  Value& value = side.values.at(name);
  if (!value.pending) return;
  const std::string fresh = NameFor(name, base);
  const Code place = Code::Place(fresh);
  if (value.guarded) value.code = *value.guarded, value.unstable = false;
  value.guarded = std::nullopt;
  side.lines.emplace_back(value.code.AssignedTo(place));
  value.code = place;
  value.NameItems(place);
  value.pending = false;
  // What it divides by stands in the line.
  if (value.unstable) value.inherited = true, value.divisors = std::nullopt;
}

// Lines that are still to be written may read the name that is now given a value.
void Branches::SettleReadersOf(const std::string& name, Side& side) {
  if (!IsTemporary(name)) return;
  for (const std::string& other : std::vector<std::string>(side.order))
    if (auto found = side.values.find(other); found != side.values.end() && found->second.pending &&
                                              other != name && found->second.code.Reads(name))
      Materialise(side, other, other);
}

bool Branches::Set(const std::string& name, Value value, Side& side) {
  if (std::find(side.order.begin(), side.order.end(), name) == side.order.end())
    side.order.push_back(name);
  SettleReadersOf(name, side);
  side.values[name] = std::move(value);
  return true;
}

bool Branches::Assign(ExprId target, ExprId expr, Side& side) {
  const auto* targets = finding_.If<syntax::Sequence>(target);
  const auto* values = finding_.If<syntax::Sequence>(expr);
  if (targets && values && targets->items.size() == values->items.size())
    return AssignEach(*targets, *values, side);
  if (targets && finding_.If<syntax::Call>(expr)) return AssignParts(*targets, expr, side);
  const std::optional<std::string> name = NameOfTarget(target);
  if (!name) return Store(target, expr, nullptr, side);
  Value value;
  return Evaluate(expr, side, value) && Give(*name, std::move(value), side);
}

// `a, b = b, a`: all values are computed before a variable is given one.
bool Branches::AssignEach(const syntax::Sequence& targets, const syntax::Sequence& values,
                          Side& side) {
  std::vector<std::pair<std::string, Value>> given;
  for (std::size_t i = 0; i < targets.items.size(); ++i) {
    const std::optional<std::string> name = NameOfTarget(targets.items[i]);
    if (!name || finding_.If<syntax::Starred>(values.items[i]))
      return Fail("`" + std::string(finding_.Text(targets.items[i])) +
                  "` is one of several targets; assign it alone");
    Value value;
    if (!Evaluate(values.items[i], side, value)) return false;
    given.emplace_back(*name, std::move(value));
  }
  for (auto& [name, value] : given) {
    // A line that gives one of them a value stands before what the others read.
    const bool read = std::any_of(given.begin(), given.end(), [&](const auto& other) {
      return other.first != name && other.second.code.Reads(name);
    });
    if (read && IsTemporary(name))
      return Fail("`" + name + "` is read by a value beside it; assign them one by one");
  }
  return std::all_of(given.begin(), given.end(),
                     [&](auto& one) { return Give(one.first, std::move(one.second), side); });
}

// What the variable holds that the part of a tuple is assigned to, by where it is read: a tensor
// there is one whichever definition it comes from.
Term Branches::TermOfPart(ExprId target) const {
  const flow::Slot slot = *terms_.SlotOf(target);
  Term term;
  for (ExprId load : terms_.flow().LoadsOf(slot)) {
    const Definitions& found = terms_.flow().Of(load);
    const bool reads = std::any_of(found.begin(), found.end(), [&](const flow::Inst* one) {
      return one && one->expr == target;
    });
    const infer::ExprFact& fact = finding_.Fact(load);
    if (reads && fact.MayBe(FactKind::None)) return {};
    if (!reads || !IsTensor(fact)) continue;
    if (found.size() == 1) return terms_.Of(found, slot);
    term.tensor = true;
    if (fact.tensor->dtype != DType::Unknown) term.kind = fact.tensor->dtype;
  }
  const dataflow::Origin part{.kind = dataflow::Origin::Kind::Part, .parts = {target.index}};
  term.shape = terms_.symbols().Shape(part), term.dtype = terms_.symbols().DType(part);
  return term;
}

// `values, order = x.sort()`: the call once, on a line of its own.
bool Branches::AssignParts(const syntax::Sequence& targets, ExprId expr, Side& side) {
  Value whole;
  if (!Evaluate(expr, side, whole)) return false;
  if (!whole.speculatable) Differ("both sides run, so that an error or a warning in either shows");
  std::vector<Code> places;
  std::vector<std::pair<std::string, Value>> given;
  for (ExprId target : targets.items) {
    const std::string name(finding_.Text(target));
    if (!terms_.SlotOf(target))
      return Fail("`" + name + "` is one of several targets; assign it alone");
    SettleReadersOf(name, side);
    Value part = whole;
    part.code = Code::Place(NameFor(name, name));
    part.term = TermOfPart(target);
    part.held = true, part.number = false, part.pending = false;
    places.push_back(part.code);
    given.emplace_back(name, std::move(part));
  }
  side.lines.emplace_back(whole.code.AssignedTo(Code::Tuple(places)));
  return std::all_of(given.begin(), given.end(),
                     [&](auto& one) { return Set(one.first, std::move(one.second), side); });
}

bool Branches::Give(const std::string& name, Value value, Side& side) {
  if (places_.contains(name)) Differ("`" + name + "` is given a new tensor in every call");
  const bool temporary = IsTemporary(name) && !in_static_;
  const bool draws = value.draws;
  // Nothing may read it, and it is computed all the same.
  if (temporary && !value.speculatable)
    Differ("both sides run, so that an error or a warning in either shows");
  if (!Set(name, std::move(value), side)) return false;
  // Numbers are drawn in the order of the statements.
  if (draws && in_static_)
    return Fail("random numbers that Python decides about are not drawn in the same order");
  if (temporary || draws) Materialise(side, name, name);
  return true;
}

// `count += 1`: a number is not changed in place.
bool Branches::CountUp(const syntax::AugAssign& aug, const std::string& name, Side& side) {
  Value left, right;
  if (!Evaluate(aug.target, side, left) || !Evaluate(aug.value, side, right)) return false;
  if (!right.number && !right.term.tensor)
    return Fail("what is added to `" + name + "` is not known; make it a number or a tensor");
  Value out = right;
  out.MadeOf(left);
  out.code = left.code.Binary(aug.op, right.code);
  const bool whole = left.term.kind == DType::Int && right.term.kind == DType::Int &&
                     aug.op != syntax::BinaryOp::Div && aug.op != syntax::BinaryOp::Pow;
  out.term = NumberTerm(whole);
  out.number = right.number;
  if (!right.number) return Fail("`" + name + "` is a number and becomes a tensor; begin with one");
  out.pending = true;
  return Set(name, std::move(out), side);
}

bool Branches::AssignAug(const syntax::AugAssign& aug, Side& side) {
  if (finding_.If<syntax::Subscript>(aug.target)) return Store(aug.target, aug.value, &aug, side);
  const std::optional<std::string> name = NameOfTarget(aug.target);
  const Term old = terms_.Of(aug.target);
  if (auto effects = terms_.EffectsOfOperand(aug.value)) return Fail(std::move(*effects));
  if (name && (finding_.Fact(aug.target).OneOf(FactKind::Int, FactKind::Float) ||
               kept_.IsNumber(aug.target)))
    return CountUp(aug, *name, side);
  const bool held = !old.fresh || (name && places_.contains(*name));
  if (name && old.tensor && held && !side.when.empty() && !side.values.contains(*name))
    return ChangeHeld(aug, *name, side);
  if (!name || held || !old.tensor)
    return Fail("`" + std::string(finding_.Text(aug.target)) + " " + std::string(Spelling(aug.op)) +
                "= …` changes in place a tensor that others may hold; assign a new tensor");
  Value left, right;
  if (!Evaluate(aug.target, side, left) || !Evaluate(aug.value, side, right)) return false;
  Value out = right;
  out.reads.insert(left.reads.begin(), left.reads.end());
  out.code = left.code.Binary(aug.op, right.code);
  out.term = old;
  out.speculatable = false;
  out.pending = true;
  out.held = false;
  Differ("anything else that holds `" + *name + "` does not see the change");
  // A change in place keeps the dtype.
  if (!right.number && !AreSame(right.term.dtype, old.dtype))
    Differ("where the sides differ in dtype, the result is promoted");
  return Set(*name, std::move(out), side);
}

}  // namespace graphmend::fix
