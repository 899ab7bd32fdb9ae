// The list that a tensor was made from, passed in its place where only its numbers are used.
//
//     shapes = torch.as_tensor(shape_list)          …
//     self.points(shapes)                           self.points(shape_list)
//     def points(self, shapes):
//         for height, width in shapes:              the same, with ints
//             torch.linspace(0, 1, height)
//
// Only calls change: a function that gets a tensor from elsewhere still takes it. Three things are
// proved, in this order:
//   numbers      the parameter is only iterated, and what comes out is only computed with, used as
//   a
//                size, an index or a bound
//   provenance   in the caller, the argument is a variable made by torch.tensor or torch.as_tensor
//                of a list of ints; or a parameter, beside which each known call hands over that
//                list as another parameter
//   stability    none of the variables is assigned anything else
#include <algorithm>
#include <set>

#include "fix/calls.h"
#include "fix/declaration.h"
#include "fix/operands.h"
#include "fix/reads.h"
#include "fix/rewriter.h"
#include "fix/variables.h"

namespace graphmend::fix::reuse_source_list {
namespace {

using infer::FactKind;
using syntax::ExprId;
using syntax::FunctionId;
using syntax::StmtId;

constexpr std::string_view kHostDifference =
    "its numbers are computed by Python, in 64 bits; a caller that passes another list than the "
    "one the tensor was made from gets a different result";

constexpr std::string_view kUnseenDifference =
    "; functions that get the tensor and are not in view are assumed not to change its numbers";

class ListProof {
 public:
  explicit ListProof(const Finding& finding) : finding_(finding), calls_(finding) {}

  Proposal Run() {
    const FunctionId function = finding_.function;
    if (!function || finding_.tree()[function].lambda_body)
      return Declined{"where the number comes from is not followed out of a lambda"};
    std::optional<std::uint32_t> param = IteratedParameter(function);
    if (!param)
      return Declined{
          "Python needs an int here; where the tensor was made from a list in view, "
          "pass the list"};
    if (!only_numbers_)
      return Declined{"`" + NameOf(function, *param) +
                      "` is also used as a tensor; pass the list that it was made from as a "
                      "parameter of its own"};
    Rewriter rewriter(finding_);
    std::size_t calls = 0;
    for (ExprId call : calls_.Of(function)) {
      const ExprId argument = calls_.Argument(call, function, *param);
      const std::string list = argument ? ListBehind(argument, 0) : std::string();
      if (list.empty())
        return Declined{"it is not known that `" + NameOf(function, *param) +
                        "` is made from a list in every call; make it a list of Python ints"};
      rewriter.Replace(argument, list);
      ++calls;
    }
    if (calls == 0)
      return Declined{"no call in this file shows what `" + NameOf(function, *param) +
                      "` is made from; make it a list of Python ints"};
    std::string difference(kHostDifference);
    if (unseen_) difference += kUnseenDifference;
    return rewriter.Finish("pass the list that the tensor was made from",
                           diag::Applicability::Unsafe, std::move(difference));
  }

 private:
  Variables Of(FunctionId function) const { return Variables(finding_, function); }
  std::string NameOf(FunctionId function, std::uint32_t slot) const {
    return Of(function).Name(slot);
  }
  std::optional<std::uint32_t> SlotOf(FunctionId function, ExprId expr) const {
    return Of(function).SlotOf(expr);
  }
  std::size_t StoresTo(FunctionId function, std::uint32_t slot) const {
    return Of(function).Stores(slot).size();
  }
  bool IsCaptured(FunctionId function, std::uint32_t slot) const {
    return Of(function).IsCaptured(slot);
  }

  // ---- numbers ----
  // `p` in `for a, b in p`, `enumerate(p)`; the expression iterated otherwise.
  ExprId Iterated(ExprId iterable) const {
    const auto* call = finding_.If<syntax::Call>(iterable);
    if (call && finding_.NameOf(call->callee) == "enumerate" && !call->args.empty() &&
        call->args[0].kind == syntax::ArgKind::Positional)
      return call->args[0].value;
    return iterable;
  }

  // The parameter whose iteration around the finding gives one of its numbers, and whether only
  // numbers are made of what it gives.
  std::optional<std::uint32_t> IteratedParameter(FunctionId function) {
    std::set<std::uint32_t> used;
    CollectSlots(function, finding_.expr, used);
    for (StmtId stmt = finding_.stmt; stmt; stmt = finding_.parents.Parent(stmt)) {
      const auto* loop = finding_.If<syntax::For>(stmt);
      if (!loop) continue;
      const ExprId iterated = Iterated(loop->iterable);
      std::optional<std::uint32_t> param = SlotOf(function, iterated);
      if (!param || *param >= Of(function).graph().param_count ||
          !finding_.Fact(iterated).Is(FactKind::Tensor))
        continue;
      only_numbers_ = OnlyNumbers(function, *param);
      CollectSlots(function, loop->target, numbers_);
      if (std::any_of(used.begin(), used.end(),
                      [&](std::uint32_t slot) { return numbers_.contains(slot); }))
        return param;
    }
    return std::nullopt;
  }

