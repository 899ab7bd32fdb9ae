#include "fix/branches.h"

#include <algorithm>
#include <array>
#include <utility>

#include "fix/appends.h"
#include "fix/calls.h"
#include "fix/gradients.h"
#include "fix/operands.h"
#include "fix/reads.h"

namespace graphmend::fix {
namespace {

using infer::FactKind;
using models::OpKind;
using syntax::ExprId;
using syntax::StmtId;

}  // namespace

bool Branches::Fail(std::string why) {
  if (why_.empty()) why_ = std::move(why);
  return false;
}

void Branches::Differ(const std::string& how) {
  if (std::find(differences_.begin(), differences_.end(), how) == differences_.end())
    differences_.push_back(how);
}

std::string Branches::Fresh(const std::string& base) {
  std::string name = rewriter_.FreshName(base);
  for (int number = 2; !taken_.insert(name).second; ++number)
    name = rewriter_.FreshName(base + "_" + std::to_string(number));
  return name;
}

Naming Branches::NamesIn(const Side& side) const {
  Naming names;
  for (const auto& [name, value] : side.values)
    if (value.code.PlaceName() != name) names[name] = value.code;
  return names;
}

// ---- values -------------------------------------------------------------------------------------
// What a call reads besides its arguments: the parameters of a module, attributes of the object
// whose method is called. Empty where it reads nothing. `own`: it calls a function of the program.
std::string_view Branches::ReadByCall(ExprId expr, bool own) const {
  const auto* call = finding_.If<syntax::Call>(expr);
  if (!call) return {};
  const auto* method = finding_.If<syntax::Attribute>(call->callee);
  const bool module = finding_.Fact(call->callee).Is(FactKind::Object) &&
                      (own || terms_.OperationOf(expr).op == OpKind::Costly);
  const bool bound = own && method && finding_.Fact(method->object).Is(FactKind::Object);
  return module || bound ? finding_.Text(call->callee) : std::string_view();
}

void Value::Read(const Value& other, bool cut) {
  if (!cut) reads.insert(other.reads.begin(), other.reads.end());
  speculatable &= other.speculatable;
  costly |= other.costly;
  unstable |= other.unstable;
  inherited |= other.unstable;
  may_cut |= other.may_cut;
}

void Value::MadeBetween(const Value& followed) {
  reads = followed.reads;
  speculatable &= followed.speculatable;
  costly |= followed.costly;
  may_cut |= followed.may_cut;
  draws |= followed.draws;
  inherited |= followed.inherited;
}

// What a part of an expression reads that is no variable of a side; why it must not, or "".
std::string Branches::ReadPart(ExprId part, Value& out) {
  if (CallsObject(finding_, part)) Differ(std::string(kPutElsewhere));
  const Purity* called = PurityOf(finding_, part);
  const std::string text(finding_.Text(part));
  if (const std::string_view read_as = ReadByCall(part, called != nullptr); !read_as.empty())
    out.reads.emplace(read_as);
  if (called) {
    out.may_cut |= called->cuts;
    if (called->raises && Calls(finding_).IsCaught(finding_.function))
      return "`" + text + "` may raise what a caller catches, so both sides cannot run";
    if (!places_.empty())
      return "a function of the program may read what the branch sets; set it behind the branch";
  }
  const auto* attribute = finding_.If<syntax::Attribute>(part);
  const bool changed = attribute && finding_.Fact(attribute->object).Is(FactKind::Object) &&
                       MayHaveGradient(finding_.Fact(part)) && IsChangedAttribute(part) &&
                       !IsGraphWithoutGradients(finding_);
  return changed ? std::string(kChanged) : "";
}

// What the expression reads; false where one of that is changed in place elsewhere. It gets a name,
// so that nothing is computed twice.
bool Branches::Read(ExprId expr, Side& side, Value& out) {
  std::string why;
  auto read = [&](auto& self, ExprId part, bool cut) -> void {
    const std::string text(finding_.Text(part));
    auto known = side.values.find(text);
    const bool variable = finding_.If<syntax::Name>(part) || finding_.If<syntax::Attribute>(part);
    if (variable && known != side.values.end()) {
      if (known->second.pending) Materialise(side, text, text);
      return out.Read(known->second, cut);
    }
    if (!cut && variable && !terms_.HasNoGradient(part)) out.reads.insert(text);
    const std::string refused = ReadPart(part, out);
    if (why.empty()) why = refused;
    cut = cut || CutsGradient(finding_, part);
    ForEachPart(finding_.tree(), part, [&](ExprId inner) { self(self, inner, cut); });
  };
  read(read, expr, false);
  return why.empty() || Fail(why);
}

// Whether the expression may be evaluated where the side is not taken, and which variables have to
// be others then.
bool Branches::MayEvaluate(ExprId expr, Side& side, Value& out, Wraps& indices) {
  if (auto effects = terms_.Effects(expr, draws_ ? &out.draws : nullptr))
    return Fail(*effects + ", so both sides cannot run");
  side.draws |= out.draws;
  if (out.draws) draws_->push_back(expr);
  if (out.draws) Differ("random numbers are drawn whatever the test gives, which moves later ones");
  const ExprId item = ItemByData(expr);
  return !item || (CanGuard(side) && IndicesOf(expr, indices)) ||
         Fail("`" + std::string(finding_.Text(item)) +
              "` may be out of range where the test fails; clamp the index");
}

bool Branches::Evaluate(ExprId expr, Side& side, Value& out) {
  // Where the side is not taken, the first place is read: `x[torch.where(predicate, i, 0)]`.
  Wraps indices;
  indices.with = [&](const Code& index, const Code& first) {
    return Torch().Method("where", {side.when, index, first});
  };
  if (const auto each = EvaluateEach(expr, side, out)) return *each;
  if (const auto choice = EvaluateChoice(expr, side, out)) return *choice;
  if (finding_.If<syntax::Starred>(expr))
    return Fail("`" + std::string(finding_.Text(expr)) +
                "` gives several values; write them one by one");
  if (!MayEvaluate(expr, side, out, indices)) return false;
  if (!Read(expr, side, out)) return false;
  out.code = Code::Of(finding_, expr, NamesIn(side), &indices);
  if (!indices.others.empty() && !AreWithoutGradients()) Differ(std::string(kZeroToNan));
  if (out.code.Text().find('\n') != std::string::npos) return Fail(std::string(kLongText));
  if (const ExprId division = terms_.WholeDivision(expr))
    return Fail("`" + std::string(finding_.Text(division)) +
                "` raises where it divides by 0; divide by a clamped tensor");
  out.term = terms_.Of(expr);
  out.layout = LayoutOf(expr, side);
  out.number = finding_.Fact(expr).OneOf(FactKind::Int, FactKind::Float);
  out.flag = finding_.Fact(expr).Is(FactKind::Bool);
  const bool kept = !out.number && !out.term.tensor && kept_.IsNumber(expr);
  out.number |= kept;
  if (out.number)
    out.term = NumberTerm(kept ? kept_.IsWhole(expr) : finding_.Fact(expr).Is(FactKind::Int));
  out.held = !out.term.fresh || IsHeld(expr);
  out.speculatable &= terms_.IsSpeculatable(expr);
  out.costly |= terms_.IsCostly(expr);
  out.unstable |= terms_.IsUnstable(expr) && !AreWithoutGradients();
  if (out.unstable && !out.inherited) out.divisors = terms_.Divisors(expr);
  auto assigned = [&](const std::string& name) { return side.values.contains(name); };
  if (out.divisors && std::any_of(out.divisors->begin(), out.divisors->end(), assigned))
    out.divisors = std::nullopt;
  out.pending = true;
  GuardPoles(expr, side, indices, out);
  return EvaluateItems(expr, side, out);
}

// See Value::layout.
std::string Branches::LayoutOf(ExprId expr, const Side& side) const {
  const std::string text(finding_.Text(expr));
  if (const auto known = side.values.find(text); known != side.values.end())
    return known->second.layout;
  if (const auto* unary = finding_.If<syntax::Unary>(expr)) return LayoutOf(unary->operand, side);
  if (const auto* binary = finding_.If<syntax::Binary>(expr)) {
    if (binary->op == syntax::BinaryOp::MatMul) return "";
    if (terms_.IsNumber(binary->right)) return LayoutOf(binary->left, side);
    if (terms_.IsNumber(binary->left)) return LayoutOf(binary->right, side);
    const std::string left = LayoutOf(binary->left, side);
    return left == LayoutOf(binary->right, side) ? left : "";
  }
  const auto* call = finding_.If<syntax::Call>(expr);
  if (call && terms_.OperationOf(expr).op == OpKind::Elementwise) {
    const ExprId subject = terms_.Subject(*call);
    const bool plain = std::all_of(call->args.begin(), call->args.end(), [&](const auto& arg) {
      return arg.value == subject || terms_.IsNumber(arg.value);
    });
    return subject && plain ? LayoutOf(subject, side) : "";
  }
  const Code code = Code::Of(finding_, expr);
  for (const auto& [name, value] : side.values)
    if (code.Reads(name)) return "";
  return text;
}

// Whether the file changes in place what the attribute holds.
bool Branches::IsChangedAttribute(ExprId expr) {
  const auto [known, added] = changed_.try_emplace(std::string(finding_.Text(expr)), false);
  if (added) known->second = IsChangedInPlace(finding_, expr);
  return known->second;
}

// Whether a variable or attribute that is needed otherwise holds it.
bool Branches::IsHeld(ExprId expr) const {
  return finding_.If<syntax::Attribute>(expr) ||
         (finding_.If<syntax::Name>(expr) && !IsTemporary(std::string(finding_.Text(expr))));
}

// ---- statements ---------------------------------------------------------------------------------
std::optional<flow::Slot> Branches::SlotOf(const std::string& name) const {
  const flow::Graph& graph = terms_.flow().graph();
  for (std::uint32_t i = 0; i < graph.slots.size(); ++i)
    if (graph.slots[i].text() == name) return i;
  return std::nullopt;
}

// Whether an inner function reads the variable.
bool Branches::IsCaptured(flow::Slot slot) const {
  const std::vector<bool>& captured = finding_.file.index()[terms_.flow().graph().scope].captured;
  return slot < captured.size() && captured[slot];
}

bool Branches::IsRead(const std::string& name, StmtId branch) const {
  const std::optional<flow::Slot> slot = SlotOf(name);
  if (places_.contains(name) || !slot) return true;
  return IsCaptured(*slot) || terms_.flow().LiveAfter(finding_.tree()[branch].span, *slot);
}

// Whether a line may assign it: nobody needs what it held before any of the branches.
bool Branches::IsTemporary(const std::string& name) const {
  const std::optional<flow::Slot> slot = SlotOf(name);
  return slot && std::none_of(branch_.begin(), branch_.end(), [&](StmtId branch) {
           return IsRead(name, branch) || ReadFromBefore(*slot, branch);
         });
}

// Whether the branch itself reads what the variable held before it.
bool Branches::ReadFromBefore(flow::Slot slot, StmtId branch) const {
  const source::Span span = finding_.tree()[branch].span;
  const Definitions& before = terms_.flow().Before(span, slot);
  for (ExprId load : terms_.flow().LoadsOf(slot)) {
    const source::Span at = finding_.tree()[load].span;
    if (at.begin < span.begin || at.end > span.end) continue;
    for (const flow::Inst* definition : terms_.flow().Of(load))
      if (!definition || Dataflow::IsMerge(definition) || before.contains(definition)) return true;
  }
  return false;
}

// `import warnings`: of modules that torch has imported, so that nothing of them runs.
bool Branches::IsLoadedImport(StmtId stmt) const {
  constexpr std::array<std::string_view, 5> kLoaded = {"logging", "math", "os", "sys", "warnings"};
  const auto* import = finding_.If<syntax::Import>(stmt);
  return import && std::all_of(import->names.begin(), import->names.end(), [&](const auto& alias) {
           return std::find(kLoaded.begin(), kLoaded.end(), alias.name.text()) != kLoaded.end();
         });
}

bool Branches::FollowStatement(StmtId stmt, Side& side) {
  if (finding_.If<syntax::Pass>(stmt)) return true;
  if (IsLoadedImport(stmt)) {
    const std::string text(finding_.Text(finding_.tree()[stmt].span));
    side.lines.emplace_back(Code::Verbatim(text));
    return true;
  }
  if (const auto* assign = finding_.If<syntax::Assign>(stmt)) {
    if (assign->targets.size() != 1)
      return Fail("a chained assignment is not followed; write one for each name");
    return Assign(assign->targets[0], assign->value, side);
  }
  if (const auto* typed = finding_.If<syntax::AnnAssign>(stmt))
    return !typed->value || Assign(typed->target, typed->value, side);
  if (const auto* aug = finding_.If<syntax::AugAssign>(stmt)) return AssignAug(*aug, side);
  if (const auto* branch = finding_.If<syntax::If>(stmt))
    return terms_.IsStatic(branch->test) ? FollowStatic(*branch, side) : FollowTensor(stmt, side);
  if (IsDeferredMessage(finding_, stmt)) return FollowMessage(stmt, side);
  if (const std::optional<bool> followed = FollowAppend(stmt, side)) return *followed;
  if (const std::optional<bool> followed = FollowChange(stmt, side)) return *followed;
  if (const auto* done = finding_.If<syntax::Return>(stmt)) return FollowReturn(*done, side);
  const std::string text(finding_.Text(finding_.tree()[stmt].header));
  return Fail("`" + text.substr(0, text.find('\n')) +
              "` must not run where the other side is taken");
}

bool Branches::Follow(syntax::StmtList body, Side& side) {
  for (StmtId stmt : body) {
    if (side.returns) return Fail("code after a return is not followed; delete it");
    if (!side.appended.empty() && !AppendIn(finding_, stmt))
      return Fail("code behind what is appended to a list is not followed; append last");
    if (!FollowStatement(stmt, side)) return false;
  }
  return true;
}

// What Python decides stays a conditional expression.
bool Branches::FollowStatic(const syntax::If& branch, Side& side) {
  if (auto effects = terms_.EffectsOfOperand(branch.test)) return Fail(*effects);
  Settle(side);
  Side when_true, when_false;
  when_true.values = when_false.values = side.values;
  const bool outer = std::exchange(in_static_, true);
  const bool followed = Follow(branch.body, when_true) && Follow(branch.orelse, when_false);
  in_static_ = outer;
  if (!followed) return false;
  const auto assigns = [](const Side& one) {
    return one.lines.empty() && !one.returns && one.appended.empty();
  };
  if (!assigns(when_true) || !assigns(when_false))
    return Fail("a branch inside the branch does more than assign; decide it before");
  std::vector<std::string> names = when_true.order;
  names.insert(names.end(), when_false.order.begin(), when_false.order.end());
  const Code test = Code::Of(finding_, branch.test, NamesIn(side));
  for (const std::string& name : names) {
    Value a, b;
    if (!ValueIn(when_true, name, a) || !ValueIn(when_false, name, b)) return false;
    if (a.code == b.code) continue;
    Value out = a;
    out.MadeOf(b);
    out.number &= b.number;
    out.flag &= b.flag;
    out.code = a.code.If(test, b.code);
    out.items.clear();
    out.each = nullptr;
    out.term.tensor &= b.term.tensor, out.term.fresh &= b.term.fresh;
    out.term.shape = terms_.symbols().Either(a.term.shape, b.term.shape);
    out.term.dtype = terms_.symbols().Either(a.term.dtype, b.term.dtype);
    out.pending = true;
    if (!Set(name, std::move(out), side)) return false;
  }
  return true;
}

void Branches::Settle(Side& side) {
  for (const std::string& name : std::vector<std::string>(side.order))
    Materialise(side, name, name);
}

bool Branches::ValueIn(const Side& side, const std::string& name, Value& out) {
  auto found = side.values.find(name);
  if (found == side.values.end()) return ValueBefore(name, out);
  out = found->second;
  return true;
}

bool Branches::FollowTensor(StmtId stmt, Side& side) {
  const auto& branch = *finding_.If<syntax::If>(stmt);
  Settle(side);
  auto predicate = PredicateOf(finding_, terms_, branch.test, NamesIn(side));
  if (auto* declined = std::get_if<Declined>(&predicate)) return Fail(declined->why);
  Predicate& test = std::get<Predicate>(predicate);
  if (!test.statics.empty())
    return Fail("Python decides part of an inner test; make that part a branch of its own");
  if (!test.difference.empty()) Differ(test.difference);
  if (!terms_.IsSpeculatable(branch.test))
    Differ("an inner test is evaluated in every call, so that an error in it shows");
  branch_.push_back(stmt);
  Side when_true, when_false;
  when_true.values = when_false.values = side.values;
  if (AsksForTest(finding_, branch.body) || AsksForTest(finding_, branch.orelse) ||
      NamesPoles(branch.body) || NamesPoles(branch.orelse)) {
    const Code fresh = Code::Place(Fresh("predicate"));
    side.lines.emplace_back(test.Kept().AssignedTo(fresh));
    test.code = fresh;
    test.negated = fresh.Inverted();
    if (!side.when.empty()) {
      when_true.when = side.when.BitAnd(test.code);
      when_false.when = side.when.BitAnd(test.negated);
    }
  }
  bool merged = Follow(branch.body, when_true) && Follow(branch.orelse, when_false);
  const bool returns = when_true.returns || when_false.returns;
  merged = merged && (returns ? ReturnInside(test, when_true, when_false, side)
                              : Merge(test, when_true, when_false, side));
  branch_.pop_back();
  return merged;
}

StmtId BranchOf(const Finding& finding) {
  const auto* branch = finding.If<syntax::If>(finding.stmt);
  if (!branch) return {};
  const source::Span test = finding.tree()[branch->test].span;
  const source::Span span = finding.tree()[finding.expr].span;
  if (span.begin < test.begin || span.end > test.end) return {};
  return finding.ChainOf(finding.stmt);
}

}  // namespace graphmend::fix
