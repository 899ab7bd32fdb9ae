// Ask once, when the module is imported, what does not change: if os.path.exists("/tmp").
#include "fix/arguments.h"
#include "fix/declaration.h"
#include "fixes/module_level.h"

namespace graphmend::fix::ask_at_import {
namespace {

using diag::Applicability;
using syntax::StmtId;

// TMP_EXISTS for os.path.exists("/tmp"), CUDA_DEVICE_COUNT for torch.cuda.device_count().
std::string NameFor(const Finding& finding, const syntax::Call& call) {
  std::string_view function = finding.NameOf(call.callee);
  const std::size_t last = function.rfind('.');
  const std::size_t before = last == std::string_view::npos ? last : function.rfind('.', last - 1);
  std::string text;
  for (const syntax::Arg& arg : call.args)
    if (const auto* literal = finding.If<syntax::Literal>(arg.value);
        literal && literal->kind == syntax::LiteralKind::Str && text.empty())
      text = literal->text.str() + "_";
  if (text.size() > 24) text.clear();
  text += function.substr((text.empty() && before != std::string_view::npos ? before : last) + 1);
  std::string name;
  for (char c : text) {
    const bool small = c >= 'a' && c <= 'z';
    const bool word = small || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9' && !name.empty());
    if (word) name += small ? static_cast<char>(c - 'a' + 'A') : c;
    else if (!name.empty() && name.back() != '_') name += '_';
  }
  return name;
}

std::optional<Proposal> Propose(const Finding& finding) {
  const auto* call = finding.If<syntax::Call>(finding.expr);
  const StmtId top = TopOfFinding(finding);
  if (!call || !top || !finding.Fact(call->callee).traits.Has(models::Trait::AsksMachine))
    return std::nullopt;
  if (!IsConstantAbove(finding, finding.expr, top))
    return Declined{
        "what is asked for depends on the call; ask before the compiled code is entered"};
  Rewriter rewriter(finding);
  const std::string name = rewriter.FreshModuleName(NameFor(finding, *call));
  InsertLine(finding, top, name + " = " + Render(finding, finding.expr), rewriter);
  ReplaceWhole(finding, finding.expr, name, rewriter);
  return rewriter.Finish("ask once, at module level", Applicability::Unsafe,
                         "it is asked for once, when the module is imported");
}

constexpr infer::ObservationKind kAnswers[] = {infer::ObservationKind::InputOutput,
                                               infer::ObservationKind::SkippedCall};

}  // namespace

extern constinit const Declaration kFix = {
    .summary = "ask once, when the module is imported, for what does not change",
    .answers = kAnswers,
    .promise = Promise::Unsafe,
    .propose = Propose,
};

}  // namespace graphmend::fix::ask_at_import
