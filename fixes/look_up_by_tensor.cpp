// A number that a table gives for a number read from a tensor, looked up in the graph:
//
//     weight = WEIGHTS[int(task)]       weight = graphmend.capture.look_up(WEIGHTS, task)
//     return loss * weight              return loss * weight
//
// Where all that the number is used for can take a 0-d tensor as well (number_uses.h).
#include "captured.h"
#include "captured_reads.h"
#include "fix/arguments.h"
#include "fix/declaration.h"
#include "fix/variables.h"
#include "fixes/computed_numbers.h"

namespace graphmend::fix::look_up_by_tensor {
namespace {

using infer::Bits;
using infer::FactKind;
using syntax::ExprId;

struct LookUp {
  ExprId whole, table, standard;  // `standard`: of `table.get(key, standard)`
};

// Where the key is looked up, in a table of floats or of whole numbers.
std::optional<LookUp> LookUpBy(const Finding& finding, ExprId key) {
  const ExprId outer = finding.parents.Parent(key);
  LookUp out;
  if (const auto* item = finding.If<syntax::Subscript>(outer)) {
    if (item->index != key || IsTarget(finding, outer)) return std::nullopt;
    out = {outer, item->object, {}};
  } else {
    const auto* call = finding.If<syntax::Call>(outer);
    const auto* method = call ? finding.If<syntax::Attribute>(call->callee) : nullptr;
    if (!method || method->name != "get" || !HasOnly(*call, 2, {}) || call->args.size() != 2 ||
        call->args[0].value != key || !finding.Fact(method->object).Is(FactKind::Dict))
      return std::nullopt;
    out = {outer, method->object, call->args[1].value};
  }
  const infer::ExprFact& table = finding.Fact(out.table);
  if (!table.OneOf(FactKind::Dict, FactKind::List, FactKind::Tuple) || table.IsNested() ||
      !IsPlainRead(finding, out.table))
    return std::nullopt;
  const bool floats = table.leaves == Bits(FactKind::Float);
  if (!floats && table.leaves != Bits(FactKind::Int)) return std::nullopt;
  if (out.standard && (!finding.If<syntax::Literal>(out.standard) ||
                       !finding.Fact(out.standard).Is(floats ? FactKind::Float : FactKind::Int)))
    return std::nullopt;
  return out;
}

constexpr std::string_view kMissing = "a key that is not there raises RuntimeError";

// The only argument of `torch.tensor(…)`, which the list is, or the variable that it is assigned
// to, is read as; what else could read that variable would find a tensor.
ExprId MadeTensor(const Finding& finding, ExprId list) {
  ExprId given = list;
  const Variables variables(finding, finding.function);
  if (const auto slot = variables.HeldBy(list)) {
    const std::vector<ExprId> reads = variables.Reads(*slot);
    if (reads.size() != 1 || variables.IsCaptured(*slot) ||
        IsInLoop(finding, finding.parents.Statement(reads[0])) ||
        !IsAlwaysEvaluated(finding, reads[0]))
      return {};
    given = reads[0];
  }
  const ExprId outer = finding.parents.Parent(given);
  const auto* call = finding.If<syntax::Call>(outer);
  return call && finding.NameOf(call->callee) == "torch.tensor" && call->args.size() == 1
             ? outer
             : ExprId();
}

// `torch.tensor([TABLE[int(k)] for k in keys])`: all of them at once. `key`: a name, for each of
// `keys`, or of the list that is read from it.
std::optional<Proposal> LookUpEach(const Finding& finding, const LookUp& look_up, ExprId key,
                                   ExprId keys) {
  const ExprId made = finding.parents.Parent(look_up.whole);
  const auto* list = finding.If<syntax::Comprehension>(made);
  const auto* read = finding.If<syntax::Name>(key);
  if (!list || list->kind != syntax::ComprehensionKind::List || list->element != look_up.whole ||
      list->clauses.size() != 1 || !list->clauses[0].conditions.empty() || !read ||
      look_up.standard)
    return std::nullopt;
  const ExprId outer = MadeTensor(finding, made);
  if (!outer) return std::nullopt;
  const auto* target = finding.If<syntax::Name>(list->clauses[0].target);
  if (!keys) keys = list->clauses[0].iterable;
  const infer::ExprFact& fact = finding.Fact(keys);
  if (!target || target->id != read->id || !IsTensor(fact) || fact.Rank() > 1 || fact.Rank() == 0 ||
      fact.tensor->dtype != values::DType::Int)
    return std::nullopt;
  if (IsCaughtHere(finding)) return Declined{std::string(kCaughtHere)};
  Rewriter rewriter(finding);
  const ExprId given = finding.If<syntax::Call>(outer)->args[0].value;
  if (given != made) ReplaceWhole(finding, outer, std::string(finding.Text(given)), rewriter);
  ReplaceWhole(finding, given == made ? outer : made,
               CallText(rewriter.Import("graphmend.capture") + ".look_up_each",
                        {std::string(finding.Text(look_up.table)), Render(finding, keys)}, 0),
               rewriter);
  return rewriter.Finish("look them up in the graph", diag::Applicability::Unsafe,
                         "when compiled, " + std::string(kMissing) +
                             ", and what is found for no keys is made of ints where the table is");
}

// `torch.tensor([TABLE[k] for k in keys.tolist()])`
std::optional<Proposal> LookUpListed(const Finding& finding) {
  const std::optional<HostRead> read = HostReadOf(finding, finding.expr);
  const auto* list = finding.If<syntax::Comprehension>(finding.parents.Parent(finding.expr));
  if (!read || read->how != "tolist" || !list || list->clauses.size() != 1 ||
      list->clauses[0].iterable != finding.expr)
    return std::nullopt;
  const auto* item = finding.If<syntax::Subscript>(list->element);
  const auto look_up = item ? LookUpBy(finding, item->index) : std::nullopt;
  return look_up ? LookUpEach(finding, *look_up, item->index, read->tensor) : std::nullopt;
}

// Where Python's number, and what it computes with it, can be a 0-d tensor.
Proposal LookUpOne(const Finding& finding, const LookUp& look_up, const TableKey& key,
                   const NumberUses& uses) {
  Rewriter rewriter(finding);
  const bool floats = finding.Fact(look_up.table).leaves == Bits(FactKind::Float);
  if (!uses.WriteConversions(rewriter, floats))
    return Declined{
        "it is computed in doubles, and the dtype of the 0-d tensor that it is combined "
        "with is not known; keep the 0-d tensor"};
  const std::string tensor = Render(finding, key.tensor);
  // A variable that holds the number holds the tensor then.
  const bool named = finding.If<syntax::Call>(finding.expr) && key.expr != finding.expr;
  if (named)
    rewriter.Replace(finding.expr,
                     RenderOperand(finding, key.tensor) + std::string(Copied(finding, key.tensor)));
  std::vector<std::string> args = {std::string(finding.Text(look_up.table)),
                                   named ? std::string(finding.Text(key.expr)) : tensor};
  if (look_up.standard) args.push_back(std::string(finding.Text(look_up.standard)));
  rewriter.Replace(look_up.whole,
                   CallText(rewriter.Import("graphmend.capture") + ".look_up", args, 0));
  const bool single = finding.Fact(key.tensor).tensor->rank == 0;
  return rewriter.Finish(
      "look it up in the graph", diag::Applicability::Unsafe,
      "when compiled, what is found is a 0-d tensor instead of a number, and " +
          std::string(kMissing) +
          "; where the tensor's dtype differs from that of what it is combined with, the result's "
          "dtype or last bits may differ, too; on a GPU a quotient may differ in the last bit" +
          (floats ? "" : "; whole numbers that 64 bits do not hold wrap around") +
          (single ? "" : "; a tensor of several elements raises a different error") +
          uses.Difference());
}

std::optional<Proposal> Propose(const Finding& finding) {
  if (!finding.IsInFunction()) return std::nullopt;
  if (auto listed = LookUpListed(finding)) return listed;
  const std::optional<TableKey> key = TableKeyOf(finding);
  if (!key || !IsTensor(finding.Fact(key->tensor)) ||
      finding.Fact(key->tensor).tensor->dtype != values::DType::Int)
    return std::nullopt;
  const std::optional<LookUp> look_up = LookUpBy(finding, key->expr);
  if (!look_up) return std::nullopt;
  if (auto each = LookUpEach(finding, *look_up, key->tensor, {})) return each;
  NumberUses uses(finding);
  uses.Compute();
  if (!uses.Serves(look_up->whole))
    return Declined{
        "Python needs the number that is found; keep the 0-d tensor where one can be used"};
  if (IsCaughtHere(finding)) return Declined{std::string(kCaughtHere)};
  if (auto declined = WhyNot(finding, key->tensor, uses)) return *declined;
  return LookUpOne(finding, *look_up, *key, uses);
}

constexpr infer::ObservationKind kAnswers[] = {infer::ObservationKind::HostRead,
                                               infer::ObservationKind::TensorAsInt};
constexpr std::string_view kBefore[] = {"compute_by_tensors", "compute_list_by_tensors",
                                        "capture_number", "index_by_tensor"};

}  // namespace

extern constinit const Declaration kFix = {
    .summary = "look a number up in the graph by a number read from a tensor",
    .answers = kAnswers,
    .before = kBefore,
    .promise = Promise::Unsafe,
    .propose = Propose,
};

}  // namespace graphmend::fix::look_up_by_tensor
