#include "fix/predicate.h"

#include <algorithm>
#include <utility>

#include "fix/appends.h"
#include "fix/arguments.h"
#include "fix/differences.h"
#include "fix/module_scope.h"
#include "fix/reads.h"
#include "fix/rewriter.h"
#include "fix/variables.h"

namespace graphmend::fix {
namespace {

using infer::FactKind;
using syntax::ExprId;

class Builder {
 public:
  Builder(const Finding& finding, const Terms& terms, const Naming& names, bool may_act)
      : finding_(finding), terms_(terms), names_(names), may_act_(may_act) {}

  std::variant<Predicate, Declined> Build(ExprId test) {
    Predicate out;
    Conjuncts(test, out);
    // A conjunct of Python's behind one of a tensor is asked before it.
    auto starts = [&](ExprId expr) { return finding_.tree()[expr].span.begin; };
    if (!out.statics.empty() && !out.tensors.empty() &&
        starts(out.statics.back()) > starts(out.tensors.front()))
      difference_ =
          "what Python decides is evaluated before what a tensor decides, so that a different "
          "error may show, or none";
    may_act_ &= difference_.empty();
    if (out.tensors.empty()) return Declined{"the test is not a tensor"};
    Code together;
    for (ExprId tensor : out.tensors) {
      asked_ = tensor != out.tensors.front();
      held_ = false;
      const std::optional<Code> code = Test(tensor, false);
      if (!code) return Declined{why_};
      out.held = held_ && out.tensors.size() == 1 && !finding_.If<syntax::BoolOp>(tensor);
      asked_ = tensor != out.tensors.front();
      if (out.tensors.size() == 1) out.code = *code, out.negated = *Test(tensor, true);
      together = together.empty() ? *code : together.BitAnd(*code);
      out.speculatable &= terms_.IsSpeculatable(tensor);
    }
    if (out.tensors.size() > 1) out.code = together, out.negated = together.Inverted();
    // One test without parts is evaluated as it was, whatever it raises.
    if (out.tensors.size() == 1 && !HasParts(out.tensors[0])) out.speculatable = true;
    out.speculatable &= exact_ && out.tensors.size() == 1;
    out.difference = difference_;
    out.once = once_;
    out.calls_torch = calls_torch_;
    out.chooses = chooses_;
    for (ExprId expr : out.statics)
      if (auto effects = terms_.Effects(expr)) return Declined{*effects};
    return out;
  }

 private:
  void Conjuncts(ExprId test, Predicate& out) const {
    const auto* both = finding_.If<syntax::BoolOp>(test);
    if (both && both->op == syntax::BoolOpKind::And) {
      Conjuncts(both->left, out);
      Conjuncts(both->right, out);
    } else {
      (terms_.IsStatic(test) ? out.statics : out.tensors).push_back(test);
    }
  }

  bool HasParts(ExprId test) const {
    while (const auto* unary = finding_.If<syntax::Unary>(test)) {
      if (unary->op != syntax::UnaryOp::Not) return false;
      test = unary->operand;
    }
    return finding_.If<syntax::BoolOp>(test) != nullptr;
  }

  Code Written(ExprId expr) const { return Code::Of(finding_, expr, names_); }
  static Code Sided(const Code& code, bool negate) { return negate ? code.Inverted() : code; }

  std::optional<Code> Fail(ExprId expr, std::string_view what) {
    if (why_.empty()) why_ = "`" + std::string(finding_.Text(expr)) + "` " + std::string(what);
    return std::nullopt;
  }

