#include "fixes/deferrable.h"

#include <algorithm>
#include <set>

#include "fix/message_calls.h"
#include "fix/module_scope.h"
#include "fix/pure_calls.h"
#include "fixes/deferred_numbers.h"

namespace graphmend::fix {

using infer::FactKind;
using syntax::ExprId;

namespace {

// By a function whose result Dynamo draws before the graph runs (torch 2.13).
bool IsDrawn(const Finding& finding, ExprId expr) {
  constexpr std::string_view kDrawing[] = {"random.random", "random.randint", "random.randrange",
                                           "random.uniform"};
  const auto* call = finding.If<syntax::Call>(expr);
  return call && std::find(std::begin(kDrawing), std::end(kDrawing),
                           ImportedName(finding, call->callee)) != std::end(kDrawing);
}

// Whether an argument is drawn, or reads a variable that is.
bool ShowsDraw(const Finding& finding, const syntax::Call& call) {
  // Few files draw so, and the function is gone through for each message.
  const std::string_view text = finding.file.source().text();
  if (!finding.function || text.find("random") == std::string_view::npos) return false;
  bool shows = false;
  std::set<std::string_view> drawn;
  ForEachInside(finding, finding.tree()[finding.function].span, [&](ExprId part) {
    const syntax::StmtId stmt =
        IsDrawn(finding, part) ? finding.parents.Statement(part) : syntax::StmtId();
    const auto* assign = stmt ? finding.If<syntax::Assign>(stmt) : nullptr;
    if (!assign) return;
    for (ExprId target : assign->targets)
      if (const auto* name = finding.If<syntax::Name>(target)) drawn.insert(name->id.text());
  });
  for (const syntax::Arg& arg : call.args)
    ForEachInside(finding, finding.tree()[arg.value].span, [&](ExprId part) {
      const auto* name = finding.If<syntax::Name>(part);
      shows = shows || IsDrawn(finding, part) || (name && drawn.contains(name->id.text()));
    });
  return shows;
}

// Of the argument of a warning at that place.
std::optional<Declined> WhyNotWarned(const Finding& finding, const syntax::Arg& arg, int position) {
  if (position == 0 && arg.kind == syntax::ArgKind::Positional &&
      !finding.Fact(arg.value).OneOf(FactKind::Str))
    return Declined{"the message is not known to be a string; pass a string"};
  const std::string_view name = arg.name.text();
  const bool known = name.empty() ? position < 2 : name == "message" || name == "category";
  if (known) return std::nullopt;
  return Declined{
      "the place that the warning names depends on its caller (`stacklevel`), which does not exist "
      "when compiled; leave it out"};
}

}  // namespace

std::optional<Declined> WhyNotDeferred(const Finding& finding, const Message& message,
                                       const syntax::Call& call) {
  if (ShowsDraw(finding, call))
    return Declined{
        "a number that it shows is drawn by Python, which Dynamo does as the graph begins, and "
        "hands to no operator; draw it before the compiled code"};
  int position = 0;
  for (const syntax::Arg& arg : call.args) {
    std::string_view name = arg.name.text();
    if (arg.kind == syntax::ArgKind::DoubleStar)
      return Declined{"what `**" + std::string(finding.Text(arg.value)) +
                      "` holds is not known; write the keywords out"};
    if (arg.kind == syntax::ArgKind::Star && DeferredRead(finding, arg.value))
      return Declined{"what `*" + std::string(finding.Text(arg.value)) +
                      "` reads is needed at once; write the arguments out"};
    if (arg.kind == syntax::ArgKind::Star && message.kind == MessageKind::Warn)
      return Declined{"what `*" + std::string(finding.Text(arg.value)) +
                      "` holds is not known; write the arguments out"};
    if (message.kind == MessageKind::Print && name == "file" &&
        !finding.Fact(arg.value).Is(FactKind::None) && StreamOf(finding, arg.value).empty())
      return Declined{
          "it prints to another file; only standard output and standard error are deferred"};
    if (message.kind == MessageKind::Log && arg.kind == syntax::ArgKind::Keyword)
      return Declined{
          "`" + std::string(name) +
          "` needs the call's own stack or record; log without it, or outside the compiled code"};
    if (message.kind == MessageKind::Warn)
      if (std::optional<Declined> declined = WhyNotWarned(finding, arg, position)) return declined;
    ++position;
  }
  return std::nullopt;
}

bool ArgumentsChange(const Finding& finding, const syntax::Call& call) {
  bool changes = false;
  for (const syntax::Arg& arg : call.args)
    ForEachInside(finding, finding.tree()[arg.value].span, [&](syntax::ExprId part) {
      const auto* inner = finding.If<syntax::Call>(part);
      const Purity* purity = inner ? PurityOf(finding, part) : nullptr;
      if (!inner || (purity && purity->why.empty())) return;
      const infer::ExprFact& callee = finding.Fact(inner->callee);
      const std::string_view name = finding.BuiltinName(inner->callee);
      const auto* method = finding.If<syntax::Attribute>(inner->callee);
      const bool of_text = method && finding.Fact(method->object).Is(FactKind::Str);
      // What has no module is Python's own.
      const bool own = !name.empty() && name.find('.') == std::string_view::npos;
      const bool known = of_text || own || name.starts_with("torch.");
      changes |= !known || callee.traits.ChangesArguments();
    });
  return changes;
}

bool IsShownAsItIs(const infer::ExprFact& fact) {
  return fact.OneOf(FactKind::None, FactKind::Bool, FactKind::Int, FactKind::Float,
                    FactKind::Complex, FactKind::Str, FactKind::Bytes, FactKind::DType,
                    FactKind::Device, FactKind::Scalar, FactKind::Class);
}

bool IsContainerOrPlain(const infer::ExprFact& fact) {
  return fact.OneOf(FactKind::None, FactKind::Tuple, FactKind::List, FactKind::Dict, FactKind::Int,
                    FactKind::Str, FactKind::Float);
}

bool MayBeTensor(const infer::ExprFact& fact) {
  return fact.kinds == 0 || fact.MayBe(FactKind::Tensor) || fact.MayBe(FactKind::Unknown) ||
         fact.MayBe(FactKind::Undeclared);
}

bool IsMadeLater(const Finding& finding, syntax::ExprId expr) {
  const infer::ExprFact& fact = finding.Fact(expr);
  std::vector<syntax::ExprId> reads;
  return DeferredRead(finding, expr) || ComputesDeferred(finding, expr, reads) ||
         fact.holds_tensor || fact.MayBe(FactKind::Tensor) || fact.MayBe(FactKind::Scalar);
}

}  // namespace graphmend::fix
