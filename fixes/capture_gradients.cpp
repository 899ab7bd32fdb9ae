// Gradients that compiled code takes, computed by the graph:
//
//     image = image.detach().requires_grad_()        graphmend.capture.leaf(image.detach())
//     image.requires_grad = True                     image = graphmend.capture.leaf(image)
//     torch.autograd.grad(score, image)              graphmend.capture.grad(score, image)
//     loss.backward()                                graphmend.capture.backward(loss)
//
// What takes gradients uses up the graph of what it differentiates, unless it is told to retain it.
// Dynamo traces such a call only where nothing that holds on to that graph leaves the function.
#include <algorithm>
#include <set>

#include "fix/arguments.h"
#include "fix/declaration.h"
#include "fix/failures.h"
#include "fix/gradients.h"
#include "fix/module_scope.h"
#include "fix/operands.h"
#include "fix/reads.h"
#include "fix/variables.h"

namespace graphmend::fix::capture_gradients {
namespace {

using diag::Applicability;
using syntax::ExprId;
using syntax::StmtId;

constexpr std::string_view kOtherErrors =
    "when compiled, an error that it raises is a different one, sparse gradients raise one, and a "
    "gradient may have other strides";

bool TakesGradients(std::string_view name) {
  return name == "torch.autograd.grad" || name == "graphmend.capture.grad" ||
         name == "torch.Tensor.backward" || name == "graphmend.capture.backward";
}

// Whether the call keeps nothing of what it is given: of a builtin or of torch, unlike a method of
// a list or of an object.
bool KeepsNothing(const Finding& finding, const syntax::Call& call) {
  const std::string_view name = finding.NameOf(call.callee);
  return name.starts_with("torch.") || finding.BuiltinName(call.callee) != name;
}

// Whether what the expression is part of no longer holds on to its graph: `y.detach()`, `y.shape`,
// what takes gradients of it. `within`: up to there, none: up to the statement.
bool IsCut(const Finding& finding, ExprId expr, ExprId within = {}) {
  const ExprId end = within ? finding.parents.Parent(within) : ExprId();
  for (ExprId inner; expr && expr != end; inner = expr, expr = finding.parents.Parent(expr)) {
    const auto* call = finding.If<syntax::Call>(expr);
    const std::string_view name = call ? finding.NameOf(call->callee) : std::string_view();
    if (name == "torch.Tensor.detach" || TakesGradients(name)) return true;
    const bool given = call && call->callee != inner;
    if (IsNoTensor(finding.Fact(expr)) && (!given || KeepsNothing(finding, *call))) return true;
  }
  return false;
}

// The variables of the function that hold on to the graph of an expression: those that it is
// computed from, and what is computed from these.
class Holders {
 public:
  // `inputs`: what is differentiated by; the graph ends there.
  Holders(const Finding& finding, ExprId outputs, ExprId inputs)
      : finding_(finding), variables_(finding, finding.function) {
    if (inputs) ForEachName(inputs, [&](std::uint32_t slot, ExprId) { ends_.insert(slot); });
    ForEachName(outputs, [&](std::uint32_t slot, ExprId) { AddSources(slot); });
    while (!todo_.empty()) {
      const std::uint32_t slot = *todo_.begin();
      todo_.erase(todo_.begin());
      Follow(slot);
    }
  }

  // A variable by which the graph leaves the function; "" where there is none.
  const std::string& leaves_by() const { return leaves_by_; }

 private:
  template <class Visit>
  void ForEachName(ExprId whole, Visit visit) {
    ForEachInside(finding_, finding_.tree()[whole].span, [&](ExprId part) {
      const std::optional<std::uint32_t> slot = variables_.SlotOf(part);
      if (slot && !IsCut(finding_, part, whole)) visit(*slot, part);
    });
  }

  void Add(std::uint32_t slot) {
    if (!ends_.contains(slot) && slots_.insert(slot).second) todo_.insert(slot);
  }

  // A parameter that is not assigned came with no graph of this one.
  void AddSources(std::uint32_t slot) {
    if (slots_.contains(slot) || ends_.contains(slot)) return;
    const std::vector<const flow::Inst*> stores = variables_.Stores(slot);
    if (stores.empty()) return;
    Add(slot);
    for (const flow::Inst* store : stores) {
      const ExprId value =
          variables_.graph().Definition(std::get<flow::Store>(store->node).value).expr;
      if (value) ForEachName(value, [&](std::uint32_t source, ExprId) { AddSources(source); });
    }
  }

  void Follow(std::uint32_t slot) {
    if (variables_.IsCaptured(slot)) return Leave(slot);
    for (ExprId read : variables_.Reads(slot)) {
      if (IsBehindBreak(read)) Leave(slot);
      else if (!IsCut(finding_, read)) Read(slot, finding_.parents.Statement(read));
    }
  }

