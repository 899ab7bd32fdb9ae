#include "fix/conduct.h"

#include <algorithm>

#include "fix/function_flows.h"
#include "fix/gradients.h"
#include "fix/module_scope.h"
#include "fix/operands.h"
#include "fix/reads.h"

namespace graphmend::fix {

using infer::FactKind;
using models::OpKind;
using syntax::ExprId;
using syntax::StmtId;

namespace {

// What only asks autograd, or what stands behind a tensor.
bool AsksAutograd(std::string_view attribute) {
  return attribute == "requires_grad" || attribute == "grad" || attribute == "grad_fn" ||
         attribute == "is_leaf" || attribute == "data" || attribute == "_version";
}

bool Binds(const Finding& finding, ExprId target, syntax::Symbol name) {
  if (const auto* one = finding.If<syntax::Name>(target)) return one->id == name;
  if (const auto* rest = finding.If<syntax::Starred>(target))
    return Binds(finding, rest->value, name);
  const auto* several = finding.If<syntax::Sequence>(target);
  return several && std::any_of(several->items.begin(), several->items.end(),
                                [&](ExprId item) { return Binds(finding, item, name); });
}

// Whether a comprehension around the expression binds the name.
bool IsBoundAround(const Finding& finding, ExprId expr, syntax::Symbol name) {
  for (ExprId outer = finding.parents.Parent(expr); outer; outer = finding.parents.Parent(outer))
    if (const auto* made = finding.If<syntax::Comprehension>(outer))
      for (const syntax::Clause& clause : made->clauses)
        if (Binds(finding, clause.target, name)) return true;
  return false;
}

}  // namespace

Conduct Observer::Of(syntax::StmtList block, std::size_t first, std::size_t last, Allowed allowed) {
  allowed_ = allowed;
  is_method_ = is_method_ || (depth_ == 0 && finding_.tree()[finding_.function].cls);
  conduct_ = {};
  if (block.empty()) return std::move(conduct_);
  code_ = {finding_.tree()[block[first]].span.begin,
           finding_.tree()[block[std::min(last, block.size() - 1)]].span.end};
  for (std::size_t i = first; i <= last && i < block.size(); ++i)
    if (!Look(block[i], 0)) break;
  return std::move(conduct_);
}

bool Observer::Fail(std::string why) {
  conduct_.why = std::move(why);
  return false;
}

std::string Observer::Quoted(ExprId expr) const {
  return "`" + std::string(finding_.Text(expr)) + "`";
}

bool Observer::Look(StmtId stmt, int loops) {
  if (!LookAtHeader(stmt, loops)) return false;
  const bool is_loop = finding_.If<syntax::For>(stmt) || finding_.If<syntax::While>(stmt);
  bool goes_on = true;
  std::size_t nth = 0;
  ForEachBlock(finding_.tree(), stmt, false, [&](syntax::StmtList body) {
    const int inside = loops + (is_loop && nth++ == 0 ? 1 : 0);
    for (StmtId inner : body) goes_on = goes_on && Look(inner, inside);
  });
  return goes_on;
}

// Whether it goes on within the code that is looked at.
bool Observer::StaysInside(StmtId stmt, int loops) {
  auto refuse = [&](const char* what) { return Fail("it contains " + std::string(what)); };
  return base::Match(
      finding_.tree()[stmt].node,
      [&](const syntax::Return&) { return allowed_.whole || refuse("a return"); },
      [&](const syntax::Raise&) { return allowed_.whole || refuse("a raise"); },
      [&](const syntax::Break&) { return loops > 0 || refuse("a break out of it"); },
      [&](const syntax::Continue&) { return loops > 0 || refuse("a continue out of it"); },
      [&](const syntax::For& s) { return !s.is_async || refuse("an asynchronous loop"); },
      [](const auto&) { return true; });
}

// torch.no_grad(), which changes nothing but gradients of what is computed in it, and what only
// says that numbers are captured.
bool Observer::LookAtContext(const syntax::WithItem& item) {
  const auto* made = finding_.If<syntax::Call>(item.context);
  const std::string_view name =
      made ? finding_.FactOrName(made->callee).Name() : std::string_view();
  const bool quiet = name.starts_with("torch.") && name.ends_with(".no_grad");
  return (made && made->args.empty() && !item.target &&
          (quiet || name == "graphmend.capture.numbers")) ||
         Fail("the context " + Quoted(item.context) + " is not followed");
}

bool Observer::LookAtHeader(StmtId stmt, int loops) {
  if (!StaysInside(stmt, loops)) return false;
  auto plain = [&](const auto&) {
    bool goes_on = true;
    ForEachExpression(finding_.tree(), stmt,
                      [&](ExprId expr) { goes_on = goes_on && LookAt(expr); });
    return goes_on;
  };
  return base::Match(
      finding_.tree()[stmt].node, [&](const syntax::ExprStmt& s) { return plain(s); },
      [&](const syntax::Assign& s) {
        return std::all_of(s.targets.begin(), s.targets.end(),
                           [&](ExprId target) { return LookAtTarget(target); }) &&
               LookAt(s.value);
      },
      [&](const syntax::AugAssign& s) {
        return (Rebinds(s.target) || Change(s.target)) && LookAt(s.target) && LookAt(s.value);
      },
      [&](const syntax::AnnAssign& s) {
        return !s.value || (LookAtTarget(s.target) && LookAt(s.value));
      },
      [&](const syntax::For& s) { return LookAtTarget(s.target) && LookAt(s.iterable); },
      [&](const syntax::With& s) {
        return std::all_of(s.items.begin(), s.items.end(),
                           [&](const syntax::WithItem& item) { return LookAtContext(item); });
      },
      [&](const syntax::Assert& s) { return plain(s); },
      [&](const syntax::If& s) { return plain(s); },
      [&](const syntax::While& s) { return plain(s); },
      [&](const syntax::Return& s) { return plain(s); },
      [&](const syntax::Raise& s) { return plain(s); }, [](const syntax::Pass&) { return true; },
      [](const syntax::Break&) { return true; }, [](const syntax::Continue&) { return true; },
      [&](const auto&) { return Fail("it contains a statement that cannot be moved"); });
}

// Of `n += 1`: a number's name is bound to another number; a tensor or list is changed.
bool Observer::Rebinds(ExprId target) const {
  return finding_.If<syntax::Name>(target) &&
         finding_.Fact(target).OneOf(FactKind::Int, FactKind::Float, FactKind::Bool, FactKind::Str,
                                     FactKind::Tuple, FactKind::Scalar);
}

// What is assigned: names are the function's own, items of its own tensors and lists are changes.
// An attribute of the module may be where no call leads; where one does after all, what the code
// gives is not described (graphmend.outline).
bool Observer::LookAtTarget(ExprId target) {
  if (finding_.If<syntax::Name>(target)) {
    return terms_.SlotOf(target).has_value() || Fail(Quoted(target) + " is assigned globally");
  }
  if (const auto* items = finding_.If<syntax::Sequence>(target))
    return std::all_of(items->items.begin(), items->items.end(),
                       [&](ExprId item) { return LookAtTarget(item); });
  if (const auto* rest = finding_.If<syntax::Starred>(target)) return LookAtTarget(rest->value);
  if (const auto* member = finding_.If<syntax::Attribute>(target);
      member && allowed_.described && !allowed_.once && IsSelf(member->object) &&
      finding_.Fact(member->object).kinds == 0 &&
      !MayRunCodeToStore(finding_, finding_.tree()[finding_.function].cls, member->name.text()))
    return true;
  const auto* item = finding_.If<syntax::Subscript>(target);
  return item && Change(target, 1) ? LookAt(item->object) && LookAt(item->index)
                                   : Fail(Quoted(target) + " is changed");
}

// Of a chain of items and views the name at its root, or a buffer of the module.
bool Observer::Change(ExprId place, int items) {
  int depth = 0;
  bool by_data = false;
  for (;; ++depth) {
    const auto* call = finding_.If<syntax::Call>(place);
    const auto* method = call ? finding_.If<syntax::Attribute>(call->callee) : nullptr;
    const auto* member = finding_.If<syntax::Attribute>(place);
    if (const auto* item = finding_.If<syntax::Subscript>(place)) place = item->object;
    else if (method && terms_.OperationOf(place).op == OpKind::View) place = method->object;
    else if (allowed_.once && member && member->name == "data" &&
             IsTensor(finding_.Fact(member->object)))
      place = member->object, by_data = true;
    else break;
  }
  if (depth > items && !IsTensor(finding_.Fact(place)))
    return Fail("an item of " + Quoted(place) + " is changed");
  if (const auto* member = finding_.If<syntax::Attribute>(place); allowed_.once && member)
    return ChangeBuffer(place, *member, by_data);
  if (!terms_.SlotOf(place)) return Fail(Quoted(place) + " is changed");
  conduct_.changes.push_back(place);
  return true;
}

// The object whose code is looked at.
bool Observer::IsSelf(ExprId expr) const {
  if (!is_method_ || terms_.SlotOf(expr) != flow::Slot{0}) return false;
  const Definitions& definitions = terms_.flow().Of(expr);
  return definitions.size() == 1 && definitions.contains(nullptr);
}

bool Observer::ChangeBuffer(ExprId place, const syntax::Attribute& buffer, bool by_data) {
  if (!IsSelf(buffer.object) || !IsTensor(finding_.Fact(place)))
    return Fail(Quoted(place) + " is changed");
  if (!by_data && !RunsWithoutGradients(finding_, finding_.parents.Statement(place)))
    return Fail(Quoted(place) + " is changed where gradients may follow");
  conduct_.buffers.insert(buffer.name.str());
  return true;
}

// Also where no call leads.
bool Observer::IsNone(ExprId expr) const {
  const auto* literal = finding_.If<syntax::Literal>(expr);
  return (literal && literal->kind == syntax::LiteralKind::None) ||
         finding_.Fact(expr).Is(FactKind::None);
}

bool Observer::LookAt(ExprId expr) {
  if (finding_.If<syntax::Lambda>(expr) || finding_.If<syntax::Await>(expr) ||
      finding_.If<syntax::Yield>(expr) || finding_.If<syntax::ErrorExpr>(expr))
    return Fail(Quoted(expr) + " is not followed");
  if (const auto* call = finding_.If<syntax::Call>(expr); call && !LookAtCall(expr, *call))
    return false;
  if (const auto* name = finding_.If<syntax::Name>(expr); name && !LookAtName(expr, *name))
    return false;
  if (const auto* attribute = finding_.If<syntax::Attribute>(expr);
      attribute && !LookAtAttribute(expr, *attribute))
    return false;
  if (const auto* compare = finding_.If<syntax::Compare>(expr))
    for (std::size_t i = 0; i < compare->ops.size(); ++i)
      if ((compare->ops[i] == syntax::CompareOp::Is ||
           compare->ops[i] == syntax::CompareOp::IsNot) &&
          !IsNone(compare->rights[i]))
        return Fail(Quoted(expr) + " tests which object it is");
  bool goes_on = true;
  ForEachPart(finding_.tree(), expr, [&](ExprId part) { goes_on = goes_on && LookAt(part); });
  return goes_on;
}

// A global tensor or module is no argument, so that it would get no gradient; one that is assigned
// has another value at another time.
bool Observer::LookAtName(ExprId expr, const syntax::Name& name) {
  if (terms_.SlotOf(expr) || IsBoundAround(finding_, expr, name.id)) return true;
  const infer::ExprFact& fact = finding_.Fact(expr);
  if (name.id == "super") return Fail("`super` is used");
  // A library's object on which only methods are called.
  const auto* method = finding_.If<syntax::Attribute>(finding_.parents.Parent(expr));
  const auto* call =
      method ? finding_.If<syntax::Call>(finding_.parents.Parent(finding_.parents.Parent(expr)))
             : nullptr;
  if (allowed_.once && fact.Is(FactKind::Object) && call && TakesNoTensor(*call)) return true;
  const bool state =
      fact.MayBe(FactKind::Tensor) || fact.MayBe(FactKind::Object) || fact.holds_tensor ||
      assigned_.globals.contains(name.id.str()) ||
      IsAssignedWhileCompiled(finding_, name.id.str(), {std::string(finding_.module)}, false);
  return !state || Fail(Quoted(expr) + " is global");
}

// Whether code that makes no objects binds the attribute to another tensor; what changes the one
// that it has is seen by all.
bool Observer::IsRebound(const syntax::Attribute& attribute) const {
  const auto found = assigned_.attributes.find(attribute.name.str());
  return found != assigned_.attributes.end() &&
         std::any_of(found->second.begin(), found->second.end(), [&](ExprId place) {
           return !place || (IsTarget(finding_, place) &&
                             !finding_.If<syntax::AugAssign>(finding_.parents.Statement(place)));
         });
}

const infer::ExprFact& Observer::ObjectOf(const syntax::Attribute& attribute) const {
  const std::optional<flow::Slot> slot = terms_.SlotOf(attribute.object);
  if (!cls_ || !slot || *slot != 0) return finding_.Fact(attribute.object);
  const Definitions& definitions = terms_.flow().Of(attribute.object);
  const bool given = definitions.size() == 1 && definitions.contains(nullptr);
  return given ? *cls_ : finding_.Fact(attribute.object);
}

bool Observer::MayAsk(std::string_view attribute) const {
  return (allowed_.described && attribute == "requires_grad") ||
         (allowed_.once && attribute == "data");
}

bool Observer::LookAtAttribute(ExprId expr, const syntax::Attribute& attribute) {
  const std::string name = attribute.name.str();
  // What a library's module or a tensor has is taken for what the library put there, here as
  // everywhere; and no call leads to what is not known at all.
  const infer::ExprFact& object = finding_.Fact(attribute.object);
  const bool known = object.kinds == 0 || object.Is(FactKind::Module) ||
                     (object.MayBe(FactKind::Tensor) && !object.MayBe(FactKind::Object));
  const bool is_buffer = allowed_.once && IsTensor(finding_.Fact(expr)) && !IsRebound(attribute);
  if ((assigned_.unknown && !known) ||
      (!is_buffer && MayBeAssigned(finding_, name, ObjectOf(attribute))))
    return Fail(Quoted(expr) + " is assigned elsewhere");
  if (object.MayBe(FactKind::Tensor) && AsksAutograd(name) && !MayAsk(name))
    return Fail(Quoted(expr) + " queries autograd");
  if (name.starts_with("__") && !name.ends_with("__"))
    return Fail(Quoted(expr) + " is private to its class");
  const auto* call = finding_.If<syntax::Call>(finding_.parents.Parent(expr));
  if (call && call->callee == expr) return true;
  if (!known && assigned_.computed.contains(name))
    return Fail(Quoted(expr) + " is computed when it is read");
  return true;
}

}  // namespace graphmend::fix
