// The last resort: a flag of torch._dynamo.config, set where the file compiles something, by which
// Dynamo keeps numbers read from tensors, and sizes that depend on data, as symbols in the graph.
//
//     n = x.max().item()          torch._dynamo.config.capture_scalar_outputs = True
//     return x * n
//
// Only where no symbol goes where Python must know its value: it is followed through assignments to
// what torch was seen to take (2.13: fullgraph=True under three backends, results equal). A test, a
// count of rounds, an index of a list or a text would break as before, or raise. As the flag holds
// for all of the file, each number that compiled code of the file reads is followed.
#include <algorithm>
#include <array>
#include <set>

#include "fix/compile_sites.h"
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
using infer::ObservationKind;
using models::OpKind;
using models::Trait;
using syntax::ExprId;
using syntax::FunctionId;
using syntax::StmtId;

// Where values of one function go.
class Followed {
 public:
  Followed(const Finding& finding, FunctionId function, bool is_entry, bool may_break = false)
      : finding_(finding),
        variables_(finding, function),
        is_entry_(is_entry),
        may_break_(may_break) {}

  // A number read from a tensor.
  bool Number(ExprId expr) { return Goes(expr, &Followed::NumberIn, &Followed::Number); }
  // A list of such.
  bool Numbers(ExprId expr) { return Goes(expr, &Followed::NumbersIn, &Followed::Numbers); }
  // A tensor whose size depends on data.
  bool Sized(ExprId expr) { return Goes(expr, &Followed::SizedIn, &Followed::Sized); }
  // A tuple or list of such.
  bool SizedOnes(ExprId expr) { return Goes(expr, &Followed::SizedOnesIn, &Followed::SizedOnes); }

 private:
  using Follow = bool (Followed::*)(ExprId);
  using In = bool (Followed::*)(ExprId, ExprId);

  bool Goes(ExprId expr, In in, Follow follow) {
    const ExprId outer = finding_.parents.Parent(expr);
    if (outer) return (this->*in)(expr, outer);
    const StmtId stmt = finding_.parents.Statement(expr);
    if (finding_.If<syntax::ExprStmt>(stmt)) return true;
    if (finding_.If<syntax::Return>(stmt)) return is_entry_;
    if (const auto* assign = finding_.If<syntax::Assign>(stmt); assign && assign->value == expr)
      return std::all_of(assign->targets.begin(), assign->targets.end(),
                         [&](ExprId target) { return Assigned(target, follow); });
    const auto* aug = finding_.If<syntax::AugAssign>(stmt);
    if (aug && aug->value == expr && follow == &Followed::Number)
      return IsTensor(aug->target) || Assigned(aug->target, follow);
    return false;
  }

  bool Assigned(ExprId target, Follow follow) {
    if (const auto* several = finding_.If<syntax::Sequence>(target)) {
      Follow one = follow == &Followed::Numbers     ? &Followed::Number
                   : follow == &Followed::SizedOnes ? &Followed::Sized
                                                    : nullptr;
      return one && std::all_of(several->items.begin(), several->items.end(),
                                [&](ExprId item) { return Assigned(item, one); });
    }
    // `y[i] = …`
    const auto* item = finding_.If<syntax::Subscript>(target);
    if (item && IsTensor(item->object)) return true;
    const std::optional<std::uint32_t> slot = variables_.SlotOf(target);
    if (!slot || variables_.IsCaptured(*slot)) return false;
    if (!seen_.insert(*slot).second) return true;
    for (ExprId read : variables_.Reads(*slot))
      if (!(this->*follow)(read)) return false;
    return true;
  }

  bool IsTensor(ExprId expr) const { return fix::IsTensor(finding_.Fact(expr)); }
  bool IsNumber(ExprId expr) const {
    return finding_.Fact(expr).OneOf(FactKind::Int, FactKind::Float, FactKind::Scalar);
  }