  // Whether the graph ends between the call and the read: what is read then leaves it.
  bool IsBehindBreak(ExprId read) const {
    const std::uint32_t from = finding_.tree()[finding_.expr].span.end;
    const std::uint32_t to = finding_.tree()[read].span.begin;
    return std::any_of(finding_.breaks.begin(), finding_.breaks.end(), [&](source::Span span) {
      if (span.begin < from || span.begin > to) return false;
      const auto* call = finding_.If<syntax::Call>(finding_.parents.ExprAt(span));
      const std::string_view name = call ? finding_.NameOf(call->callee) : std::string_view();
      return !TakesGradients(name) && name != "torch.Tensor.requires_grad_";
    });
  }

  void Read(std::uint32_t slot, StmtId stmt) {
    if (RunsWithoutGradients(finding_, stmt)) return;
    const auto* assign = finding_.If<syntax::Assign>(stmt);
    const auto* aug = finding_.If<syntax::AugAssign>(stmt);
    if (assign) {
      for (ExprId target : assign->targets) Assigned(slot, target);
    } else if (aug) {
      Assigned(slot, aug->target);
    } else {
      Leave(slot);
    }
  }

  void Assigned(std::uint32_t slot, ExprId target) {
    for (ExprId item : TupleItems(finding_.tree(), target)) {
      const std::optional<std::uint32_t> assigned = variables_.SlotOf(item);
      if (assigned) Add(*assigned);
      else Leave(slot);
    }
  }

  void Leave(std::uint32_t slot) {
    if (leaves_by_.empty()) leaves_by_ = variables_.Name(slot);
  }

