// One of several tensors, or what one of several modules gives, by a number that only data tells:
//
//     c = [a, b][i]           c = torch.stack([a, b])[i.reshape(1)].squeeze(0)
//     y = self.heads[i](h)    y = torch.stack([head(h) for head in self.heads])[i.reshape(1)]
//                                 .squeeze(0)
//
// All are computed. An index below zero counts from the end, as in a list.
#include <algorithm>
#include <optional>
#include <string>

#include "captured_reads.h"
#include "fix/declaration.h"
#include "fix/failures.h"
#include "fix/held.h"
#include "fix/module_scope.h"
#include "fix/pure_calls.h"
#include "fix/renderer.h"
#include "fix/rewriter.h"
#include "fix/terms.h"

namespace graphmend::fix::select_from_list {
namespace {

using infer::Bits;
using infer::FactKind;
using syntax::ExprId;

constexpr std::string_view kCopied =
    "the result is a copy, no longer one of the tensors; where these differ in shape, torch.stack "
    "raises, and where they differ in dtype, the result is promoted; an index that is out of range "
    "raises a different error, on a GPU a device-side assert after which the process cannot use "
    "the GPU; those that are not selected get zero gradients, which their hooks see, where they "
    "had none, and the result requires a gradient where any of them does";

// A list or tuple of tensors alone, which may be evaluated elsewhere in the expression.
bool HoldsTensors(const Finding& finding, ExprId container) {
  const infer::ExprFact& fact = finding.Fact(container);
  return fact.OneOf(FactKind::List, FactKind::Tuple) && !fact.IsNested() &&
         fact.leaves == Bits(FactKind::Tensor);
}

bool IsModuleList(const Finding& finding, ExprId container) {
  return finding.Fact(container).Is(FactKind::Object) &&
         finding.NameOf(container).ends_with(".ModuleList") && IsPlainRead(finding, container);
}

// The call of the module that the list is asked for, where it does nothing but compute.
const syntax::Call* CallOf(const Finding& finding, ExprId item) {
  const ExprId outer = finding.parents.Parent(item);
  const auto* call = finding.If<syntax::Call>(outer);
  if (!call || call->callee != item) return nullptr;
  const Terms terms(finding);
  const Purity* own = PurityOf(finding, outer);
  const bool pure = own ? own->why.empty() && !own->raises
                        : terms.OperationOf(outer).op != models::OpKind::Unknown;
  if (!IsTensor(finding.Fact(outer))) return nullptr;
  const bool plain = std::all_of(call->args.begin(), call->args.end(), [&](const auto& arg) {
    return (arg.kind == syntax::ArgKind::Positional || arg.kind == syntax::ArgKind::Keyword) &&
           IsPlainRead(finding, arg.value);
  });
  return pure && plain && KnownChange(finding, outer).empty() ? call : nullptr;
}

class Selection {
 public:
  Selection(const Finding& finding, TableKey key, ExprId item)
      : finding_(finding), key_(key), item_(item), rewriter_(finding) {}

  std::optional<Proposal> Run() {
    const ExprId container = finding_.If<syntax::Subscript>(item_)->object;
    if (IsModuleList(finding_, container)) return OfModules(container);
    return HoldsTensors(finding_, container) ? OfTensors(container) : std::nullopt;
  }

 private:
  std::optional<Proposal> OfTensors(ExprId container) {
    if (!IsOnlyRead())
      return Declined{"the tensor itself may be needed where it is used; give it a name there"};
    if (auto declined = WhyNotHere()) return *declined;
    if (IsChanged(container))
      return Declined{
          "one of the tensors is changed in place; select after the last change, or copy it"};
    Select(item_, std::string(finding_.Text(container)));
    return Finish(std::string(kCopied));
  }

  std::optional<Proposal> OfModules(ExprId container) {
    const syntax::Call* call = CallOf(finding_, item_);
    if (!call)
      return Declined{
          "calling each of the modules may do more than compute; call one by "
          "a Python number"};
    if (auto declined = WhyNotHere()) return *declined;
    const ExprId whole = finding_.parents.Parent(item_);
    const std::string name = rewriter_.FreshName("module");
    const source::Span callee = finding_.tree()[item_].span, all = finding_.tree()[whole].span;
    const std::string args(finding_.Text(source::Span{callee.end, all.end}));
    if (args.find('\n') != std::string::npos)
      return Declined{"the call goes over several lines; write it on one"};
    Select(whole, "[" + name + args + " for " + name + " in " +
                      std::string(finding_.Text(container)) + "]");
    return Finish("all of the modules are called, with their side effects and errors; " +
                  std::string(kPutElsewhere) + "; " + std::string(kCopied));
  }

