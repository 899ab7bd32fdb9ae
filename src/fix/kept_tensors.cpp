// Values that stay tensors: numbers that are only stored, lists of numbers that only scale tensors,
// shifts, orders, and what is assigned to `.data`.
#include <algorithm>

#include "fix/arguments.h"
#include "fix/dataflow.h"
#include "fix/failures.h"
#include "fix/module_scope.h"
#include "fix/reads.h"
#include "fix/terms.h"
#include "fix/transformations.h"
#include "fix/variables.h"

namespace graphmend::fix {
namespace {

using diag::Applicability;
using infer::FactKind;
using syntax::ExprId;

bool InFunction(const Finding& finding) {
  return finding.function && !finding.tree()[finding.function].lambda_body;
}

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

// Whether a number of the list ends, perhaps after sums and products with numbers, as the factor or
// summand of a tensor.
bool CombinesWithTensor(const Finding& finding, ExprId use) {
  for (ExprId inner = use;; inner = finding.parents.Parent(inner)) {
    const ExprId outer = finding.parents.Parent(inner);
    const auto* unary = finding.If<syntax::Unary>(outer);
    if (unary && unary->op == syntax::UnaryOp::Negate) continue;
    const auto* binary = finding.If<syntax::Binary>(outer);
    if (!binary || (binary->op != syntax::BinaryOp::Mul && binary->op != syntax::BinaryOp::Div &&
                    binary->op != syntax::BinaryOp::Add && binary->op != syntax::BinaryOp::Sub))
      return false;
    const ExprId other = binary->left == inner ? binary->right : binary->left;
    const infer::ExprFact& fact = finding.Fact(other);
    if (IsTensor(fact)) return true;
    if (!fact.OneOf(FactKind::Int, FactKind::Float)) return false;
  }
}

// What the loop over the list, perhaps by enumerate, gives its numbers to.
ExprId LoopTarget(const Finding& finding, ExprId list) {
  const auto* loop = finding.If<syntax::For>(finding.parents.Statement(list));
  if (!loop) return {};
  if (loop->iterable == list) return loop->target;
  const auto* call = finding.If<syntax::Call>(loop->iterable);
  const auto* targets = finding.If<syntax::Sequence>(loop->target);
  if (!call || !targets) return {};
  const std::string_view name = finding.BuiltinName(call->callee);
  if (name == "enumerate" && call->args.size() <= 2 && targets->items.size() == 2 &&
      call->args[0].value == list)
    return targets->items[1];
  if (name == "zip" && targets->items.size() == call->args.size())
    for (std::size_t i = 0; i < call->args.size(); ++i)
      if (call->args[i].value == list && call->args[i].kind == syntax::ArgKind::Positional)
        return targets->items[i];
  return {};
}

bool ListServesAsTensors(const Finding& finding, const Variables& variables, ExprId list) {
  if (const ExprId target = LoopTarget(finding, list)) {
    const std::optional<std::uint32_t> slot = variables.SlotOf(target);
    if (!slot || variables.IsCaptured(*slot)) return false;
    const std::vector<ExprId> reads = variables.Reads(*slot);
    return std::all_of(reads.begin(), reads.end(),
                       [&](ExprId read) { return CombinesWithTensor(finding, read); });
  }
  const ExprId outer = finding.parents.Parent(list);
  const auto* item = finding.If<syntax::Subscript>(outer);
  if (item && item->object == list && finding.Fact(item->index).Is(FactKind::Int))
    return CombinesWithTensor(finding, outer);
  const auto* call = finding.If<syntax::Call>(outer);
  return call && finding.BuiltinName(call->callee) == "len";
}

// The list of 0-d tensors itself, or what the variable was made of.
bool HoldsScalars(const Finding& finding, ExprId list) {
  if (finding.If<syntax::Name>(list) && finding.function) {
    const Variables variables(finding, finding.function);
    const std::optional<std::uint32_t> slot = variables.SlotOf(list);
    list = slot ? variables.OnlyValue(*slot) : ExprId();
  }
  auto is_scalar = [&](ExprId expr) {
    const infer::ExprFact& fact = finding.Fact(expr);
    return IsTensor(fact) && fact.tensor->rank == 0;
  };
  if (const auto* made = finding.If<syntax::Comprehension>(list))
    return made->kind == syntax::ComprehensionKind::List && is_scalar(made->element);
  const auto* written = finding.If<syntax::Sequence>(list);
  return written && written->kind != syntax::SequenceKind::Set && !written->items.empty() &&
         std::all_of(written->items.begin(), written->items.end(), is_scalar);
}

// Whether an expression has the dtype of the tensor whose data is assigned: sums and products of
// such, and of numbers.
bool KeepsDtype(const Finding& finding, const Terms& terms, const Term& own, ExprId expr) {
  if (finding.Text(expr) == finding.Text(finding.expr) || terms.Of(expr).dtype == own.dtype)
    return true;
  const auto* unary = finding.If<syntax::Unary>(expr);
  if (unary)
    return unary->op == syntax::UnaryOp::Negate && KeepsDtype(finding, terms, own, unary->operand);
  const auto* binary = finding.If<syntax::Binary>(expr);
  if (!binary || own.kind != values::DType::Float ||
      (binary->op != syntax::BinaryOp::Mul && binary->op != syntax::BinaryOp::Div &&
       binary->op != syntax::BinaryOp::Add && binary->op != syntax::BinaryOp::Sub))
    return false;
  auto is_number = [&](ExprId side) {
    return finding.Fact(side).OneOf(FactKind::Int, FactKind::Float);
  };
  const bool left = KeepsDtype(finding, terms, own, binary->left);
  const bool right = KeepsDtype(finding, terms, own, binary->right);
  return (left && (right || is_number(binary->right))) || (right && is_number(binary->left));
}

}  // namespace

// self.stats["loss"] = loss.item()
std::optional<Proposal> StoreTensor(const Finding& finding) {
  const ExprId tensor = ReadTensor(finding);
  if (!tensor || !InFunction(finding)) return std::nullopt;
  const ExprId place = StoredIn(finding);
  if (!place) return std::nullopt;
  // What the function made itself it hands on, or nobody needs it.
  const Variables variables(finding, finding.function);
  const std::optional<std::uint32_t> slot = variables.SlotOf(place);
  if (slot && !variables.IsParameter(*slot))
    return Declined{"`" + variables.Name(*slot) +
                    "` is handed on with the number in it; keep the 0-d tensor where one serves"};
  if (IsReadHere(finding, place))
    return Declined{"`" + std::string(finding.Text(place)) +
                    "` is read here, too; keep the 0-d tensor where one serves"};
  if (!IsSingle(finding, tensor) && IsCaughtHere(finding))
    return Declined{std::string(kCaughtHere)};
  const bool fresh = Terms(finding).Of(tensor).fresh;
  Rewriter rewriter(finding);
  ReplaceWhole(finding, finding.expr,
               RenderOperand(finding, tensor, {}) + (fresh ? ".detach()" : ".detach().clone()"),
               rewriter);
  const bool warns = !finding.If<syntax::Attribute>(finding.If<syntax::Call>(finding.expr)->callee);
  return rewriter.Finish(
      "store the 0-d tensor", Applicability::Unsafe,
      std::string("what is stored is a tensor, not a number; whoever needs the "
                  "number calls `item()` on it") +
          (IsSingle(finding, tensor) ? ""
                                     : "; a tensor of several elements is stored and not refused") +
          (warns ? "; a tensor that requires a gradient is stored without the "
                   "warning of `float()`, and one that it refuses is stored"
                 : ""));
}

// rates = torch.linspace(0, 0.1, n).tolist(), where each rate only scales tensors
std::optional<Proposal> UnbindList(const Finding& finding) {
  const auto* call = finding.If<syntax::Call>(finding.expr);
  const auto* method = call ? finding.If<syntax::Attribute>(call->callee) : nullptr;
  if (!method || finding.NameOf(call->callee) != "torch.Tensor.tolist" || !InFunction(finding))
    return std::nullopt;
  const infer::ExprFact& fact = finding.Fact(method->object);
  if (!IsTensor(fact) || fact.tensor->rank != 1 || fact.tensor->dtype != values::DType::Float)
    return std::nullopt;
  const Variables variables(finding, finding.function);
  std::vector<ExprId> lists = {finding.expr};
  const auto* assign = finding.If<syntax::Assign>(finding.stmt);
  if (assign && assign->value == finding.expr) {
    const std::optional<std::uint32_t> slot =
        assign->targets.size() == 1 ? variables.SlotOf(assign->targets[0]) : std::nullopt;
    if (!slot || variables.IsCaptured(*slot) || variables.Stores(*slot).size() != 1)
      return std::nullopt;
    lists = variables.Reads(*slot);
  }
  for (ExprId list : lists)
    if (!ListServesAsTensors(finding, variables, list))
      return Declined{
          "the numbers are used for more than arithmetic with tensors, where 0-d "
          "tensors would serve"};
  Rewriter rewriter(finding);
  const auto* made = finding.If<syntax::Call>(method->object);
  const bool constant = made && finding.NameOf(made->callee) == "torch.linspace" &&
                        !Argument(*made, -1, "requires_grad");
  rewriter.Replace(source::Span{method->name_span.begin, finding.tree()[finding.expr].span.end},
                   constant ? "unbind()" : "detach().unbind()");
  return rewriter.Finish(
      "keep 0-d tensors by unbind()", Applicability::Unsafe,
      "sums and products of the numbers are rounded to the tensor's dtype; "
      "combined with a tensor of another dtype, the result may have another one");
}

// torch.roll(y, int(offset), 0)
std::optional<Proposal> RollByIndex(const Finding& finding) {
  const auto* read = finding.If<syntax::Call>(finding.expr);
  const ExprId outer = finding.parents.Parent(finding.expr);
  const auto* call = finding.If<syntax::Call>(outer);
  if (!read || !call) return std::nullopt;
  const std::string_view name = finding.NameOf(call->callee);
  const auto* method = finding.If<syntax::Attribute>(call->callee);
  const bool bound = name == "torch.Tensor.roll" && method;
  if (!bound && name != "torch.roll") return std::nullopt;
  const ExprId rolled = bound ? method->object : Argument(*call, 0, "input");
  const ExprId dim = Argument(*call, bound ? 1 : 2, "dims");
  ExprId offset;
  const auto* item = finding.If<syntax::Attribute>(read->callee);
  if (finding.BuiltinName(read->callee) == "int" && read->args.size() == 1)
    offset = read->args[0].value;
  if (item && finding.NameOf(read->callee) == "torch.Tensor.item") offset = item->object;
  if (!offset || !rolled || Argument(*call, bound ? 0 : 1, "shifts") != finding.expr)
    return std::nullopt;
  if (!dim || !finding.Fact(dim).Is(FactKind::Int) || !IsPlainRead(finding, dim))
    return Declined{"it is rolled along no dimension or several; roll along one"};
  const infer::ExprFact& fact = finding.Fact(offset);
  if (!IsPlainRead(finding, rolled) || !IsTensor(fact) ||
      fact.tensor->dtype != values::DType::Int || fact.tensor->rank != 0)
    return std::nullopt;
  Rewriter rewriter(finding);
  const std::string torch = rewriter.Import("torch"), tensor = OneLine(finding, rolled);
  const std::string along = OneLine(finding, dim), size = tensor + ".shape[" + along + "]";
  ReplaceWhole(finding, outer,
               tensor + ".index_select(" + along + ", (" + torch + ".arange(" + size +
                   ", device=" + tensor + ".device) - " + RenderOperand(finding, offset, {}) +
                   ") % " + size + ")",
               rewriter);
  return rewriter.Finish("roll by an index", Applicability::Unsafe,
                         "a shift on a GPU can no longer roll a tensor on another device");
}

// sorted(losses), where each is a 0-d tensor
std::optional<Proposal> SortStacked(const Finding& finding) {
  const auto* call = finding.If<syntax::Call>(finding.expr);
  if (!call || finding.BuiltinName(call->callee) != "sorted") return std::nullopt;
  const ExprId list = Argument(*call, 0, ""), reverse = Argument(*call, -1, "reverse");
  if (!HasOnly(*call, 1, {"reverse"}) || !list) return std::nullopt;
  if (!HoldsScalars(finding, list)) return std::nullopt;
  if (reverse && !finding.Fact(reverse).Is(FactKind::Bool)) return std::nullopt;
  if (IsCaughtHere(finding)) return Declined{std::string(kCaughtHere)};
  Rewriter rewriter(finding);
  const std::string torch = rewriter.Import("torch");
  const std::string order = !reverse || IsLiteral(finding, reverse, syntax::LiteralKind::False)
                                ? ""
                                : ", descending=" + OneLine(finding, reverse);
  ReplaceWhole(finding, finding.expr,
               "list(" + torch + ".stack(" + OneLine(finding, list) + ").sort(stable=True" + order +
                   ").values.unbind())",
               rewriter);
  return rewriter.Finish("sort in the graph", Applicability::Unsafe,
                         "the list holds new tensors of one dtype; NaN counts as the greatest, and "
                         "an empty list raises");
}

// y.data = y.data + 1
std::optional<Proposal> CopyIntoData(const Finding& finding) {
  const auto* data = finding.If<syntax::Attribute>(finding.expr);
  const auto* assign = finding.If<syntax::Assign>(finding.stmt);
  if (!data || data->name != "data" || !assign || assign->targets.size() != 1 ||
      assign->targets[0] != finding.expr || !InFunction(finding) ||
      !IsTensor(finding.Fact(data->object)))
    return std::nullopt;
  const Terms terms(finding);
  const Term value = terms.Of(assign->value), own = terms.Of(data->object);
  // The term of an attribute is its text, which holds within this statement only.
  std::string shape = own.shape;
  ForEachInside(finding, finding.tree()[assign->value].span, [&](ExprId expr) {
    if (finding.Text(expr) == finding.Text(finding.expr)) shape = terms.Of(expr).shape;
  });
  if (!value.tensor || (value.shape != own.shape && value.shape != shape) ||
      !KeepsDtype(finding, terms, own, assign->value))
    return Declined{
        "what is assigned is not known to have the same shape and dtype, as "
        "`.data.copy_()` would need"};
  const source::Span target = finding.tree()[finding.expr].span;
  const source::Span stmt = finding.tree()[finding.stmt].span;
  const std::string_view rest = finding.Text(source::Span{target.end, stmt.end});
  const std::size_t begin = rest.find_first_not_of(" \t", rest.find('=') + 1);
  Rewriter rewriter(finding);
  rewriter.Replace(source::Span{target.end, target.end + static_cast<std::uint32_t>(begin)},
                   ".copy_(");
  rewriter.InsertAt(stmt.end, ")");
  return rewriter.Finish("copy into the data", Applicability::Unsafe,
                         "views of the tensor, and gradients of what it was used in before, see "
                         "the new values");
}

}  // namespace graphmend::fix
