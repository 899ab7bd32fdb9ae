// The last resort: a flag of torch._dynamo.config, set where the file compiles something, by which
// Dynamo keeps numbers read from tensors, and sizes that depend on data, as symbols in the graph.
//
//     n = x.max().item()          torch._dynamo.config.capture_scalar_outputs = True
//     return x * n
//
// Only where no symbol goes where Python must know its value: it is followed through assignments to
// what torch was seen to take (2.13: fullgraph=True under three backends, results equal). A test, a
// count of rounds, an index of a list or a text would break as before, or raise. As the flag holds
// for all of the file, each number that the file reads, and each size that depends on data, is
// followed. `captured_uses.h` says where they may go.
#include <algorithm>
#include <set>

#include "fix/captured_uses.h"
#include "fix/compile_sites.h"
#include "fix/declaration.h"
#include "fix/failures.h"
#include "fix/module_scope.h"
#include "fix/operands.h"
#include "fix/reads.h"
#include "fix/rewriter.h"
#include "fix/variables.h"

namespace graphmend::fix::capture_by_flag {
namespace {

using diag::Applicability;
using infer::FactKind;
using infer::ObservationKind;
using models::OpKind;
using syntax::ExprId;
using syntax::FunctionId;
using syntax::StmtId;

// What is read of a tensor as a number: t.item(), int(t); a list: t.tolist().
enum class ReadKind { None, Number, Numbers };

ReadKind ReadIn(const Finding& finding, ExprId expr) {
  const std::optional<HostRead> read = HostReadOf(finding, expr);
  if (!read || read->IsText() || !IsTensor(finding.Fact(read->tensor))) return ReadKind::None;
  // AOTAutograd asks for the value of a bool (torch 2.13).
  if (read->how == "bool") return ReadKind::None;
  return read->how == "tolist" ? ReadKind::Numbers : ReadKind::Number;
}

bool FollowRead(CapturedUses& uses, ReadKind kind, ExprId expr) {
  return kind == ReadKind::Numbers ? uses.Numbers(expr) : uses.Number(expr);
}

// A 0-d tensor of bools in the brackets: no flag makes a symbol of it.
bool IndexesByBool(const Finding& finding) {
  const auto* item = finding.If<syntax::Subscript>(finding.expr);
  if (!item) return false;
  const std::vector<ExprId> parts = TupleItems(finding.tree(), item->index);
  return std::any_of(parts.begin(), parts.end(), [&](ExprId part) {
    const infer::ExprFact& fact = finding.Fact(part);
    return fact.tensor && fact.tensor->rank == 0 && fact.tensor->dtype == values::DType::Bool;
  });
}

// Dynamo takes a size for it that the result does not have, or a number of NumPy's for a symbol,
// and fails (torch 2.13).
bool IsRefused(const Finding& finding) {
  const auto* call = finding.If<syntax::Call>(finding.expr);
  bool refused = false;
  if (finding.kind == ObservationKind::TensorAsInt) {
    refused = IndexesByBool(finding);
    ForEachInside(finding, finding.tree()[finding.expr].span, [&](ExprId part) {
      const infer::ExprFact& fact = finding.Fact(part);
      refused = refused || (fact.tensor && fact.tensor->numpy);
    });
  }
  return refused || (call && finding.NameOf(call->callee) == "torch.combinations");
}

// What torch.where(mask), nonzero(as_tuple=True), unique(return_inverse=True) give is a tuple.
bool FollowSized(const Finding& finding, CapturedUses& uses, ExprId expr) {
  const auto* call = finding.If<syntax::Call>(expr);
  const bool several =
      call && std::any_of(call->args.begin(), call->args.end(), [](const syntax::Arg& arg) {
        return arg.name == "return_inverse" || arg.name == "return_counts";
      });
  return several || finding.Fact(expr).OneOf(FactKind::Tuple, FactKind::List) ? uses.SizedOnes(expr)
                                                                              : uses.Sized(expr);
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

// What elsewhere in the file reads a number, or has a size that depends on data, and goes where
// Python must know its value, as `x.unique().tolist()` and `names[len(found)]` do: Dynamo, which
// broke the graph there, may raise GuardOnDataDependentSymNode with the flag (2.13). None: all can
// bear it.
ExprId OtherUse(const Finding& finding, bool sizes) {
  const syntax::Tree& tree = finding.tree();
  for (std::uint32_t i = 0; i < tree.exprs.size(); ++i) {
    const ExprId expr(i);
    const FunctionId function = finding.parents.FunctionOf(expr);
    const ReadKind read = sizes ? ReadKind::None : ReadIn(finding, expr);
    const bool captured =
        sizes ? IsSized(finding, expr) && !IsTarget(finding, expr) : read != ReadKind::None;
    if (!function || !captured) continue;
    if (tree[function].lambda_body) return expr;
    CapturedUses uses(finding, function, true, sizes);
    if (!(sizes ? FollowSized(finding, uses, expr) : FollowRead(uses, read, expr))) return expr;
  }
  return {};
}

// Whether the function changes in place what it did not make itself: a parameter, an attribute, a
// view. What has a size that depends on data is not kept for the backward pass, which computes it
// again, from what the change has left: gradients come out wrong; and a slice by a captured number
// of what changes is refused (torch 2.13, aot_eager).
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
    // Arithmetic makes a new tensor, of whatever.
    held = !value || (!finding.If<syntax::Binary>(value) && !IsNewTensor(finding, value));
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

std::string_view FlagOf(bool sizes) {
  return sizes ? "capture_dynamic_output_shape_ops" : "capture_scalar_outputs";
}

// Why the flag is not set, though what the finding gives could be captured; empty: it may be.
std::string WhyNotSet(const Finding& finding, const std::vector<CompileSite>& sites, bool sizes) {
  const std::string name = "`torch._dynamo.config." + std::string(FlagOf(sizes)) + "`";
  if (IsSetHere(finding, FlagOf(sizes)))
    return "no rewrite is known to keep the results, and " + name + " is set already";
  if (ChangesWhatIsHeld(finding)) return std::string(kChanged);
  if (sites.empty())
    return "no rewrite is known to keep the results; " + name +
           ", set where it is compiled, keeps it in the graph";
  if (const ExprId other = OtherUse(finding, sizes))
    return "no rewrite is known to keep the results, and " + name + " does not suit `" +
           std::string(finding.Text(other)) + "` of this file";
  // What is captured raises while it is traced, past handlers of the program.
  return IsCaughtHere(finding) ? std::string(kCaughtHere) : std::string();
}

// x.max().item(), x[mask], x[: n], torch.nonzero(mask): kept in the graph by a flag.
std::optional<Proposal> Propose(const Finding& finding) {
  if (!finding.IsInFunction()) return std::nullopt;
  const bool sizes =
      finding.kind == ObservationKind::DynamicShape || finding.kind == ObservationKind::BooleanMask;
  const ReadKind read = ReadIn(finding, finding.expr);
  if (finding.kind == ObservationKind::HostRead && read == ReadKind::None) return std::nullopt;
  if (const std::optional<HostRead> host = HostReadOf(finding, finding.expr);
      host && !IsNewTensor(finding, host->tensor) && IsChangedInPlace(finding, host->tensor))
    return Declined{std::string(kChanged)};
  const std::vector<CompileSite> sites = CompileSites(finding);
  const bool is_entry = finding.diagnostic.callers.size() <= 1 || IsCompiled(finding, sites);
  CapturedUses uses(finding, finding.function, is_entry);
  const bool whole = read != ReadKind::None ? FollowRead(uses, read, finding.expr)
                                            : FollowSized(finding, uses, finding.expr);
  if (!whole || IsRefused(finding)) return std::nullopt;
  if (std::string why = WhyNotSet(finding, sites, sizes); !why.empty())
    return Declined{std::move(why)};
  Rewriter rewriter(finding);
  SetFlag(finding, sites, FlagOf(sizes), rewriter);
  return rewriter.Finish("capture it by a flag of Dynamo", Applicability::Unsafe,
                         DifferenceOf(finding, sizes));
}

constexpr infer::ObservationKind kAnswers[] = {
    infer::ObservationKind::HostRead, infer::ObservationKind::TensorAsInt,
    infer::ObservationKind::DynamicShape, infer::ObservationKind::BooleanMask};

}  // namespace

extern constinit const Declaration kFix = {
    .summary = "capture a number or a size by a flag of Dynamo",
    .answers = kAnswers,
    .promise = Promise::Unsafe,
    .last_resort = true,
    .propose = Propose,
};

}  // namespace graphmend::fix::capture_by_flag
