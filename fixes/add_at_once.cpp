// Adding at the places that tensors hold, one by one, done at once:
//
//     for p, t in zip(pred.flatten(), target.flatten()):
//         cm[t.item(), p.item()] += 1
//
//         cm.index_put_((target.flatten(), pred.flatten()), torch.ones(()), accumulate=True)
//
// A place that comes several times is added to as often.
#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "fix/arguments.h"
#include "fix/declaration.h"
#include "fix/failures.h"
#include "fix/module_scope.h"
#include "fix/reads.h"
#include "fix/rewriter.h"
#include "fix/terms.h"
#include "fix/variables.h"

namespace graphmend::fix::add_at_once {
namespace {

using diag::Applicability;
using infer::FactKind;
using syntax::ExprId;
using syntax::StmtId;

class Adding {
 public:
  explicit Adding(const Finding& finding)
      : finding_(finding),
        terms_(finding),
        variables_(finding, finding.function),
        rewriter_(finding) {}

  std::optional<Proposal> Run() {
    if (!FindLoop() || !FindElements() || !FindPlaces()) return std::nullopt;
    if (!rewriter_.HasOwnLines(loop_)) return Declined{"other code shares its lines"};
    if (IsCaughtHere(finding_)) return Declined{std::string(kCaughtHere)};
    if (auto declined = WhyNotPlaces()) return *declined;
    if (auto declined = WhyNotAdded()) return *declined;
    if (const Element* unread = Unread())
      return Declined{"`" + std::string(finding_.Text(unread->tensor)) +
                      "` only says how often the loop runs; leave it out"};
    rewriter_.ReplaceStatement(loop_, CommentsIn(finding_, finding_.tree()[loop_].span) + Text());
    return rewriter_.Finish("add at all places at once", Applicability::Unsafe, Difference());
  }

 private:
  // A variable of the loop, and the tensor that it goes through.
  struct Element {
    ExprId variable, tensor;
    bool listed;  // a number of `tensor.tolist()`
  };

  // The loop around the read whose body adds once, and does nothing else.
  bool FindLoop() {
    loop_ = finding_.stmt;
    if (!finding_.If<syntax::For>(loop_)) loop_ = finding_.parents.Parent(loop_);
    const auto* loop = loop_ ? finding_.If<syntax::For>(loop_) : nullptr;
    if (!loop || loop->is_async || loop->body.size() != 1 || !loop->orelse.empty()) return false;
    add_ = finding_.If<syntax::AugAssign>(loop->body[0]);
    item_ = add_ ? finding_.If<syntax::Subscript>(add_->target) : nullptr;
    return item_ && (add_->op == syntax::BinaryOp::Add || add_->op == syntax::BinaryOp::Sub) &&
           IsPlainRead(finding_, item_->object);
  }

  bool FindElements() {
    const auto& loop = *finding_.If<syntax::For>(loop_);
    const auto* call = finding_.If<syntax::Call>(loop.iterable);
    const auto* several = finding_.If<syntax::Sequence>(loop.target);
    if (!call || !several || finding_.BuiltinName(call->callee) != "zip")
      return Take(loop.target, loop.iterable);
    if (call->args.size() != several->items.size()) return false;
    for (std::size_t i = 0; i < call->args.size(); ++i)
      if (call->args[i].kind != syntax::ArgKind::Positional ||
          !Take(several->items[i], call->args[i].value))
        return false;
    return true;
  }

  bool Take(ExprId variable, ExprId through) {
    const auto slot = variables_.SlotOf(variable);
    if (!slot || variables_.IsCaptured(*slot) ||
        terms_.flow().LiveAfter(finding_.tree()[loop_].span, *slot))
      return false;
    const auto read = HostReadOf(finding_, through);
    const bool listed = read && read->how == "tolist";
    elements_.push_back({variable, listed ? read->tensor : through, listed});
    return true;
  }

  // `t.item()`, `int(t)`, or `t` of a list.
  const Element* ElementOf(ExprId expr) const {
    const auto read = HostReadOf(finding_, expr);
    const bool number = read && (read->how == "item" || read->how == "int" || read->how == "float");
    const auto* name = finding_.If<syntax::Name>(number ? read->tensor : expr);
    for (const Element& element : elements_)
      if (name && finding_.If<syntax::Name>(element.variable)->id == name->id)
        return number != element.listed ? &element : nullptr;
    return nullptr;
  }

  bool FindPlaces() {
    std::vector<ExprId> items = {item_->index};
    if (const auto* several = finding_.If<syntax::Sequence>(item_->index);
        several && several->kind == syntax::SequenceKind::Tuple)
      items.assign(several->items.begin(), several->items.end());
    for (ExprId item : items) {
      const Element* element = ElementOf(item);
      if (!element) return false;
      places_.push_back(element->tensor);
    }
    return true;
  }

  std::optional<Declined> WhyNotPlaces() const {
    for (ExprId place : places_) {
      const infer::ExprFact& fact = finding_.Fact(place);
      const std::string text = "`" + std::string(finding_.Text(place)) + "`";
      if (!IsTensor(fact) || fact.tensor->dtype != values::DType::Int)
        return Declined{text + " is not known to hold whole numbers"};
      if (fact.Rank() != 1)
        return Declined{text + " is not known to have one dimension; flatten it"};
    }
    for (const Element& element : elements_) {
      if (terms_.Effects(element.tensor))
        return Declined{"`" + std::string(finding_.Text(element.tensor)) +
                        "` may do more than give a tensor; give it a name before the loop"};
      if (Shares(element.tensor))
        return Declined{"the places are those of the tensor that is added to; copy them first"};
      if (!IsTensor(finding_.Fact(element.tensor)))
        return Declined{"what the loop goes through is not known to be a tensor"};
    }
    return std::nullopt;
  }