  bool NumberIn(ExprId expr, ExprId outer) {
    if (const auto* binary = finding_.If<syntax::Binary>(outer)) {
      using syntax::BinaryOp;
      const BinaryOp op = binary->op;
      const bool linear = op == BinaryOp::Add || op == BinaryOp::Sub || op == BinaryOp::Mul ||
                          op == BinaryOp::Div || op == BinaryOp::FloorDiv || op == BinaryOp::Mod;
      const ExprId other = binary->left == expr ? binary->right : binary->left;
      return linear && (IsTensor(other) || (IsNumber(other) && Number(outer)));
    }
    if (const auto* unary = finding_.If<syntax::Unary>(outer))
      return unary->op == syntax::UnaryOp::Negate && Number(outer);
    if (const auto* compare = finding_.If<syntax::Compare>(outer))
      return may_break_ || (compare->ops.size() == 1 &&
                            IsTensor(compare->left == expr ? compare->rights[0] : compare->left));
    if (finding_.If<syntax::Slice>(outer)) return SliceIn(outer);
    if (IsDisplay(outer)) return PartOfTuple(outer) || IsReturned(outer);
    if (const auto* item = finding_.If<syntax::Subscript>(outer))
      return item->index == expr && IsTensor(item->object);
    const auto* call = finding_.If<syntax::Call>(outer);
    if (!call || call->callee == expr) return false;
    const std::string_view builtin = finding_.BuiltinName(call->callee);
    if (builtin == "int" || builtin == "float" || builtin == "min" || builtin == "max")
      return Number(outer);
    return finding_.Fact(call->callee).traits.Has(Trait::Symbols) && Sized(outer);
  }

  // `x[: min(n, 2)]`, at which Dynamo fails where `x` is empty (torch 2.13).
  bool IsBounded(ExprId expr) const {
    const auto* call = finding_.If<syntax::Call>(expr);
    const std::string_view name = call ? finding_.BuiltinName(call->callee) : std::string_view();
    return name == "min" || name == "max";
  }

  bool SliceIn(ExprId slice) {
    const auto& bounds = *finding_.If<syntax::Slice>(slice);
    if (IsBounded(bounds.lower) || IsBounded(bounds.upper)) return false;
    ExprId item = finding_.parents.Parent(slice);
    if (finding_.If<syntax::Sequence>(item)) item = finding_.parents.Parent(item);
    const auto* subscript = finding_.If<syntax::Subscript>(item);
    // As a target, inductor asks for the size (2.13).
    return subscript && IsTensor(subscript->object) && !IsTarget(finding_, item) && Sized(item);
  }

  // `return x, n`, `x[i, n]`, `torch.zeros((n, 4))`
  bool PartOfTuple(ExprId tuple) {
    const auto* display = finding_.If<syntax::Sequence>(tuple);
    if (!display || display->kind != syntax::SequenceKind::Tuple) return false;
    const ExprId outer = finding_.parents.Parent(tuple);
    if (!outer) return is_entry_ && finding_.If<syntax::Return>(finding_.parents.Statement(tuple));
    if (const auto* item = finding_.If<syntax::Subscript>(outer)) return IsTensor(item->object);
    const auto* call = finding_.If<syntax::Call>(outer);
    return call && finding_.Fact(call->callee).traits.Has(Trait::Symbols) && Sized(outer);
  }

  bool IsDisplay(ExprId expr) const {
    return finding_.If<syntax::Sequence>(expr) || finding_.If<syntax::Dict>(expr);
  }

  // `return loss, {"l1": n}`: a display that the entry returns, perhaps within others.
  bool IsReturned(ExprId display) const {
    while (const ExprId outer = finding_.parents.Parent(display)) {
      const auto* written = finding_.If<syntax::Sequence>(outer);
      if (!finding_.If<syntax::Dict>(outer) &&
          (!written || written->kind == syntax::SequenceKind::Set))
        return false;
      display = outer;
    }
    return is_entry_ && finding_.If<syntax::Return>(finding_.parents.Statement(display));
  }

  bool NumbersIn(ExprId expr, ExprId outer) {
    const auto* call = finding_.If<syntax::Call>(outer);
    return call && call->callee != expr &&
           finding_.Fact(call->callee).traits.Has(Trait::NumbersAsSymbols) && SizedOnes(outer);
  }

