// What a function that Dynamo calls while it traces may be made of: numbers, and pure functions of
// them. Its result is a constant of the graph.
#pragma once

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "fix/arguments.h"
#include "fix/code.h"
#include "fix/operands.h"
#include "fix/renderer.h"
#include "fix/terms.h"
#include "fix/variables.h"
#include "fixes/module_level.h"

namespace graphmend::fix {

// A number or text of Python, certainly.
inline bool IsPlainValue(const infer::ExprFact& fact) {
  using infer::FactKind;
  return fact.OneOf(FactKind::Bool, FactKind::Int, FactKind::Float, FactKind::Str);
}

// The keyword arguments of the function around, which nothing else was assigned to.
inline bool IsOwnKeywords(const Finding& finding, syntax::ExprId expr) {
  const Variables variables(finding, finding.function);
  const std::optional<std::uint32_t> slot = variables.SlotOf(expr);
  return slot && variables.IsParameter(*slot) && !variables.IsCaptured(*slot) &&
         variables.Stores(*slot).empty() &&
         finding.tree()[finding.function].params[*slot].kind == syntax::ParamKind::KwArgs;
}

// What the helper's body is made of: what stays in it, and what it is given.
class TracedParts {
 public:
  using ExprId = syntax::ExprId;
  using FactKind = infer::FactKind;

  // `whole`: what the helper computes; `top`: the statement that it stands above.
  TracedParts(const Finding& finding, const Terms& terms, ExprId whole, syntax::StmtId top)
      : finding_(finding),
        terms_(terms),
        variables_(finding, finding.function),
        whole_(whole),
        top_(top) {}

  // Whether the expression is computed from numbers of the caller, constants and pure functions.
  bool Take(ExprId expr) {
    if (IsGiven(expr)) return true;
    if (!ReadsBound(expr) && IsArgument(expr)) {
      arguments_.push_back(expr);
      return true;
    }
    return base::Match(
        finding_.tree()[expr].node, [](const syntax::Literal&) { return true; },
        [&](const syntax::Name& name) {
          if (bound_.contains(name.id.text())) return true;
          return (IsDefined(expr) && IsKnownAbove(finding_, expr, top_)) || TakeVariable(expr);
        },
        [&](const syntax::Attribute& attribute) {
          return Take(attribute.object) && (IsDefined(expr) || !IsPath(attribute.object));
        },
        [&](const syntax::Call& call) { return IsPure(expr, call) && TakeCall(call); },
        [&](const syntax::Unary&) { return TakeAll(expr); },
        [&](const syntax::Binary&) { return TakeAll(expr); },
        [&](const syntax::Compare&) { return TakeAll(expr); },
        [&](const syntax::Sequence& sequence) {
          return sequence.kind != syntax::SequenceKind::Set && TakeAll(expr);
        },
        [&](const syntax::Subscript&) { return TakeAll(expr); },
        [&](const syntax::Slice&) { return TakeAll(expr); },
        [&](const syntax::Conditional&) { return TakeAll(expr); },
        [&](const syntax::Lambda& lambda) { return TakeLambda(lambda); },
        [&](const syntax::Comprehension& made) { return TakeComprehension(made); },
        [](const auto&) { return false; });
  }

  // `names`: of parameters, one for each argument.
  std::vector<std::string> Parameters(Naming& names) const {
    std::vector<std::string> parameters;
    for (ExprId argument : arguments_) {
      const std::string text(finding_.Text(argument));
      if (names.contains(text)) continue;
      std::string name = NameFor(argument);
      for (int n = 2; IsTaken(name, parameters); ++n) name = NameFor(argument) + std::to_string(n);
      parameters.push_back(name);
      names[text] = Code::Place(name);
    }
    // In the order in which they were taken, in which each reads only earlier ones.
    for (const auto& [name, value] : inlined_) names[name] = Code::Of(finding_, value, names);
    return parameters;
  }

  std::vector<std::string> Arguments() const {
    std::vector<std::string> texts;
    for (ExprId argument : arguments_) {
      std::string text(finding_.Text(argument));
      // Of a dict itself Dynamo would not guard on the keys.
      if (finding_.Fact(argument).Is(FactKind::Dict)) text = "{**" + text + "}";
      if (std::find(texts.begin(), texts.end(), text) == texts.end())
        texts.push_back(std::move(text));
    }
    return texts;
  }

