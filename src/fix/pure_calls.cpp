#include "fix/pure_calls.h"

#include <algorithm>
#include <array>
#include <utility>

#include "fix/calls.h"
#include "fix/function_flows.h"
#include "fix/module_scope.h"
#include "fix/operands.h"
#include "fix/reads.h"
#include "fix/repeatable.h"
#include "fix/terms.h"

namespace graphmend::fix {

using infer::FactKind;
using syntax::ExprId;
using syntax::FunctionId;
using syntax::StmtId;

namespace {

// The body of one function.
class Body {
 public:
  explicit Body(const Finding& inside) : finding_(inside), terms_(inside) {}

  // `decorated`: whatever its decorators are.
  Purity Look(bool decorated);

 private:
  bool Fail(std::string why);
  bool Look(syntax::StmtList block);
  bool Look(StmtId stmt);
  bool LookAtTest(ExprId test);
  bool LookAtBranch(const syntax::If& branch);
  bool LookAtLoop(const syntax::For& loop);
  bool Bind(ExprId target);
  bool Change(const syntax::AugAssign& aug);
  bool Compute(ExprId expr);
  bool Read(ExprId expr);
  std::string Quoted(ExprId expr) const { return "`" + std::string(finding_.Text(expr)) + "`"; }

  const Finding& finding_;
  Terms terms_;
  Purity purity_;
};

bool Body::Fail(std::string why) {
  purity_.why = std::move(why);
  return false;
}

Purity Body::Look(bool decorated) {
  const syntax::Function& function = finding_.tree()[finding_.function];
  const bool plain =
      std::all_of(function.decorators.begin(), function.decorators.end(), [&](ExprId decorator) {
        const std::string_view name = finding_.BuiltinName(decorator);
        return name == "staticmethod" || name == "classmethod";
      });
  if ((!plain && !decorated) || function.is_generator || function.is_async || function.body.empty())
    Fail("it is not a plain function");
  else Look(function.body);
  return std::move(purity_);
}

bool Body::Look(syntax::StmtList block) {
  return std::all_of(block.begin(), block.end(), [&](StmtId stmt) { return Look(stmt); });
}

bool Body::Look(StmtId stmt) {
  return base::Match(
      finding_.tree()[stmt].node, [](const syntax::Pass&) { return true; },
      [](const syntax::Break&) { return true; }, [](const syntax::Continue&) { return true; },
      [&](const syntax::ExprStmt& s) { return Compute(s.value); },
      [&](const syntax::Return& s) { return !s.value || Compute(s.value); },
      [&](const syntax::Assign& s) {
        return Compute(s.value) && std::all_of(s.targets.begin(), s.targets.end(),
                                               [&](ExprId target) { return Bind(target); });
      },
      [&](const syntax::AnnAssign& s) { return !s.value || (Compute(s.value) && Bind(s.target)); },
      [&](const syntax::AugAssign& s) { return Compute(s.value) && Change(s); },
      [](const syntax::Raise&) { return true; },
      [&](const syntax::Assert& s) { return LookAtTest(s.test); },
      [&](const syntax::If& s) { return LookAtBranch(s); },
      [&](const syntax::For& s) { return LookAtLoop(s); },
      [&](const syntax::With& s) {
        return SetsGradients(finding_, s) ? Look(s.body) : Fail("a context of it is not followed");
      },
      [&](const auto&) {
        const std::string_view text = finding_.Text(finding_.tree()[stmt].header);
        return Fail("`" + std::string(text.substr(0, text.find('\n'))) + "` is not followed");
      });
}

bool Body::LookAtTest(ExprId test) {
  return terms_.IsStatic(test) ? Compute(test) : Fail(Quoted(test) + " decides by a tensor");
}

// Of what is decided by a constant, the other side never runs.
bool Body::LookAtBranch(const syntax::If& branch) {
  if (!LookAtTest(branch.test)) return false;
  const auto& constant = finding_.Fact(branch.test).constant;
  const bool is_bool = constant && finding_.Fact(branch.test).Is(FactKind::Bool);
  if (is_bool) return Look(constant->integer != 0 ? branch.body : branch.orelse);
  return Look(branch.body) && Look(branch.orelse);
}

bool Body::LookAtLoop(const syntax::For& loop) {
  if (loop.is_async || !IsRepeatable(finding_, terms_, loop.iterable))
    return Fail(Quoted(loop.iterable) + " may be used up");
  return Bind(loop.target) && Look(loop.body) && Look(loop.orelse);
}

// Its own variables alone.
bool Body::Bind(ExprId target) {
  const std::vector<ExprId> items = TupleItems(finding_.tree(), target);
  return std::all_of(items.begin(), items.end(), [&](ExprId item) {
    return terms_.SlotOf(item).has_value() || Fail(Quoted(item) + " is assigned outside of it");
  });
}

// `n += 1` gives a number's name another number; a tensor or a list is changed, which has to be one
// that the function has made.
bool Body::Change(const syntax::AugAssign& aug) {
  if (!Bind(aug.target)) return false;
  const infer::ExprFact& fact = finding_.Fact(aug.target);
  if (fact.OneOf(FactKind::Int, FactKind::Float, FactKind::Bool, FactKind::Str, FactKind::Tuple))
    return true;
  const Term term = terms_.Of(aug.target);
  return (term.tensor && term.fresh) || Fail(Quoted(aug.target) + " may be changed in place");
}

bool Body::Compute(ExprId expr) {
  if (auto effects = terms_.Effects(expr)) return Fail(std::move(*effects));
  purity_.costly |= terms_.IsCostly(expr);
  purity_.unstable |= terms_.IsUnstable(expr);
  purity_.divides |= bool(terms_.WholeDivision(expr));
  return Read(expr);
}

// Nothing that is changed in place elsewhere, and no item at a place that data decides, which may
// be out of range where the source does not ask for it.
bool Body::Read(ExprId expr) {
  const auto* attribute = finding_.If<syntax::Attribute>(expr);
  if (attribute && finding_.Fact(attribute->object).Is(FactKind::Object) &&
      IsChangedInPlace(finding_, expr))
    return Fail(Quoted(expr) + " is changed in place elsewhere");
  if (const auto* item = finding_.If<syntax::Subscript>(expr))
    for (ExprId index : TupleItems(finding_.tree(), item->index))
      if (finding_.Fact(index).MayBe(FactKind::Tensor) ||
          finding_.Fact(index).MayBe(FactKind::Scalar))
        return Fail(Quoted(expr) + " may be out of range");
  bool all = true;
  ForEachPart(finding_.tree(), expr, [&](ExprId part) { all = all && Read(part); });
  return all;
}

// Whether a fix writes something else in a place that the expression reads.
bool IsAssumed(const Finding& finding, ExprId expr) {
  bool assumed = finding.AssumedOf(expr) != nullptr;
  ForEachPart(finding.tree(), expr,
              [&](ExprId part) { assumed = assumed || IsAssumed(finding, part); });
  return assumed;
}

bool HasPlainArguments(const syntax::Call& call) {
  return std::all_of(call.args.begin(), call.args.end(), [](const syntax::Arg& arg) {
    return arg.kind == syntax::ArgKind::Positional || arg.kind == syntax::ArgKind::Keyword;
  });
}

// Of the function that is looked at from inside; once. `getter`: its decorators make it a property.
const Purity& PurityInside(const Finding& inside, bool getter) {
  std::optional<Purity>& known = inside.flows.AnswersFor(inside.file, inside.function).purity;
  if (known) return *known;
  // Until it is known, for what leads back to it.
  known = Purity{.why = getter ? "it reads itself" : "it calls itself"};
  known = Body(inside).Look(getter);
  if (!getter && known->why.empty() && Calls(inside).RegistersHooks()) known->why = "hooks may run";
  return *known;
}

}  // namespace

const Purity* PurityOf(const Finding& finding, ExprId call) {
  const auto* called = finding.If<syntax::Call>(call);
  if (!called || !HasPlainArguments(*called)) return nullptr;
  if (finding.assumptions && IsAssumed(finding, call)) return nullptr;
  const infer::ExprFact& result = finding.Fact(call);
  if (result.kinds == 0 || result.MayBe(FactKind::Unknown)) return nullptr;
  const std::optional<Finding> inside = InsideCallee(finding, call);
  if (!inside || Calls(*inside).IsOverridden(inside->function)) return nullptr;
  return &PurityInside(*inside, false);
}

std::optional<std::string> EffectsOfReading(const Finding& finding, ExprId attribute) {
  const auto& read = *finding.If<syntax::Attribute>(attribute);
  const auto* call = finding.If<syntax::Call>(finding.parents.Parent(attribute));
  if ((call && call->callee == attribute) || !finding.Fact(read.object).MayBe(FactKind::Object))
    return std::nullopt;
  const std::optional<FunctionId> getter = Calls(finding).Decorated(read.name.text());
  if (!getter) return std::nullopt;
  const std::string computed =
      "`" + std::string(finding.Text(attribute)) + "` is computed when it is read";
  if (!*getter || !WasFollowed(finding, *getter)) return computed;
  const Purity& purity = PurityInside(finding.In(*getter), true);
  return purity.why.empty() ? std::nullopt : std::optional(computed + ": " + purity.why);
}

bool IsChain(const Finding& finding, ExprId call) {
  const auto* called = finding.If<syntax::Call>(call);
  return called && finding.Fact(called->callee).Is(FactKind::Object) &&
         (finding.NameOf(called->callee) == "torch.nn.Sequential" || PurityOf(finding, call));
}

bool SetsGradients(const Finding& finding, const syntax::With& with) {
  constexpr std::array<std::string_view, 2> kModes = {"torch.no_grad", "torch.enable_grad"};
  return std::all_of(with.items.begin(), with.items.end(), [&](const syntax::WithItem& item) {
    const auto* call = finding.If<syntax::Call>(item.context);
    const std::string name = call && !item.target ? ImportedName(finding, call->callee) : "";
    return std::find(kModes.begin(), kModes.end(), name) != kModes.end();
  });
}

}  // namespace graphmend::fix
