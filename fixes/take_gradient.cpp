// The gradient of a tensor that the function differentiates by, taken instead of stored:
//
//     probe = image.detach().requires_grad_()
//     loss = F.cross_entropy(model(probe), label)
//     loss.backward()                          (probe_gradient,) = torch.autograd.grad(loss, probe)
//     return image + eps * probe.grad.sign()   return image + eps * probe_gradient.sign()
//
// What takes the gradient, and makes the leaf, is captured in the next rounds: capture_gradients.
#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "fix/declaration.h"
#include "fix/failures.h"
#include "fix/module_scope.h"
#include "fix/reads.h"
#include "fix/renderer.h"
#include "fix/rewriter.h"
#include "fix/variables.h"

namespace graphmend::fix::take_gradient {
namespace {

using diag::Applicability;
using syntax::ExprId;
using syntax::StmtId;

class Gradient {
 public:
  explicit Gradient(const Finding& finding)
      : finding_(finding), variables_(finding, finding.function), rewriter_(finding) {}

  std::optional<Proposal> Run() {
    const auto* call = finding_.If<syntax::Call>(finding_.expr);
    const auto* method = call ? finding_.If<syntax::Attribute>(call->callee) : nullptr;
    const auto* alone = finding_.If<syntax::ExprStmt>(finding_.stmt);
    if (!method || finding_.NameOf(call->callee) != "torch.Tensor.backward" ||
        !call->args.empty() || !alone || alone->value != finding_.expr)
      return std::nullopt;
    if (!FindReads() || !IsLeafMadeHere()) return std::nullopt;
    if (!rewriter_.HasOwnLines(finding_.stmt)) return Declined{"other code shares its line"};
    if (IsCaughtHere(finding_)) return Declined{std::string(kCaughtHere)};
    if (IsInLoop(finding_, finding_.stmt))
      return Declined{"each round of the loop adds to `" + variables_.Name(slot_) +
                      ".grad`; take the gradients by torch.autograd.grad and add them up"};
    for (ExprId read : reads_)
      if (auto declined = WhyNotRead(read)) return *declined;
    const std::string leaf = variables_.Name(slot_);
    const std::string name = rewriter_.FreshName(leaf + "_gradient");
    rewriter_.ReplaceStatement(
        finding_.stmt, CommentsIn(finding_, finding_.tree()[finding_.stmt].span) + "(" + name +
                           ",) = " + rewriter_.Import("torch") + ".autograd.grad(" +
                           Render(finding_, method->object) + ", " + leaf + ")\n");
    for (ExprId read : reads_) rewriter_.Replace(read, name);
    rewriter_.Lead();
    return rewriter_.Finish("take the gradient instead of storing it", Applicability::Unsafe,
                            "parameters, and other leaves that `" +
                                std::string(finding_.Text(method->object)) +
                                "` is computed from, get no gradient, nor does `" + leaf +
                                "` itself; where it is not computed from `" + leaf +
                                "`, an error is raised; the gradient may have other strides");
  }

 private:
  // The reads of `.grad`, all of one variable, and no second call that stores gradients.
  bool FindReads() {
    bool one = true;
    ForEachInside(finding_, finding_.tree()[finding_.function].span, [&](ExprId part) {
      const auto* called = finding_.If<syntax::Call>(part);
      if (called && part != finding_.expr &&
          finding_.NameOf(called->callee) == "torch.Tensor.backward")
        one = false;
      const auto* attribute = finding_.If<syntax::Attribute>(part);
      // A hook of the leaf runs when its gradient is stored.
      if (attribute && attribute->name.text().ends_with("_hook")) one = false;
      if (!attribute || attribute->name != "grad") return;
      const auto slot = variables_.SlotOf(attribute->object);
      if (!slot || (!reads_.empty() && *slot != slot_)) one = false;
      else slot_ = *slot, reads_.push_back(part);
    });
    return one && !reads_.empty() && !variables_.IsParameter(slot_) &&
           !variables_.IsCaptured(slot_);
  }

  // `probe = x.detach().clone().requires_grad_()`: a leaf, of a tensor that has no gradient itself.
  bool IsLeafMadeHere() const {
    const ExprId value = variables_.OnlyValue(slot_);
    if (!value || !IsDetached(value)) return false;
    if (IsCallOf(value, "requires_grad_")) return true;
    const auto reads = variables_.Reads(slot_);
    return std::any_of(reads.begin(), reads.end(), [&](ExprId read) {
      return IsCallOf(finding_.parents.Parent(finding_.parents.Parent(read)), "requires_grad_");
    });
  }

  bool IsCallOf(ExprId expr, std::string_view method) const {
    const auto* call = finding_.If<syntax::Call>(expr);
    return call && finding_.NameOf(call->callee) == "torch.Tensor." + std::string(method);
  }

  // `x.detach()`, and what is made of it by methods that keep it so.
  bool IsDetached(ExprId expr) const {
    if (IsCallOf(expr, "detach")) return true;
    constexpr std::string_view kKeeping[] = {"requires_grad_", "clone", "contiguous", "float",
                                             "double",         "to",    "cpu",        "cuda"};
    const auto* call = finding_.If<syntax::Call>(expr);
    const auto* method = call ? finding_.If<syntax::Attribute>(call->callee) : nullptr;
    return method && IsDetached(method->object) &&
           std::any_of(std::begin(kKeeping), std::end(kKeeping),
                       [&](std::string_view one) { return IsCallOf(expr, one); });
  }

  // What is read behind the call in its block, and not changed.
  std::optional<Declined> WhyNotRead(ExprId read) const {
    const std::string text = "`" + std::string(finding_.Text(read)) + "`";
    if (IsTarget(finding_, read) || IsChanged(finding_, read))
      return Declined{text + " is changed; take the gradient by torch.autograd.grad"};
    const BlockPosition here = finding_.parents.PositionOf(finding_.stmt);
    for (StmtId stmt = finding_.parents.Statement(read); stmt;
         stmt = finding_.parents.Parent(stmt)) {
      const BlockPosition there = finding_.parents.PositionOf(stmt);
      if (there.block.data() == here.block.data())
        return there.index > here.index
                   ? std::nullopt
                   : std::optional(Declined{text + " is read before it is stored here"});
    }
    return Declined{text + " is read where it may not have been stored"};
  }

  const Finding& finding_;
  Variables variables_;
  Rewriter rewriter_;
  std::uint32_t slot_ = 0;
  std::vector<ExprId> reads_;
};

std::optional<Proposal> Propose(const Finding& finding) {
  if (!finding.IsInFunction() || !finding.stmt) return std::nullopt;
  return Gradient(finding).Run();
}

constexpr infer::ObservationKind kAnswers[] = {infer::ObservationKind::Autograd};
constexpr std::string_view kBefore[] = {"capture_gradients"};

}  // namespace

extern constinit const Declaration kFix = {
    .summary = "take the gradient of a tensor instead of letting backward() store it",
    .answers = kAnswers,
    .before = kBefore,
    .promise = Promise::Unsafe,
    .propose = Propose,
};

}  // namespace graphmend::fix::take_gradient
