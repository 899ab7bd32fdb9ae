// Dense tensors in the place of sparse ones that are used as dense ones right away:
//
//     torch.sparse_coo_tensor(indices, values, size).to_dense()
//         torch.zeros(size, …).index_put(indices.unbind(), values, accumulate=True)
//     torch.sparse.mm(a.to_sparse(), b)
//         torch.mm(a, b)
#include "captured.h"
#include "fix/arguments.h"
#include "fix/declaration.h"
#include "fix/failures.h"
#include "fix/variables.h"
#include "host_numbers.h"

namespace graphmend::fix::stay_dense {
namespace {

using diag::Applicability;
using infer::FactKind;
using syntax::ExprId;

// ---- products -----------------------------------------------------------------------------------

constexpr std::string_view kProducts =
    "zeros take part in the sums, which are rounded differently: 0 times infinity or NaN is NaN; "
    "all elements take time, memory and gradients, not only those that are not 0";

Verdict OfTensors(const Finding& finding, const Holes& holes) {
  if (!IsTensor(finding.Fact(holes["a"])) || !IsTensor(finding.Fact(holes["b"])) ||
      !OnlyComputes(finding, finding.tree()[holes["b"]].span))
    return std::nullopt;
  return Sure{Applicability::Unsafe, std::string(kProducts)};
}

constexpr Pattern kPatterns[] = {
    {
        .match = "torch.sparse.mm(torch.Tensor.to_sparse($a), $b)",
        .where = OfTensors,
        .replace = "torch.mm($a, $b)",
        .title = "multiply the dense tensors",
    },
    {
        .match = "torch.Tensor.to_sparse($a) @ $b",
        .where = OfTensors,
        .replace = "$a @ $b",
        .title = "multiply the dense tensors",
    },
};

// A variable that holds the sparse tensor, and its products.
struct Products {
  ExprId sparse;                    // `a.to_sparse()`
  std::vector<ExprId> by_function;  // `torch.sparse.mm(sparse, b)`
};
std::optional<Products> ProductsOf(const Finding& finding) {
  const Variables variables(finding, finding.function);
  const auto is_sparse = [&](std::uint32_t held) {
    const auto* call = finding.If<syntax::Call>(variables.OnlyValue(held));
    return call && finding.NameOf(call->callee) == "torch.Tensor.to_sparse" && call->args.empty();
  };
  // The finding is where it is made, or where it is used.
  std::optional<std::uint32_t> slot;
  ForEachInside(finding, finding.tree()[finding.stmt].span, [&](ExprId part) {
    const auto held = variables.SlotOf(part);
    if (held && is_sparse(*held)) slot = held;
  });
  if (!slot || variables.IsCaptured(*slot)) return std::nullopt;
  Products out{variables.OnlyValue(*slot), {}};
  for (ExprId read : variables.Reads(*slot)) {
    const ExprId outer = finding.parents.Parent(read);
    const auto* call = finding.If<syntax::Call>(outer);
    const auto* binary = finding.If<syntax::Binary>(outer);
    if (call && finding.NameOf(call->callee) == "torch.sparse.mm" && call->args.size() == 2 &&
        call->args[0].value == read)
      out.by_function.push_back(outer);
    else if (!binary || binary->op != syntax::BinaryOp::MatMul || binary->left != read)
      return std::nullopt;
  }
  return out;
}

std::optional<Proposal> MultiplyDense(const Finding& finding, const Products& products) {
  const auto* call = finding.If<syntax::Call>(products.sparse);
  const ExprId dense = finding.If<syntax::Attribute>(call->callee)->object;
  if (!IsTensor(finding.Fact(dense))) return std::nullopt;
  if (IsCaughtHere(finding)) return Declined{std::string(kCaughtHere)};
  if (ChangesAnything(finding)) return Declined{std::string(kChanged)};
  Rewriter rewriter(finding);
  const source::Span whole = finding.tree()[products.sparse].span;
  rewriter.Replace(source::Span{finding.tree()[dense].span.end, whole.end}, "");
  for (ExprId product : products.by_function)
    rewriter.Replace(finding.If<syntax::Call>(product)->callee, rewriter.Import("torch") + ".mm");
  return rewriter.Finish("multiply the dense tensors", Applicability::Unsafe,
                         std::string(kProducts));
}

// ---- tensors of elements ------------------------------------------------------------------------

const syntax::Call* MadeBy(const Finding& finding, ExprId expr) {
  const auto* call = finding.If<syntax::Call>(expr);
  return call && finding.NameOf(call->callee) == "torch.sparse_coo_tensor" ? call : nullptr;
}

// Made, and the one call of `to_dense()` of it: `made.to_dense()`, or of the variable that it is
// assigned to.
struct Use {
  ExprId made, dense;
};
std::optional<Use> UseOf(const Finding& finding) {
  const auto dense_of = [&](ExprId sparse) {
    const auto* method = finding.If<syntax::Attribute>(finding.parents.Parent(sparse));
    const ExprId dense = finding.parents.Parent(finding.parents.Parent(sparse));
    const auto* call = finding.If<syntax::Call>(dense);
    const bool whole = method && method->name == "to_dense" && call && call->args.empty();
    return whole ? dense : ExprId();
  };
  const Variables variables(finding, finding.function);
  ExprId sparse = finding.expr;
  if (!MadeBy(finding, sparse)) {
    const auto* call = finding.If<syntax::Call>(sparse);
    const auto* method = call ? finding.If<syntax::Attribute>(call->callee) : nullptr;
    if (!method || method->name != "to_dense") return std::nullopt;
    sparse = method->object;
    if (const auto slot = variables.SlotOf(sparse)) sparse = variables.OnlyValue(*slot);
    if (!sparse || !MadeBy(finding, sparse)) return std::nullopt;
  }
  if (const ExprId dense = dense_of(sparse)) return Use{sparse, dense};
  const auto slot = variables.HeldBy(sparse);
  if (!slot) return std::nullopt;
  const std::vector<ExprId> reads = variables.Reads(*slot);
  const ExprId dense = reads.size() == 1 ? dense_of(reads[0]) : ExprId();
  return dense ? std::optional(Use{sparse, dense}) : std::nullopt;
}

std::optional<Proposal> BuildDense(const Finding& finding, const Use& use) {
  const syntax::Call& made = *MadeBy(finding, use.made);
  const ExprId indices = Argument(made, 0, "indices"), values = Argument(made, 1, "values"),
               size = Argument(made, 2, "size");
  if (!indices || !values || !size ||
      !HasOnly(made, 3, {"size", "check_invariants", "is_coalesced"}))
    return Declined{
        "its size is not given, or other options are; fill a dense tensor by its indices"};
  const ExprId checks = Argument(made, -1, "check_invariants");
  if (!checks || !IsLiteral(finding, checks, syntax::LiteralKind::False))
    return Declined{
        "the first sparse tensor of a program warns that its indices are not checked, "
        "which would be lost; pass `check_invariants=False`"};
  if (!IsTensor(finding.Fact(indices)) || !IsTensor(finding.Fact(values)) ||
      finding.Fact(values).tensor->dtype == values::DType::Bool)
    return Declined{"its indices and values are not known to be tensors; fill a dense tensor"};
  if (IsCaughtHere(finding)) return Declined{std::string(kCaughtHere)};
  const source::Span made_span = finding.tree()[use.made].span;
  const source::Span dense_span = finding.tree()[use.dense].span;
  // What the sparse tensor holds is what it was made from.
  if (made_span.begin != dense_span.begin && ChangesAnything(finding))
    return Declined{std::string(kChanged)};
  Rewriter rewriter(finding);
  const std::string torch = rewriter.Import("torch");
  std::string value = Render(finding, values);
  if (!IsPlainRead(finding, values)) {
    if (finding.parents.Statement(use.made) != finding.stmt ||
        !rewriter.HasOwnLines(finding.stmt) || !IsAlwaysEvaluated(finding, use.made) ||
        !OnlyComputesBefore(finding))
      return Declined{"its values are computed in the call; give them a name first"};
    value = rewriter.FreshName("values");
    rewriter.InsertBefore(finding.stmt, value + " = " + Render(finding, values));
  }
  const std::string text = torch + ".zeros(" + Render(finding, size) + ", dtype=" + value +
                           ".dtype, device=" + value + ".device).index_put(" +
                           RenderOperand(finding, indices) + ".unbind(), " + value +
                           ", accumulate=True)";
  if (made_span.begin == dense_span.begin) {
    rewriter.Replace(use.dense, text);
  } else {
    rewriter.Replace(use.made, text);
    const auto* call = finding.If<syntax::Call>(use.dense);
    const ExprId read = finding.If<syntax::Attribute>(call->callee)->object;
    rewriter.Replace(source::Span{finding.tree()[read].span.end, dense_span.end}, "");
  }
  return rewriter.Finish(
      "fill a dense tensor by the indices", Applicability::Unsafe,
      "values at the same place may be added up in another order, and indices are "
      "checked, and counted from the end where they are negative; one value for several indices is "
      "stored at each instead of refused");
}

std::optional<Proposal> Propose(const Finding& finding) {
  if (!finding.IsInFunction()) return std::nullopt;
  if (const std::optional<Use> use = UseOf(finding)) return BuildDense(finding, *use);
  if (const std::optional<Products> products = ProductsOf(finding))
    return MultiplyDense(finding, *products);
  return std::nullopt;
}

constexpr infer::ObservationKind kAnswers[] = {infer::ObservationKind::SkippedCall};

}  // namespace

extern constinit const Declaration kFix = {
    .summary = "fill and multiply dense tensors instead of sparse ones that become dense",
    .answers = kAnswers,
    .promise = Promise::Unsafe,
    .patterns = kPatterns,
    .propose = Propose,
};

}  // namespace graphmend::fix::stay_dense
