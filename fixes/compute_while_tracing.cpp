// A number that is computed from numbers alone, by what Dynamo does not trace:
//
//                                           @torch.compiler.assume_constant_result
//                                           def _compute_length(value):
//     length = next_fast_len(n + m - 1)         return next_fast_len(value)
//
//                                           length = _compute_length(n + m - 1)
//
// Dynamo calls such a function while it traces, with arguments that it guards on, and its result is
// a constant of the graph. An argument that is a symbol breaks the graph.
#include <algorithm>
#include <vector>

#include "fix/arguments.h"
#include "fix/calls.h"
#include "fix/code.h"
#include "fix/declaration.h"
#include "fix/failures.h"
#include "fix/renderer.h"
#include "fix/terms.h"
#include "fix/variables.h"
#include "fixes/module_level.h"

namespace graphmend::fix::compute_while_tracing {
namespace {

using diag::Applicability;
using infer::FactKind;
using models::OpKind;
using models::Trait;
using syntax::ExprId;

// A number or text of Python, certainly.
bool IsPlain(const infer::ExprFact& fact) {
  return fact.OneOf(FactKind::Bool, FactKind::Int, FactKind::Float, FactKind::Str);
}

// What the helper's body is made of: what stays in it, and what it is given.
class Parts {
 public:
  Parts(const Finding& finding, const Terms& terms, syntax::StmtId top)
      : finding_(finding), terms_(terms), top_(top) {}

  // Whether the expression is computed from numbers of the caller, constants and pure functions.
  bool Take(ExprId expr) {
    if (IsArgument(expr)) {
      arguments_.push_back(expr);
      return true;
    }
    return base::Match(
        finding_.tree()[expr].node, [](const syntax::Literal&) { return true; },
        [&](const syntax::Name&) { return IsDefined(expr) && IsKnownAbove(finding_, expr, top_); },
        [&](const syntax::Attribute& attribute) {
          return Take(attribute.object) && (IsDefined(expr) || !IsPath(attribute.object));
        },
        [&](const syntax::Call& call) { return IsPure(expr, call) && TakeCall(call); },
        [&](const syntax::Unary&) { return TakeAll(expr); },
        [&](const syntax::Binary&) { return TakeAll(expr); },
        [&](const syntax::Sequence& sequence) {
          return sequence.kind != syntax::SequenceKind::Set && TakeAll(expr);
        },
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
    return parameters;
  }

  std::vector<std::string> Arguments() const {
    std::vector<std::string> texts;
    for (ExprId argument : arguments_)
      if (std::string text(finding_.Text(argument));
          std::find(texts.begin(), texts.end(), text) == texts.end())
        texts.push_back(std::move(text));
    return texts;
  }

 private:
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
    if (!(IsPlain(fact) ? terms_.IsStatic(expr) : IsKept(expr, fact)) || terms_.Effects(expr) ||
        finding_.Text(expr).find('\n') != std::string_view::npos)
      return false;
    return !finding_.Breaks(finding_.tree()[expr].span);
  }

  // A list, tuple or dict of numbers and texts that an attribute of an object holds, not the shape
  // of a tensor: Dynamo guards on all of it.
  bool IsKept(ExprId expr, const infer::ExprFact& fact) const {
    constexpr std::uint32_t kPlain =
        infer::Bits(FactKind::None, FactKind::Bool, FactKind::Int, FactKind::Float, FactKind::Str);
    const auto* attribute = finding_.If<syntax::Attribute>(expr);
    return attribute && IsPath(expr) && !finding_.Fact(attribute->object).MayBe(FactKind::Tensor) &&
           fact.OneOf(FactKind::List, FactKind::Tuple, FactKind::Dict) && fact.leaves != 0 &&
           (fact.leaves & ~kPlain) == 0;
  }

