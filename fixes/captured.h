// What fixes share that keep a number or a size in the graph as a symbol.
#pragma once

#include <algorithm>
#include <string>

#include "fix/captured_uses.h"
#include "fix/gradients.h"
#include "fix/held.h"
#include "fix/module_scope.h"
#include "fix/operands.h"
#include "fix/reads.h"
#include "fix/rewriter.h"
#include "with_blocks.h"

namespace graphmend::fix {

// The function around, where what it returns is what the compiled code gives back.
inline syntax::FunctionId EntryOf(const Finding& finding) {
  return finding.diagnostic.callers.size() <= 1 ? finding.function : syntax::FunctionId();
}

// What is read of a tensor as a number: t.item(), int(t); a list: t.tolist(). Nothing: neither, or
// what Dynamo does not capture: AOTAutograd asks for the value of a bool (torch 2.13).
inline std::optional<HostRead> CapturedRead(const Finding& finding, syntax::ExprId expr) {
  const std::optional<HostRead> read = HostReadOf(finding, expr);
  if (!read || read->IsText() || read->how == "bool") return std::nullopt;
  const infer::ExprFact& fact = finding.Fact(read->tensor);
  if (fact.tensor && fact.tensor->numpy) return std::nullopt;
  // What is no tensor in some call is read there as before.
  return read->IsMethod() || IsTensor(fact) ? read : std::nullopt;
}

inline bool FollowRead(const Finding& finding, CapturedUses& uses, const HostRead& read,
                       syntax::ExprId expr) {
  if (read.how != "tolist") return uses.Goes(Captured::Number, expr);
  const int rank = finding.Fact(read.tensor).Rank();
  if (rank == 0) return uses.Goes(Captured::Number, expr);
  if (rank == 1) return uses.Goes(Captured::Numbers, expr);
  if (rank == 2) return uses.Goes(Captured::Rows, expr);
  // What it is used for tells.
  return rank < 0 && (uses.Goes(Captured::Numbers, expr) || uses.Goes(Captured::Rows, expr));
}

// Dynamo takes a size for it that the result does not have, and fails (torch 2.13).
inline bool HasWrongSize(const Finding& finding) {
  const auto* call = finding.If<syntax::Call>(finding.expr);
  return call && finding.NameOf(call->callee) == "torch.combinations";
}

// Selects elements, or asks where they are: `torch.nonzero(mask)`, `torch.where(mask)`, `x[mask]`.
inline bool SelectsByData(const Finding& finding, syntax::ExprId expr) {
  if (const auto* call = finding.If<syntax::Call>(expr))
    return finding.Fact(call->callee).traits.op == models::OpKind::Selecting ||
           (call->args.size() == 1 && finding.NameOf(call->callee) == "torch.where");
  const auto* item = finding.If<syntax::Subscript>(expr);
  if (!item || !IsTensor(finding.Fact(item->object))) return false;
  const infer::ExprFact& index = finding.Fact(item->index);
  return index.tensor && index.tensor->dtype == values::DType::Bool;
}

// Whether Dynamo breaks the graph for the size alone, which it can keep as a symbol. Other
// operators are refused, whatever is captured: `one_hot` without a number of classes.
inline bool BreaksForSize(const Finding& finding) {
  const std::vector<std::string>& ids = finding.diagnostic.gb_ids;
  return std::find(ids.begin(), ids.end(), "GB0036") != ids.end();
}

// What torch.where(mask), nonzero(as_tuple=True), unique(return_inverse=True) give is a tuple.
inline bool FollowSized(const Finding& finding, CapturedUses& uses, syntax::ExprId expr) {
  // `x[:, mask]`
  if (const auto* item = finding.If<syntax::Subscript>(expr);
      item && finding.If<syntax::Sequence>(item->index))
    uses.Turn();
  const auto* call = finding.If<syntax::Call>(expr);
  const bool several =
      call && std::any_of(call->args.begin(), call->args.end(), [](const syntax::Arg& arg) {
        return arg.name == "return_inverse" || arg.name == "return_counts";
      });
  const bool many =
      several || finding.Fact(expr).OneOf(infer::FactKind::Tuple, infer::FactKind::List);
  return uses.Goes(many ? Captured::SizedOnes : Captured::Sized, expr);
}

// `place[i] = …`: what the statement itself stores into, once all in it is evaluated.
inline bool IsStoredInto(const Finding& finding, syntax::ExprId place) {
  syntax::ExprId outer = place;
  for (syntax::ExprId next; (next = finding.parents.Parent(outer)); outer = next) {
    const auto* item = finding.If<syntax::Subscript>(next);
    if (!item || item->object != outer) return false;
  }
  const syntax::StmtId stmt = finding.parents.Statement(place);
  const auto* assign = finding.If<syntax::Assign>(stmt);
  const auto* aug = finding.If<syntax::AugAssign>(stmt);
  if (aug) return aug->target == outer && finding.If<syntax::Subscript>(outer);
  return outer != place && assign && assign->targets.size() == 1 && assign->targets[0] == outer;
}

// The code computes by what is known to trace and changes nothing in place, so that what it is made
// of may be evaluated earlier.
inline bool OnlyComputes(const Finding& finding, source::Span span, bool may_change = false) {
  bool known = true;
  ForEachInside(finding, span, [&](syntax::ExprId part) {
    if (!known) return;
    known = !finding.If<syntax::Yield>(part) && !finding.If<syntax::Await>(part) &&
            !finding.If<syntax::Walrus>(part) &&
            (may_change || !IsChanged(finding, part) || IsStoredInto(finding, part));
    const auto* call = finding.If<syntax::Call>(part);
    if (!call || !known) return;
    const std::string_view name = finding.NameOf(call->callee);
    const auto* method = finding.If<syntax::Attribute>(call->callee);
    known = name.starts_with("torch.") || name.starts_with("builtins.") ||
            name.starts_with("math.") ||
            finding.Fact(call->callee).traits.Has(models::Trait::Pure) ||
            ImportedName(finding, call->callee).starts_with("builtins.") ||
            (method &&
             (IsTensor(finding.Fact(method->object)) ||
              finding.Fact(method->object).OneOf(infer::FactKind::List, infer::FactKind::Dict)));
  });
  return known;
}

// What is evaluated in the statement up to the finding's expression only computes, so that lines
// before the statement may evaluate parts of it.
inline bool OnlyComputesBefore(const Finding& finding) {
  const syntax::Tree& tree = finding.tree();
  const source::Span own = tree[finding.expr].span;
  const auto* assign = finding.If<syntax::Assign>(finding.stmt);
  bool only = OnlyComputes(finding, own);
  ForEachExpression(tree, finding.stmt, [&](syntax::ExprId whole) {
    const bool target = assign && whole != assign->value;  // evaluated behind the value
    if (target && !tree[whole].span.Contains(own)) return;
    ForEachInside(finding, tree[whole].span, [&](syntax::ExprId part) {
      const source::Span span = tree[part].span;
      if (only && span.end <= own.begin) only = OnlyComputes(finding, span);
    });
  });
  return only;
}

// Whether lines before the statement are evaluated wherever the expression is, and not more often
// nor where it is not.
inline bool IsAlwaysEvaluated(const Finding& finding, syntax::ExprId expr) {
  if (finding.If<syntax::While>(finding.stmt) || finding.IsElif(finding.stmt)) return false;
  return IsEvaluatedWithWhole(finding, expr);
}

// `float(t)` of a tensor that may require a gradient.
inline bool WarnsOfGradient(const Finding& finding, syntax::ExprId expr) {
  const std::optional<HostRead> read = HostReadOf(finding, expr);
  if (!read || read->how != "float") return false;
  const infer::ExprFact& fact = finding.Fact(read->tensor);
  return !fact.tensor || !values::IsWhole(fact.tensor->dtype);
}

// Whether a count keeps what the finding gives in the graph (count_selected.cpp): to the bit, and
// without computing what is not selected.
inline bool MayBeCounted(const Finding& finding) {
  CapturedUses uses(finding, EntryOf(finding));
  return FollowSized(finding, uses, finding.expr) && !uses.bounds_slices() &&
         uses.unknown().empty() && IsAlwaysEvaluated(finding, finding.expr) &&
         OnlyComputesBefore(finding) && !ChangesWhatIsHeld(finding);
}

// What a block in the place of the statement is indented by beyond it.
inline std::string StepAt(const Rewriter& rewriter, syntax::StmtId stmt) {
  return rewriter.Indentation(stmt).find('\t') == std::string::npos ? "    " : "\t";
}

// Whether the whole statement may stand in a block.
inline bool IsWrappable(const Finding& finding, const Rewriter& rewriter) {
  const syntax::StmtId stmt = finding.stmt;
  const bool plain = finding.If<syntax::Assign>(stmt) || finding.If<syntax::AnnAssign>(stmt) ||
                     finding.If<syntax::AugAssign>(stmt) || finding.If<syntax::ExprStmt>(stmt) ||
                     finding.If<syntax::Return>(stmt);
  return plain && rewriter.HasOwnLines(stmt) && !HoldsLongText(finding, finding.tree()[stmt].span);
}

// Puts the statement into the block that the line begins.
inline void WrapStatement(const Finding& finding, std::string_view line, Rewriter& rewriter) {
  const source::SourceFile& source = finding.file.source();
  const source::Span span = finding.tree()[finding.stmt].span;
  const std::string step = StepAt(rewriter, finding.stmt);
  const std::uint32_t first = source.LineOf(span.begin);
  for (std::uint32_t at = first; at <= source.LineOf(span.end - 1); ++at)
    rewriter.InsertAt(
        source.LineStart(at),
        (at == first ? rewriter.Indentation(finding.stmt) + std::string(line) : "") + step);
}

// The line that lets Dynamo keep what its block reads; see python/graphmend/capture.py.
inline std::string CaptureLine(Rewriter& rewriter) {
  return "with " + rewriter.Import("graphmend.capture") + ".numbers():\n";
}

// What was followed out of view, for a difference: "; code elsewhere …".
inline std::string OutOfView(const Finding& finding, const CapturedUses& uses) {
  std::string out;
  for (const std::string& name : uses.returned_by())
    out +=
        "; compiled code elsewhere that calls `" + name +
        "` gets a symbol, and an error where Python must know its value, and other gradients where "
        "it changes in place what it passed";
  for (const std::string& name : uses.unknown())
    out += "; when compiled, an error where `" + name + "` must know the size";
  for (const std::string& name : uses.kept())
    out += "; compiled code elsewhere that reads `" + name +
           "` in the same graph gets a symbol, and an error where Python must know its value";
  std::set<std::string> makers = uses.makers();
  const HeldChanges& changes = ChangesOfHeld(finding);
  makers.insert(changes.makers.begin(), changes.makers.end());
  for (const std::string& name : makers)
    out += "; other gradients where `" + name + "` gives back a tensor that it got";
  if (uses.unreached())
    out += "; when compiled, an error where a branch that no known call takes must know it";
  return out;
}

}  // namespace graphmend::fix
