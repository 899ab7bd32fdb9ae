// An array of NumPy's that is computed from numbers alone and only gone through, as a list that is
// computed while tracing:
//
//     ends = np.cumsum(self.widths)       ends = list(_compute_ends(self.widths))
//     for w, end in zip(self.widths, ends):
//         parts.append(x[:, end - w:end])
//
// Dynamo takes the array for a tensor, and each number that Python needs of it breaks the graph.
#include <algorithm>

#include "fix/calls.h"
#include "fix/declaration.h"
#include "fix/failures.h"
#include "fix/reads.h"
#include "traced_parts.h"

namespace graphmend::fix::list_while_tracing {
namespace {

using infer::FactKind;
using syntax::ExprId;
using syntax::StmtId;

// Of one dimension, or of who knows how many: what is gone through by numbers has one.
bool IsArray(const Finding& finding, ExprId expr) {
  const infer::ExprFact& fact = finding.Fact(expr);
  return fact.tensor && fact.tensor->numpy && (fact.Rank() == 1 || fact.Rank() < 0);
}

bool GoesThrough(std::string_view builtin) {
  return builtin == "zip" || builtin == "enumerate" || builtin == "reversed" || builtin == "list" ||
         builtin == "tuple";
}

// The array that an iterable goes through: itself, or what `zip`, `enumerate`, `reversed` are
// given.
ExprId ArrayIn(const Finding& finding, ExprId iterable) {
  if (IsArray(finding, iterable)) return iterable;
  const auto* call = finding.If<syntax::Call>(iterable);
  if (!call || !GoesThrough(finding.BuiltinName(call->callee))) return {};
  for (const syntax::Arg& arg : call->args)
    if (const ExprId array = ArrayIn(finding, arg.value)) return array;
  return {};
}

bool Names(const Finding& finding, ExprId target, base::Symbol name) {
  bool found = false;
  ForEachInside(finding, finding.tree()[target].span, [&](ExprId part) {
    const auto* one = finding.If<syntax::Name>(part);
    found |= one && one->id == name;
  });
  return found;
}

// What the loop or comprehension around the read goes through, of which the name is an element.
ExprId IterableOf(const Finding& finding, ExprId read) {
  const base::Symbol name = finding.If<syntax::Name>(read)->id;
  for (ExprId outer = read; outer; outer = finding.parents.Parent(outer))
    if (const auto* made = finding.If<syntax::Comprehension>(outer))
      for (const syntax::Clause& clause : made->clauses)
        if (Names(finding, clause.target, name)) return clause.iterable;
  for (StmtId stmt = finding.parents.Statement(read); stmt; stmt = finding.parents.Parent(stmt))
    if (const auto* loop = finding.If<syntax::For>(stmt);
        loop && Names(finding, loop->target, name))
      return loop->iterable;
  return {};
}

// Whether a read of an element takes Python's number in its place: arithmetic, an index, a builtin.
// A tensor that is made of it would have another dtype, and only arrays have attributes.
bool IsNumberThere(const Finding& finding, ExprId read) {
  const ExprId outer = finding.parents.Parent(read);
  if (!outer) return !finding.If<syntax::For>(finding.parents.Statement(read));
  if (const auto* call = finding.If<syntax::Call>(outer)) {
    constexpr std::string_view kOfNumbers[] = {"float", "int", "round", "abs",
                                               "min",   "max", "range"};
    return std::find(std::begin(kOfNumbers), std::end(kOfNumbers),
                     finding.BuiltinName(call->callee)) != std::end(kOfNumbers);
  }
  // What is computed from it may be what a tensor is made of as well.
  if (const auto* binary = finding.If<syntax::Binary>(outer))
    return IsTensor(finding.Fact(binary->left == read ? binary->right : binary->left)) ||
           IsNumberThere(finding, outer);
  if (finding.If<syntax::Unary>(outer)) return IsNumberThere(finding, outer);
  return finding.If<syntax::Compare>(outer) || finding.If<syntax::Slice>(outer) ||
         finding.If<syntax::Subscript>(outer);
}

bool IsReadEverywhereAs(const Finding& finding, base::Symbol name,
                        bool (*serves)(const Finding&, ExprId)) {
  bool all = true;
  ForEachInside(finding, finding.tree()[finding.function].span, [&](ExprId part) {
    const auto* read = finding.If<syntax::Name>(part);
    if (read && read->id == name && !IsTarget(finding, part)) all = all && serves(finding, part);
  });
  return all;
}

// Whether what goes through the iterable, a loop or a comprehension, takes numbers of Python's.
bool TakesNumbers(const Finding& finding, ExprId iterable) {
  ExprId target;
  const ExprId outer = finding.parents.Parent(iterable);
  if (const auto* made = finding.If<syntax::Comprehension>(outer)) {
    for (const syntax::Clause& clause : made->clauses)
      if (clause.iterable == iterable) target = clause.target;
  } else if (const auto* call = finding.If<syntax::Call>(outer)) {
    return GoesThrough(finding.BuiltinName(call->callee)) && TakesNumbers(finding, outer);
  } else if (!outer) {
    const auto* loop = finding.If<syntax::For>(finding.parents.Statement(iterable));
    target = loop ? loop->target : ExprId();
  }
  if (!target) return false;
  bool all = true;
  ForEachInside(finding, finding.tree()[target].span, [&](ExprId part) {
    const auto* name = finding.If<syntax::Name>(part);
    const infer::ExprFact& fact = finding.Fact(part);
    const bool element = name && (!fact.tensor || fact.tensor->numpy);
    if (element) all = all && IsReadEverywhereAs(finding, name->id, IsNumberThere);
  });
  return all;
}

// Whether a list serves where the array is read: it is gone through, or one item of it is taken.
bool IsListThere(const Finding& finding, ExprId read) {
  const ExprId outer = finding.parents.Parent(read);
  if (const auto* item = finding.If<syntax::Subscript>(outer))
    return item->object == read && finding.Fact(item->index).Is(FactKind::Int) &&
           IsNumberThere(finding, outer) && !IsTarget(finding, outer);
  const auto* call = finding.If<syntax::Call>(outer);
  const bool counted = call && finding.BuiltinName(call->callee) == "len";
  return counted || TakesNumbers(finding, read);
}

// The names in the finding of what is an element of an array, and that array.
ExprId ArrayOf(const Finding& finding) {
  ExprId array;
  ForEachInside(finding, finding.tree()[finding.expr].span, [&](ExprId part) {
    const auto* name = finding.If<syntax::Name>(part);
    const infer::ExprFact& fact = finding.Fact(part);
    if (array || !name || !fact.tensor || !fact.tensor->numpy) return;
    const ExprId iterable = IterableOf(finding, part);
    if (!iterable) array = IsArray(finding, part) ? part : ExprId();
    else if (IsReadEverywhereAs(finding, name->id, IsNumberThere))
      array = ArrayIn(finding, iterable);
  });
  return array;
}

std::optional<Proposal> Propose(const Finding& finding) {
  const StmtId top = finding.IsInFunction() ? TopOfFinding(finding) : StmtId();
  if (!top || !finding.expr) return std::nullopt;
  ExprId array = ArrayOf(finding);
  if (!array) return std::nullopt;
  std::string base = finding.tree()[finding.function].name.str();
  if (const auto* name = finding.If<syntax::Name>(array)) {
    const Variables variables(finding, finding.function);
    const auto slot = variables.SlotOf(array);
    if (!slot || variables.IsCaptured(*slot) || !IsReadEverywhereAs(finding, name->id, IsListThere))
      return std::nullopt;
    base = name->id.str();
    array = variables.OnlyValue(*slot);
  }
  if (!array || !IsArray(finding, array) || finding.If<syntax::Name>(array)) return std::nullopt;
  const Terms terms(finding);
  TracedParts parts(finding, terms, array, top);
  if (!parts.Take(array)) return std::nullopt;
  if (IsCaughtHere(finding) || Calls(finding).IsCaught(finding.function))
    return Declined{std::string(kCaughtHere)};
  Rewriter rewriter(finding);
  Naming names;
  const std::vector<std::string> parameters = parts.Parameters(names);
  const std::string torch = rewriter.Import("torch");
  if (!StandsAbove(finding, torch, top)) return Declined{"torch is imported further down"};
  const std::string name = rewriter.FreshModuleName("_compute_" + base);
  InsertTracedFunction(finding, top, torch, CallText(name, parameters, 1),
                       "tuple(" + Code::Of(finding, array, names).Method("tolist", {}).Text() + ")",
                       rewriter);
  ReplaceWhole(finding, array, "list(" + CallText(name, parts.Arguments(), 0) + ")", rewriter);
  return rewriter.Finish("compute the list while tracing", diag::Applicability::Unsafe,
                         "its numbers are those of Python instead of NumPy's, which are computed "
                         "with fewer bits where they have fewer, overflow and divide by 0 "
                         "otherwise; an error that it raises is a compiler error when "
                         "compiled, and a warning that it gives is shown once; where a number is a "
                         "symbol, as dynamic sizes are, the graph breaks, perhaps more often" +
                             std::string(parts.Difference()));
}

constexpr infer::ObservationKind kAnswers[] = {infer::ObservationKind::HostRead,
                                               infer::ObservationKind::TensorAsInt,
                                               infer::ObservationKind::BranchOn};
}  // namespace

extern constinit const Declaration kFix = {
    .summary = "compute an array that is only gone through as a list, while tracing",
    .answers = kAnswers,
    .promise = Promise::Unsafe,
    .last_resort = true,
    .propose = Propose,
};

}  // namespace graphmend::fix::list_while_tracing
