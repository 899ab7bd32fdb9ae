// Store a 0-d tensor in the place of a number read from it: self.stats["loss"] = loss.item().
#include <algorithm>

#include "fix/arguments.h"
#include "fix/dataflow.h"
#include "fix/declaration.h"
#include "fix/failures.h"
#include "fix/module_scope.h"
#include "fix/reads.h"
#include "fix/terms.h"
#include "fix/variables.h"
#include "fixes/host_numbers.h"

namespace graphmend::fix::store_tensor {
namespace {

using diag::Applicability;
using infer::FactKind;
using syntax::ExprId;

// The t of `t.item()` and `float(t)`.
ExprId ReadTensor(const Finding& finding) {
  const std::optional<HostRead> read = HostReadOf(finding, finding.expr);
  if (!read || (read->how != "item" && read->how != "float")) return {};
  if (read->how == "item") return read->tensor;
  const infer::ExprFact& fact = finding.Fact(read->tensor);
  const bool serves =
      IsTensor(fact) && fact.tensor->rank == 0 && fact.tensor->dtype == values::DType::Float;
  return serves ? read->tensor : ExprId();
}

bool IsSingle(const Finding& finding, ExprId expr) {
  const infer::ExprFact& fact = finding.Fact(expr);
  return fact.tensor && fact.tensor->rank == 0;
}

// The attribute, or the list or dict, that the number is put into; none where it goes elsewhere.
ExprId StoredIn(const Finding& finding) {
  const auto* assign = finding.If<syntax::Assign>(finding.stmt);
  if (assign && assign->value == finding.expr && assign->targets.size() == 1) {
    const ExprId target = assign->targets[0];
    const auto* attribute = finding.If<syntax::Attribute>(target);
    if (attribute && finding.Fact(attribute->object).Is(FactKind::Object)) return target;
    const auto* item = finding.If<syntax::Subscript>(target);
    if (item && finding.Fact(item->object).OneOf(FactKind::List, FactKind::Dict))
      return item->object;
  }
  const auto* stmt = finding.If<syntax::ExprStmt>(finding.stmt);
  const auto* call = stmt ? finding.If<syntax::Call>(stmt->value) : nullptr;
  const auto* method = call ? finding.If<syntax::Attribute>(call->callee) : nullptr;
  if (!method || method->name != "append" || call->args.size() != 1 ||
      call->args[0].value != finding.expr || !finding.Fact(method->object).Is(FactKind::List))
    return {};
  return method->object;
}

bool IsAssigned(const Finding& finding, ExprId expr) {
  const auto* assign = finding.If<syntax::Assign>(finding.parents.Statement(expr));
  return assign &&
         std::find(assign->targets.begin(), assign->targets.end(), expr) != assign->targets.end();
}

// Whether the function reads what was stored there: the place itself, or an item of it.
bool IsReadHere(const Finding& finding, ExprId place) {
  const std::string_view text = finding.Text(place);
  bool read = false;
  ForEachInside(finding, finding.tree()[finding.function].span, [&](ExprId expr) {
    const auto* item = finding.If<syntax::Subscript>(expr);
    const bool attribute = finding.If<syntax::Attribute>(place) && IsAssigned(finding, place) &&
                           finding.If<syntax::Attribute>(expr) && finding.Text(expr) == text;
    read |=
        (attribute || (item && finding.Text(item->object) == text)) && !IsAssigned(finding, expr);
  });
  return read;
}

std::optional<Proposal> Propose(const Finding& finding) {
  const ExprId tensor = ReadTensor(finding);
  if (!tensor || !finding.IsInFunction()) return std::nullopt;
  const ExprId place = StoredIn(finding);
  if (!place) return std::nullopt;
  // What the function made itself it hands on, or nobody needs it.
  const Variables variables(finding, finding.function);
  const std::optional<std::uint32_t> slot = variables.SlotOf(place);
  if (slot && !variables.IsParameter(*slot))
    return Declined{
        "`" + variables.Name(*slot) +
        "` is passed on with the number in it; keep the 0-d tensor where one can be used"};
  if (IsReadHere(finding, place))
    return Declined{"`" + std::string(finding.Text(place)) +
                    "` is also read here; keep the 0-d tensor where one can be used"};
  if (!IsSingle(finding, tensor) && IsCaughtHere(finding))
    return Declined{std::string(kCaughtHere)};
  // What a variable holds may be changed in place later.
  const bool fresh = IsNewTensor(finding, tensor);
  Rewriter rewriter(finding);
  ReplaceWhole(finding, finding.expr,
               ReadOperand(finding, tensor) + (fresh ? ".detach()" : ".detach().clone()"),
               rewriter);
  const bool warns = !finding.If<syntax::Attribute>(finding.If<syntax::Call>(finding.expr)->callee);
  return rewriter.Finish(
      "store the 0-d tensor", Applicability::Unsafe,
      std::string(
          "a tensor is stored, not a number; code that needs the number calls `item()` on it") +
          (IsSingle(finding, tensor)
               ? ""
               : "; a tensor of several elements is stored instead of refused") +
          (warns ? "; a tensor that requires a gradient is stored without the "
                   "warning of `float()`, and one that it refuses is stored"
                 : ""));
}

constexpr infer::ObservationKind kAnswers[] = {infer::ObservationKind::HostRead};
constexpr std::string_view kBefore[] = {"read_before_call"};

}  // namespace

extern constinit const Declaration kFix = {
    .summary = "store a 0-d tensor instead of a number read from it",
    .answers = kAnswers,
    .before = kBefore,
    .promise = Promise::Unsafe,
    .propose = Propose,
};

}  // namespace graphmend::fix::store_tensor
