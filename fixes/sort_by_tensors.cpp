// Sort by keys that are read from tensors, or are 0-d tensors, in the graph:
//
//     best = sorted(beams, key=lambda b: b.mean().item())
//
//     best = list(torch.stack(beams)[
//         torch.stack([b.mean() for b in beams]).argsort(stable=True)].unbind())
//
// Of `range(n)` the list holds places by then, as 0-d tensors, which only select from tensors.
#include <algorithm>
#include <vector>

#include "fix/arguments.h"
#include "fix/calls.h"
#include "fix/declaration.h"
#include "fix/failures.h"
#include "fix/reads.h"
#include "fix/terms.h"
#include "fix/variables.h"
#include "fixes/sorted_lists.h"

namespace graphmend::fix::sort_by_tensors {
namespace {

using diag::Applicability;
using infer::FactKind;
using syntax::ExprId;
using syntax::FunctionId;

// The call that sorts: the finding itself, or what its lambda is the key of.
ExprId SortOf(const Finding& finding) {
  if (finding.kind == infer::ObservationKind::TruthInCall) return finding.expr;
  ExprId at = finding.expr;
  while (at && !finding.If<syntax::Lambda>(at)) at = finding.parents.Parent(at);
  return at ? finding.parents.Parent(at) : ExprId();
}

struct Key {
  std::string name;  // of the item
  ExprId tensor;     // with one element
  bool flat;         // it is known to have no dimensions
};

// `lambda b: b.mean()`, `lambda b: b.mean().item()`
std::optional<Key> KeyOf(const Finding& finding, ExprId expr) {
  const auto* lambda = finding.If<syntax::Lambda>(expr);
  if (!lambda) return std::nullopt;
  const syntax::Function& function = finding.tree()[lambda->function];
  if (function.params.size() != 1 || function.params[0].default_value ||
      function.params[0].kind != syntax::ParamKind::Normal || function.is_generator)
    return std::nullopt;
  const std::optional<HostRead> read = HostReadOf(finding, function.lambda_body);
  if (read && read->how != "item") return std::nullopt;
  const ExprId tensor = read ? read->tensor : function.lambda_body;
  const infer::ExprFact& fact = finding.Fact(tensor);
  const bool flat = IsTensor(fact) && fact.tensor->rank == 0;
  bool binds = false;
  ForEachInside(finding, finding.tree()[tensor].span,
                [&](ExprId part) { binds |= finding.If<syntax::Walrus>(part) != nullptr; });
  if (binds || !IsTensor(fact) || (!flat && !read)) return std::nullopt;
  return Key{function.params[0].name.str(), tensor, flat};
}

// `range(n)`, whose numbers are their own places.
bool IsRange(const Finding& finding, ExprId expr) {
  const auto* call = finding.If<syntax::Call>(expr);
  return call && finding.BuiltinName(call->callee) == "range" && HasOnly(*call, 1, {});
}

// Whether computing the key changes or shows anything, which the tensors are copied before.
bool Acts(const Finding& finding, ExprId key) {
  bool changes = Terms(finding).Effects(key).has_value();
  ForEachInside(finding, finding.tree()[key].span,
                [&](ExprId part) { changes |= IsChanged(finding, part); });
  return changes;
}

// Whether the place selects from a tensor, alone or as one of several: `x[i]`, `x[i, 0]`.
bool SelectsFromTensor(const Finding& finding, ExprId place) {
  ExprId outer = finding.parents.Parent(place);
  if (const auto* several = finding.If<syntax::Sequence>(outer);
      several && several->kind == syntax::SequenceKind::Tuple)
    place = outer, outer = finding.parents.Parent(outer);
  const auto* item = finding.If<syntax::Subscript>(outer);
  return item && item->index == place && !IsTarget(finding, outer) &&
         IsTensor(finding.Fact(item->object));
}

// Follows the list of places, of which each only selects from a tensor.
class Places {
 public:
  Places(const Finding& finding, FunctionId function)
      : finding_(finding), variables_(finding, function) {}

