// Lists that a side of a branch makes of others, element by element:
//
//     if norm > limit:                            scale = limit / norm
//         scale = limit / norm                    grads = [torch.where(norm > limit, g * scale, g)
//         grads = [g * scale for g in grads]               for g in grads]
//
// Two lists that are made of different ones are gone through side by side, which raises where they
// are not of one length.
#include <algorithm>

#include "fix/branches.h"
#include "fix/module_scope.h"
#include "fix/operands.h"

namespace graphmend::fix {

using infer::FactKind;
using syntax::ExprId;

namespace {
// `[element for target in iterable]`, alone.
const syntax::Clause* OnlyClause(const syntax::Comprehension* made) {
  const bool plain = made && made->kind == syntax::ComprehensionKind::List &&
                     made->clauses.size() == 1 && made->clauses[0].conditions.empty() &&
                     !made->clauses[0].is_async;
  return plain ? &made->clauses[0] : nullptr;
}

// Whether the value is a container itself, not an iterator over one: a display, a list
// comprehension, what `list` and torch give, an attribute or an item.
bool IsContainerItself(const Finding& finding, ExprId value) {
  const auto* made = finding.If<syntax::Comprehension>(value);
  const auto* call = finding.If<syntax::Call>(value);
  if (made) return made->kind == syntax::ComprehensionKind::List;
  if (!call)
    return finding.If<syntax::Sequence>(value) || finding.If<syntax::Attribute>(value) ||
           finding.If<syntax::Subscript>(value);
  const std::string_view name = finding.BuiltinName(call->callee);
  return name == "list" || name == "tuple" || name == "sorted" ||
         finding.NameOf(call->callee).starts_with("torch.");
}

// Whether going through it uses nothing up: a list, a tuple or a tensor, or several of them.
bool IsGoneThroughAgain(const Finding& finding, const Terms& terms, ExprId iterable) {
  const auto* call = finding.If<syntax::Call>(iterable);
  const std::string_view name = call ? finding.BuiltinName(call->callee) : std::string_view();
  if (name == "zip" || name == "enumerate")
    return std::all_of(call->args.begin(), call->args.end(), [&](const syntax::Arg& arg) {
      return arg.kind == syntax::ArgKind::Positional &&
             IsGoneThroughAgain(finding, terms, arg.value);
    });
  if (!finding.Fact(iterable).OneOf(FactKind::List, FactKind::Tuple, FactKind::Tensor))
    return false;
  if (!terms.SlotOf(iterable)) return IsContainerItself(finding, iterable);
  const Definitions& given = terms.flow().Of(iterable);
  return std::all_of(given.begin(), given.end(), [&](const flow::Inst* one) {
    return !one || IsContainerItself(finding, terms.ValueOf(one));
  });
}

Code EachListed(const Code& element, const std::string& target, const Code& iterable) {
  return Code::Sequence({Code::Verbatim("["), element, Code::Verbatim(" for " + target + " in "),
                         iterable, Code::Verbatim("]")},
                        Precedence::Primary);
}
}  // namespace

// What the element was, where it has a name of its own and is read: `g` of `[g * 2 for g in x]`.
Value Branches::ElementBefore(ExprId target, ExprId element) const {
  Value before;
  const auto* name = finding_.If<syntax::Name>(target);
  if (!name) return before;
  before.code = Code::Place(name->id.str());
  before.before = before.held = true;
  before.layout = name->id.str();
  before.reads = {name->id.str()};
  ForEachInside(finding_, finding_.tree()[element].span, [&](ExprId part) {
    const auto* read = finding_.If<syntax::Name>(part);
    if (read && read->id == name->id) before.term = terms_.Of(part);
  });
  return before;
}

// Nothing where the expression makes no such list.
std::optional<bool> Branches::EvaluateEach(ExprId expr, Side& side, Value& out) {
  const auto* made = finding_.If<syntax::Comprehension>(expr);
  const syntax::Clause* clause = OnlyClause(made);
  if (!clause || !IsGoneThroughAgain(finding_, terms_, clause->iterable)) return std::nullopt;
  std::vector<std::string> names;
  for (ExprId target : TupleItems(finding_.tree(), clause->target)) {
    const auto* name = finding_.If<syntax::Name>(target);
    // What is written here reads these names itself.
    if (!name || side.values.contains(name->id.str()) || name->id == "zip" ||
        name->id == Torch().PlaceName())
      return std::nullopt;
    names.push_back(name->id.str());
  }
  Value over, element;
  if (!Evaluate(clause->iterable, side, over) || !Evaluate(made->element, side, element))
    return false;
  if (!element.term.tensor || element.draws)
    return Fail("`" + std::string(finding_.Text(expr)) + "` is not known to be a list of tensors");
  const Code code = Code::Of(finding_, expr, NamesIn(side));
  if (code.Text().find('\n') != std::string::npos) return Fail(std::string(kLongText));
  out = element;
  out.Read(over, false);
  out.code = code;
  out.term = {};
  out.layout.clear();
  out.each =
      std::make_shared<Value::Each>(Value::Each{over.code,
                                                std::string(finding_.Text(clause->target)),
                                                std::move(names),
                                                finding_.Fact(clause->iterable).Is(FactKind::List),
                                                {element},
                                                {ElementBefore(clause->target, made->element)}});
  return true;
}

// The list as one that is made element by element: it is, or the other is made of it.
std::shared_ptr<const Value::Each> Branches::EachOf(const Value& list, const Value& other) const {
  if (list.each) return list.each;
  const bool own = list.before && other.each->is_list && other.each->iterable == list.code &&
                   !other.each->before[0].code.empty();
  if (!own) return nullptr;
  return std::make_shared<Value::Each>(Value::Each{list.code, other.each->target, other.each->names,
                                                   true, other.each->before, other.each->before});
}

// Nothing where neither side makes such a list.
std::optional<bool> Branches::MergeEach(const std::string& name, const Code& test, const Value& a,
                                        const Value& b, Value& out) {
  if (!a.each && !b.each) return std::nullopt;
  const auto first = EachOf(a, b), second = EachOf(b, a);
  if (!first || !second) return std::nullopt;
  Value one = first->element[0], other = second->element[0], item;
  std::string target = first->target;
  Code iterable = first->iterable;
  if (target != second->target || iterable != second->iterable) {
    if (!IsUnshadowed(finding_, "zip")) return std::nullopt;
    one.code = Code::Place(Fresh("one")), other.code = Code::Place(Fresh("other"));
    // Elements of different lists are different tensors, whatever the names that they had.
    for (Value* made : {&one, &other}) {
      made->guarded.reset(), made->divisors.reset();
      made->layout = made->code.Text();
      made->reads.insert(made->code.Text());
    }
    target = one.code.Text() + ", " + other.code.Text();
    const Code::Argument strict{"strict=", Code::Verbatim("True", Precedence::Primary)};
    iterable = Code::Place("zip").Call({a.code, b.code, strict});
    Differ("where the lists are not of one length, ValueError is raised");
  }
  for (const Value::Each* each : {first.get(), second.get()})
    for (const std::string& own : each->names)
      if (test.Reads(own))
        return Fail("the test reads `" + own + "`, which a comprehension names anew; rename one");
  if (LosesGradient(std::string()))
    return Fail("`" + name +
                "` would lose gradients where it keeps elements; write the branch behind the block "
                "without gradients");
  if (!MergeValue(name, test, one, other, item)) return false;
  out.code = EachListed(item.code, target, iterable);
  out.each = nullptr;
  out.items.clear();
  out.term = {};
  out.pending = true;
  Differ("the list is a new one, and its elements are copies, also where nothing is to be done");
  return true;
}

}  // namespace graphmend::fix