  // A 0-d bool tensor that is true where the test holds (or does not).
  std::optional<Code> Test(ExprId test, bool negate) {
    if (const auto* unary = finding_.If<syntax::Unary>(test);
        unary && unary->op == syntax::UnaryOp::Not)
      return Test(unary->operand, !negate);
    if (const auto* both = finding_.If<syntax::BoolOp>(test)) {
      const auto left = Test(both->left, false);
      const auto right = left ? Test(both->right, false) : std::nullopt;
      if (!right) return std::nullopt;
      const bool all = both->op == syntax::BoolOpKind::And;
      return Sided(all ? left->BitAnd(*right) : left->BitOr(*right), negate);
    }
    if (finding_.If<syntax::Call>(test))
      if (const auto asked = Asked(test)) return Sided(*asked, negate);
    if (!MayAsk(test)) return std::nullopt;
    const Assumed* assumed = finding_.AssumedOf(test);
    if (assumed && assumed->IsRewritten()) return Atom(test, negate);
    if (const auto* compare = finding_.If<syntax::Compare>(test))
      if (compare->ops.size() > 1 || IsMembership(compare->ops[0])) {
        if (const auto code = AmongNumbers(*compare))
          return Sided(*code, negate == (compare->ops[0] == syntax::CompareOp::In));
        return Comparison(test, *compare, negate);
      }
    return Atom(test, negate);
  }

  // Whether nothing shows that it is asked, or it is asked where it was: first of all.
  bool MayAsk(ExprId test) {
    const bool first = !std::exchange(asked_, true);
    const std::optional<std::string> effects = terms_.Effects(test);
    if (!effects) return true;
    const auto* compare = finding_.If<syntax::Compare>(test);
    const bool whole = !compare || compare->ops.size() == 1;
    once_ = may_act_ && first && whole;
    if (!once_) why_ = *effects + "; keep its result in a variable before the test";
    return once_;
  }

  static bool IsMembership(syntax::CompareOp op) {
    return op == syntax::CompareOp::In || op == syntax::CompareOp::NotIn;
  }

  // t in (0, 2): whether it is one of a few numbers.
  std::optional<Code> AmongNumbers(const syntax::Compare& compare) {
    const auto* numbers = finding_.If<syntax::Sequence>(compare.rights[0]);
    const Term term = terms_.Of(compare.left);
    exact_ = false;
    if (compare.ops.size() > 1 || !IsMembership(compare.ops[0]) || !numbers ||
        numbers->items.empty() || !term.tensor || term.shape != dataflow::kSingle ||
        !IsPlainRead(finding_, compare.left))
      return std::nullopt;
    Code any;
    for (ExprId number : numbers->items) {
      if (!finding_.Fact(number).OneOf(FactKind::Int, FactKind::Float) ||
          !IsPlainRead(finding_, number))
        return std::nullopt;
      const Code one = Written(compare.left).Compared("==", Written(number));
      any = any.empty() ? one : any.BitOr(one);
    }
    return any;
  }

  // a < b < c; 0 in x
  std::optional<Code> Comparison(ExprId test, const syntax::Compare& compare, bool negate) {
    exact_ = false;
    if (IsMembership(compare.ops[0])) {
      if (compare.ops.size() > 1 || !terms_.Of(compare.rights[0]).tensor ||
          finding_.Fact(compare.left).MayBe(FactKind::Str))
        return Fail(test, "does not search one tensor");
      if (terms_.Of(compare.left).tensor && terms_.Of(compare.left).shape != dataflow::kSingle)
        return Fail(test, "searches for a tensor of unknown shape");
      const Code found = Written(compare.rights[0]).Compared("==", Written(compare.left));
      return Sided(found.Method("any"), negate == (compare.ops[0] == syntax::CompareOp::In));
    }
    Code all;
    ExprId left = compare.left;
    for (std::size_t i = 0; i < compare.ops.size(); ++i) {
      const Term a = terms_.Of(left), b = terms_.Of(compare.rights[i]);
      const bool scalar = (a.tensor && a.shape == dataflow::kSingle &&
                           (b.shape == dataflow::kSingle || !b.tensor)) ||
                          (b.tensor && b.shape == dataflow::kSingle && !a.tensor);
      if (!scalar || IsMembership(compare.ops[i]))
        return Fail(test, "is not known to compare 0-d tensors");
      const Code one = Written(left).Compared(Spelling(compare.ops[i]), Written(compare.rights[i]));
      all = all.empty() ? one : all.BitAnd(one);
      left = compare.rights[i];
    }
    return Sided(all, negate);
  }

