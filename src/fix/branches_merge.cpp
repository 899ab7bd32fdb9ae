#include <algorithm>

#include "fix/branches.h"
#include "fix/gradients.h"
#include "fix/module_scope.h"
#include "fix/reads.h"
#include "fix/result_uses.h"

namespace graphmend::fix {
namespace {

using infer::FactKind;
using syntax::ExprId;

bool MayTurnGradientsOff(const Finding& finding, const syntax::With& with) {
  return std::any_of(with.items.begin(), with.items.end(), [&](const syntax::WithItem& item) {
    const std::string name = NameOfContext(finding, item.context);
    return name == "torch.no_grad" || name == "torch.inference_mode" ||
           name == "torch.set_grad_enabled";
  });
}

Code Where(const Code& torch, const Code& test, const Code& a, const Code& b) {
  return torch.Method("where", {test, a, b});
}

}  // namespace

bool Value::AsksOften() const { return divisors || items.size() > 1 || each; }

void Value::MadeOf(const Value& other) {
  reads.insert(other.reads.begin(), other.reads.end());
  speculatable &= other.speculatable;
  costly |= other.costly;
  unstable |= other.unstable;
  divisors = std::nullopt;
  guarded = std::nullopt;
  if (layout != other.layout) layout.clear();
  inherited |= other.inherited;
  may_cut |= other.may_cut;
  draws |= other.draws;
  held |= other.held;
  before |= other.before;
}

// What it means that both are computed.
void Branches::DifferInCost(const std::string& name, const Value& a, const Value& b,
                            const Value& out) {
  if (!out.speculatable) Differ("both sides run, so that an error or a warning in either shows");
  if (out.costly) Differ("both sides are computed in every call");
  if (out.unstable) Differ(std::string(kZeroToNan));
  if (IsStillUsed(name, a) || IsStillUsed(name, b)) Differ(std::string(kAddedUp));
}

// Each would draw other numbers than it does alone.
bool Branches::DrawBoth(const Value& a, const Value& b) {
  return a.draws && b.draws && !Fail(std::string(kBothDraw));
}

bool Branches::AreAlike(const std::string& what, const Value& a, const Value& b) {
  if (!a.term.tensor || !b.term.tensor)
    return Fail(what + " is not known to be a tensor on both sides; make it one");
  const bool kinds = a.term.kind != b.term.kind && a.term.kind != values::DType::Unknown &&
                     b.term.kind != values::DType::Unknown;
  const bool named =
      a.term.dtype != b.term.dtype && a.term.dtype.IsKnown() && b.term.dtype.IsKnown();
  if (named || kinds)
    return Fail(what + " has a different dtype on each side; convert one of them");
  if (terms_.symbols().AreResized(a.term.shape, b.term.shape))
    return Fail(what + " has a different shape on each side; give both a common shape");
  return true;
}

// Numbers and bools of Python's; nullopt where both are something else.
std::optional<bool> Branches::MergeHost(const std::string& name, const Code& test, const Value& a,
                                        const Value& b, Value& out) {
  if (a.number || b.number) return MergeNumbers(name, test, a, b, out);
  if ((a.flag || b.flag) && name != kReturned) return MergeFlags(name, test, a, b, out);
  return std::nullopt;
}

bool Branches::MergeValue(const std::string& name, const Code& test, const Value& a, const Value& b,
                          Value& out) {
  out = a;
  out.MadeOf(b);
  out.pending = true;
  if (DrawBoth(a, b)) return false;
  if (a.code == b.code) return true;
  if (auto merged = MergeItems(name, test, a, b, out)) return *merged;
  if (auto merged = MergeEach(name, test, a, b, out)) return *merged;
  out.number = false;
  if (auto merged = MergeHost(name, test, a, b, out)) return *merged;
  const std::string what = name == kReturned ? "what is returned" : "`" + name + "`";
  if (!AreAlike(what, a, b)) return false;
  const bool item = places_.contains(name) && name.ends_with(']');
  if ((a.before || b.before || item) && LosesGradient(name))
    return Fail(what +
                " would lose its gradient where it is kept; write the branch behind the block "
                "without gradients");
  DifferInKind(a, b);
  if (a.term.shape != b.term.shape) out.term.shape = {};
  if (a.term.dtype != b.term.dtype) out.term.dtype = {};
  out.term.fresh = true;
  const Code torch = Torch();
  const auto first = Guarded(test, true, a);
  const auto second = Guarded(test, false, b);
  const bool guarded = first && second;
  if (guarded) {
    out.unstable = false;
  } else if (auto cond = ByCond(test, a, b)) {
    Differ(std::string(kByCond));
    out.code = *cond;
    return true;
  }
  DifferInCost(name, a, b, out);
  out.code = guarded ? Where(torch, test, *first, *second) : Where(torch, test, a.code, b.code);
  return true;
}

bool Branches::AreWithoutGradients() const {
  return RunsWithoutGradients(finding_, branch_.front());
}

// Whether a block around the branch turns gradients off, which what the variable holds from before
// the block may have.
bool Branches::LosesGradient(const std::string& name) const {
  const std::optional<flow::Slot> slot = SlotOf(name);
  for (syntax::StmtId at = branch_.front(); at; at = finding_.parents.Parent(at)) {
    const auto* with = finding_.If<syntax::With>(at);
    if (!with || !MayTurnGradientsOff(finding_, *with)) continue;
    if (!slot) return true;
    const source::Span block = finding_.tree()[at].span;
    const Definitions& before = terms_.flow().Before(finding_.tree()[branch_.front()].span, *slot);
    if (!std::all_of(before.begin(), before.end(), [&](const flow::Inst* definition) {
          return definition && block.Contains(definition->span);
        }))
      return true;
  }
  return false;
}

// The code of a side that divides by 1 where it is not taken: by 0 its gradient would be NaN. Of a
// stable one as it is; nullopt where the side is unstable by something else.
std::optional<Code> Branches::Guarded(const Code& test, bool when_true, const Value& side) {
  if (!side.unstable) return side.code;
  if (!side.divisors) return side.guarded;
  const Code torch = Torch();
  Code code = side.code;
  const Code one = Code::Number(1);
  for (const std::string& name : *side.divisors) {
    const Code place = Code::Place(name);
    code = code.With(name,
                     when_true ? Where(torch, test, place, one) : Where(torch, test, one, place));
  }
  return code;
}

// Whether a side is a tensor that may get a gradient and is used under its own name as well, beside
// the result: autograd then adds the gradients of all uses to it one by one.
bool Branches::IsStillUsed(const std::string& name, const Value& side) const {
  const bool whole = IsWhole(side.term.kind);
  const std::string place(side.code.PlaceName());
  const std::optional<flow::Slot> slot = SlotOf(place);
  if (whole || place == name || !slot) return false;
  const std::uint32_t end = finding_.tree()[branch_.back()].span.end;
  const std::vector<syntax::ExprId>& loads = terms_.flow().LoadsOf(*slot);
  return std::any_of(loads.begin(), loads.end(),
                     [&](syntax::ExprId load) { return finding_.tree()[load].span.begin >= end; });
}

void Branches::DifferInKind(const Value& a, const Value& b) {
  if (!AreSame(a.term.shape, b.term.shape))
    Differ(
        "where the sides differ in shape, the result is broadcast from both, or torch.where "
        "raises");
  if (!AreSame(a.term.dtype, b.term.dtype))
    Differ("where the sides differ in dtype, the result is promoted");
  if (a.layout != b.layout || a.layout.empty())
    Differ("where the sides are laid out differently, the result has the strides of one of them");
  DifferInGradient(a, b);
}

void Branches::DifferInGradient(const Value& a, const Value& b) {
  if (a.reads != b.reads || a.may_cut || b.may_cut)
    Differ(
        "the result requires a gradient where either side does, and what only one side uses gets a "
        "zero gradient, which its hooks see, where it had none");
}

namespace {
// Whether one of the sides, by itself, could spoil gradients, and torch.cond keeps what they do.
bool IsForCond(const Value& a, const Value& b) {
  const auto refused = [](const Value& value) { return value.inherited || value.draws; };
  return (a.unstable || b.unstable) && !refused(a) && !refused(b);
}

bool AsksOften(const Side& side, const std::string& name) {
  const auto found = side.values.find(name);
  return found != side.values.end() && found->second.AsksOften();
}
}  // namespace

// Where running both sides could spoil gradients, and both give the same kind of tensor.
std::optional<Code> Branches::ByCond(const Code& test, const Value& a, const Value& b) {
  const bool same = AreSame(a.term.shape, b.term.shape) && AreSame(a.term.dtype, b.term.dtype);
  if (!same || !IsForCond(a, b)) return std::nullopt;
  std::set<std::string> tensors;
  for (const Value* value : {&a, &b})
    for (const std::string& name : value->reads)
      if (SlotOf(name) && value->code.Reads(name)) tensors.insert(name);
  std::vector<Code> operands;
  for (const std::string& name : tensors) operands.push_back(Code::Place(name));
  auto side = [&](const Value& value) -> std::optional<Code> {
    // What comes out may not be what went in.
    const bool name = SlotOf(std::string(value.code.PlaceName())).has_value();
    if (!name && !value.term.fresh) return std::nullopt;
    return Code::Lambda(operands, name ? value.code.Method("clone") : value.code);
  };
  const auto when_true = side(a), when_false = side(b);
  if (!when_true || !when_false || tensors.empty()) return std::nullopt;
  by_cond_ = true;
  return Torch().Method("cond", {test, *when_true, *when_false, Code::Tuple(operands)});
}

namespace {
// Whether what is written for the sides asks for the test more than once.
bool AskSeveral(const std::vector<std::string>& names, const Side& a, const Side& b) {
  return names.size() + a.appended.size() > 1 || a.appended.size() != b.appended.size() ||
         std::any_of(names.begin(), names.end(), [&](const std::string& name) {
           return AsksOften(a, name) || AsksOften(b, name);
         });
}
}  // namespace

bool Branches::Merge(const Predicate& predicate, Side& when_true, Side& when_false, Side& into) {
  if (when_true.draws && when_false.draws) return Fail(std::string(kBothDraw));
  into.draws |= when_true.draws || when_false.draws;
  std::vector<std::string> names = when_true.order;
  for (const std::string& name : when_false.order)
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  std::erase_if(names, [&](const std::string& name) { return !IsRead(name, branch_.back()); });
  Code test = predicate.code;
  const bool several = AskSeveral(names, when_true, when_false);
  if (several && (!test.IsOperand() || test.Calls())) {
    const Code fresh = Code::Place(Fresh("predicate"));
    into.lines.emplace_back(test.AssignedTo(fresh));
    test = fresh;
  }
  for (const Side* side : {&when_true, &when_false})
    into.lines.insert(into.lines.end(), side->lines.begin(), side->lines.end());
  if (!MergeAppended(test, when_true, when_false, into)) return false;
  std::vector<std::pair<std::string, Value>> merged;
  for (const std::string& name : names) {
    Value a, b, out;
    if (!ValueIn(when_true, name, a) || !ValueIn(when_false, name, b)) return false;
    if (!MergeValue(name, test, a, b, out)) return false;
    if (ReadsAppended(name, out, into)) return false;
    merged.emplace_back(name, out);
  }
  for (auto& [name, value] : merged)
    if (!Set(name, std::move(value), into)) return false;
  return true;
}

void Branches::Untangle(Side& out) {
  for (std::size_t i = 1; i < out.order.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (out.values.at(out.order[i]).code.Reads(out.order[j]))
        Materialise(out, out.order[i], out.order[i]);
}

}  // namespace graphmend::fix
