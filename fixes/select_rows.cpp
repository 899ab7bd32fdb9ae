// Rows that a mask selects, computed in a block of their own and written back:
//
//     rows = torch.where(chosen)[0]            rows = chosen.reshape(chosen.shape[0], -1).any(1)
//     if len(rows) > 0:
//         part = x[rows, 1:]                   part = x[:, 1:]
//         y[rows] = self.mix(y[rows], part)    y.copy_(torch.where(rows.reshape(…), self.mix(y,
//         part), y))
//
// All rows are computed, and the mask selects what is written. Where the block is in a function
// of this file that is handed the rows, it is handed the mask.
#include <algorithm>

#include "fix/calls.h"
#include "fix/declaration.h"
#include "fix/function_flows.h"
#include "fix/masks.h"
#include "fix/operands.h"
#include "fix/rewriter.h"
#include "fix/variables.h"

namespace graphmend::fix::select_rows {
namespace {

using infer::FactKind;
using syntax::ExprId;
using syntax::FunctionId;
using syntax::StmtId;

class MaskRows {
 public:
  explicit MaskRows(const Finding& finding)
      : finding_(finding), calls_(finding), rewriter_(finding) {}

  std::optional<Proposal> Run() {
    const std::optional<ExprId> mask = MaskSearched();
    if (!mask) return std::nullopt;
    const auto& assign = *finding_.If<syntax::Assign>(finding_.stmt);
    const Variables variables(finding_, finding_.function);
    const auto slot = variables.SlotOf(assign.targets[0]);
    if (!slot || variables.IsCaptured(*slot)) return std::nullopt;
    for (const flow::Inst* store : variables.Stores(*slot))
      if (const auto* made = std::get_if<flow::Store>(&store->node);
          made && variables.graph().Definition(made->value).expr != assign.value &&
          !IsNone(variables.graph().Definition(made->value).expr))
        return std::nullopt;
    const std::vector<ExprId> reads = variables.Reads(*slot);
    std::string name = variables.Name(*slot);
    std::string difference;
    if (reads.size() == 1 && !BlockOf(reads, finding_.function)) {
      const auto handed = HandedTo(reads[0]);
      if (!handed) return std::nullopt;
      const Variables inner(finding_, handed->first);
      if (inner.IsCaptured(handed->second) || !inner.Stores(handed->second).empty())
        return std::nullopt;
      name = inner.Name(handed->second);
      if (!Rewrite(inner.Reads(handed->second), handed->first, name)) return Answer();
      difference =
          "a caller elsewhere that passes rows as `" + name + "` must pass a mask of them; ";
    } else if (!Rewrite(reads, finding_.function, name)) {
      return Answer();
    }
    const std::string chosen = RenderOperand(finding_, *mask);
    const infer::ExprFact& fact = finding_.Fact(*mask);
    rewriter_.Replace(assign.value,
                      fact.tensor && fact.tensor->rank == 1
                          ? Render(finding_, *mask)
                          : chosen + ".reshape(" + Subject(*mask) + ".shape[0], -1).any(1)");
    return rewriter_.Finish(
        "compute all rows and write with a fixed-size mask", diag::Applicability::Unsafe,
        difference +
            "all rows are computed in every call, which is right if each is treated on its own; an "
            "error shows even where no row is selected, and a different dtype is converted and "
            "raises none; the last bits may differ; without any rows, an error may be raised" +
            (fact.tensor && fact.tensor->rank == 1
                 ? ""
                 : "; a row that is selected several times gets its gradient once"));
  }

 private:
  std::optional<Proposal> Answer() const {
    if (why_.empty()) return std::nullopt;
    return Declined{why_};
  }

  bool Fail(std::string why) {
    why_ = std::move(why);
    return false;
  }

  bool IsNone(ExprId expr) const {
    const auto* literal = finding_.If<syntax::Literal>(expr);
    return literal && literal->kind == syntax::LiteralKind::None;
  }

  // A tensor whose shape is that of the mask, to ask for it: of `x == 1`, x.
  std::string Subject(ExprId mask) const {
    if (const auto* compare = finding_.If<syntax::Compare>(mask))
      if (finding_.Fact(compare->left).Is(FactKind::Tensor) && compare->rights.size() == 1 &&
          finding_.Fact(compare->rights[0]).OneOf(FactKind::Int, FactKind::Float, FactKind::Bool))
        return RenderOperand(finding_, compare->left);
    return RenderOperand(finding_, mask);
  }

