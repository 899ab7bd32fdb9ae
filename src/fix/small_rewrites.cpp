// Calls and items that have an equal which the compiler traces.
#include <algorithm>

#include "fix/failures.h"
#include "fix/reads.h"
#include "fix/rewriter.h"
#include "fix/transformations.h"

namespace graphmend::fix {

using diag::Applicability;
using infer::FactKind;
using syntax::ExprId;

// copy.deepcopy(t.detach())
std::optional<Proposal> CloneDetached(const Finding& finding) {
  const auto* call = finding.If<syntax::Call>(finding.expr);
  if (!call || finding.NameOf(call->callee) != "copy.deepcopy" || call->args.size() != 1 ||
      call->args[0].kind != syntax::ArgKind::Positional)
    return std::nullopt;
  const ExprId copied = call->args[0].value;
  const auto* detach = finding.If<syntax::Call>(copied);
  if (!detach || finding.NameOf(detach->callee) != "torch.Tensor.detach")
    return Declined{"what is copied may be more than one tensor; copy each by `.detach().clone()`"};
  const auto* method = finding.If<syntax::Attribute>(detach->callee);
  if (!method || !finding.function) return std::nullopt;
  if (IsCaughtHere(finding)) return Declined{std::string(kCaughtHere)};
  Rewriter rewriter(finding);
  rewriter.Replace(finding.expr, std::string(finding.Text(copied)) + ".clone()");
  // What an operation has just made fills its storage, which clone() keeps the strides of.
  if (IsNewTensor(finding, method->object))
    return rewriter.Finish("copy the tensor by clone()", Applicability::Safe);
  return rewriter.Finish("copy the tensor by clone()", Applicability::Unsafe,
                         "where the tensor is expanded or a part of another, the copy has strides "
                         "of its own, and no two of its elements share memory");
}

// y[[True, False, True]]
std::optional<Proposal> IndexByNumbers(const Finding& finding) {
  const auto* item = finding.If<syntax::Subscript>(finding.expr);
  const auto* list = item ? finding.If<syntax::Sequence>(item->index) : nullptr;
  if (!list || list->kind != syntax::SequenceKind::List) return std::nullopt;
  std::string numbers;
  for (std::size_t i = 0; i < list->items.size(); ++i) {
    const auto* literal = finding.If<syntax::Literal>(list->items[i]);
    if (!literal) return std::nullopt;
    if (literal->kind == syntax::LiteralKind::True)
      numbers += (numbers.empty() ? "" : ", ") + std::to_string(i);
    else if (literal->kind != syntax::LiteralKind::False) return std::nullopt;
  }
  if (IsCaughtHere(finding)) return Declined{std::string(kCaughtHere)};
  Rewriter rewriter(finding);
  rewriter.Replace(item->index, "[" + numbers + "]");
  return rewriter.Finish("index by numbers", Applicability::Unsafe,
                         "a list shorter or longer than the dimension raises no IndexError");
}

namespace {

// A number that says nothing of how many values there are: 0, `size or 0`, a parameter that is 0 or
// None by default.
bool MayBeZero(const Finding& finding, ExprId length) {
  const infer::ExprFact& fact = finding.Fact(length);
  if (!fact.Is(FactKind::Int)) return true;
  if (fact.constant) return fact.constant->integer <= 0;
  if (finding.If<syntax::BoolOp>(length) || finding.If<syntax::Conditional>(length)) return true;
  const auto* name = finding.If<syntax::Name>(length);
  if (!name || !finding.function) return false;
  for (const syntax::Param& param : finding.tree()[finding.function].params)
    if (param.name == name->id && param.default_value) {
      const auto* number = finding.If<syntax::Literal>(param.default_value);
      return !number || number->kind != syntax::LiteralKind::Int || number->integer <= 0;
    }
  return false;
}

}  // namespace

// torch.bincount(a, minlength=n)
std::optional<Proposal> CountByScatter(const Finding& finding) {
  const auto* call = finding.If<syntax::Call>(finding.expr);
  if (!call || finding.NameOf(call->callee) != "torch.bincount") return std::nullopt;
  ExprId counted, length;
  for (std::size_t i = 0; i < call->args.size(); ++i) {
    const syntax::Arg& arg = call->args[i];
    if (arg.kind == syntax::ArgKind::Positional && i == 0) counted = arg.value;
    else if (arg.kind == syntax::ArgKind::Keyword && arg.name == "minlength") length = arg.value;
    else return Declined{"it counts weights; add them up by `scatter_add_`"};
  }
  if (!counted || !length || !finding.If<syntax::Name>(counted) || MayBeZero(finding, length))
    return Declined{"how many values there are is not said; give a `minlength` beyond all of them"};
  if (IsCaughtHere(finding)) return Declined{std::string(kCaughtHere)};
  const infer::ExprFact& fact = finding.Fact(counted);
  const auto dtype = fact.tensor ? fact.tensor->dtype : values::DType::Unknown;
  if (dtype != values::DType::Int && dtype != values::DType::Unknown)
    return Declined{"bincount takes whole numbers only; convert what is counted"};
  Rewriter rewriter(finding);
  const std::string torch = rewriter.Import("torch"), values(finding.Text(counted));
  rewriter.Replace(finding.expr, torch + ".zeros(" + std::string(finding.Text(length)) +
                                     ", dtype=" + torch + ".long, device=" + values +
                                     ".device).scatter_add_(0, " + values + ".long(), " + torch +
                                     ".ones_like(" + values + ", dtype=" + torch + ".long))");
  std::string difference =
      "a value of `minlength` or more raises, where bincount returns more counts";
  if (dtype == values::DType::Unknown || fact.tensor->rank != 1)
    difference += "; what is not a row of whole numbers is converted and raises no error";
  return rewriter.Finish("count into a tensor of fixed size", Applicability::Unsafe, difference);
}

}  // namespace graphmend::fix