  bool Serve(ExprId list) const {
    const ExprId outer = finding_.parents.Parent(list);
    if (!outer) return InStatement(list);
    if (const auto* item = finding_.If<syntax::Subscript>(outer)) {
      if (item->object != list || IsTarget(finding_, outer)) return false;
      return finding_.If<syntax::Slice>(item->index) ? Serve(outer)
                                                     : SelectsFromTensor(finding_, outer);
    }
    if (const auto* call = finding_.If<syntax::Call>(outer))
      return finding_.BuiltinName(call->callee) == "len";
    const auto* made = finding_.If<syntax::Comprehension>(outer);
    return made && made->clauses.size() == 1 && made->clauses[0].iterable == list &&
           made->clauses[0].conditions.empty() && EachServes(*made);
  }

 private:
  bool InStatement(ExprId list) const {
    const syntax::StmtId stmt = finding_.parents.Statement(list);
    if (const auto* loop = finding_.If<syntax::For>(stmt))
      return loop->iterable == list && !loop->is_async && OnlySelects(loop->target);
    const auto slot = variables_.HeldBy(list);
    if (!slot || variables_.IsCaptured(*slot)) return false;
    const std::vector<ExprId> reads = variables_.Reads(*slot);
    return std::all_of(reads.begin(), reads.end(), [&](ExprId read) { return Serve(read); });
  }

  bool OnlySelects(ExprId target) const {
    const auto slot = variables_.SlotOf(target);
    if (!slot || variables_.IsCaptured(*slot) || variables_.Stores(*slot).size() != 1) return false;
    const std::vector<ExprId> reads = variables_.Reads(*slot);
    return std::all_of(reads.begin(), reads.end(),
                       [&](ExprId read) { return SelectsFromTensor(finding_, read); });
  }

  bool EachServes(const syntax::Comprehension& made) const {
    const auto* name = finding_.If<syntax::Name>(made.clauses[0].target);
    if (!name || made.value) return false;
    bool serves = true;
    ForEachInside(finding_, finding_.tree()[made.element].span, [&](ExprId part) {
      const auto* read = finding_.If<syntax::Name>(part);
      serves &= !read || read->id != name->id || SelectsFromTensor(finding_, part);
    });
    return serves;
  }

  const Finding& finding_;
  const Variables variables_;
};

// Whether all of them have one shape and dtype, or the program would raise: it stacks them.
bool IsStacked(const Finding& finding, const Variables& variables, ExprId list) {
  const auto stacks = [&](ExprId read) {
    ExprId outer = finding.parents.Parent(read);
    const auto* item = finding.If<syntax::Subscript>(outer);
    if (item && item->object == read && finding.If<syntax::Slice>(item->index))
      outer = finding.parents.Parent(outer);
    const auto* call = finding.If<syntax::Call>(outer);
    return call && finding.NameOf(call->callee) == "torch.stack";
  };
  if (stacks(list)) return true;
  const auto slot =
      finding.If<syntax::Name>(list) ? variables.SlotOf(list) : variables.HeldBy(list);
  if (!slot) return false;
  const std::vector<ExprId> reads = variables.Reads(*slot);
  return std::any_of(reads.begin(), reads.end(), stacks);
}

class Sort {
 public:
  // `copies`: the call is one of `sorted`.
  Sort(const Finding& finding, ExprId expr, const syntax::Call& call, bool copies)
      : finding_(finding),
        expr_(expr),
        function_(finding.parents.FunctionOf(expr)),
        copies_(copies),
        items_(copies_ ? Argument(call, 0, "") : SortedInPlace(finding, expr)),
        reverse_(Argument(call, -1, "reverse")) {}

