// Contexts that a block does without, or that it enters by `with` itself:
//
//     with warnings.catch_warnings():             y = x * 2
//         warnings.simplefilter("ignore")
//         y = x * 2
//     with ExitStack() as stack:                  with torch.no_grad():
//         stack.enter_context(torch.no_grad())        y = x * 2
//         y = x * 2
#include <algorithm>

#include "fix/arguments.h"
#include "fix/module_scope.h"
#include "fix/transformations.h"
#include "fix/variables.h"

namespace graphmend::fix {
namespace {

using diag::Applicability;
using infer::FactKind;
using syntax::ExprId;
using syntax::StmtId;

std::string_view CalledIn(const Finding& finding, ExprId expr) {
  const auto* call = finding.If<syntax::Call>(expr);
  return call ? finding.NameOf(call->callee) : std::string_view();
}

// Whether a line of the block begins within a text.
bool HoldsLongText(const Finding& finding, source::Span block) {
  const source::SourceFile& source = finding.file.source();
  for (std::uint32_t line = source.LineOf(block.begin) + 1; line <= source.LineOf(block.end - 1);
       ++line)
    if (IsInText(finding, source.LineStart(line))) return true;
  return false;
}

// Puts the block, without its first statements, in the place of the `with`; false where it is
// written in a way that is not moved.
bool Unwrap(const Finding& finding, StmtId stmt, const syntax::With& with, std::size_t first,
            Rewriter& rewriter) {
  const source::SourceFile& source = finding.file.source();
  const syntax::Tree& tree = finding.tree();
  if (first >= with.body.size() || !rewriter.HasOwnLines(stmt)) return false;
  for (StmtId inner : with.body)
    if (!rewriter.HasOwnLines(inner)) return false;
  const source::Span kept{source.LineStart(source.LineOf(tree[with.body[first]].span.begin)),
                          tree[with.body.back()].span.end};
  if (HoldsLongText(finding, kept)) return false;
  const std::string comments = CommentsIn(finding, source::Span{tree[stmt].span.begin, kept.begin});
  const std::size_t columns = rewriter.Indentation(with.body[first]).size();
  rewriter.ReplaceStatement(stmt, comments + Dedented(finding, kept, columns) + "\n");
  return true;
}

// The `with` whose block the statement stands in, where that has one context and gives it no name.
StmtId PlainWithAround(const Finding& finding, StmtId stmt) {
  const StmtId outer = finding.parents.Parent(stmt);
  const auto* with = finding.If<syntax::With>(outer);
  const bool plain = with && !with->is_async && with->items.size() == 1 && !with->items[0].target;
  return plain ? outer : StmtId();
}

// The statement that makes warnings silent: warnings.simplefilter("ignore").
bool IsSilencing(const Finding& finding, StmtId stmt) {
  const auto* line = finding.If<syntax::ExprStmt>(stmt);
  const auto* call = line ? finding.If<syntax::Call>(line->value) : nullptr;
  const std::string_view name = call ? CalledIn(finding, line->value) : std::string_view();
  if ((name != "warnings.simplefilter" && name != "warnings.filterwarnings") || call->args.empty())
    return false;
  const auto* action = finding.If<syntax::Literal>(call->args[0].value);
  return action && action->kind == syntax::LiteralKind::Str && action->text == "ignore" &&
         std::all_of(call->args.begin(), call->args.end(),
                     [&](const syntax::Arg& arg) { return IsPlainRead(finding, arg.value); });
}

// `stack.enter_context(c)` as a statement: c; none elsewhere.
ExprId EnteredBy(const Finding& finding, StmtId stmt, std::string_view stack) {
  const auto* line = finding.If<syntax::ExprStmt>(stmt);
  const auto* call = line ? finding.If<syntax::Call>(line->value) : nullptr;
  const auto* method = call ? finding.If<syntax::Attribute>(call->callee) : nullptr;
  if (!method || method->name != "enter_context" || finding.Text(method->object) != stack ||
      call->args.size() != 1 || call->args[0].kind != syntax::ArgKind::Positional)
    return {};
  return call->args[0].value;
}

}  // namespace

std::optional<Proposal> ForgetFilters(const Finding& finding) {
  if (!finding.function || !IsSilencing(finding, finding.stmt)) return std::nullopt;
  const StmtId stmt = PlainWithAround(finding, finding.stmt);
  const auto* with = finding.If<syntax::With>(stmt);
  if (!with || CalledIn(finding, with->items[0].context) != "warnings.catch_warnings" ||
      !finding.If<syntax::Call>(with->items[0].context)->args.empty())
    return std::nullopt;
  std::size_t first = 0;
  while (first < with->body.size() && IsSilencing(finding, with->body[first])) ++first;
  Rewriter rewriter(finding);
  if (finding.parents.PositionOf(finding.stmt).index >= first ||
      !Unwrap(finding, stmt, *with, first, rewriter))
    return Declined{"the filters are more than the beginning of a plain block; set them outside"};
  return rewriter.Finish("run the block without the filters", Applicability::Unsafe,
                         "warnings of what the block does are shown");
}

std::optional<Proposal> KeepCudnn(const Finding& finding) {
  const auto* with = finding.If<syntax::With>(finding.stmt);
  if (!with || !finding.function || CalledIn(finding, finding.expr) != "torch.backends.cudnn.flags")
    return std::nullopt;
  const auto item = std::find_if(with->items.begin(), with->items.end(),
                                 [&](const auto& one) { return one.context == finding.expr; });
  if (item == with->items.end() || item->target || with->is_async) return std::nullopt;
  Rewriter rewriter(finding);
  if (with->items.size() > 1) {
    const bool last = item + 1 == with->items.end();
    const source::Span span = finding.tree()[finding.expr].span;
    const source::Span beside = finding.tree()[(last ? item - 1 : item + 1)->context].span;
    if (last && (item - 1)->target) return std::nullopt;
    rewriter.Replace(
        last ? source::Span{beside.end, span.end} : source::Span{span.begin, beside.begin}, "");
  } else if (!Unwrap(finding, finding.stmt, *with, 0, rewriter)) {
    return Declined{"the block is written in a way that is not moved; take its header away"};
  }
  return rewriter.Finish("run the block with cuDNN as it is set", Applicability::Unsafe,
                         "on a GPU, cuDNN computes what is inside as it is set elsewhere");
}

std::optional<Proposal> EnterByWith(const Finding& finding) {
  const StmtId outer = finding.parents.Parent(finding.stmt);
  const auto* with = finding.If<syntax::With>(outer);
  if (!with || with->is_async || with->items.size() != 1 || !finding.function ||
      CalledIn(finding, with->items[0].context) != "contextlib.ExitStack" ||
      !finding.If<syntax::Call>(with->items[0].context)->args.empty())
    return std::nullopt;
  const ExprId target = with->items[0].target;
  const Variables variables(finding, finding.function);
  const auto slot = variables.SlotOf(target);
  std::string contexts;
  std::size_t count = 0;
  for (; slot && count < with->body.size(); ++count) {
    const ExprId entered = EnteredBy(finding, with->body[count], finding.Text(target));
    if (!entered) break;
    contexts += (count > 0 ? ", " : "") + OneLine(finding, entered);
  }
  Rewriter rewriter(finding);
  const bool plain = std::all_of(with->body.begin(), with->body.end(),
                                 [&](StmtId stmt) { return rewriter.HasOwnLines(stmt); });
  if (count == 0 || count == with->body.size() || variables.IsCaptured(*slot) || !plain ||
      variables.Reads(*slot).size() != count)
    return Declined{
        "the stack is used for more than entering contexts first of all; enter them by `with`"};
  rewriter.Replace(source::Span{finding.tree()[with->items[0].context].span.begin,
                                finding.tree()[target].span.end},
                   contexts);
  for (std::size_t i = 0; i < count; ++i) rewriter.Delete(with->body[i]);
  return rewriter.Finish("enter the contexts by `with`", Applicability::Safe);
}

}  // namespace graphmend::fix