  // any(x.max() > 1 for x in xs)
  std::optional<Code> OfMany(const syntax::Call& call, std::string_view name) {
    const auto* each =
        call.args.size() == 1 ? finding_.If<syntax::Comprehension>(call.args[0].value) : nullptr;
    if (!each || each->clauses.size() != 1 || each->clauses[0].is_async ||
        (each->kind != syntax::ComprehensionKind::Generator &&
         each->kind != syntax::ComprehensionKind::List))
      return std::nullopt;
    const syntax::Clause& clause = each->clauses[0];
    const Code target = Code::Of(finding_, clause.target);
    const bool renamed = std::any_of(names_.begin(), names_.end(),
                                     [&](const auto& name) { return target.Reads(name.first); });
    if (renamed || terms_.Effects(clause.iterable)) return std::nullopt;
    const std::optional<Code> element = Test(each->element, false);
    if (!element) return std::nullopt;
    std::vector<Code> parts = {Code::Verbatim("["),     *element,
                               Code::Verbatim(" for "), Code::Verbatim(target.Text()),
                               Code::Verbatim(" in "),  Written(clause.iterable)};
    for (ExprId condition : clause.conditions) {
      if (!terms_.IsStatic(condition) || terms_.Effects(condition)) return std::nullopt;
      parts.insert(parts.end(), {Code::Verbatim(" if "), Written(condition)});
    }
    parts.push_back(Code::Verbatim("]"));
    calls_torch_ = true;
    exact_ = false;
    Differ("where there is nothing to test, torch.stack raises");
    return Torch().Method("stack", {Code::Sequence(parts, Precedence::Primary)}).Method(name);
  }

  // torch.equal, torch.allclose, torch.is_nonzero, bool: as tensors.
  std::optional<Code> Asked(ExprId test) {
    const auto& call = *finding_.If<syntax::Call>(test);
    const std::string_view name = finding_.BuiltinName(call.callee);
    if (name == "any" || name == "all") return OfMany(call, name);
    std::vector<ExprId> tensors;
    const auto* method = finding_.If<syntax::Attribute>(call.callee);
    if (method && terms_.Of(method->object).tensor) tensors.push_back(method->object);
    std::vector<Code::Argument> options;
    for (const syntax::Arg& arg : call.args) {
      if (arg.kind != syntax::ArgKind::Positional && arg.kind != syntax::ArgKind::Keyword)
        return std::nullopt;
      if (terms_.Effects(arg.value)) return std::nullopt;
      if (arg.name.text().empty() && tensors.size() < 2) tensors.push_back(arg.value);
      else
        options.emplace_back(arg.name.text().empty() ? "" : arg.name.str() + "=",
                             Written(arg.value));
    }
    if (tensors.empty() || !terms_.Of(tensors[0]).tensor) return std::nullopt;
    if (name == "bool" && tensors.size() == 1 && options.empty()) return Atom(tensors[0], false);
    const bool asks =
        name.ends_with(".is_nonzero") || name.ends_with(".allclose") || name.ends_with(".equal");
    if (asks) exact_ = false;
    if (name.ends_with(".is_nonzero") && tensors.size() == 1)
      return AnyOf(Written(tensors[0]).Compared("!=", Code::Number(0)), Single(tensors[0]));
    if (tensors.size() != 2 || !name.starts_with("torch.")) return std::nullopt;
    const bool same = AreSame(terms_.Of(tensors[0]).shape, terms_.Of(tensors[1]).shape);
    if (name.ends_with(".allclose")) {
      const bool of_tensor = method && tensors[0] == method->object;
      std::vector<Code::Argument> args;
      if (!of_tensor) args.emplace_back(Written(tensors[0]));
      args.emplace_back(Written(tensors[1]));
      args.insert(args.end(), options.begin(), options.end());
      const Code from = of_tensor ? Written(tensors[0])
                                  : Code::Of(finding_, method ? method->object : call.callee);
      return from.Method("isclose", std::move(args)).Method("all");
    }
    if (!name.ends_with(".equal") || !options.empty()) return std::nullopt;
    return Equal(tensors, same);
  }