  const Finding& finding_;
  const Variables variables_;
  std::set<std::uint32_t> ends_, slots_, todo_;
  std::string leaves_by_;
};

bool IsOn(const Finding& finding, const syntax::Call& call, std::string_view keyword) {
  return std::any_of(call.args.begin(), call.args.end(), [&](const syntax::Arg& arg) {
    return arg.name == keyword && IsLiteral(finding, arg.value, syntax::LiteralKind::True);
  });
}

bool Retains(const Finding& finding, const syntax::Call& call) {
  return IsOn(finding, call, "create_graph") || IsOn(finding, call, "retain_graph");
}

std::optional<Declined> Refused(const Finding& finding, const syntax::Call& call, ExprId outputs,
                                ExprId inputs) {
  if (IsCaughtHere(finding)) return Declined{std::string(kCaughtHere)};
  if (!outputs || Retains(finding, call)) return std::nullopt;
  const Variables variables(finding, finding.function);
  const std::optional<std::uint32_t> slot = variables.SlotOf(outputs);
  if (slot && variables.IsParameter(*slot) && variables.Stores(*slot).empty())
    return Declined{"`" + variables.Name(*slot) +
                    "` may be needed by the caller, with the graph that "
                    "this uses up; pass `retain_graph=True`, or do this where it is computed"};
  const std::string by = Holders(finding, outputs, inputs).leaves_by();
  if (by.empty()) return std::nullopt;
  return Declined{"`" + by +
                  "` holds on to the graph that this uses up; detach what leaves the "
                  "function, or pass `retain_graph=True`"};
}

// Of gradients that may be differentiated again. `position`: of `create_graph`.
std::string OfGradients(const Finding& finding, const syntax::Call& call, int position) {
  const ExprId again = Argument(call, position, "create_graph");
  return again && !IsLiteral(finding, again, syntax::LiteralKind::False)
             ? "; gradients of these gradients are others, or refused, where a "
               "torch.autograd.Function "
               "computes what they are taken of"
             : "";
}

Proposal CaptureGrad(const Finding& finding, const syntax::Call& call) {
  if (auto refused =
          Refused(finding, call, Argument(call, 0, "outputs"), Argument(call, 1, "inputs")))
    return *refused;
  Rewriter rewriter(finding);
  rewriter.Replace(call.callee, rewriter.Import("graphmend.capture") + ".grad");
  return rewriter.Finish("compute the gradients in the graph", Applicability::Unsafe,
                         std::string(kOtherErrors) + OfGradients(finding, call, 4));
}

std::optional<Proposal> CaptureBackward(const Finding& finding, const syntax::Call& call) {
  const auto* method = finding.If<syntax::Attribute>(call.callee);
  if (!method) return std::nullopt;
  if (auto refused = Refused(finding, call, method->object, ExprId())) return *refused;
  Rewriter rewriter(finding);
  std::string args = Render(finding, method->object);
  if (!call.args.empty())
    args += ", " + std::string(finding.Text(
                       source::Span{call.args.front().span.begin, call.args.back().span.end}));
  ReplaceWhole(finding, finding.expr,
               rewriter.Import("graphmend.capture") + ".backward(" + args + ")", rewriter);
  return rewriter.Finish("compute the gradients in the graph", Applicability::Unsafe,
                         std::string(kOtherErrors) + OfGradients(finding, call, 2));
}

constexpr std::string_view kOtherName =
    "the tensor may be known by another name; make it where it gets its name";

// ---- tensors to differentiate by ----------------------------------------------------------------

// The variable that holds the tensor from then on: `x = x.requires_grad_()`, `x.requires_grad_()`.
std::optional<std::uint32_t> HeldBy(const Finding& finding, const Variables& variables,
                                    ExprId object) {
  if (const auto* assign = finding.If<syntax::Assign>(finding.stmt))
    return assign->value == finding.expr && assign->targets.size() == 1
               ? variables.SlotOf(assign->targets[0])
               : std::nullopt;
  const auto* stmt = finding.If<syntax::ExprStmt>(finding.stmt);
  const bool alone = stmt && stmt->value == finding.expr && object;
  return alone ? variables.SlotOf(object) : std::nullopt;
}

// Whether a read of the variable would tell a leaf from a copy: its `.grad`, itself as a result.
bool TellsLeaf(const Finding& finding, ExprId read) {
  const ExprId outer = finding.parents.Parent(read);
  if (const auto* attribute = finding.If<syntax::Attribute>(outer)) {
    constexpr std::string_view kOfLeaves[] = {"grad",    "is_leaf",     "data",
                                              "grad_fn", "retain_grad", "requires_grad_"};
    return std::find(std::begin(kOfLeaves), std::end(kOfLeaves), attribute->name.text()) !=
           std::end(kOfLeaves);
  }
  if (IsChanged(finding, read)) return true;
  if (!outer) {
    const StmtId stmt = finding.parents.Statement(read);
    return !finding.If<syntax::ExprStmt>(stmt);  // assigned, returned or raised as it is
  }
  if (!finding.If<syntax::Sequence>(outer) && !finding.If<syntax::Dict>(outer)) return false;
  const auto* call = finding.If<syntax::Call>(finding.parents.Parent(outer));
  return !call || !TakesGradients(finding.NameOf(call->callee));
}

// Whether the variable has only tensors that the function makes for it.
bool HasNewTensors(const Variables& variables, const Finding& finding, std::uint32_t slot) {
  if (variables.IsCaptured(slot)) return false;
  const std::vector<const flow::Inst*> stores = variables.Stores(slot);
  return !stores.empty() && std::all_of(stores.begin(), stores.end(), [&](const flow::Inst* store) {
    const ExprId value =
        variables.graph().Definition(std::get<flow::Store>(store->node).value).expr;
    return value && (finding.If<syntax::Call>(value) || finding.If<syntax::Binary>(value));
  });
}

// The reason why a variable of the tensor must stay the leaf that it is; none where it need not.
std::optional<Declined> UsedAsLeaf(const Finding& finding, const Variables& variables,
                                   std::uint32_t slot, ExprId own) {
  for (ExprId read : variables.Reads(slot))
    if (read != own && TellsLeaf(finding, read))
      return Declined{"`" + variables.Name(slot) +
                      "` is used as the leaf that it is; take the gradient by "
                      "`torch.autograd.grad`, and hand on what is detached"};
  return std::nullopt;
}

Proposal FinishLeaf(Rewriter& rewriter) {
  return rewriter.Finish("make it a leaf that may stay in the graph", Applicability::Unsafe,
                         "when compiled, it may be a copy of the tensor, which is no leaf");
}

bool Breaks(const Finding& finding, std::string_view id) {
  const std::vector<std::string>& ids = finding.diagnostic.gb_ids;
  return std::find(ids.begin(), ids.end(), id) != ids.end();
}

std::optional<Proposal> MakeLeaf(const Finding& finding, const syntax::Call& call) {
  const auto* method = finding.If<syntax::Attribute>(call.callee);
  if (!method || !Breaks(finding, "GB8985")) return std::nullopt;
  const ExprId on = Argument(call, 0, "requires_grad");
  if (on && !IsLiteral(finding, on, syntax::LiteralKind::True)) return std::nullopt;
  if (IsChangedInPlace(finding, method->object)) return Declined{std::string(kChanged)};
  const Variables variables(finding, finding.function);
  const std::optional<std::uint32_t> slot = HeldBy(finding, variables, method->object);
  const std::optional<std::uint32_t> own = variables.SlotOf(method->object);
  const bool passing = !own && finding.If<syntax::Binary>(finding.parents.Parent(finding.expr));
  const bool known = slot && (!own || (own == slot && HasNewTensors(variables, finding, *slot)));
  if (!known && !passing) return Declined{std::string(kOtherName)};
  if (slot)
    if (auto declined = UsedAsLeaf(finding, variables, *slot, method->object)) return *declined;
  Rewriter rewriter(finding);
  const std::string made =
      rewriter.Import("graphmend.capture") + ".leaf(" + Render(finding, method->object) + ")";
  const bool named = finding.If<syntax::ExprStmt>(finding.stmt) != nullptr;
  ReplaceWhole(finding, finding.expr, named ? variables.Name(*slot) + " = " + made : made,
               rewriter);
  return FinishLeaf(rewriter);
}

// `x.requires_grad = True`
std::optional<Proposal> SetLeaf(const Finding& finding, const syntax::Assign& assign) {
  const auto* set =
      assign.targets.size() == 1 ? finding.If<syntax::Attribute>(assign.targets[0]) : nullptr;
  if (!set || set->name != "requires_grad" ||
      !IsLiteral(finding, assign.value, syntax::LiteralKind::True))
    return std::nullopt;
  const Variables variables(finding, finding.function);
  const std::optional<std::uint32_t> own = variables.SlotOf(set->object);
  if (!own || !HasNewTensors(variables, finding, *own)) return Declined{std::string(kOtherName)};
  if (IsChangedInPlace(finding, set->object)) return Declined{std::string(kChanged)};
  if (auto declined = UsedAsLeaf(finding, variables, *own, set->object)) return *declined;
  Rewriter rewriter(finding);
  if (!rewriter.HasOwnLines(finding.stmt)) return Declined{"other code shares its line"};
  rewriter.ReplaceStatement(finding.stmt, CommentsIn(finding, finding.tree()[finding.stmt].span) +
                                              variables.Name(*own) + " = " +
                                              rewriter.Import("graphmend.capture") + ".leaf(" +
                                              variables.Name(*own) + ")\n");
  return FinishLeaf(rewriter);
}

// `torch.zeros_like(x, requires_grad=True)`: the keyword, and what lies between it and the argument
// before it, or behind it; empty where it is not given as that.
source::Span KeywordOfLeaf(const Finding& finding, const syntax::Call& call) {
  const auto at = std::find_if(call.args.begin(), call.args.end(), [&](const syntax::Arg& arg) {
    return arg.name == "requires_grad" && IsLiteral(finding, arg.value, syntax::LiteralKind::True);
  });
  if (at == call.args.end() || call.args.size() == 1) return {};
  if (at != call.args.begin()) return {std::prev(at)->span.end, at->span.end};
  return {at->span.begin, std::next(at)->span.begin};
}

std::optional<Proposal> MakeAsLeaf(const Finding& finding, const syntax::Call& call) {
  const source::Span keyword = KeywordOfLeaf(finding, call);
  if (!Breaks(finding, "GB0225") || keyword.begin == keyword.end) return std::nullopt;
  if (!CommentsIn(finding, keyword).empty())
    return Declined{"a comment stands in the call; call `requires_grad_()` in a line of its own"};
  const Variables variables(finding, finding.function);
  const std::optional<std::uint32_t> slot = HeldBy(finding, variables, ExprId());
  if (!slot || variables.IsCaptured(*slot)) return Declined{std::string(kOtherName)};
  if (auto declined = UsedAsLeaf(finding, variables, *slot, ExprId())) return *declined;
  Rewriter rewriter(finding);
  const source::Span whole = finding.tree()[finding.expr].span;
  rewriter.InsertAt(whole.begin, rewriter.Import("graphmend.capture") + ".leaf(");
  rewriter.Replace(keyword, "");
  rewriter.InsertAt(whole.end, ")");
  return FinishLeaf(rewriter);
}

std::optional<Proposal> Propose(const Finding& finding) {
  if (!finding.IsInFunction()) return std::nullopt;
  if (const auto* assign = finding.If<syntax::Assign>(finding.stmt);
      assign && finding.expr != assign->value)
    if (auto leaf = SetLeaf(finding, *assign)) return leaf;
  const auto* call = finding.If<syntax::Call>(finding.expr);
  if (!call) return std::nullopt;
  const std::string_view name = finding.NameOf(call->callee);
  if (name == "torch.autograd.grad") return CaptureGrad(finding, *call);
  if (name == "torch.Tensor.backward") return CaptureBackward(finding, *call);
  if (name == "torch.Tensor.requires_grad_") return MakeLeaf(finding, *call);
  return MakeAsLeaf(finding, *call);
}

constexpr infer::ObservationKind kAnswers[] = {infer::ObservationKind::Autograd};

}  // namespace

extern constinit const Declaration kFix = {
    .summary = "compute in the graph the gradients that compiled code takes",
    .answers = kAnswers,
    .promise = Promise::Unsafe,
    .propose = Propose,
};

}  // namespace graphmend::fix::capture_gradients
