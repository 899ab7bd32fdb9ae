#include <algorithm>

#include "fix/branches.h"
#include "fix/gradients.h"
#include "fix/module_scope.h"
#include "fix/number_uses.h"
#include "fix/reads.h"
#include "fix/result_uses.h"

namespace graphmend::fix {
namespace {

using infer::FactKind;
using syntax::ExprId;

constexpr std::string_view kReturned = "return";

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

constexpr std::string_view kOtherDtype =
    "where the tensor's dtype differs from that of what it is combined with, the result's dtype "
    "may differ, too; on a GPU a quotient may differ in the last bit";

}  // namespace

Term NumberTerm(bool whole) {
  Term term;
  term.shape = dataflow::kSingle;
  term.kind = whole ? values::DType::Int : values::DType::Float;
  term.dtype = dataflow::kOfNumber;
  term.fresh = true;
  return term;
}

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
  if (!out.speculatable) Differ("both sides run, so that an error in either shows");
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

bool Branches::ServesAsTensor(const std::string& name, NumberUses& uses) const {
  if (name == kReturned)
    return merged_ ? uses.Serves(merged_) : uses.ReturnServes(finding_.function);
  // All of the branches that are followed become lines of the outermost.
  const source::Span branch = finding_.tree()[branch_.front()].span;
  if (auto place = places_.find(name); place != places_.end()) {
    const auto* field = finding_.If<syntax::Attribute>(place->second);
    const bool always = !finding_.parents.Parent(branch_.front());
    return field && uses.KeptServes(*field, branch, always);
  }
  const std::optional<flow::Slot> slot = SlotOf(name);
  if (!slot || IsCaptured(*slot)) return false;
  const std::vector<syntax::ExprId>& loads = terms_.flow().LoadsOf(*slot);
  // In the branch itself a new number may be made of it.
  const auto is_counted = [&](ExprId load) {
    const syntax::StmtId stmt = finding_.parents.Statement(load);
    const auto* assign = finding_.If<syntax::Assign>(stmt);
    const auto* aug = finding_.If<syntax::AugAssign>(stmt);
    const ExprId target = aug ? aug->target : assign ? assign->targets[0] : ExprId();
    return branch.Contains(finding_.tree()[load].span) && target && finding_.Text(target) == name &&
           (target == load || finding_.If<syntax::Binary>(finding_.parents.Parent(load)) ||
            assign->value == load);
  };
  return std::all_of(loads.begin(), loads.end(),
                     [&](ExprId load) { return is_counted(load) || uses.Serves(load); });
}

// Nothing where the tests that ask for a number are mended once it is a tensor; what has assumed
// this branch to be mended has asked that.
std::optional<Declined> Branches::WhyTestsAreNotMended(const std::string& name,
                                                       const NumberUses& uses) const {
  bool again = false;
  std::vector<TestPlace> elsewhere;
  const source::Span branch = finding_.tree()[branch_.front()].span;
  if (!uses.TestsTensors())
    return Declined{"`" + name + "` is tested where it may still be a number; make it a tensor"};
  for (const TestPlace& place : uses.tests())
    if (!branch.Contains(finding_.tree()[place.test].span)) elsewhere.push_back(place);
  // How many dimensions it has then is not known where an object keeps it.
  for (const TestPlace& place : elsewhere)
    ForEachInside(finding_, finding_.tree()[finding_.ChainOf(place.stmt)].span, [&](ExprId part) {
      again |= places_.contains(name) && finding_.Text(part) == name && IsTarget(finding_, part);
    });
  if (again)
    return Declined{"`" + name + "` is set again where a test asks for it; make it a tensor"};
  if (elsewhere.empty() || finding_.assumptions) return std::nullopt;
  ReadTests tests(finding_);
  uses.AssumeIn(tests, values::DType::Float);
  return WhyNotMended(finding_, tests, elsewhere);
}

namespace {
// `again`: it may be a tensor already.
Code AsDouble(const Value& value, const Code& torch, bool again) {
  if (value.term.dtype == dataflow::kFloat64) return value.code;
  if (!value.number) return value.code.Method("double");
  return torch.Method(again ? "as_tensor" : "tensor",
                      {value.code, {"dtype=", torch.Attribute("float64")}});
}
}  // namespace

// Where a side has such a branch of its own, both ask for the same.
bool Branches::Convert(const std::string& name, const NumberUses& uses, bool doubles) {
  const auto [known, fresh] = converted_->try_emplace(name, doubles);
  return fresh ? uses.WriteConversions(rewriter_, doubles) : known->second == doubles;
}

namespace {
bool IsNumberOrSingle(const Value& value) {
  return value.number ||
         (value.term.tensor && value.term.shape == dataflow::kSingle &&
          value.term.kind != values::DType::Bool && value.term.kind != values::DType::Complex);
}
}  // namespace

bool Branches::MergeNumbers(const std::string& name, const Code& test, const Value& a,
                            const Value& b, Value& out) {
  const std::string what = name == kReturned ? "what is returned" : "`" + name + "`";
  if (!IsNumberOrSingle(a) || !IsNumberOrSingle(b))
    return Fail(what + " is not known to be a tensor on both sides; make it one");
  NumberUses uses(finding_);
  uses.FollowTests();
  const bool whole = a.term.kind == values::DType::Int && b.term.kind == values::DType::Int;
  if (!whole) uses.Compute();
  if (!ServesAsTensor(name, uses))
    return Fail(what + " is not known to be a tensor on both sides; make it one");
  if (std::optional<Declined> declined = WhyTestsAreNotMended(name, uses))
    return Fail(declined->why);
  const bool doubles = uses.computed() && !(whole && uses.whole());
  if (uses.WriteIn(region_.value_or(finding_.tree()[branch_.front()].span), doubles))
    return Fail(what + " is a number that the branch computes with; make it a tensor before");
  if (doubles && whole && places_.contains(name))
    return Fail(what + " is a whole number that an object keeps; keep a tensor of its dtype");
  // Python computes in doubles, and so does what one of the sides is made a tensor of.
  const Code torch = Torch();
  if (!Convert(name, uses, doubles))
    return Fail(what + " is computed in doubles; make it a tensor of the dtype that you need");
  // In a loop, what was a number may be a tensor in the next iteration.
  const bool again =
      name != kReturned && (places_.contains(name) || IsInLoop(finding_, branch_.front()));
  const Code first = doubles ? AsDouble(a, torch, again) : a.code;
  out.code = Where(torch, test, first, b.code);
  out.term = NumberTerm(whole);
  out.term.tensor = true;
  out.term.dtype = doubles ? dataflow::kFloat64
                           : terms_.symbols().DType({.kind = dataflow::Origin::Kind::Selected,
                                                     .text = out.code.Text()});
  Differ(std::string(kOtherDtype) + uses.Difference());
  if (!out.speculatable) Differ("both sides run, so that an error in either shows");
  return true;
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

bool Branches::Merge(const Predicate& predicate, Side& when_true, Side& when_false, Side& into) {
  if (when_true.draws && when_false.draws) return Fail(std::string(kBothDraw));
  into.draws |= when_true.draws || when_false.draws;
  std::vector<std::string> names = when_true.order;
  for (const std::string& name : when_false.order)
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  std::erase_if(names, [&](const std::string& name) { return !IsRead(name, branch_.back()); });
  Code test = predicate.code;
  const bool several = names.size() + when_true.appended.size() > 1 ||
                       std::any_of(names.begin(), names.end(), [&](const std::string& name) {
                         return AsksOften(when_true, name) || AsksOften(when_false, name);
                       });
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
