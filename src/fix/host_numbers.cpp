// Numbers that Python need not have: reads of tensors that a tensor serves as well, or whose value
// is written in the source.
#include <algorithm>

#include "fix/failures.h"
#include "fix/module_scope.h"
#include "fix/reads.h"
#include "fix/rewriter.h"
#include "fix/transformations.h"
#include "fix/variables.h"

namespace graphmend::fix {
namespace {

using diag::Applicability;
using infer::FactKind;
using syntax::ExprId;

bool IsIntTensor(const infer::ExprFact& fact) {
  return fact.Is(FactKind::Tensor) && fact.tensor && fact.tensor->dtype == values::DType::Int;
}

// Whole numbers only, in brackets to any depth.
bool IsIntList(const Finding& finding, ExprId expr) {
  if (const auto* list = finding.If<syntax::Sequence>(expr))
    return std::all_of(list->items.begin(), list->items.end(),
                       [&](ExprId item) { return IsIntList(finding, item); });
  if (const auto* unary = finding.If<syntax::Unary>(expr))
    return unary->op == syntax::UnaryOp::Negate && IsIntList(finding, unary->operand);
  const auto* literal = finding.If<syntax::Literal>(expr);
  return literal && literal->kind == syntax::LiteralKind::Int;
}

// tolist() makes lists of tuples, too.
bool HoldsTuple(const Finding& finding, ExprId expr) {
  const auto* list = finding.If<syntax::Sequence>(expr);
  return list && (list->kind != syntax::SequenceKind::List ||
                  std::any_of(list->items.begin(), list->items.end(),
                              [&](ExprId item) { return HoldsTuple(finding, item); }));
}

// The literal that `torch.tensor(literal)` is made of.
ExprId LiteralOf(const Finding& finding, ExprId expr) {
  const auto* call = finding.If<syntax::Call>(expr);
  if (!call || call->args.size() != 1 || call->args[0].kind != syntax::ArgKind::Positional)
    return {};
  const std::string_view name = finding.NameOf(call->callee);
  if (name != "torch.tensor" && name != "torch.as_tensor") return {};
  return IsIntList(finding, call->args[0].value) ? call->args[0].value : ExprId();
}

// The receiver of `t.item()`.
ExprId ReadByItem(const Finding& finding, ExprId expr) {
  const std::optional<HostRead> read = HostReadOf(finding, expr);
  return read && read->how == "item" ? read->tensor : ExprId();
}

// "t" of "t.item()", brackets included.
std::string WithoutCall(const Finding& finding, ExprId expr) {
  const auto* method = finding.If<syntax::Attribute>(finding.If<syntax::Call>(expr)->callee);
  const std::uint32_t begin = finding.tree()[expr].span.begin;
  std::string_view text = finding.Text(source::Span{begin, method->name_span.begin});
  return std::string(text.substr(0, text.rfind('.')));
}

// Whether what `finding.expr` reads, a view, or the tensor that it is a view of, is changed in
// place in the function. A copy in its place would not see that, or not show it.
bool IsWrittenThrough(const Finding& finding) {
  const auto* item = finding.If<syntax::Subscript>(finding.expr);
  if (!finding.function || IsChangedInPlace(finding, item->object)) return true;
  ExprId outer = finding.parents.Parent(finding.expr);
  const bool part = finding.If<syntax::Subscript>(outer) || finding.If<syntax::Attribute>(outer);
  if (part && IsChanged(finding, finding.expr)) return true;
  const auto* assign = finding.If<syntax::Assign>(finding.stmt);
  if (!assign || assign->value != finding.expr) return false;
  return std::any_of(assign->targets.begin(), assign->targets.end(), [&](ExprId target) {
    return !finding.If<syntax::Name>(target) || IsChangedInPlace(finding, target);
  });
}

constexpr std::string_view kOtherError =
    "an index that is out of range, and a tensor whose elements share memory, raise another error "
    "or none, on a GPU later";

// y[i] = v. A store by a number converts the dtype and takes a part of `y`; one by a tensor gets
// what it takes.
Proposal StoreAt(const Finding& finding, const syntax::Assign& assign, ExprId target,
                 Rewriter rewriter) {
  if (IsCaughtHere(finding)) return Declined{std::string(kCaughtHere)};
  const infer::ExprFact& value = finding.Fact(assign.value);
  if (!value.OneOf(FactKind::Int, FactKind::Float, FactKind::Bool)) {
    if (!IsTensor(value) || assign.targets.size() > 1)
      return Declined{"whether what is stored is a tensor is not known; index by a Python number"};
    if (!finding.If<syntax::Name>(target))
      return Declined{"the tensor that is written to has no name; give it one"};
    rewriter.InsertAt(finding.tree()[assign.value].span.begin, "(");
    rewriter.InsertAt(finding.tree()[assign.value].span.end,
                      ").to(" + std::string(finding.Text(target)) + ".dtype, copy=True)");
  }
  return rewriter.Finish("index by a tensor of one element", Applicability::Unsafe,
                         std::string(kOtherError));
}

// `y[i] += 1`: what is read is written back.
bool AddsNumber(const Finding& finding) {
  const auto* aug = finding.If<syntax::AugAssign>(finding.stmt);
  const auto* item = finding.If<syntax::Subscript>(finding.expr);
  return aug && aug->target == finding.expr &&
         finding.Fact(aug->value).OneOf(FactKind::Int, FactKind::Float) &&
         finding.If<syntax::Name>(item->object);
}

// The only part of an index that is a 0-d tensor, beside ints and slices; none where there are
// others. `dimension`: of the result, that it stands for: ints leave none.
ExprId NumberIn(const Finding& finding, const std::vector<ExprId>& parts, std::size_t& dimension) {
  ExprId number;
  dimension = 0;
  for (ExprId part : parts) {
    const infer::ExprFact& fact = finding.Fact(part);
    if (IsIntTensor(fact) && fact.tensor->rank == 0 && !number) number = part;
    else if (finding.If<syntax::Slice>(part)) dimension += !number;
    else if (!fact.Is(FactKind::Int)) return {};
  }
  return number;
}

}  // namespace

// x[i], y[i] = v with a 0-d tensor, perhaps among ints and slices: by an index of one element.
std::optional<Proposal> IndexByTensor(const Finding& finding) {
  const auto* item = finding.If<syntax::Subscript>(finding.expr);
  if (!item || !finding.Fact(item->object).Is(FactKind::Tensor)) return std::nullopt;
  const auto* several = finding.If<syntax::Sequence>(item->index);
  std::vector<ExprId> parts = {item->index};
  if (several && several->kind == syntax::SequenceKind::Tuple)
    parts.assign(several->items.begin(), several->items.end());
  std::size_t dimension = 0;
  const ExprId number = NumberIn(finding, parts, dimension);
  if (!number) return std::nullopt;
  Rewriter rewriter(finding);
  rewriter.Replace(number, rewriter.Operand(number) + ".reshape(1)");
  const auto* assign = finding.If<syntax::Assign>(finding.stmt);
  const bool written = assign && std::find(assign->targets.begin(), assign->targets.end(),
                                           finding.expr) != assign->targets.end();
  if (written && parts.size() == 1)
    return StoreAt(finding, *assign, item->object, std::move(rewriter));
  if (AddsNumber(finding)) {
    if (IsCaughtHere(finding)) return Declined{std::string(kCaughtHere)};
    return rewriter.Finish("index by a tensor of one element", Applicability::Unsafe,
                           std::string(kOtherError));
  }
  if (IsTarget(finding, finding.expr) || finding.If<syntax::AugAssign>(finding.stmt))
    return std::nullopt;
  if (IsWrittenThrough(finding))
    return Declined{
        "what is read is a view that is changed, or whose tensor is; read it where "
        "nothing changes any more, or index by a Python number"};
  rewriter.InsertAt(finding.tree()[finding.expr].span.end,
                    ".squeeze(" + std::to_string(dimension) + ")");
  return rewriter.Finish("index by a tensor of one element", Applicability::Unsafe,
                         "the result is a copy, no view of the tensor");
}

// torch.tensor([1, 0]).tolist(), torch.tensor_split(y, torch.tensor([1, 2]))
std::optional<Proposal> UseLiteral(const Finding& finding) {
  const auto* call = finding.If<syntax::Call>(finding.expr);
  if (!call) return std::nullopt;
  const std::string_view name = finding.NameOf(call->callee);
  const auto* method = finding.If<syntax::Attribute>(call->callee);
  Rewriter rewriter(finding);
  if (method && (name == "torch.Tensor.tolist" || name == "torch.Tensor.item")) {
    ExprId literal = LiteralOf(finding, method->object);
    if (!literal || HoldsTuple(finding, literal)) return std::nullopt;
    // item() gives the number itself, however deep in brackets.
    while (const auto* list =
               name == "torch.Tensor.item" ? finding.If<syntax::Sequence>(literal) : nullptr) {
      if (list->items.size() != 1) return std::nullopt;
      literal = list->items[0];
    }
    rewriter.Replace(finding.expr, std::string(finding.Text(literal)));
    return rewriter.Finish("use the literal itself", Applicability::Safe);
  }
  if (name != "torch.tensor_split" && name != "torch.Tensor.tensor_split") return std::nullopt;
  for (const syntax::Arg& arg : call->args)
    if (const ExprId literal = LiteralOf(finding, arg.value)) {
      // A tensor of nothing is one of floats, which is refused.
      const auto* list = finding.If<syntax::Sequence>(literal);
      if (list && (list->items.empty() || finding.If<syntax::Sequence>(list->items[0])))
        return std::nullopt;
      rewriter.Replace(arg.value, std::string(finding.Text(literal)));
      return rewriter.Finish("use the literal itself", Applicability::Safe);
    }
  return std::nullopt;
}

namespace {

// `index`: whether it selects from tensors, as a number or a tensor of one does; `bounded`: whether
// max or min take it.
Proposal KeepAsTensor(const Finding& finding, ExprId tensor, bool index, bool bounded) {
  const infer::ExprFact& fact = finding.Fact(tensor);
  const bool single = fact.tensor && fact.tensor->rank == 0;
  if (!single && IsCaughtHere(finding)) return Declined{std::string(kCaughtHere)};
  if (index && !IsIntTensor(fact))
    return Declined{"whether it is a whole number, which selects as a tensor does, is not known"};
  // Bytes select as a mask.
  const bool bytes = index && fact.tensor->exact.text() != "int64";
  Rewriter rewriter(finding);
  rewriter.Replace(finding.expr,
                   WithoutCall(finding, finding.expr) + ".detach()" + (bytes ? ".long()" : ""));
  std::string difference =
      "where the tensor has another dtype than what it is combined with, the result may have "
      "another one, too; on a GPU a quotient may differ in the last bit";
  if (index) difference += "; what it selects as an index is a copy, not a view";
  if (bounded && !IsIntTensor(fact))
    difference += "; a complex number in `max` or `min` raises another error";
  if (!single)
    difference += "; a tensor of several elements is not refused, or raises another error";
  return rewriter.Finish("keep the 0-d tensor", Applicability::Unsafe, difference);
}

}  // namespace

// scale = t.item(), where `scale` only scales tensors.
std::optional<Proposal> KeepScalar(const Finding& finding) {
  const ExprId tensor = ReadByItem(finding, finding.expr);
  if (!tensor || !finding.function || finding.tree()[finding.function].lambda_body)
    return std::nullopt;
  const auto* assign = finding.If<syntax::Assign>(finding.stmt);
  std::vector<ExprId> uses = {finding.expr};
  if (assign) {
    const Variables variables(finding, finding.function);
    if (assign->value != finding.expr || assign->targets.size() != 1) return std::nullopt;
    std::optional<std::uint32_t> slot = variables.SlotOf(assign->targets[0]);
    if (!slot || variables.IsCaptured(*slot) || variables.Stores(*slot).size() != 1)
      return std::nullopt;
    for (ExprId read : variables.Reads(*slot))
      if (!ServesAsTensor(finding, read))
        return Declined{"`" + variables.Name(*slot) +
                        "` is used as a Python number, too; keep the 0-d tensor where one serves"};
    uses = variables.Reads(*slot);
  } else if (!ServesAsTensor(finding, finding.expr)) {
    return std::nullopt;
  }
  if (assign && !IsNewTensor(finding, tensor) && IsChangedInPlace(finding, tensor))
    return Declined{std::string(kChanged)};
  const bool index =
      std::any_of(uses.begin(), uses.end(), [&](ExprId use) { return SelectsByIt(finding, use); });
  const bool bounded = std::any_of(uses.begin(), uses.end(), [&](ExprId use) {
    return finding.If<syntax::Call>(finding.parents.Parent(use)) != nullptr;
  });
  return KeepAsTensor(finding, tensor, index, bounded);
}

// assert t.item() <= n; assert torch.allclose(a, b)
std::optional<Proposal> AssertTensor(const Finding& finding) {
  const auto* assertion = finding.If<syntax::Assert>(finding.stmt);
  if (!assertion) return std::nullopt;
  const auto* message = finding.If<syntax::Literal>(assertion->message);
  if (assertion->message && (!message || message->kind != syntax::LiteralKind::Str))
    return Declined{
        "the message is not a plain string, and only with one a test of a tensor is traced"};
  if (IsCaughtHere(finding)) return Declined{std::string(kCaughtHere)};
  constexpr std::string_view kDifference =
      "compiled, a failure raises a RuntimeError and no AssertionError, and on a GPU later; a "
      "float "
      "is compared in the precision of the tensor";
  Rewriter rewriter(finding);
  if (const ExprId tensor = ReadByItem(finding, finding.expr)) {
    const auto* compare = finding.If<syntax::Compare>(assertion->test);
    if (!compare || compare->ops.size() != 1 ||
        finding.parents.Parent(finding.expr) != assertion->test)
      return std::nullopt;
    rewriter.Replace(finding.expr, WithoutCall(finding, finding.expr));
    return rewriter.Finish("test the tensor itself", Applicability::Unsafe,
                           std::string(kDifference) + LostChanges(finding));
  }
  const auto* call = finding.If<syntax::Call>(finding.expr);
  if (!call || assertion->test != finding.expr || finding.NameOf(call->callee) != "torch.allclose")
    return std::nullopt;
  rewriter.Replace(call->callee, rewriter.Import("torch") + ".isclose");
  rewriter.InsertAt(finding.tree()[finding.expr].span.end, ".all()");
  return rewriter.Finish("test by torch.isclose", Applicability::Unsafe,
                         std::string(kDifference) + LostChanges(finding));
}

// for i in np.arange(n): int(i)
std::optional<Proposal> RangeForArange(const Finding& finding) {
  const auto* read = finding.If<syntax::Call>(finding.expr);
  if (!read || read->args.size() != 1 || !finding.function) return std::nullopt;
  const Variables variables(finding, finding.function);
  std::optional<std::uint32_t> slot = variables.SlotOf(read->args[0].value);
  for (syntax::StmtId stmt = finding.stmt; slot && stmt; stmt = finding.parents.Parent(stmt)) {
    const auto* loop = finding.If<syntax::For>(stmt);
    if (!loop || variables.SlotOf(loop->target) != slot) continue;
    const auto* made = finding.If<syntax::Call>(loop->iterable);
    if (!made || finding.NameOf(made->callee) != "numpy.arange" || variables.IsCaptured(*slot) ||
        variables.Stores(*slot).size() != 1)
      return std::nullopt;
    for (const syntax::Arg& arg : made->args)
      if (arg.kind != syntax::ArgKind::Positional || !finding.Fact(arg.value).Is(FactKind::Int))
        return std::nullopt;
    for (ExprId use : variables.Reads(*slot)) {
      const auto* call = finding.If<syntax::Call>(finding.parents.Parent(use));
      if (!call || finding.BuiltinName(call->callee) != "int") return std::nullopt;
    }
    Rewriter rewriter(finding);
    rewriter.Replace(made->callee, "range");
    return rewriter.Finish("count by range", Applicability::Safe);
  }
  return std::nullopt;
}

}  // namespace graphmend::fix