  // `rows = torch.where(mask)[0]`, `torch.nonzero(mask, as_tuple=True)[0]`
  std::optional<ExprId> MaskSearched() const {
    const auto* assign = finding_.If<syntax::Assign>(finding_.stmt);
    if (!assign || assign->targets.size() != 1) return std::nullopt;
    const auto* item = finding_.If<syntax::Subscript>(assign->value);
    const auto* number = item ? finding_.If<syntax::Literal>(item->index) : nullptr;
    if (!number || number->kind != syntax::LiteralKind::Int || number->integer != 0 ||
        item->object != finding_.expr)
      return std::nullopt;
    const auto* call = finding_.If<syntax::Call>(finding_.expr);
    if (!call || call->args.empty() || call->args[0].kind != syntax::ArgKind::Positional)
      return std::nullopt;
    const std::string_view name = finding_.NameOf(call->callee);
    const auto* tuple = call->args.size() == 2 && call->args[1].name == "as_tuple"
                            ? finding_.If<syntax::Literal>(call->args[1].value)
                            : nullptr;
    const bool searched =
        (name == "torch.where" && call->args.size() == 1) ||
        (name == "torch.nonzero" && tuple && tuple->kind == syntax::LiteralKind::True);
    const infer::ExprFact& fact = finding_.Fact(call->args[0].value);
    if (!searched || !fact.tensor || fact.tensor->dtype != values::DType::Bool ||
        !fact.Is(FactKind::Tensor))
      return std::nullopt;
    return call->args[0].value;
  }

  // The function of this file that the read is an argument of, and as which parameter.
  std::optional<std::pair<FunctionId, std::uint32_t>> HandedTo(ExprId read) const {
    const ExprId call = finding_.parents.Parent(read);
    const FunctionId target = calls_.Target(call);
    if (!target || calls_.Of(target).size() != 1) return std::nullopt;
    for (std::uint32_t i = 0; i < finding_.tree()[target].params.size(); ++i)
      if (calls_.Argument(call, target, i) == read) return std::pair(target, i);
    return std::nullopt;
  }

  // The one `if len(rows) > 0:` that all reads are in.
  StmtId BlockOf(const std::vector<ExprId>& reads, FunctionId function) const {
    StmtId block;
    for (ExprId read : reads) {
      StmtId outer;
      for (StmtId stmt = finding_.parents.Statement(read); stmt && !outer;
           stmt = finding_.parents.Parent(stmt))
        if (IsBlock(stmt, read, reads)) outer = stmt;
      if (!outer || (block && outer != block) || finding_.parents.FunctionOf(read) != function)
        return {};
      block = outer;
    }
    return block;
  }

  bool IsBlock(StmtId stmt, ExprId read, const std::vector<ExprId>& reads) const {
    const auto* branch = finding_.If<syntax::If>(stmt);
    if (!branch || !branch->orelse.empty() || finding_.IsElif(stmt)) return false;
    const auto* compare = finding_.If<syntax::Compare>(branch->test);
    const auto* zero = compare && compare->ops.size() == 1
                           ? finding_.If<syntax::Literal>(compare->rights[0])
                           : nullptr;
    if (!zero || compare->ops[0] != syntax::CompareOp::Gt ||
        zero->kind != syntax::LiteralKind::Int || zero->integer != 0)
      return false;
    // len(rows), rows.numel()
    const auto* call = finding_.If<syntax::Call>(compare->left);
    if (!call) return false;
    const auto* method = finding_.If<syntax::Attribute>(call->callee);
    const ExprId counted = method                   ? method->object
                           : call->args.size() == 1 ? call->args[0].value
                                                    : ExprId();
    const bool counts =
        method ? method->name == "numel" : finding_.BuiltinName(call->callee) == "len";
    return counts && std::find(reads.begin(), reads.end(), counted) != reads.end() &&
           finding_.Text(counted) == finding_.Text(read);
  }

  // The block without its test, with all rows in place of those selected.
  bool Rewrite(const std::vector<ExprId>& reads, FunctionId function, const std::string& name) {
    const StmtId block = BlockOf(reads, function);
    if (!block) return false;
    const auto& branch = *finding_.If<syntax::If>(block);
    if (!rewriter_.HasOwnLines(block)) return Fail("the block shares its line with another");
    if (!StaysInside(block, function)) return false;
    std::vector<std::pair<source::Span, std::string>> edits;
    std::size_t written = 0;
    for (ExprId read : reads) {
      if (finding_.parents.Statement(read) == block) continue;  // the test
      ExprId index = read;
      ExprId outer = finding_.parents.Parent(read);
      const bool several = finding_.If<syntax::Sequence>(outer) != nullptr;
      if (several) index = outer, outer = finding_.parents.Parent(outer);
      const auto* item = finding_.If<syntax::Subscript>(outer);
      if (!item || item->index != index)
        return Fail("`" + name + "` is used as more than an index; pass on the mask itself");
      const StmtId stmt = finding_.parents.Statement(outer);
      const auto* assign = finding_.If<syntax::Assign>(stmt);
      if (assign && assign->targets.size() == 1 && assign->targets[0] == outer) {
        if (several || !finding_.If<syntax::Name>(item->object) || !rewriter_.HasOwnLines(stmt))
          return Fail("the tensor that is written to has no name of its own; give it one");
        const std::string tensor(finding_.Text(item->object));
        const std::string torch = rewriter_.Import("torch");
        const std::string all = rewriter_.FreshName("all_rows");
        edits.emplace_back(source::Span{finding_.tree()[stmt].span.begin,
                                        finding_.tree()[assign->value].span.begin},
                           all + " = ");
        const std::uint32_t end = finding_.tree()[stmt].span.end;
        edits.emplace_back(source::Span{end, end},
                           "\n" + rewriter_.Indentation(stmt) + tensor + ".copy_(" + torch +
                               ".where(" + name + ".reshape(-1, *[1] * (" + tensor +
                               ".dim() - 1)), " + all + ", " + tensor + "))");
        ++written;
        continue;
      }
      if (several && finding_.If<syntax::Sequence>(index)->items[0] != read)
        return Fail("`" + name + "` is not the first index");
      const source::Span span = finding_.tree()[read].span;
      if (several) {
        edits.emplace_back(span, ":");
        continue;
      }
      // A copy, as the rows were: what is kept of it for gradients does not change when it is
      // written.
      edits.emplace_back(
          source::Span{finding_.tree()[item->object].span.end, finding_.tree()[outer].span.end},
          ".clone()");
    }
    if (written != 1) return Fail("the rows are not written back in one place");
    const source::Span body{finding_.tree()[branch.body.front()].span.begin,
                            finding_.tree()[branch.body.back()].span.end};
    std::string text = Edited(body, std::move(edits));
    const std::size_t columns =
        rewriter_.Indentation(branch.body.front()).size() - rewriter_.Indentation(block).size();
    const std::uint32_t header = finding_.tree()[block].span.begin;
    rewriter_.ReplaceStatement(
        block, CommentsIn(finding_, {header, body.begin}) +
                   Dedented(text, rewriter_.Indentation(block).size(), columns) + "\n");
    return true;
  }

