#include "fix/pure_calls.h"

#include <algorithm>
#include <utility>

#include "fix/calls.h"
#include "fix/function_flows.h"
#include "fix/gradients.h"
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
  bool IsPassed(ExprId expr) const;
  bool LookAtBranch(const syntax::If& branch);
  bool LookAtLoop(const syntax::For& loop);
  bool Bind(ExprId target);
  bool Change(const syntax::AugAssign& aug);
  bool Compute(ExprId expr);
  bool Cuts(ExprId expr) const;
  bool Raises(ExprId expr) const;
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
        return Compute(s.value) &&
               std::all_of(s.targets.begin(), s.targets.end(), [&](ExprId target) {
                 const auto effects = terms_.EffectsOfUnpacking(target, s.value);
                 return Bind(target) && (!effects || Fail(*effects));
               });
      },
      [&](const syntax::AnnAssign& s) { return !s.value || (Compute(s.value) && Bind(s.target)); },
      [&](const syntax::AugAssign& s) {
        const auto effects = terms_.EffectsOfOperand(s.value);
        return (!effects || Fail(*effects)) && Compute(s.value) && Change(s);
      },
      [&](const syntax::Raise&) {
        purity_.raises = true;
        return true;
      },
      [&](const syntax::Assert& s) {
        purity_.raises = true;
        return LookAtTest(s.test);
      },
      [&](const syntax::If& s) { return LookAtBranch(s); },
      [&](const syntax::For& s) { return LookAtLoop(s); },
      [&](const syntax::With& s) {
        purity_.cuts = true;
        return TurnsOffGradients(finding_, s) ? Look(s.body)
                                              : Fail("a context of it is not followed");
      },
      [&](const auto&) {
        const std::string_view text = finding_.Text(finding_.tree()[stmt].header);
        return Fail("`" + std::string(text.substr(0, text.find('\n'))) + "` is not followed");
      });
}

bool Body::LookAtTest(ExprId test) {
  if (!terms_.IsStatic(test)) return Fail(Quoted(test) + " decides by a tensor");
  if (auto effects = terms_.EffectsOfOperand(test)) return Fail(std::move(*effects));
  return Compute(test);
}

// Whether the expression is made of what its function was passed, literals and attributes of the
// object that it is a method of: of what is global, other code may change what a call finds.
bool Body::IsPassed(ExprId expr) const {
  if (finding_.If<syntax::Name>(expr)) return terms_.SlotOf(expr).has_value();
  if (const auto* attribute = finding_.If<syntax::Attribute>(expr)) {
    const std::optional<flow::Slot> slot = terms_.SlotOf(attribute->object);
    return slot == 0u && !Calls(finding_).AsksForDicts() &&
           finding_.tree()[finding_.function].cls &&
           finding_.Fact(attribute->object).Is(FactKind::Object);
  }
  bool passed = finding_.If<syntax::Literal>(expr) || finding_.If<syntax::Unary>(expr) ||
                finding_.If<syntax::Compare>(expr) || finding_.If<syntax::BoolOp>(expr);
  ForEachPart(finding_.tree(), expr, [&](ExprId part) { passed = passed && IsPassed(part); });
  return passed;
}

// Of what is decided by a constant, the other side never runs.
bool Body::LookAtBranch(const syntax::If& branch) {
  if (!LookAtTest(branch.test)) return false;
  const auto& constant = finding_.Fact(branch.test).constant;
  const bool is_bool = constant && finding_.Fact(branch.test).Is(FactKind::Bool);
  if (is_bool && IsPassed(branch.test))
    return Look(constant->integer != 0 ? branch.body : branch.orelse);
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
  purity_.cuts |= Cuts(expr);
  purity_.raises |= Raises(expr);
  return Read(expr);
}

// Whether a function of the program that it calls does.
bool Body::Raises(ExprId expr) const {
  const Purity* called = PurityOf(finding_, expr);
  bool raises = called && called->raises;
  ForEachPart(finding_.tree(), expr, [&](ExprId part) { raises = raises || Raises(part); });
  return raises;
}

// Whether a part of it cuts a tensor off that may require a gradient.
bool Body::Cuts(ExprId expr) const {
  const auto* call = finding_.If<syntax::Call>(expr);
  const Purity* called = call ? PurityOf(finding_, expr) : nullptr;
  bool cuts = (call && CutsGradient(finding_, expr)) || (called && called->cuts);
  ForEachPart(finding_.tree(), expr, [&](ExprId part) { cuts = cuts || Cuts(part); });
  return cuts;
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

// Of the function that is looked at from inside; once. `implied`: Python calls it for what is read
// or computed, whatever its decorators are.
const Purity& PurityInside(const Finding& inside, bool implied) {
  std::optional<Purity>& known = inside.flows.AnswersFor(inside.file, inside.function).purity;
  if (known) return *known;
  // Until it is known, for what leads back to it.
  known = Purity{.why = "it calls itself"};
  known = Body(inside).Look(implied);
  return *known;
}

}  // namespace

