// Index by a tensor of one element in the place of a number: x[i], y[i] = v with a 0-d tensor,
// perhaps among ints and slices: by an index of one element.
#include <algorithm>

#include "fix/declaration.h"
#include "fix/failures.h"
#include "fix/module_scope.h"
#include "fix/operands.h"
#include "fix/reads.h"
#include "fix/rewriter.h"
#include "fix/terms.h"
#include "fix/variables.h"
#include "fixes/copied_parts.h"
#include "fixes/host_numbers.h"
#include "fixes/searched_places.h"

namespace graphmend::fix::index_by_tensor {
namespace {

using diag::Applicability;
using infer::FactKind;
using syntax::ExprId;

// y[i] = v. A store by a number converts the dtype and takes a part of `y`; one by a tensor gets
// what it takes.
Proposal StoreAt(const Finding& finding, const syntax::Assign& assign, ExprId target,
                 Rewriter rewriter) {
  if (IsCaughtHere(finding)) return Declined{std::string(kCaughtHere)};
  const infer::ExprFact& value = finding.Fact(assign.value);
  if (!value.OneOf(FactKind::Int, FactKind::Float, FactKind::Bool)) {
    if (!IsTensor(value) || assign.targets.size() > 1)
      return Declined{"the stored value is not known to be a tensor; index with a Python number"};
    if (!finding.If<syntax::Name>(target))
      return Declined{"the tensor that is written to has no name; give it one"};
    rewriter.InsertAt(finding.tree()[assign.value].span.begin, "(");
    rewriter.InsertAt(finding.tree()[assign.value].span.end,
                      ").to(" + std::string(finding.Text(target)) + ".dtype, copy=True)");
  }
  const bool number = value.OneOf(FactKind::Int, FactKind::Float, FactKind::Bool);
  return rewriter.Finish(
      "index with a tensor of one element", Applicability::Unsafe,
      std::string(kOtherError) +
          (number ? ""
                  : "; where another dtype is stored, and repeated, the last bits of its "
                    "gradient may differ"));
}

// What `y[i] += 1` and `y[i] += x` add: what is read is written back. None where it does not.
ExprId AddedAt(const Finding& finding) {
  const auto* aug = finding.If<syntax::AugAssign>(finding.stmt);
  const auto* item = finding.If<syntax::Subscript>(finding.expr);
  if (!aug || aug->target != finding.expr || !finding.If<syntax::Name>(item->object)) return {};
  const infer::ExprFact& value = finding.Fact(aug->value);
  return value.OneOf(FactKind::Int, FactKind::Float) || IsTensor(value) ? aug->value : ExprId();
}

// y[i] += x
Proposal AddAt(const Finding& finding, ExprId value, Rewriter rewriter) {
  if (IsCaughtHere(finding)) return Declined{std::string(kCaughtHere)};
  const int rank = finding.Fact(finding.expr).Rank(), added = finding.Fact(value).Rank();
  const bool fits = !IsTensor(finding.Fact(value)) || (added >= 0 && added <= rank);
  return rewriter.Finish("index with a tensor of one element", Applicability::Unsafe,
                         std::string(kOtherError) +
                             (fits ? ""
                                   : "; what has more dimensions than the place is refused by a "
                                     "different error, or not"));
}

// The parts of an index that are 0-d tensors, beside ints and, where there is one, slices; empty
// where there are others. `dimension`: of the result, that they stand for: ints leave none.
std::vector<ExprId> NumbersIn(const Finding& finding, const std::vector<ExprId>& parts,
                              std::size_t& dimension) {
  std::vector<ExprId> numbers;
  bool slices = false;
  dimension = 0;
  for (ExprId part : parts) {
    const infer::ExprFact& fact = finding.Fact(part);
    const bool slice = finding.If<syntax::Slice>(part) != nullptr;
    slices |= slice;
    if (IsIntTensor(fact) && fact.tensor->rank == 0) numbers.push_back(part);
    else if (slice) dimension += numbers.empty() ? 1 : 0;
    else if (!fact.Is(FactKind::Int)) return {};
  }
  // Dimensions of several that a slice stands between come first.
  return slices && numbers.size() > 1 ? std::vector<ExprId>() : numbers;
}

// Whether it is 0-d whoever calls the function: the result of a reduction of all elements.
bool IsSingleInEachCall(const Finding& finding, ExprId number) {
  const Variables variables(finding, finding.function);
  if (const auto slot = variables.SlotOf(number)) number = variables.OnlyValue(*slot);
  const Terms terms(finding);
  return number && terms.OperationOf(number).op == models::OpKind::Reduction &&
         terms.Of(number).shape == dataflow::kSingle;
}

// Whether it is only searched, so that a copy serves as well as a view: torch.where(mask[i]).
bool IsSearchedIn(const Finding& finding) {
  const auto* call = finding.If<syntax::Call>(finding.parents.Parent(finding.expr));
  return call && call->args.size() == 1 && call->args[0].value == finding.expr &&
         finding.NameOf(call->callee) == "torch.where";
}

std::optional<Proposal> Propose(const Finding& finding) {
  const auto* item = finding.If<syntax::Subscript>(finding.expr);
  if (!item || !finding.Fact(item->object).Is(FactKind::Tensor)) return std::nullopt;
  const std::vector<ExprId> parts = TupleItems(finding.tree(), item->index);
  std::size_t dimension = 0;
  const std::vector<ExprId> numbers = NumbersIn(finding, parts, dimension);
  if (numbers.empty()) return std::nullopt;
  Rewriter rewriter(finding);
  for (ExprId number : numbers) rewriter.Replace(number, rewriter.Operand(number) + ".reshape(1)");
  const auto* assign = finding.If<syntax::Assign>(finding.stmt);
  const bool written = assign && std::find(assign->targets.begin(), assign->targets.end(),
                                           finding.expr) != assign->targets.end();
  if (written && parts.size() == 1)
    return StoreAt(finding, *assign, item->object, std::move(rewriter));
  if (const ExprId added = AddedAt(finding)) return AddAt(finding, added, std::move(rewriter));
  if (IsTarget(finding, finding.expr) || finding.If<syntax::AugAssign>(finding.stmt))
    return std::nullopt;
  if (IsWrittenThrough(finding))
    return Declined{
        "what is read is a view that is changed, or whose tensor is changed; read it after the "
        "last change, or index with a Python number"};
  rewriter.InsertAt(finding.tree()[finding.expr].span.end,
                    ".squeeze(" + std::to_string(dimension) + ")");
  if (parts.size() == 1 && IsSearchedIn(finding) &&
      PlaceOfSearch(finding).Holds(numbers[0], item->object))
    return rewriter.Finish("index with a tensor of one element", Applicability::Safe, "");
  std::string difference =
      "the result is a copy, not a view of the tensor; on a GPU an index that is out of range is a "
      "device-side assert after which the process cannot use the GPU";
  if (!std::all_of(numbers.begin(), numbers.end(),
                   [&](ExprId number) { return IsSingleInEachCall(finding, number); }))
    difference += "; an index of several elements, of a call that is not in view, raises an error";
  return rewriter.Finish("index with a tensor of one element", Applicability::Unsafe,
                         std::move(difference));
}

constexpr infer::ObservationKind kAnswers[] = {infer::ObservationKind::TensorAsInt};
constexpr std::string_view kBefore[] = {"reuse_source_list"};

}  // namespace

extern constinit const Declaration kFix = {
    .summary = "index with a tensor of one element instead of a number",
    .answers = kAnswers,
    .before = kBefore,
    .promise = Promise::Either,
    .propose = Propose,
};

}  // namespace graphmend::fix::index_by_tensor
