// Ask once, when the module is imported, what does not change: if os.path.exists("/tmp").
#include <algorithm>

#include "fix/arguments.h"
#include "fix/declaration.h"
#include "fixes/module_level.h"

namespace graphmend::fix::ask_at_import {
namespace {

using diag::Applicability;
using syntax::StmtId;

// Questions that never raise.
constexpr std::string_view kQuestions[] = {
    "os.path.exists", "os.path.isfile",      "os.path.isdir",       "os.getcwd",
    "os.cpu_count",   "os.path.abspath",     "pathlib.Path.exists", "pathlib.Path.is_file",
    "shutil.which",   "pathlib.Path.is_dir", "socket.gethostname"};

bool IsQuestion(std::string_view name) {
  return std::find(std::begin(kQuestions), std::end(kQuestions), name) != std::end(kQuestions);
}

// TMP_EXISTS for os.path.exists("/tmp").
std::string NameFor(const Finding& finding, const syntax::Call& call) {
  std::string_view function = finding.NameOf(call.callee);
  function.remove_prefix(function.rfind('.') + 1);
  std::string text;
  for (const syntax::Arg& arg : call.args)
    if (const auto* literal = finding.If<syntax::Literal>(arg.value);
        literal && literal->kind == syntax::LiteralKind::Str && text.empty())
      text = literal->text.str() + "_";
  if (text.size() > 24) text.clear();
  text += function;
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
  if (!call || !top || !IsQuestion(finding.NameOf(call->callee))) return std::nullopt;
  if (!IsConstantAbove(finding, finding.expr, top))
    return Declined{
        "what is asked for depends on the call; ask before the compiled code is entered"};
  Rewriter rewriter(finding);
  const std::string name = rewriter.FreshName(NameFor(finding, *call));
  InsertLine(finding, top, name + " = " + OneLine(finding, finding.expr), rewriter);
  ReplaceWhole(finding, finding.expr, name, rewriter);
  return rewriter.Finish("ask once, at module level", Applicability::Unsafe,
                         "it is asked for once, when the module is imported");
}

constexpr infer::ObservationKind kAnswers[] = {infer::ObservationKind::InputOutput};

}  // namespace

extern constinit const Declaration kFix = {
    .summary = "ask once, when the module is imported, for what does not change",
    .answers = kAnswers,
    .promise = Promise::Unsafe,
    .propose = Propose,
};

}  // namespace graphmend::fix::ask_at_import