  bool SizedIn(ExprId, ExprId outer) {
    if (finding_.If<syntax::Binary>(outer) || finding_.If<syntax::Compare>(outer))
      return Sized(outer);
    if (finding_.If<syntax::Unary>(outer)) return !IsNot(outer) && Sized(outer);
    if (const auto* item = finding_.If<syntax::Subscript>(outer))
      return IsTensor(item->object) && (IsTarget(finding_, outer) || Sized(outer));
    if (const auto* display = finding_.If<syntax::Sequence>(outer)) {
      const ExprId call = finding_.parents.Parent(outer);
      if (call && finding_.If<syntax::Call>(call)) return SizedArgument(call);
      return display->kind == syntax::SequenceKind::Tuple &&
             (PartOfTuple(outer) || (call && finding_.If<syntax::Subscript>(call) && Sized(call)));
    }
    if (const auto* method = finding_.If<syntax::Attribute>(outer)) {
      if (method->name == "T" || method->name == "mT") return Sized(outer);
      const ExprId next = finding_.parents.Parent(outer);
      if (method->name == "shape") {
        const auto* item = finding_.If<syntax::Subscript>(next);
        return item && item->object == outer && Number(next);
      }
      const auto* call = finding_.If<syntax::Call>(next);
      if (!call || call->callee != outer) return false;
      if (method->name == "numel" || (method->name == "size" && !call->args.empty()))
        return Number(next);
      return SizedArgument(next);
    }
    const auto* call = finding_.If<syntax::Call>(outer);
    if (!call) return false;
    return finding_.BuiltinName(call->callee) == "len" ? Number(outer) : SizedArgument(outer);
  }

  bool IsNot(ExprId expr) const {
    return finding_.If<syntax::Unary>(expr)->op == syntax::UnaryOp::Not;
  }

  bool SizedArgument(ExprId expr) {
    const models::Traits traits = finding_.Fact(finding_.If<syntax::Call>(expr)->callee).traits;
    const bool known = traits.op == OpKind::Elementwise || traits.op == OpKind::Combining ||
                       traits.op == OpKind::Test || traits.op == OpKind::Reduction ||
                       traits.Has(Trait::Sized);
    return known && Sized(expr);
  }

  bool SizedOnesIn(ExprId expr, ExprId outer) {
    if (const auto* item = finding_.If<syntax::Subscript>(outer)) {
      if (item->index == expr) return IsTensor(item->object) && Sized(outer);
      return finding_.If<syntax::Literal>(item->index) && Sized(outer);
    }
    return false;
  }

  const Finding& finding_;
  Variables variables_;
  bool is_entry_;
  bool may_break_;  // a comparison of sizes may break the graph: it does not raise (2.13)
  std::set<std::uint32_t> seen_;
};

// What is read of a tensor as a number: t.item(), int(t); a list: t.tolist().
enum class ReadKind { None, Number, Numbers };

ReadKind ReadIn(const Finding& finding, ExprId expr) {
  const std::optional<HostRead> read = HostReadOf(finding, expr);
  if (!read || read->IsText() || !IsTensor(finding.Fact(read->tensor))) return ReadKind::None;
  // AOTAutograd asks for the value of a bool (torch 2.13).
  if (read->how == "bool") return ReadKind::None;
  return read->how == "tolist" ? ReadKind::Numbers : ReadKind::Number;
}

bool FollowRead(Followed& followed, ReadKind kind, ExprId expr) {
  return kind == ReadKind::Numbers ? followed.Numbers(expr) : followed.Number(expr);
}

// Dynamo takes a size for it that the result does not have, or a number of NumPy's for a symbol,
// and fails (torch 2.13).
bool IsRefused(const Finding& finding) {
  const auto* call = finding.If<syntax::Call>(finding.expr);
  bool numpy = false;
  if (finding.kind == ObservationKind::TensorAsInt)
    ForEachInside(finding, finding.tree()[finding.expr].span, [&](ExprId part) {
      const infer::ExprFact& fact = finding.Fact(part);
      numpy = numpy || (fact.tensor && fact.tensor->numpy);
    });
  return numpy || (call && finding.NameOf(call->callee) == "torch.combinations");
}

// What torch.where(mask), nonzero(as_tuple=True), unique(return_inverse=True) give is a tuple.
bool FollowSized(const Finding& finding, Followed& followed, ExprId expr) {
  return finding.Fact(expr).OneOf(FactKind::Tuple, FactKind::List) ? followed.SizedOnes(expr)
                                                                   : followed.Sized(expr);
}