  std::optional<Proposal> Run(const Key& key) {
    if (!items_ || (reverse_ && !finding_.Fact(reverse_).Is(FactKind::Bool))) return std::nullopt;
    const bool places = IsRange(finding_, items_);
    if (!(places ? copies_ && Places(finding_, function_).Serve(expr_) : HoldsTensors()))
      return std::nullopt;
    if (IsCaughtHere(finding_) || Calls(finding_).IsCaught(function_))
      return Declined{std::string(kCaughtHere)};
    if (Acts(finding_, key.tensor))
      return Declined{"computing a key may change or show more; compute the keys before"};
    if (!places)
      if (auto declined = WhyNotCopied(finding_.In(function_), expr_)) return *declined;
    Rewriter rewriter(finding_);
    const std::string torch = rewriter.Import("torch");
    const std::string order = torch + ".stack([" + Render(finding_, key.tensor) + " for " +
                              key.name + " in " + Render(finding_, items_) + "])" +
                              (key.flat ? "" : ".flatten()") + ".argsort(stable=True" +
                              OrderOf(finding_, reverse_) + ")";
    const std::string list(finding_.Text(items_));
    const std::string sorted =
        places ? "list(" + order + ".unbind())"
               : "list(" + torch + ".stack(" + list + ")[" + order + "].unbind())";
    ReplaceWhole(finding_, expr_, (copies_ ? "" : list + " = ") + sorted, rewriter);
    std::string difference =
        places ? "the list holds 0-d tensors instead of ints"
               : std::string(kCopiedList) +
                     "; tensors of different shapes are refused before any key is computed";
    return rewriter.Finish(
        "sort by the keys in the graph", Applicability::Unsafe,
        difference +
            "; keys of several dtypes are compared in one; a key that is NaN "
            "counts as the greatest, and an empty list raises" +
            (key.flat ? "" : "; a key of several elements raises another error"));
  }

 private:
  // A variable that holds tensors alone, which the program stacks when they are sorted.
  bool HoldsTensors() const {
    const infer::ExprFact& fact = finding_.Fact(items_);
    const Variables variables(finding_, function_);
    const auto slot = variables.SlotOf(items_);
    if (!slot || variables.IsCaptured(*slot) || fact.IsNested() ||
        !fact.OneOf(FactKind::List, FactKind::Tuple) ||
        fact.leaves != infer::Bits(FactKind::Tensor))
      return false;
    if (copies_) return IsStacked(finding_, variables, expr_);
    const std::vector<ExprId> reads = variables.Reads(*slot);
    return !variables.IsParameter(*slot) && variables.OnlyValue(*slot) &&
           finding_.Fact(items_).Is(FactKind::List) && IsMade(variables.OnlyValue(*slot)) &&
           IsStacked(finding_, variables, items_) &&
           std::all_of(reads.begin(), reads.end(), [&](ExprId read) {
             return Appended(finding_, read) || LeavesList(finding_, read) || IsGoneThrough(read);
           });
  }

  // A list that nobody else knows.
  bool IsMade(ExprId value) const {
    const auto* made = finding_.If<syntax::Comprehension>(value);
    const auto* written = finding_.If<syntax::Sequence>(value);
    return (made && made->kind == syntax::ComprehensionKind::List) ||
           (written && written->kind == syntax::SequenceKind::List);
  }

  bool IsGoneThrough(ExprId read) const {
    const auto* loop = finding_.If<syntax::For>(finding_.parents.Statement(read));
    const auto* made = finding_.If<syntax::Comprehension>(finding_.parents.Parent(read));
    const bool around = loop && finding_.tree()[finding_.parents.Statement(read)].span.Contains(
                                    finding_.tree()[expr_].span);
    return (loop && loop->iterable == read && !around) ||
           (made && made->clauses[0].iterable == read);
  }

  const Finding& finding_;
  ExprId expr_;
  FunctionId function_;
  bool copies_;
  ExprId items_, reverse_;
};

std::optional<Proposal> Propose(const Finding& finding) {
  const ExprId expr = SortOf(finding);
  const auto* call = finding.If<syntax::Call>(expr);
  const FunctionId function = expr ? finding.parents.FunctionOf(expr) : FunctionId();
  if (!call || !function || finding.tree()[function].lambda_body) return std::nullopt;
  const bool copies = finding.BuiltinName(call->callee) == "sorted";
  if (!HasOnly(*call, copies ? 1 : 0, {"key", "reverse"})) return std::nullopt;
  const ExprId given = Argument(*call, -1, "key");
  const std::optional<Key> key = given ? KeyOf(finding, given) : std::nullopt;
  return key ? Sort(finding, expr, *call, copies).Run(*key) : std::nullopt;
}

constexpr infer::ObservationKind kAnswers[] = {infer::ObservationKind::TruthInCall,
                                               infer::ObservationKind::HostRead};
constexpr std::string_view kBefore[] = {"capture_number"};

}  // namespace

extern constinit const Declaration kFix = {
    .summary = "sort by keys that are tensors in the graph",
    .answers = kAnswers,
    .before = kBefore,
    .promise = Promise::Unsafe,
    .propose = Propose,
};

}  // namespace graphmend::fix::sort_by_tensors