const Purity* PurityOf(const Finding& finding, ExprId call) {
  const auto* called = finding.If<syntax::Call>(call);
  if (!called || !HasPlainArguments(*called)) return nullptr;
  if (finding.assumptions && IsAssumed(finding, call)) return nullptr;
  const infer::ExprFact& result = finding.Fact(call);
  if (result.kinds == 0 || result.MayBe(FactKind::Unknown)) return nullptr;
  const infer::ExprFact& callee = finding.Fact(called->callee);
  // One of several alternatives may be a library's, which runs nothing of the program.
  if (callee.Name().empty() || !callee.OneOf(FactKind::Callable, FactKind::Object)) return nullptr;
  const std::optional<Finding> inside = InsideCallee(finding, call);
  if (!inside || Calls(*inside).IsOverridden(inside->function)) return nullptr;
  // `globals()[name] = …` may have put another one in its place.
  const std::uint32_t at = inside->tree()[inside->function].span.begin;
  if (at < inside->file.index().rebound_until) return nullptr;
  if (callee.Is(FactKind::Object) && Calls(*inside).RegistersHooks()) return nullptr;
  return &PurityInside(*inside, false);
}

std::optional<std::string> EffectsOfRuns(const Finding& finding, ExprId expr) {
  for (infer::SourceFunction run : finding.Fact(expr).runs) {
    const std::string head = "`" + std::string(finding.Text(expr)) + "` calls ";
    const std::optional<Finding> inside = InsideFunction(finding, run);
    if (!inside) return head + "what is not followed";
    const Purity& purity = PurityInside(*inside, true);
    const std::string name = inside->tree()[run.function].name.str();
    if (!purity.why.empty()) return head + "`" + name + "`: " + purity.why;
    // What these cost, or do to gradients, is not told here.
    if (purity.costly || purity.unstable || purity.divides) return head + "`" + name + "`";
  }
  return std::nullopt;
}

bool CallsObject(const Finding& finding, ExprId expr) {
  const auto* call = finding.If<syntax::Call>(expr);
  if (!call) return false;
  const infer::ExprFact& callee = finding.Fact(call->callee);
  const auto* method = finding.If<syntax::Attribute>(call->callee);
  return callee.Is(FactKind::Object) || (method && callee.traits.op == models::OpKind::Unknown &&
                                         finding.Fact(method->object).Is(FactKind::Object));
}

bool CallsObjects(const Finding& finding, source::Span code) {
  bool any = false;
  ForEachInside(finding, code, [&](ExprId expr) { any = any || CallsObject(finding, expr); });
  return any;
}

namespace {
// Of a function of the program; once.
const std::string& ChangeInside(const Finding& inside) {
  std::optional<std::string>& known = inside.flows.AnswersFor(inside.file, inside.function).change;
  if (known) return *known;
  known.emplace();  // until it is known, for what leads back to it
  std::string change;
  const flow::Graph& graph = inside.Flow().graph();
  for (flow::BlockId block : graph.order)
    for (const flow::Inst& inst : graph.blocks[block].insts)
      if (std::holds_alternative<flow::SetAttr>(inst.node)) change = "assigns an attribute";
  ForEachInside(inside, inside.tree()[inside.function].span, [&](ExprId part) {
    if (change.empty()) change = KnownChange(inside, part);
  });
  return *(inside.flows.AnswersFor(inside.file, inside.function).change = std::move(change));
}
}  // namespace

std::string KnownChange(const Finding& finding, ExprId expr) {
  const auto* call = finding.If<syntax::Call>(expr);
  if (!call) return "";
  if (finding.Fact(call->callee).traits.Has(models::Trait::Random)) return "draws random numbers";
  const std::optional<Finding> inside = InsideCallee(finding, expr);
  return inside ? ChangeInside(*inside) : "";
}

bool MayHaveGradient(const infer::ExprFact& fact) {
  return fact.MayBe(FactKind::Tensor) &&
         (!fact.tensor ||
          (fact.tensor->dtype != values::DType::Int && fact.tensor->dtype != values::DType::Bool));
}

bool CutsGradient(const Finding& finding, ExprId expr) {
  const infer::ExprFact& fact = finding.Fact(expr);
  if (fact.Is(FactKind::Tensor) && !MayHaveGradient(fact)) return true;
  const auto* call = finding.If<syntax::Call>(expr);
  const std::string_view name = call ? finding.NameOf(call->callee) : std::string_view();
  return name.ends_with(".detach") || (name.starts_with("torch.") && name.ends_with("_like")) ||
         name.starts_with("torch.Tensor.new_");
}

bool IsChain(const Finding& finding, ExprId call) {
  const auto* called = finding.If<syntax::Call>(call);
  return called && finding.Fact(called->callee).Is(FactKind::Object) &&
         (finding.NameOf(called->callee) == "torch.nn.Sequential" || PurityOf(finding, call));
}

}  // namespace graphmend::fix