// What reads a number elsewhere in the file and could not bear a symbol; none where all can.
ExprId OtherRead(const Finding& finding) {
  const syntax::Tree& tree = finding.tree();
  for (std::uint32_t i = 0; i < tree.exprs.size(); ++i) {
    const ReadKind kind = ReadIn(finding, ExprId(i));
    const FunctionId function = finding.parents.FunctionOf(ExprId(i));
    if (kind == ReadKind::None || !function) continue;
    if (tree[function].lambda_body) return ExprId(i);
    Followed followed(finding, function, true);
    if (!FollowRead(followed, kind, ExprId(i))) return ExprId(i);
  }
  return {};
}

// Selects elements, or asks where they are: `torch.nonzero(mask)`, `torch.where(mask)`, `x[mask]`.
bool IsSized(const Finding& finding, ExprId expr) {
  if (const auto* call = finding.If<syntax::Call>(expr))
    return finding.Fact(call->callee).traits.op == OpKind::Selecting ||
           (call->args.size() == 1 && finding.NameOf(call->callee) == "torch.where");
  const auto* item = finding.If<syntax::Subscript>(expr);
  if (!item || !IsTensor(finding.Fact(item->object))) return false;
  const infer::ExprFact& index = finding.Fact(item->index);
  return index.tensor && index.tensor->dtype == values::DType::Bool;
}

// What has a size that depends on data elsewhere in the file, and goes where Python must know that
// size, as `x.unique().tolist()` and `names[len(found)]` do: Dynamo, which broke the graph there,
// raises GuardOnDataDependentSymNode with the flag (2.13). None: all can bear it.
ExprId OtherSize(const Finding& finding) {
  const syntax::Tree& tree = finding.tree();
  for (std::uint32_t i = 0; i < tree.exprs.size(); ++i) {
    const ExprId expr(i);
    const FunctionId function = finding.parents.FunctionOf(expr);
    if (!function || !IsSized(finding, expr) || IsTarget(finding, expr)) continue;
    if (tree[function].lambda_body) return expr;
    Followed followed(finding, function, true, true);
    if (!FollowSized(finding, followed, expr)) return expr;
  }
  return {};
}

// Whether the function changes in place what it did not make itself: a parameter, an attribute, a
// view. A size that depends on data is not kept for the backward pass, which computes what has it
// again, from what the change has left: gradients come out wrong (torch 2.13, aot_eager).
bool ChangesWhatIsHeld(const Finding& finding) {
  const Variables variables(finding, finding.function);
  bool held = false;
  ForEachInside(finding, finding.tree()[finding.function].span, [&](ExprId expr) {
    const infer::ExprFact& fact = finding.Fact(expr);
    if (held || (!fact.MayBe(FactKind::Tensor) && fact.kinds != 0) || !IsChanged(finding, expr))
      return;
    while (const auto* item = finding.If<syntax::Subscript>(expr)) expr = item->object;
    const std::optional<std::uint32_t> slot = variables.SlotOf(expr);
    const ExprId value = slot ? variables.OnlyValue(*slot) : ExprId();
    held = !value || !IsNewTensor(finding, value);
  });
  return held;
}

// Whether the function is what one of these compiles.
bool IsCompiled(const Finding& finding, const std::vector<CompileSite>& sites) {
  const syntax::Function& function = finding.tree()[finding.function];
  return std::any_of(sites.begin(), sites.end(), [&](const CompileSite& site) {
    const auto* name = finding.If<syntax::Name>(site.compiled);
    return site.decorated == finding.function ||
           (name && name->id == function.name && !function.parent && !function.cls);
  });
}

// Whether the file sets the flag: what still breaks does so for another reason.
bool IsSetHere(const Finding& finding, std::string_view flag) {
  const syntax::Tree& tree = finding.tree();
  for (std::uint32_t i = 0; i < tree.stmts.size(); ++i) {
    const auto* assign = finding.If<syntax::Assign>(StmtId(i));
    if (!assign) continue;
    for (ExprId target : assign->targets) {
      const auto* attribute = finding.If<syntax::Attribute>(target);
      if (attribute && attribute->name == flag) return true;
    }
  }
  return false;
}

