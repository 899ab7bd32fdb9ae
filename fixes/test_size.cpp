// Sizes that are asked of a tensor made of them, where the shape itself tells.
#include <algorithm>
#include <cstdint>
#include <string>

#include "fix/declaration.h"
#include "fix/differences.h"
#include "fix/magnitude.h"
#include "fix/module_scope.h"
#include "fix/reads.h"
#include "fix/rewriter.h"
#include "fix/variables.h"

namespace graphmend::fix::test_size {
namespace {

using diag::Applicability;
using infer::FactKind;
using syntax::ExprId;

// Whether the function does nothing with the tensor of sizes but read its items: what else holds it
// may change it.
bool IsOnlyRead(const Finding& finding, const Variables& variables, std::uint32_t slot) {
  if (variables.IsCaptured(slot) || variables.IsDeleted(slot)) return false;
  for (ExprId read : variables.Reads(slot)) {
    const ExprId item = finding.parents.Parent(read);
    const auto* subscript = finding.If<syntax::Subscript>(item);
    if (!subscript || subscript->object != read || IsChanged(finding, read)) return false;
    const auto* index = finding.If<syntax::Literal>(subscript->index);
    const ExprId use = finding.parents.Parent(item);
    const bool number = finding.If<syntax::Compare>(use) || finding.If<syntax::Binary>(use);
    if (!index || !number) return false;
  }
  return true;
}

// Whether the call stores its result in the tensor, whose size it changes for that.
bool IsOut(const Finding& finding, ExprId expr, ExprId tensor) {
  const auto* call = finding.If<syntax::Call>(expr);
  return call && std::any_of(call->args.begin(), call->args.end(), [&](const syntax::Arg& arg) {
           return arg.value == tensor && arg.name == "out";
         });
}

// Whether nothing in the function can change the shape of the tensor, or take it away: it is only
// read, computed with, and asked for what needs no data; and no method of any tensor here changes a
// shape.
bool KeepsShape(const Finding& finding, const Variables& variables, std::uint32_t slot) {
  if (variables.IsDeleted(slot)) return false;
  for (ExprId read : variables.Reads(slot)) {
    const ExprId outer = finding.parents.Parent(read);
    if (IsOut(finding, outer, read)) return false;
    if (finding.If<syntax::Binary>(outer) || finding.If<syntax::Compare>(outer)) continue;
    if (finding.parents.Statement(read) && !outer &&
        finding.If<syntax::Return>(finding.parents.Statement(read)))
      continue;
    const auto* attribute = finding.If<syntax::Attribute>(outer);
    const auto* called =
        finding.If<syntax::Call>(attribute ? finding.parents.Parent(outer) : outer);
    const bool known = called && finding.Fact(called->callee).traits.op != models::OpKind::Unknown;
    const bool plain = attribute && !called && attribute->name != "data";
    if (!known && !plain) return false;
  }
  bool changes = false;
  ForEachInside(finding, finding.tree()[finding.function].span, [&](ExprId expr) {
    const auto* call = finding.If<syntax::Call>(expr);
    changes |= call && finding.Fact(call->callee).traits.Has(models::Trait::ChangesShape);
  });
  return !changes;
}

// Whether the variable is assigned behind `made`, and before what is found.
bool IsAssignedBetween(const Finding& finding, const Variables& variables, std::uint32_t slot,
                       ExprId made) {
  const source::Span here = finding.tree()[finding.expr].span;
  for (const flow::Inst* store : variables.Stores(slot))
    if (store->span.end > finding.tree()[made].span.begin &&
        (store->span.begin < here.begin || IsInLoop(finding, finding.stmt)))
      return true;
  return false;
}

// `size[0]`, where `size = torch.tensor(x.shape)`.
struct SizeRead {
  ExprId made, size;       // the call, and `x.shape`
  std::uint32_t slot = 0;  // of `size`
  ExprId tensor;           // `x`
  std::int64_t dimension = 0;

  bool IsInside(const infer::ExprFact& fact) const {
    return fact.tensor && dimension >= 0 && dimension < fact.tensor->rank;
  }
};

std::optional<SizeRead> SizeReadAt(const Finding& finding, const Variables& variables,
                                   const syntax::Subscript& item) {
  const auto* index = finding.If<syntax::Literal>(item.index);
  const std::optional<std::uint32_t> slot = variables.SlotOf(item.object);
  const ExprId made = slot ? variables.OnlyValue(*slot) : ExprId();
  const auto* call = finding.If<syntax::Call>(made);
  if (!index || index->kind != syntax::LiteralKind::Int || !call || call->args.size() != 1)
    return std::nullopt;
  const std::string_view name = finding.NameOf(call->callee);
  const ExprId size = call->args[0].value;
  const auto* shape = finding.If<syntax::Attribute>(size);
  if ((name != "torch.tensor" && name != "torch.as_tensor") || !shape || shape->name != "shape" ||
      !finding.Fact(shape->object).Is(FactKind::Tensor))
    return std::nullopt;
  return SizeRead{made, size, *slot, shape->object, index->integer};
}

// size = torch.tensor(x.shape) … if size[0] > 2
std::optional<Proposal> Propose(const Finding& finding) {
  const auto* compare = finding.If<syntax::Compare>(finding.expr);
  if (!compare || compare->ops.size() != 1 || !finding.function) return std::nullopt;
  const Variables variables(finding, finding.function);
  Rewriter rewriter(finding);
  bool found = false, inside = true, fits = true;
  for (ExprId operand : {compare->left, compare->rights[0]}) {
    const auto* item = finding.If<syntax::Subscript>(operand);
    if (!item) {
      if (!finding.Fact(operand).Is(FactKind::Int)) return std::nullopt;
      fits = MagnitudeOf(finding, operand) < kBeyondLong;
      continue;
    }
    const std::optional<SizeRead> read = SizeReadAt(finding, variables, *item);
    if (!read) return std::nullopt;
    // The tensor whose size it is must still be the same.
    std::optional<std::uint32_t> tensor = variables.SlotOf(read->tensor);
    if (!tensor || variables.IsCaptured(*tensor)) return std::nullopt;
    if (IsAssignedBetween(finding, variables, *tensor, read->made)) return std::nullopt;
    if (!IsOnlyRead(finding, variables, read->slot) || !KeepsShape(finding, variables, *tensor))
      return Declined{"the sizes, or the shape that they come from, may change in between; test `" +
                      std::string(finding.Text(read->size)) + "` where it is read"};
    rewriter.Replace(item->object, std::string(finding.Text(read->size)));
    inside = inside && read->IsInside(finding.Fact(read->tensor));
    found = true;
  }
  if (!found) return std::nullopt;
  std::string difference;
  if (!inside)
    difference = "an index that is out of range raises an IndexError with a different message";
  if (!fits) AddDifference(difference, "a whole number beyond 64 bits is compared, not refused");
  return rewriter.Finish("test the size itself",
                         difference.empty() ? Applicability::Safe : Applicability::Unsafe,
                         difference);
}

constexpr infer::ObservationKind kAnswers[] = {infer::ObservationKind::BranchOn};
constexpr std::string_view kBefore[] = {"merge_branch"};

}  // namespace

extern constinit const Declaration kFix = {
    .summary = "test a size itself instead of a tensor made from it",
    .answers = kAnswers,
    .before = kBefore,
    .promise = Promise::Either,
    .propose = Propose,
};

}  // namespace graphmend::fix::test_size
