// Let the message of a check close over constants only: torch._check(n > 2, lambda: f"bad
// {x.shape}").
#include <algorithm>
#include <map>

#include "fix/arguments.h"
#include "fix/declaration.h"
#include "fix/module_scope.h"
#include "fix/rewriter.h"
#include "fix/terms.h"
#include "fix/variables.h"
#include "fixes/torch_checks.h"

namespace graphmend::fix::show_shape_by_local {
namespace {

using diag::Applicability;
using infer::FactKind;
using syntax::ExprId;

// Whether the shape or type of the tensor says it.
bool IsOfShape(const syntax::Attribute& read) {
  for (std::string_view name : {"shape", "dtype", "device", "ndim"})
    if (read.name == name) return true;
  return false;
}

// What the function's reads of a variable found it to be.
enum class Held { Plain, Tensor, Object, Anything };

Held HeldBy(const Finding& finding, const Variables& variables, std::uint32_t slot) {
  const std::vector<ExprId> reads = variables.Reads(slot);
  auto all = [&](FactKind kind) {
    return !reads.empty() && std::all_of(reads.begin(), reads.end(),
                                         [&](ExprId read) { return finding.Fact(read).Is(kind); });
  };
  if (all(FactKind::Tensor)) return Held::Tensor;
  if (all(FactKind::Object)) return Held::Object;
  const bool maybe = std::any_of(reads.begin(), reads.end(), [&](ExprId read) {
    return finding.Fact(read).MayBe(FactKind::Tensor) || finding.Fact(read).MayBe(FactKind::Object);
  });
  return maybe ? Held::Anything : Held::Plain;
}

// Whether a call may leave None in it: `y: Tensor = None`.
bool MayBeNone(const Finding& finding, std::uint32_t slot) {
  const auto& params = finding.tree()[finding.function].params;
  return slot < params.size() && params[slot].default_value &&
         IsLiteral(finding, params[slot].default_value, syntax::LiteralKind::None);
}

// Whether evaluating it may give a variable another tensor, or a tensor another shape.
bool MayChange(const Finding& finding, ExprId expr) {
  const Terms terms(finding);
  bool changes = false;
  ForEachInside(finding, finding.tree()[expr].span, [&](ExprId part) {
    const auto* call = finding.If<syntax::Call>(part);
    const infer::ExprFact& fact = finding.Fact(part);
    changes |= finding.If<syntax::Walrus>(part) || !fact.runs.empty();
    if (!call || terms.OperationOf(part).op != models::OpKind::Unknown) return;
    const infer::ExprFact& callee = finding.Fact(call->callee);
    changes |=
        !callee.traits.Has(models::Trait::ReadsData) && !callee.Name().starts_with("builtins.");
  });
  return changes;
}

// `{x.shape=}` shows the name, too.
bool ShowsName(const Finding& finding, ExprId read) {
  const source::Span span = finding.tree()[read].span;
  const std::string_view rest = finding.Text(finding.parents.Statement(read))
                                    .substr(span.end - finding.tree()[finding.stmt].span.begin);
  const std::size_t at = rest.find_first_not_of(" \t");
  return at != std::string_view::npos && rest[at] == '=';
}

// Whether the function reads the same attribute elsewhere, and finds a number or text.
bool IsConstantHere(const Finding& finding, ExprId read) {
  bool constant = false;
  ForEachInside(finding, finding.tree()[finding.stmt].span, [&](ExprId expr) {
    constant |=
        finding.Text(expr) == finding.Text(read) &&
        finding.Fact(expr).OneOf(FactKind::Int, FactKind::Float, FactKind::Bool, FactKind::Str);
  });
  return constant;
}

std::optional<Proposal> Propose(const Finding& finding) {
  const syntax::Call* check = AnyCheckIn(finding);
  if (!check || check->args.size() != 2 || !finding.IsInFunction()) return std::nullopt;
  const ExprId body = LambdaBody(finding, check->args[1].value);
  Rewriter rewriter(finding);
  if (!body || !rewriter.HasOwnLines(finding.stmt)) return std::nullopt;
  // The shape is read before the condition is asked.
  if (MayChange(finding, check->args[0].value))
    return Declined{"what the condition does is not known; give it a name before the check"};
  const names::Index& index = finding.file.index();
  const Variables variables(finding, finding.function);
  std::map<std::string, std::string> locals;  // by what they hold
  std::string shown;
  ForEachInside(finding, finding.tree()[body].span, [&](ExprId expr) {
    const auto* name = finding.If<syntax::Name>(expr);
    if (!name) return;
    const names::Binding binding =
        index.Resolve(index.of_function[finding.function.index], name->id);
    if (binding.kind != names::BindingKind::Local) return;
    const Held held = HeldBy(finding, variables, binding.slot);
    if (held == Held::Plain) return;
    const ExprId read = finding.parents.Parent(expr);
    const auto* attribute = finding.If<syntax::Attribute>(read);
    const bool known = attribute && !MayBeNone(finding, binding.slot) &&
                       !ShowsName(finding, read) &&
                       (held == Held::Tensor   ? IsOfShape(*attribute)
                        : held == Held::Object ? IsConstantHere(finding, read)
                                               : false);
    if (!known) {
      shown = name->id.str();
      return;
    }
    std::string& local = locals[std::string(finding.Text(read))];
    if (local.empty()) local = rewriter.FreshName(name->id.str() + "_" + attribute->name.str());
    rewriter.Replace(read, local);
  });
  if (!shown.empty())
    return Declined{"the message shows something of `" + shown +
                    "` that is not known while tracing; show only the shape"};
  if (locals.empty()) return std::nullopt;
  std::string lines;
  for (const auto& [held, local] : locals) lines += local + " = " + held + "\n";
  rewriter.InsertBefore(finding.stmt, lines);
  return rewriter.Finish("let the message close over only constants", Applicability::Safe);
}

constexpr infer::ObservationKind kAnswers[] = {infer::ObservationKind::SkippedCall};

}  // namespace

extern constinit const Declaration kFix = {
    .summary = "let the message of a check close over only constants",
    .answers = kAnswers,
    .promise = Promise::Safe,
    .propose = Propose,
};

}  // namespace graphmend::fix::show_shape_by_local