// Above the first statement of the module that compiles; where all is compiled inside of functions,
// above each such statement, so that importing the module does not import the compiler.
void SetFlag(const Finding& finding, const std::vector<CompileSite>& sites, std::string_view flag,
             Rewriter& rewriter) {
  const std::string line =
      rewriter.Import("torch") + "._dynamo.config." + std::string(flag) + " = True";
  StmtId first;
  bool inside = true;
  for (const CompileSite& site : sites) {
    const StmtId top = TopOf(finding, site.stmt);
    if (!first || finding.tree()[top].span.begin < finding.tree()[first].span.begin) first = top;
    inside &= finding.parents.FunctionOf(site.stmt) && rewriter.HasOwnLines(site.stmt);
  }
  if (!inside) {
    const bool definition =
        finding.If<syntax::FunctionStmt>(first) || finding.If<syntax::ClassStmt>(first);
    return rewriter.InsertAt(AboveComments(finding, first), line + (definition ? "\n\n\n" : "\n"));
  }
  std::set<std::uint32_t> done;
  for (const CompileSite& site : sites)
    if (done.insert(site.stmt.index).second) rewriter.InsertBefore(site.stmt, line);
}

// `float(t)` of a tensor that may require a gradient.
bool Warns(const Finding& finding) {
  const std::optional<HostRead> read = HostReadOf(finding, finding.expr);
  if (!read || read->how != "float") return false;
  const infer::ExprFact& fact = finding.Fact(read->tensor);
  return !fact.tensor ||
         (fact.tensor->dtype != values::DType::Int && fact.tensor->dtype != values::DType::Bool);
}

std::string DifferenceOf(const Finding& finding, bool sizes) {
  std::string difference =
      "the flag holds for all that the process compiles; code elsewhere that needs such a value in "
      "Python may raise, and a new size or number is no longer guarded on";
  if (sizes)
    difference +=
        "; an index that is out of range of such a size raises another error; elements that are "
        "combined have to be as many, and are not broadcast";
  if (Warns(finding)) difference += "; the warning of `float()` may come another number of times";
  return difference;
}

}  // namespace

// x.max().item(), x[mask], x[: n], torch.nonzero(mask): kept in the graph by a flag.
std::optional<Proposal> CaptureByFlag(const Finding& finding) {
  if (!finding.function || finding.tree()[finding.function].lambda_body) return std::nullopt;
  const bool sizes =
      finding.kind == ObservationKind::DynamicShape || finding.kind == ObservationKind::BooleanMask;
  const ReadKind read = ReadIn(finding, finding.expr);
  if (finding.kind == ObservationKind::HostRead && read == ReadKind::None) return std::nullopt;
  if (const std::optional<HostRead> host = HostReadOf(finding, finding.expr);
      host && !IsNewTensor(finding, host->tensor) && IsChangedInPlace(finding, host->tensor))
    return Declined{std::string(kChanged)};
  const std::string_view flag =
      sizes ? "capture_dynamic_output_shape_ops" : "capture_scalar_outputs";
  const std::string name = "`torch._dynamo.config." + std::string(flag) + "`";
  const std::vector<CompileSite> sites = CompileSites(finding);
  const bool is_entry = finding.diagnostic.callers.size() <= 1 || IsCompiled(finding, sites);
  Followed followed(finding, finding.function, is_entry);
  const bool whole = read != ReadKind::None ? FollowRead(followed, read, finding.expr)
                                            : FollowSized(finding, followed, finding.expr);
  if (!whole || IsRefused(finding)) return std::nullopt;
  if (IsSetHere(finding, flag))
    return Declined{"no rewrite is known to keep the results, and " + name + " is set already"};
  if (sizes && ChangesWhatIsHeld(finding)) return Declined{std::string(kChanged)};
  if (sites.empty())
    return Declined{"no rewrite is known to keep the results; " + name +
                    ", set where it is compiled, keeps it in the graph"};
  if (const ExprId other = sizes ? OtherSize(finding) : OtherRead(finding))
    return Declined{"no rewrite is known to keep the results, and " + name + " does not suit `" +
                    std::string(finding.Text(other)) + "` of this file"};
  // What is captured raises while it is traced, past handlers of the program.
  if (IsCaughtHere(finding)) return Declined{std::string(kCaughtHere)};
  Rewriter rewriter(finding);
  SetFlag(finding, sites, flag, rewriter);
  return rewriter.Finish("capture it by a flag of Dynamo", Applicability::Unsafe,
                         DifferenceOf(finding, sizes));
}

}  // namespace graphmend::fix