  // Nothing that the block assigns is read behind it, and nothing in it leaves it.
  bool StaysInside(StmtId block, FunctionId function) {
    const Dataflow& flow = finding_.flows.Of(finding_.file, function);
    const source::Span span = finding_.tree()[block].span;
    if (flow.IsCaught(span))
      return Fail("an exception raised in it is caught here; move it out of the `try`");
    if (const auto slot = flow.SetForLater(span))
      return Fail("`" + flow.graph().slots[*slot].str() +
                  "` is used after the block, which would always set it");
    bool leaves = false, mixes = false;
    auto walk = [&](auto& self, StmtId stmt) -> void {
      leaves |= finding_.If<syntax::Return>(stmt) || finding_.If<syntax::Raise>(stmt) ||
                finding_.If<syntax::Break>(stmt) || finding_.If<syntax::Continue>(stmt) ||
                finding_.If<syntax::AugAssign>(stmt);
      ForEachExpression(finding_.tree(), stmt, [&](ExprId expr) {
        mixes = mixes || MixesRows(expr);
        const auto* literal = finding_.If<syntax::Literal>(expr);
        leaves |= literal && literal->kind == syntax::LiteralKind::Str &&
                  finding_.Text(expr).find('\n') != std::string_view::npos;
      });
      ForEachBlock(finding_.tree(), stmt, true, [&](syntax::StmtList body) {
        for (StmtId inner : body) self(self, inner);
      });
    };
    walk(walk, block);
    if (mixes) return Fail("it computes over all rows together; mask it there");
    return !leaves || Fail("the block does more than compute; keep only the computation in it");
  }

  // Whether something in the expression reduces, and not along a dimension behind the first.
  bool MixesRows(ExprId expr) const {
    const auto* call = finding_.If<syntax::Call>(expr);
    if (call && finding_.Fact(call->callee).traits.op == models::OpKind::Reduction) {
      bool along = false;
      for (const syntax::Arg& arg : call->args) {
        const auto constant = ConstantOf(finding_, arg.value);
        along |= constant && constant->kind == syntax::LiteralKind::Int && constant->integer != 0 &&
                 (arg.kind == syntax::ArgKind::Positional || arg.name == "dim");
      }
      if (!along) return true;
    }
    bool mixes = false;
    ForEachPart(finding_.tree(), expr, [&](ExprId part) { mixes = mixes || MixesRows(part); });
    return mixes;
  }

  std::string Edited(source::Span span,
                     std::vector<std::pair<source::Span, std::string>> edits) const {
    std::string text(finding_.Text(span));
    std::sort(edits.begin(), edits.end(),
              [](const auto& a, const auto& b) { return a.first.begin > b.first.begin; });
    for (const auto& [where, what] : edits)
      text.replace(where.begin - span.begin, where.end - where.begin, what);
    return text;
  }

  const Finding& finding_;
  Calls calls_;
  Rewriter rewriter_;
  std::string why_;
};

std::optional<Proposal> Propose(const Finding& finding) {
  if (!finding.IsInFunction()) return std::nullopt;
  return MaskRows(finding).Run();
}

constexpr infer::ObservationKind kAnswers[] = {infer::ObservationKind::DynamicShape};

}  // namespace

extern constinit const Declaration kFix = {
    .summary = "compute all rows and write those of a mask",
    .answers = kAnswers,
    .promise = Promise::Unsafe,
    .propose = Propose,
};

}  // namespace graphmend::fix::select_rows