  // One that is neither a place nor what is added, as no tensor's length ends the addition.
  const Element* Unread() const {
    const Element* added = ElementOf(add_->value);
    for (const Element& element : elements_)
      if (&element != added &&
          std::find(places_.begin(), places_.end(), element.tensor) == places_.end())
        return &element;
    return nullptr;
  }

  // Whether the tensor is read for the places as well, by its name.
  bool Shares(ExprId expr) const {
    bool shares = false;
    ForEachInside(finding_, finding_.tree()[expr].span, [&](ExprId part) {
      shares = shares || finding_.Text(part) == finding_.Text(item_->object);
    });
    return shares;
  }

  bool MayShare() const {
    const Term into = terms_.Of(item_->object);
    return !into.fresh && std::any_of(elements_.begin(), elements_.end(), [&](const Element& one) {
      return !IsNewTensor(finding_, one.tensor) && !terms_.Of(one.tensor).fresh &&
             !(IsFloat(one.tensor) && IsInt(item_->object)) &&
             !(IsInt(one.tensor) && IsFloat(item_->object));
    });
  }

  bool IsFloat(ExprId tensor) const {
    const infer::ExprFact& fact = finding_.Fact(tensor);
    return fact.tensor && fact.tensor->dtype == values::DType::Float;
  }
  bool IsInt(ExprId tensor) const {
    const infer::ExprFact& fact = finding_.Fact(tensor);
    return fact.tensor && fact.tensor->dtype == values::DType::Int;
  }

  std::optional<Declined> WhyNotAdded() const {
    const ExprId into = item_->object;
    if (!IsTensor(finding_.Fact(into)) || finding_.Fact(into).tensor->dtype == values::DType::Bool)
      return Declined{"what is added to is not known to be a tensor of numbers"};
    if (const auto* literal = finding_.If<syntax::Literal>(add_->value)) {
      const bool whole = literal->kind == syntax::LiteralKind::Int;
      if (whole || (literal->kind == syntax::LiteralKind::Float && IsFloat(into)))
        return std::nullopt;
    }
    const Element* added = ElementOf(add_->value);
    const bool one = finding_.Fact(into).Rank() == static_cast<int>(places_.size());
    const bool fits = added && one && finding_.Fact(added->tensor).Rank() == 1 &&
                      (IsInt(added->tensor) || (IsFloat(into) && IsFloat(added->tensor)));
    if (fits) return std::nullopt;
    return Declined{"what is added is neither a number nor an element of a tensor that fits"};
  }

  // Of another length, it raises, also where it has one element: that would count for all.
  static std::string AsLongAs(const std::string& first, const std::string& tensor) {
    return tensor == first ? tensor : tensor + ".reshape(" + first + ".shape)";
  }

  std::string Text() {
    const std::string torch = rewriter_.Import("torch");
    const std::string into = RenderOperand(finding_, item_->object);
    const std::string first = RenderOperand(finding_, places_[0]);
    std::string places;
    for (ExprId place : places_)
      places += AsLongAs(first, RenderOperand(finding_, place)) + ".to(" + into + ".device, " +
                torch + ".long), ";
    if (places_.size() > 1) places.erase(places.size() - 2);
    else places.pop_back();
    const std::string sign = add_->op == syntax::BinaryOp::Sub ? "-" : "";
    const Element* element = ElementOf(add_->value);
    const std::string added =
        element ? sign + AsLongAs(first, RenderOperand(finding_, element->tensor)) +
                      ".detach().to(" + into + ")"
                : torch + ".full((), " + sign + Render(finding_, add_->value) + ", dtype=" + into +
                      ".dtype, device=" + into + ".device)";
    return CallText(into + ".index_put_", {"(" + places + ")", added, "accumulate=True"},
                    rewriter_.Indentation(loop_).size()) +
           "\n";
  }

  std::string Difference() const {
    std::string text =
        "a place that is out of range raises a different error, and on a GPU is a device-side "
        "assert after which the process cannot use the GPU";
    if (elements_.size() > 1) text += "; tensors of different lengths are refused";
    if (MayShare())
      text += "; what is added to must not share memory with what the loop goes through";
    if (const auto* literal = finding_.If<syntax::Literal>(add_->value);
        literal && literal->kind == syntax::LiteralKind::Int && literal->integer > 127 &&
        !IsFloat(item_->object))
      text += "; a number that the dtype does not hold is refused";
    if (!IsFloat(item_->object) && !IsInt(item_->object))
      text += "; a tensor of bools is not refused";
    if (!IsInt(item_->object))
      text +=
          "; what is added at one place may be added up in another order, so that the last "
          "bits may differ";
    return text;
  }

  const Finding& finding_;
  Terms terms_;
  Variables variables_;
  Rewriter rewriter_;
  StmtId loop_;
  const syntax::AugAssign* add_ = nullptr;
  const syntax::Subscript* item_ = nullptr;
  std::vector<Element> elements_;
  std::vector<ExprId> places_;
};

std::optional<Proposal> Propose(const Finding& finding) {
  if (!finding.IsInFunction() || !finding.stmt) return std::nullopt;
  return Adding(finding).Run();
}

constexpr infer::ObservationKind kAnswers[] = {infer::ObservationKind::HostRead,
                                               infer::ObservationKind::TensorAsInt};
constexpr std::string_view kBefore[] = {"compute_list_by_tensors", "capture_number",
                                        "index_by_tensor"};

}  // namespace

extern constinit const Declaration kFix = {
    .summary = "add at the places that tensors hold at once, not one by one",
    .answers = kAnswers,
    .before = kBefore,
    .promise = Promise::Unsafe,
    .propose = Propose,
};

}  // namespace graphmend::fix::add_at_once