  bool IsPure(ExprId expr, const syntax::Call& call) const {
    const models::Traits declared = finding_.Fact(call.callee).traits;
    if (declared.Has(Trait::Pure))
      return std::none_of(call.args.begin(), call.args.end(), [](const syntax::Arg& arg) {
        return arg.kind == syntax::ArgKind::Star || arg.kind == syntax::ArgKind::DoubleStar ||
               arg.name == "out";
      });
    const models::Traits traits = terms_.OperationOf(expr);
    return traits.op != OpKind::Unknown && !traits.Has(Trait::ChangesState);
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
    ForEachInside(finding_, finding_.tree()[finding_.expr].span, [&](ExprId part) {
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
  syntax::StmtId top_;
  std::vector<ExprId> arguments_;
};

// `_compute_length` for `length = …`, `_compute_forward` in `forward`.
std::string HelperName(const Finding& finding) {
  const auto* assign = finding.If<syntax::Assign>(finding.stmt);
  const auto* target = assign && assign->targets.size() == 1
                           ? finding.If<syntax::Name>(assign->targets[0])
                           : nullptr;
  return "_compute_" + (target ? target->id : finding.tree()[finding.function].name).str();
}

// Whether `type(n)` is asked for: Dynamo cannot give back the type of such a constant (torch 2.13).
bool IsTypeAsked(const Finding& finding) {
  const auto asks = [&](ExprId expr) {
    const auto* call = finding.If<syntax::Call>(finding.parents.Parent(expr));
    return call && call->callee != expr && finding.BuiltinName(call->callee) == "type";
  };
  if (asks(finding.expr)) return true;
  const auto* assign = finding.If<syntax::Assign>(finding.stmt);
  const Variables variables(finding, finding.function);
  const auto slot =
      assign && assign->targets.size() == 1 ? variables.SlotOf(assign->targets[0]) : std::nullopt;
  const std::vector<ExprId> reads = slot ? variables.Reads(*slot) : std::vector<ExprId>();
  return std::any_of(reads.begin(), reads.end(), asks);
}

std::optional<Proposal> Propose(const Finding& finding) {
  const auto* call = finding.If<syntax::Call>(finding.expr);
  const syntax::StmtId top = finding.IsInFunction() ? TopOfFinding(finding) : syntax::StmtId();
  const infer::ExprFact& result = finding.Fact(finding.expr);
  // A list is made anew in each call, from a tuple that stays as it is.
  const bool list = result.Is(FactKind::List) && !result.holds_tensor && !result.nested;
  if (!call || !top || (!list && !IsPlain(result))) return std::nullopt;
  const Terms terms(finding);
  Parts parts(finding, terms, top);
  if (!parts.Take(finding.expr) || IsTypeAsked(finding)) return std::nullopt;
  if (IsCaughtHere(finding) || Calls(finding).IsCaught(finding.function))
    return Declined{std::string(kCaughtHere)};
  Rewriter rewriter(finding);
  Naming names;
  const std::vector<std::string> parameters = parts.Parameters(names);
  const auto in = [list](std::string_view type, const std::string& text) {
    return list ? std::string(type) + "(" + text + ")" : text;
  };
  const std::string torch = rewriter.Import("torch");
  if (!StandsAbove(finding, torch, top)) return Declined{"torch is imported further down"};
  const std::string name = rewriter.FreshName(HelperName(finding));
  InsertTracedFunction(finding, top, torch, CallText(name, parameters, 1),
                       in("tuple", Code::Of(finding, finding.expr, names).Text()), rewriter);
  ReplaceWhole(finding, finding.expr, in("list", CallText(name, parts.Arguments(), 0)), rewriter);
  return rewriter.Finish("compute it while tracing", Applicability::Unsafe,
                         "an error that it raises is a compiler error when compiled, as is asking "
                         "for the number's type, "
                         "and a warning that it gives is shown once; where a number is a symbol, "
                         "as dynamic sizes are, "
                         "the graph breaks, perhaps more often");
}

constexpr infer::ObservationKind kAnswers[] = {infer::ObservationKind::HostRead,
                                               infer::ObservationKind::InputOutput,
                                               infer::ObservationKind::SkippedCall};
constexpr std::string_view kBefore[] = {"compute_by_tensors", "compute_list_by_tensors",
                                        "read_array_as_tensor"};

}  // namespace

extern constinit const Declaration kFix = {
    .summary = "compute from numbers while tracing, by a function that Dynamo calls itself",
    .answers = kAnswers,
    .before = kBefore,
    .promise = Promise::Unsafe,
    .propose = Propose,
};

}  // namespace graphmend::fix::compute_while_tracing