  // torch.equal(a, b); of two shapes it is false, where `==` broadcasts or raises.
  std::optional<Code> Equal(const std::vector<ExprId>& tensors, bool same) {
    const Code all = Written(tensors[0]).Compared("==", Written(tensors[1])).Method("all");
    Differ("tensors of different dtypes are compared, and a NaN differs from itself");
    if (same) return all;
    calls_torch_ = true;
    chooses_ = true;
    const auto [left, makes_left] = Named(tensors[0], "left");
    const auto [right, makes_right] = Named(tensors[1], "right");
    const Code none = left.Method("new_zeros", {Code::Verbatim("()", Precedence::Primary),
                                                {"dtype=", Torch().Attribute("bool")}});
    return left.Compared("==", right)
        .Method("all")
        .If(makes_left.Attribute("shape").Compared("==", makes_right.Attribute("shape")), none);
  }

  // What is asked for twice is computed once: a place that holds it, and code that gives it to that
  // place first, `(left := x.sort().values)`.
  std::pair<Code, Code> Named(ExprId tensor, std::string_view base) const {
    const Code code = Written(tensor);
    if (!code.PlaceName().empty()) return {code, code};
    const Code place = Code::Place(Rewriter(finding_).FreshName(std::string(base)));
    const Code makes = Code::Sequence({Code::Verbatim("("), Code::Verbatim(place.Text()),
                                       Code::Verbatim(" := "), code, Code::Verbatim(")")},
                                      Precedence::Primary);
    return {place, makes};
  }

  void Differ(std::string_view how) { AddDifference(difference_, how); }

  Code Torch() const { return Code::Place(Rewriter(finding_).Import("torch")); }
  static Code AnyOf(const Code& code, bool single) { return single ? code : code.Method("any"); }
  bool Single(ExprId tensor) const { return terms_.Of(tensor).shape == dataflow::kSingle; }

  // `sum(x) == 0`: of a tensor that is empty, sum gives the int that it begins with.
  bool AddsUp(ExprId test) const {
    bool adds = false;
    ForEachInside(finding_, finding_.tree()[test].span, [&](ExprId part) {
      const auto* call = finding_.If<syntax::Call>(part);
      adds |= call && finding_.BuiltinName(call->callee) == "sum" &&
              (call->args.size() != 1 || !HasElements(call->args[0].value));
    });
    return adds;
  }

  // A list that is made with something in it, and only appended to and added up.
  bool HasElements(ExprId list) const {
    const Variables variables(finding_, finding_.function);
    const std::optional<std::uint32_t> slot = variables.SlotOf(list);
    const ExprId value = slot && !variables.IsCaptured(*slot) ? variables.OnlyValue(*slot) : list;
    const auto* made = finding_.If<syntax::Sequence>(value);
    if (!made || made->kind == syntax::SequenceKind::Set || made->items.empty() ||
        finding_.If<syntax::Starred>(made->items[0]))
      return false;
    const std::vector<ExprId> reads = slot ? variables.Reads(*slot) : std::vector<ExprId>();
    return std::all_of(reads.begin(), reads.end(), [&](ExprId read) {
      const ExprId outer = finding_.parents.Parent(read);
      const auto* call = finding_.If<syntax::Call>(outer);
      return IsAppendedTo(finding_, read) ||
             (call && call->callee != read && finding_.BuiltinName(call->callee) == "sum");
    });
  }