  void CollectSlots(FunctionId function, ExprId expr, std::set<std::uint32_t>& slots) const {
    if (auto slot = SlotOf(function, expr)) slots.insert(*slot);
    ForEachPart(finding_.tree(), expr, [&](ExprId part) { CollectSlots(function, part, slots); });
  }

  bool OnlyNumbers(FunctionId function, std::uint32_t param) {
    if (StoresTo(function, param) > 0 || IsCaptured(function, param)) return false;
    numbers_.clear();
    std::vector<std::uint32_t> open;
    for (ExprId load : Of(function).Reads(param)) {
      const auto* loop = finding_.If<syntax::For>(finding_.parents.Statement(load));
      if (!loop || Iterated(loop->iterable) != load) return false;
      std::set<std::uint32_t> targets;
      CollectSlots(function, loop->target, targets);
      // The counter of enumerate is a number already.
      open.insert(open.end(), targets.begin(), targets.end());
    }
    while (!open.empty()) {
      const std::uint32_t slot = open.back();
      open.pop_back();
      if (!numbers_.insert(slot).second) continue;
      if (IsCaptured(function, slot)) return false;
      for (ExprId load : Of(function).Reads(slot))
        if (!IsNumberUse(function, load, open)) return false;
    }
    return true;
  }

  // Made of numbers alone, so that it becomes a number itself.
  bool IsNumber(FunctionId function, ExprId expr) const {
    if (auto slot = SlotOf(function, expr)) return numbers_.contains(*slot);
    if (const auto* binary = finding_.If<syntax::Binary>(expr))
      return IsNumber(function, binary->left) && IsNumber(function, binary->right);
    if (const auto* unary = finding_.If<syntax::Unary>(expr))
      return IsNumber(function, unary->operand);
    return finding_.Fact(expr).OneOf(FactKind::Int, FactKind::Float);
  }

  bool IsNumberUse(FunctionId function, ExprId expr, std::vector<std::uint32_t>& open) const {
    for (ExprId inner = expr;; inner = finding_.parents.Parent(inner)) {
      const ExprId outer = finding_.parents.Parent(inner);
      if (!outer) return IsNumberAssignment(function, inner, open);
      if (finding_.If<syntax::Binary>(outer) || finding_.If<syntax::Unary>(outer)) {
        if (!IsNumber(function, outer)) return true;  // a tensor, as it was before
        continue;
      }
      if (finding_.If<syntax::Compare>(outer) || finding_.If<syntax::Slice>(outer)) return true;
      if (const auto* item = finding_.If<syntax::Subscript>(outer)) return item->index == inner;
      if (finding_.If<syntax::Sequence>(outer)) continue;
      const auto* call = finding_.If<syntax::Call>(outer);
      if (!call || call->callee == inner) return false;
      return finding_.Fact(call->callee).traits.Has(models::Trait::Numbers);
    }
  }

  // `area = height * width`, `at += area`: the variable is a number from then on.
  bool IsNumberAssignment(FunctionId function, ExprId value,
                          std::vector<std::uint32_t>& open) const {
    const StmtId stmt = finding_.parents.Statement(value);
    ExprId target;
    if (const auto* assign = finding_.If<syntax::Assign>(stmt)) {
      if (assign->value != value || assign->targets.size() != 1) return false;
      target = assign->targets[0];
    } else if (const auto* aug = finding_.If<syntax::AugAssign>(stmt)) {
      target = aug->target;
      if (aug->target == value) return true;  // what is added is looked at by itself
    }
    std::optional<std::uint32_t> slot = target ? SlotOf(function, target) : std::nullopt;
    if (slot) open.push_back(*slot);
    return slot.has_value();
  }

  // ---- provenance ----
  // The name of the variable, where `expr` stands, that holds the list which the tensor `expr` was
  // made from; "" where there is none.
  std::string ListBehind(ExprId expr, int depth) const {
    constexpr int kMostCalls = 6;
    const FunctionId function = finding_.parents.FunctionOf(expr);
    if (!function || depth > kMostCalls) return "";
    std::optional<std::uint32_t> slot = SlotOf(function, expr);
    if (!slot || IsCaptured(function, *slot)) return "";
    if (*slot < Of(function).graph().param_count) return ListBeside(function, *slot, depth);
    return ListOf(function, *slot);
  }

  // tensor = torch.as_tensor(list, …)
  std::string ListOf(FunctionId function, std::uint32_t tensor) const {
    const ExprId made = Of(function).OnlyValue(tensor);
    const auto* call = finding_.If<syntax::Call>(made);
    const std::string_view name = call ? finding_.NameOf(call->callee) : std::string_view();
    if ((name != "torch.tensor" && name != "torch.as_tensor") || call->args.empty() ||
        call->args[0].kind != syntax::ArgKind::Positional)
      return "";
    if (!IsOnlyHandedOn(function, tensor)) return "";
    const infer::ExprFact& tensor_fact = finding_.Fact(made);
    if (!tensor_fact.tensor || tensor_fact.tensor->dtype != values::DType::Int) return "";
    const ExprId list = call->args[0].value;
    std::optional<std::uint32_t> slot = SlotOf(function, list);
    const infer::ExprFact& fact = finding_.Fact(list);
    if (!slot || !fact.OneOf(FactKind::List, FactKind::Tuple) ||
        fact.leaves != infer::Bits(FactKind::Int) ||
        !KeptFrom(function, *slot, finding_.tree()[made].span.end))
      return "";
    return NameOf(function, *slot);
  }

