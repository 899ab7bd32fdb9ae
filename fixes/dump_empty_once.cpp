// What an empty dict is dumped as, made once: a cache is asked by the keyword arguments of a call,
// of which there mostly are none.
//
//                                        EMPTY_KWARGS_DUMPED = pickle.dumps({})
//
//     key = pickle.dumps(kwargs)         key = EMPTY_KWARGS_DUMPED if not kwargs else (
//                                            pickle.dumps(kwargs))
//
// `kwargs` is the function's own `**kwargs`, so that it is a dict and no class derived from it.
#include <algorithm>
#include <string>

#include "fix/arguments.h"
#include "fix/declaration.h"
#include "fixes/module_level.h"
#include "fixes/traced_parts.h"

namespace graphmend::fix::dump_empty_once {
namespace {

using diag::Applicability;
using infer::FactKind;
using syntax::ExprId;
using syntax::StmtId;

// The other arguments mean the same at module level.
bool HasOnlyConstants(const Finding& finding, const syntax::Call& call) {
  return std::all_of(call.args.begin() + 1, call.args.end(), [&](const syntax::Arg& arg) {
    return (arg.kind == syntax::ArgKind::Positional || arg.kind == syntax::ArgKind::Keyword) &&
           finding.If<syntax::Literal>(arg.value);
  });
}

std::string UpperCase(std::string_view text) {
  std::string upper;
  for (const char c : text) upper += c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  return upper;
}

std::string DumpOfNothing(const Finding& finding, const syntax::Call& call) {
  std::string text = Render(finding, call.callee) + "({}";
  for (std::size_t i = 1; i < call.args.size(); ++i) {
    const syntax::Arg& arg = call.args[i];
    const bool named = arg.kind == syntax::ArgKind::Keyword;
    text += ", " + (named ? arg.name.str() + "=" : "") + Render(finding, arg.value);
  }
  return text + ")";
}

std::optional<Proposal> Propose(const Finding& finding) {
  const auto* call = finding.If<syntax::Call>(finding.expr);
  const StmtId top = finding.IsInFunction() ? TopOfFinding(finding) : StmtId();
  if (!call || !top || call->args.empty() || call->args[0].kind != syntax::ArgKind::Positional ||
      !finding.Fact(call->callee).traits.Has(models::Trait::Pure))
    return std::nullopt;
  const ExprId keywords = call->args[0].value;
  const infer::ExprFact& fact = finding.Fact(keywords);
  // Done already.
  if (finding.If<syntax::Conditional>(finding.parents.Parent(finding.expr))) return std::nullopt;
  if (!IsOwnKeywords(finding, keywords) || !HasOnlyConstants(finding, *call)) return std::nullopt;
  if (!fact.Is(FactKind::Dict) || !fact.may_be_empty)
    return Declined{
        "what is dumped always has something in it; ask the cache by the values themselves"};
  if (!IsKnownAbove(finding, call->callee, top))
    return Declined{"it is not known at module level what dumps it"};
  Rewriter rewriter(finding);
  const std::string text(finding.Text(keywords));
  const std::string name = rewriter.FreshModuleName("EMPTY_" + UpperCase(text) + "_DUMPED");
  InsertLine(finding, top, name + " = " + DumpOfNothing(finding, *call), rewriter);
  const std::string whole =
      name + " if not " + text + " else " + std::string(finding.Text(finding.expr));
  rewriter.Replace(finding.expr, finding.parents.Parent(finding.expr) ? "(" + whole + ")" : whole);
  return rewriter.Finish("dump what is empty once, at module level", Applicability::Safe);
}

constexpr infer::ObservationKind kAnswers[] = {infer::ObservationKind::InputOutput};

}  // namespace

extern constinit const Declaration kFix = {
    .summary = "dump empty keyword arguments once, when the module is imported",
    .answers = kAnswers,
    .promise = Promise::Safe,
    .propose = Propose,
};

}  // namespace graphmend::fix::dump_empty_once