  // How what the arguments are may differ, behind what else does.
  std::string_view Difference() const {
    const bool dict = std::any_of(arguments_.begin(), arguments_.end(), [&](ExprId argument) {
      return finding_.Fact(argument).Is(FactKind::Dict) && !IsOwnKeywords(finding_, argument);
    });
    return dict ? "; a dict of a class derived from dict is a plain one" : "";
  }

 private:
  // A variable or attribute in the body of a lambda, of which facts are known where the function
  // reads it elsewhere: nothing that is followed calls the lambda.
  bool IsGiven(ExprId expr) {
    if (bound_.empty() || !IsPath(expr) || finding_.Fact(expr).kinds != 0 || ReadsBound(expr))
      return false;
    ExprId known;
    ForEachInside(finding_, finding_.tree()[finding_.function].span, [&](ExprId part) {
      if (!known && finding_.Text(part) == finding_.Text(expr) && IsArgument(part)) known = part;
    });
    if (known) arguments_.push_back(known);
    return static_cast<bool>(known);
  }

  bool ReadsBound(ExprId expr) const {
    bool reads = false;
    if (!bound_.empty())
      ForEachInside(finding_, finding_.tree()[expr].span, [&](ExprId part) {
        const auto* name = finding_.If<syntax::Name>(part);
        reads |= name && bound_.contains(name->id.text());
      });
    return reads;
  }

  bool TakeLambda(const syntax::Lambda& lambda) {
    const syntax::Function& function = finding_.tree()[lambda.function];
    std::set<std::string, std::less<>> outer = bound_;
    for (const syntax::Param& param : function.params) {
      if (param.default_value) return false;
      bound_.insert(param.name.str());
    }
    const bool taken = Take(function.lambda_body);
    bound_ = std::move(outer);
    return taken;
  }

  // Of names alone: what it goes through is evaluated before they are bound.
  bool TakeComprehension(const syntax::Comprehension& made) {
    std::set<std::string, std::less<>> outer = bound_;
    bool all = true;
    for (const syntax::Clause& clause : made.clauses) {
      all = all && !clause.is_async && Take(clause.iterable);
      for (ExprId target : TupleItems(finding_.tree(), clause.target)) {
        const auto* name = finding_.If<syntax::Name>(target);
        all = all && name;
        if (name) bound_.insert(name->id.str());
      }
      for (ExprId condition : clause.conditions) all = all && Take(condition);
    }
    all = all && Take(made.element) && (!made.value || Take(made.value));
    bound_ = std::move(outer);
    return all;
  }

  // A variable that is assigned once, outside of loops, becomes the expression that it is.
  bool TakeVariable(ExprId name) {
    const std::optional<std::uint32_t> slot = variables_.SlotOf(name);
    const ExprId value = slot ? variables_.OnlyValue(*slot) : ExprId();
    if (!value || finding_.Breaks(finding_.tree()[value].span)) return false;
    if (!being_taken_.insert(*slot).second) return false;
    const bool taken = Take(value);
    being_taken_.erase(*slot);
    if (taken) inlined_.emplace_back(variables_.Name(*slot), value);
    return taken;
  }

  // What stays what it is: another value of the module may change between calls, and Dynamo would
  // not see it in the helper.
  bool IsDefined(ExprId expr) const {
    return finding_.Fact(expr).OneOf(FactKind::Module, FactKind::Callable, FactKind::Class,
                                     FactKind::DType);
  }
  bool IsPath(ExprId expr) const {
    while (const auto* attribute = finding_.If<syntax::Attribute>(expr)) expr = attribute->object;
    return finding_.If<syntax::Name>(expr) != nullptr;
  }

  // A number of Python that the graph has already, on one line: nothing in it breaks.
  bool IsArgument(ExprId expr) const {
    if (finding_.If<syntax::Literal>(expr)) return false;
    const infer::ExprFact& fact = finding_.Fact(expr);
    if (!(IsPlainValue(fact) ? terms_.IsStatic(expr) : IsKept(expr, fact)) ||
        terms_.Effects(expr) || finding_.Text(expr).find('\n') != std::string_view::npos)
      return false;
    return !finding_.Breaks(finding_.tree()[expr].span);
  }