  std::optional<Declined> WhyNotHere() const {
    if (IsCaughtHere(finding_)) return Declined{std::string(kCaughtHere)};
    if (const auto effects = Terms(finding_).Effects(key_.tensor)) return Declined{*effects};
    return std::nullopt;
  }

  // Whether what is selected is only computed with here, or assigned or returned.
  bool IsOnlyRead() const {
    if (IsTarget(finding_, item_) || finding_.If<syntax::AugAssign>(finding_.stmt)) return false;
    const ExprId outer = finding_.parents.Parent(item_);
    if (!outer)
      return finding_.If<syntax::Assign>(finding_.stmt) ||
             finding_.If<syntax::Return>(finding_.stmt);
    if (finding_.If<syntax::Binary>(outer) || finding_.If<syntax::Unary>(outer)) return true;
    const ExprId called =
        finding_.If<syntax::Attribute>(outer) ? finding_.parents.Parent(outer) : outer;
    const auto* call = finding_.If<syntax::Call>(called);
    return call && Terms(finding_).OperationOf(called).op != models::OpKind::Unknown &&
           std::none_of(call->args.begin(), call->args.end(),
                        [](const auto& arg) { return arg.name == "out"; });
  }

  // Whether one of the tensors, or the variable that gets it, is changed in place.
  bool IsChanged(ExprId container) const {
    const auto changed = [&](ExprId place) {
      return finding_.If<syntax::Name>(place) && IsChangedInPlace(finding_, place);
    };
    const auto* display = finding_.If<syntax::Sequence>(container);
    if (display && std::any_of(display->items.begin(), display->items.end(), changed)) return true;
    const auto* assign = finding_.If<syntax::Assign>(finding_.stmt);
    return assign && assign->value == item_ &&
           std::any_of(assign->targets.begin(), assign->targets.end(), changed);
  }

  void Select(ExprId whole, const std::string& all) {
    // A tensor of bytes or bools would be a mask.
    const bool wide = finding_.Fact(key_.tensor).tensor->exact.text() == "int64";
    const std::string index =
        RenderOperand(finding_, key_.tensor) + (wide ? "" : ".long()") + ".reshape(1)";
    rewriter_.Replace(whole,
                      rewriter_.Import("torch") + ".stack(" + all + ")[" + index + "].squeeze(0)");
  }

  Proposal Finish(std::string difference) {
    if (finding_.Fact(key_.tensor).Rank() != 0)
      difference += "; a tensor of several elements raises a different error";
    return rewriter_.Finish("select from all of them in the graph", diag::Applicability::Unsafe,
                            std::move(difference));
  }

  const Finding& finding_;
  TableKey key_;
  ExprId item_;
  Rewriter rewriter_;
};

std::optional<Proposal> Propose(const Finding& finding) {
  const std::optional<TableKey> key = finding.IsInFunction() ? TableKeyOf(finding) : std::nullopt;
  const auto tensor = key ? finding.Fact(key->tensor).tensor : std::nullopt;
  if (!tensor || !IsTensor(finding.Fact(key->tensor)) || tensor->rank > 0 ||
      (tensor->dtype != values::DType::Int && tensor->dtype != values::DType::Bool))
    return std::nullopt;
  // What a variable holds stays a number for what else reads it.
  if (finding.kind == infer::ObservationKind::HostRead && key->expr != finding.expr)
    return std::nullopt;
  const ExprId item = finding.parents.Parent(key->expr);
  const auto* whole = finding.If<syntax::Subscript>(item);
  if (!whole || whole->index != key->expr) return std::nullopt;
  return Selection(finding, *key, item).Run();
}

constexpr infer::ObservationKind kAnswers[] = {infer::ObservationKind::HostRead,
                                               infer::ObservationKind::TensorAsInt};
constexpr std::string_view kBefore[] = {"capture_number", "index_by_tensor", "reuse_source_list"};

}  // namespace

extern constinit const Declaration kFix = {
    .summary = "select one of several tensors, or of what modules give, in the graph",
    .answers = kAnswers,
    .before = kBefore,
    .promise = Promise::Unsafe,
    .propose = Propose,
};

}  // namespace graphmend::fix::select_from_list