  // A variable that holds the tensor in some calls and a bool of Python's in others.
  std::optional<Code> OfTensorOrBool(ExprId test) {
    const infer::ExprFact& fact = finding_.Fact(test);
    const bool either = fact.OneOf(FactKind::Tensor, FactKind::Bool) &&
                        fact.MayBe(FactKind::Tensor) && fact.MayBe(FactKind::Bool);
    if (!either || !finding_.If<syntax::Name>(test) || !fact.tensor || fact.tensor->rank != 0 ||
        fact.tensor->dtype != values::DType::Bool || fact.tensor->numpy ||
        names_.contains(finding_.Text(test)))
      return std::nullopt;
    calls_torch_ = true;
    Differ("a Python bool is taken as a tensor on the CPU");
    return Torch().Method("as_tensor", {Written(test)});
  }

  // `np.max(a) > 1`: one number of NumPy's, which the graph has as a tensor. Of a tensor NumPy's
  // tests give bytes, whose `~` is no negation.
  std::optional<Code> OfArray(ExprId test) {
    const infer::ExprFact& fact = finding_.Fact(test);
    if (!fact.Is(FactKind::Tensor) || !fact.tensor || !fact.tensor->numpy || fact.tensor->rank != 0)
      return std::nullopt;
    calls_torch_ = true;
    exact_ = false;
    Differ(
        "what NumPy answers is taken as a tensor on the CPU, and numbers that torch has no dtype "
        "for are refused");
    return Torch().Method("as_tensor", {Written(test)}).Method("bool");
  }

  std::optional<Code> Atom(ExprId test, bool negate) {
    const infer::ExprFact& fact = finding_.Fact(test);
    if (const auto either = OfTensorOrBool(test)) return Sided(*either, negate);
    if (const auto array = OfArray(test)) return Sided(*array, negate);
    if (!IsTensor(fact)) return Fail(test, "is not known to be a tensor in every call");
    if (AddsUp(test))
      return Fail(test, "is a Python number where what `sum` adds up is empty; use torch.sum");
    const Term term = terms_.Of(test);
    const bool single = term.shape == dataflow::kSingle;
    const Assumed* assumed = finding_.AssumedOf(test);
    const bool written = !assumed || !assumed->IsRewritten();
    if (const auto* compare = finding_.If<syntax::Compare>(test);
        compare && negate && single && written) {
      const bool equal = compare->ops[0] == syntax::CompareOp::Eq;
      if (equal || compare->ops[0] == syntax::CompareOp::NotEq)
        return Written(compare->left).Compared(equal ? "!=" : "==", Written(compare->rights[0]));
    }
    Code code = Written(test);
    const bool boolean = term.dtype == dataflow::kBool || term.kind == values::DType::Bool;
    if (!boolean) code = code.Method("bool");
    // A tensor with one element is as true as any of them.
    code = AnyOf(code, single);
    exact_ &= single;
    held_ = single && !negate && !IsNewTensor(finding_, test);
    if (!single) Differ("a test of several elements is not refused");
    return Sided(code, negate);
  }

  const Finding& finding_;
  const Terms& terms_;
  const Naming& names_;
  std::string why_;
  std::string difference_;
  bool may_act_;
  bool asked_ = false;  // something of the test
  bool once_ = false;
  bool exact_ = true;
  bool held_ = false;  // of the last tensor that was asked
  bool calls_torch_ = false;
  bool chooses_ = false;
};

}  // namespace

Code StaticsOf(const Finding& finding, const Predicate& predicate) {
  Code all;
  for (ExprId expr : predicate.statics) {
    const Code one = Code::Of(finding, expr);
    all = all.empty() ? one : all.And(one);
  }
  return all;
}

std::variant<Predicate, Declined> PredicateOf(const Finding& finding, const Terms& terms,
                                              ExprId test, const Naming& names, bool may_act) {
  return Builder(finding, terms, names, may_act).Build(test);
}

}  // namespace graphmend::fix