  // Whether the function does nothing with the tensor that could change its numbers: it asks for
  // what it is and computes with it, and hands it to functions of which the same holds. Of
  // functions that are not in view it is assumed, and said (`unseen_`).
  bool IsOnlyHandedOn(FunctionId function, std::uint32_t tensor, int depth = 0) const {
    constexpr int kMostCalls = 6;
    if (function == finding_.function) return true;  // only numbers are made of it there
    if (depth > kMostCalls || IsCaptured(function, tensor)) return false;
    const std::vector<ExprId> reads = Of(function).Reads(tensor);
    return std::all_of(reads.begin(), reads.end(), [&](ExprId read) {
      const ExprId outer = finding_.parents.Parent(read);
      if (finding_.If<syntax::Binary>(outer) || finding_.If<syntax::Compare>(outer)) return true;
      const auto* item = finding_.If<syntax::Subscript>(outer);
      if (item) return item->object == read && !IsTarget(finding_, outer);
      const auto* attribute = finding_.If<syntax::Attribute>(outer);
      const ExprId user = attribute ? finding_.parents.Parent(outer) : outer;
      const auto* call = finding_.If<syntax::Call>(user);
      if (!call) return attribute && attribute->name != "data" && !IsTarget(finding_, outer);
      if (attribute && call->callee == outer && attribute->name.text().ends_with("_")) return false;
      if (const FunctionId target = attribute ? FunctionId() : calls_.Target(user))
        return IsHandedOnIn(user, target, read, depth);
      if (finding_.Fact(call->callee).traits.op == models::OpKind::Unknown) unseen_ = true;
      return true;
    });
  }

  bool IsHandedOnIn(ExprId call, FunctionId target, ExprId argument, int depth) const {
    for (std::uint32_t i = 0; i < finding_.tree()[target].params.size(); ++i)
      if (calls_.Argument(call, target, i) == argument) return IsOnlyHandedOn(target, i, depth + 1);
    return false;
  }

  // Nothing behind `offset` assigns the variable, or changes its list by a method or an item.
  bool KeptFrom(FunctionId function, std::uint32_t slot, std::uint32_t offset) const {
    for (const flow::Block& block : Of(function).graph().blocks)
      for (const flow::Inst& inst : block.insts) {
        if (inst.span.begin < offset) continue;
        if (const auto* store = std::get_if<flow::Store>(&inst.node); store && store->slot == slot)
          return false;
        const auto* load = std::get_if<flow::Load>(&inst.node);
        if (!load || load->slot != slot) continue;
        const ExprId outer = finding_.parents.Parent(inst.expr);
        if (finding_.If<syntax::Attribute>(outer) || finding_.If<syntax::Subscript>(outer) ||
            finding_.If<syntax::AugAssign>(finding_.parents.Statement(inst.expr)))
          return false;
      }
    return true;
  }

  // The other parameter by which every known call hands over the list of this one.
  std::string ListBeside(FunctionId function, std::uint32_t tensor, int depth) const {
    if (StoresTo(function, tensor) > 0) return "";
    const std::vector<ExprId> calls = calls_.Of(function);
    for (std::uint32_t other = 0; !calls.empty() && other < Of(function).graph().param_count;
         ++other) {
      if (other == tensor || StoresTo(function, other) > 0 || IsCaptured(function, other)) continue;
      const bool beside = std::all_of(calls.begin(), calls.end(), [&](ExprId call) {
        const ExprId a = calls_.Argument(call, function, tensor),
                     b = calls_.Argument(call, function, other);
        if (!a || !b || !finding_.If<syntax::Name>(b)) return false;
        const std::string list = ListBehind(a, depth + 1);
        return !list.empty() && list == finding_.Text(b);
      });
      if (beside) return NameOf(function, other);
    }
    return "";
  }

  const Finding& finding_;
  Calls calls_;
  std::set<std::uint32_t> numbers_;
  bool only_numbers_ = false;
  mutable bool unseen_ = false;  // a function that is not in view gets the tensor
};

std::optional<Proposal> Propose(const Finding& finding) { return ListProof(finding).Run(); }

constexpr infer::ObservationKind kAnswers[] = {infer::ObservationKind::TensorAsInt};
constexpr std::string_view kBefore[] = {"multiply_sizes"};

}  // namespace

extern constinit const Declaration kFix = {
    .summary = "pass the list that a tensor of sizes was made from",
    .answers = kAnswers,
    .before = kBefore,
    .promise = Promise::Unsafe,
    .propose = Propose,
};

}  // namespace graphmend::fix::reuse_source_list
