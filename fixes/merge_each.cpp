// A branch that makes a list anew, one element from each, as a choice for each element:
//
//     if coef < 1:                                  grads = [torch.where(coef < 1, g * coef, g)
//         grads = [g * coef for g in grads]                  for g in grads]
#include "fix/arguments.h"
#include "fix/branches.h"
#include "fix/declaration.h"
#include "fix/failures.h"
#include "fix/module_scope.h"
#include "fix/result_uses.h"
#include "fix/variables.h"
#include "fixes/branch_text.h"

namespace graphmend::fix::merge_each {
namespace {

using syntax::ExprId;
using syntax::StmtId;

struct Each {
  ExprId list;     // the variable that gets the new list
  ExprId element;  // what each element becomes
  ExprId name;     // a read of what it was, in there
  ExprId made;     // the comprehension
};

// `v = [f(e) for e in v]`, alone in the branch.
std::optional<Each> EachOf(const Finding& finding, const syntax::If& branch) {
  if (branch.body.size() != 1 || !branch.orelse.empty()) return std::nullopt;
  const auto* assign = finding.If<syntax::Assign>(branch.body[0]);
  const auto* made = assign ? finding.If<syntax::Comprehension>(assign->value) : nullptr;
  if (!made || made->kind != syntax::ComprehensionKind::List || made->clauses.size() != 1 ||
      assign->targets.size() != 1)
    return std::nullopt;
  const syntax::Clause& clause = made->clauses[0];
  const auto* item = finding.If<syntax::Name>(clause.target);
  const auto* list = finding.If<syntax::Name>(assign->targets[0]);
  const auto* from = finding.If<syntax::Name>(clause.iterable);
  if (!item || !list || !from || list->id != from->id || !clause.conditions.empty() ||
      clause.is_async || !finding.Fact(clause.iterable).Is(infer::FactKind::List))
    return std::nullopt;
  Each out{assign->targets[0], made->element, {}, assign->value};
  ForEachInside(finding, finding.tree()[made->element].span, [&](ExprId part) {
    const auto* name = finding.If<syntax::Name>(part);
    if (name && name->id == item->id) out.name = part;
  });
  return out.name ? std::optional(out) : std::nullopt;
}

bool Reads(const Finding& finding, ExprId whole, base::Symbol variable) {
  bool reads = false;
  ForEachInside(finding, finding.tree()[whole].span, [&](ExprId part) {
    const auto* name = finding.If<syntax::Name>(part);
    reads |= name && name->id == variable;
  });
  return reads;
}

std::optional<Proposal> Propose(const Finding& finding) {
  const StmtId stmt = BranchOf(finding);
  const auto* branch = finding.If<syntax::If>(stmt);
  const std::optional<Each> each =
      branch && finding.IsInFunction() ? EachOf(finding, *branch) : std::nullopt;
  if (!each || finding.Text(stmt).starts_with("elif")) return std::nullopt;
  if (Reads(finding, branch->test, finding.If<syntax::Name>(each->name)->id))
    return Declined{"the test reads a variable that the comprehension names anew; rename one"};
  if (IsCaught(finding, stmt)) return Declined{std::string(kCaughtHere)};
  const Terms terms(finding);
  Rewriter rewriter(finding);
  auto predicate = PredicateOf(finding, terms, branch->test, {});
  if (auto* declined = std::get_if<Declined>(&predicate)) return *declined;
  const Predicate& test = std::get<Predicate>(predicate);
  if (!test.statics.empty()) return std::nullopt;
  Branches branches(finding, terms, rewriter, stmt);
  Side when_true, when_false;
  when_true.when = test.code, when_false.when = test.negated;
  Code asked = test.code;
  std::string lines;
  if (!asked.IsOperand() || asked.Calls()) {
    asked = Code::Place(branches.Fresh("predicate"));
    lines = test.code.AssignedTo(asked).Text() + "\n";
  }
  Value a, b, out;
  if (!branches.Evaluate(each->element, when_true, a) ||
      !branches.Evaluate(each->name, when_false, b) ||
      !branches.MergeValue("return", asked, a, b, out))
    return Declined{branches.why()};
  if (branches.by_cond()) return std::nullopt;
  const syntax::Tree& tree = finding.tree();
  const source::Span made = tree[each->made].span, element = tree[each->element].span;
  lines += std::string(finding.Text(each->list)) + " = " +
           std::string(finding.Text(source::Span{made.begin, element.begin})) + out.code.Text() +
           std::string(finding.Text(source::Span{element.end, made.end}));
  if (finding.Text(each->made).find('\n') != std::string_view::npos) return std::nullopt;
  const std::string comments = CommentsIn(finding, tree[stmt].span);
  if (!comments.empty()) lines = comments + "\n" + lines;
  rewriter.ReplaceStatement(stmt, lines);
  if (!test.difference.empty()) branches.Differ(test.difference);
  branches.Differ(
      "the list is a new one, and its elements are copies, also where nothing is to be done");
  branches.Differ(std::string(kShown));
  return rewriter.Finish("choose for each element with torch.where", diag::Applicability::Unsafe,
                         Joined(branches.differences()));
}

constexpr infer::ObservationKind kAnswers[] = {infer::ObservationKind::BranchOn,
                                               infer::ObservationKind::DataPredicate,
                                               infer::ObservationKind::TruthInCall};
constexpr std::string_view kBefore[] = {"merge_branch"};

}  // namespace

extern constinit const Declaration kFix = {
    .summary = "choose for each element of a list that a branch makes anew",
    .answers = kAnswers,
    .before = kBefore,
    .promise = Promise::Unsafe,
    .propose = Propose,
};

}  // namespace graphmend::fix::merge_each