  // A list, tuple or dict of numbers and texts that an attribute of an object holds, not the shape
  // of a tensor, or a tuple or list of them that a parameter or a variable outside of the function
  // does, or the function's own `**kwargs`: Dynamo guards on all of it.
  bool IsKept(ExprId expr, const infer::ExprFact& fact) const {
    constexpr std::uint32_t kPlain =
        infer::Bits(FactKind::None, FactKind::Bool, FactKind::Int, FactKind::Float, FactKind::Str);
    if ((fact.leaves & ~kPlain) != 0 || !IsGuardedWithin(fact)) return false;
    // `**kwargs`, of which there may be none.
    if (fact.Is(FactKind::Dict) && IsOwnKeywords(finding_, expr)) return true;
    if (fact.leaves == 0) return false;
    if (finding_.If<syntax::Name>(expr))
      return IsFromOutside(expr) && fact.OneOf(FactKind::List, FactKind::Tuple);
    const auto* attribute = finding_.If<syntax::Attribute>(expr);
    return attribute && IsPath(expr) && !finding_.Fact(attribute->object).MayBe(FactKind::Tensor) &&
           fact.OneOf(FactKind::List, FactKind::Tuple, FactKind::Dict);
  }

  // Whether Dynamo guards on what is held by what it holds: it does not on a list in a tuple, nor
  // on the keys of a dict in anything (torch 2.13).
  static bool IsGuardedWithin(const infer::ExprFact& fact) {
    const std::uint32_t tuple = infer::Bits(FactKind::Tuple);
    const bool lists = !fact.MayBe(FactKind::Tuple) && fact.within == infer::Bits(FactKind::List);
    return lists || (fact.within & ~tuple) == 0;
  }

  // A parameter, or a variable of the module or of a function around.
  bool IsFromOutside(ExprId name) const {
    const std::optional<std::uint32_t> slot = variables_.SlotOf(name);
    return !slot || (variables_.IsParameter(*slot) && variables_.Stores(*slot).empty());
  }

  bool IsPure(ExprId expr, const syntax::Call& call) const {
    const models::Traits declared = finding_.Fact(call.callee).traits;
    if (declared.Has(models::Trait::Pure))
      return std::none_of(call.args.begin(), call.args.end(), [](const syntax::Arg& arg) {
        return arg.kind == syntax::ArgKind::Star || arg.kind == syntax::ArgKind::DoubleStar ||
               arg.name == "out";
      });
    constexpr std::string_view kOfPython[] = {"abs",   "all", "any",    "divmod", "enumerate",
                                              "len",   "max", "min",    "range",  "reversed",
                                              "round", "sum", "sorted", "zip"};
    if (std::find(std::begin(kOfPython), std::end(kOfPython), finding_.BuiltinName(call.callee)) !=
        std::end(kOfPython))
      return true;
    // A method of a text or number.
    const auto* method = finding_.If<syntax::Attribute>(call.callee);
    if (method &&
        finding_.Fact(method->object).OneOf(FactKind::Str, FactKind::Int, FactKind::Float))
      return true;
    const models::Traits traits = terms_.OperationOf(expr);
    return traits.op != models::OpKind::Unknown && !traits.Has(models::Trait::ChangesState);
  }

  bool TakeCall(const syntax::Call& call) {
    bool all = Take(call.callee);
    for (const syntax::Arg& arg : call.args) all = all && Take(arg.value);
    return all;
  }

  bool TakeAll(ExprId expr) {
    bool all = true;
    ForEachPart(finding_.tree(), expr, [&](ExprId part) { all = all && Take(part); });
    return all;
  }

  std::string NameFor(ExprId argument) const {
    if (const auto* name = finding_.If<syntax::Name>(argument)) return name->id.str();
    if (const auto* attribute = finding_.If<syntax::Attribute>(argument))
      return attribute->name.str();
    return "value";
  }

  // By another parameter, or by what the body reads from the module.
  bool IsTaken(const std::string& name, const std::vector<std::string>& parameters) const {
    if (std::find(parameters.begin(), parameters.end(), name) != parameters.end()) return true;
    bool read = false;
    ForEachInside(finding_, finding_.tree()[whole_].span, [&](ExprId part) {
      const auto* used = finding_.If<syntax::Name>(part);
      read |= used && used->id == name &&
              std::none_of(arguments_.begin(), arguments_.end(), [&](ExprId argument) {
                const source::Span span = finding_.tree()[argument].span;
                return span.begin <= finding_.tree()[part].span.begin &&
                       finding_.tree()[part].span.end <= span.end;
              });
    });
    return read;
  }

  const Finding& finding_;
  const Terms& terms_;
  const Variables variables_;
  ExprId whole_;
  syntax::StmtId top_;
  std::vector<ExprId> arguments_;
  std::set<std::uint32_t> being_taken_;
  std::set<std::string, std::less<>> bound_;             // by lambdas and comprehensions around
  std::vector<std::pair<std::string, ExprId>> inlined_;  // variables, and what they are
};

}  // namespace graphmend::fix
