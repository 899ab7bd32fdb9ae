// The last resort: a flag of torch._dynamo.config, set where the file compiles something, by which
// Dynamo keeps sizes that depend on data as symbols in the graph, where no count of them does it
// (count_selected.cpp).
//
//     y = torch.unique(x)         torch._dynamo.config.capture_dynamic_output_shape_ops = True
//
// Only where no symbol goes where Python must know its value. A test, a count of rounds, an index
// of a list or a text would break as before, or raise. As the flag holds for all of the file, each
// size of it that depends on data is followed. `captured_uses.h` says where they may go.
#include <algorithm>
#include <set>

#include "captured.h"
#include "fix/compile_sites.h"
#include "fix/declaration.h"
#include "fix/failures.h"
#include "fix/module_scope.h"
#include "fix/rewriter.h"

namespace graphmend::fix::capture_by_flag {
namespace {

using diag::Applicability;
using infer::ObservationKind;
using models::OpKind;
using syntax::ExprId;
using syntax::FunctionId;
using syntax::StmtId;

// What elsewhere in the file has a size that depends on data, and goes where Python must know its
// value, as `x.unique().tolist()` and `names[len(found)]` do: Dynamo, which broke the graph there,
// may raise GuardOnDataDependentSymNode with the flag (2.13). None: all can bear it.
ExprId OtherUse(const Finding& finding) {
  const syntax::Tree& tree = finding.tree();
  for (std::uint32_t i = 0; i < tree.exprs.size(); ++i) {
    const ExprId expr(i);
    const FunctionId function = finding.parents.FunctionOf(expr);
    if (!function || !SelectsByData(finding, expr) || IsTarget(finding, expr)) continue;
    if (tree[function].lambda_body) return expr;
    CapturedUses uses(finding, function, true);
    if (!FollowSized(finding, uses, expr) || !uses.unknown().empty()) return expr;
  }
  return {};
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

constexpr std::string_view kFlag = "capture_dynamic_output_shape_ops";
constexpr std::string_view kDifference =
    "the flag applies to everything the process compiles; code elsewhere that needs such a value "
    "in Python may raise, and a new size is no longer guarded on; an index that is out of range of "
    "such a size raises a different error; elements that are combined must be equal in number, and "
    "are not broadcast";

// Why the flag is not set, though what the finding gives could be captured; empty: it may be.
std::string WhyNotSet(const Finding& finding, const std::vector<CompileSite>& sites) {
  const std::string name = "`torch._dynamo.config." + std::string(kFlag) + "`";
  if (IsSetHere(finding, kFlag))
    return "no rewrite is known to keep the results, and " + name + " is already set";
  if (SeesChanges(finding)) return std::string(kChanged);
  if (sites.empty())
    return "no rewrite is known to keep the results; " + name +
           ", set where it is compiled, keeps it in the graph";
  if (const ExprId other = OtherUse(finding))
    return "no rewrite is known to keep the results, and " + name + " does not suit `" +
           std::string(finding.Text(other)) + "` in this file";
  // What is captured raises while it is traced, past handlers of the program.
  return IsCaughtHere(finding) ? std::string(kCaughtHere) : std::string();
}

// x[mask], torch.nonzero(mask): kept in the graph by a flag.
std::optional<Proposal> Propose(const Finding& finding) {
  if (!finding.IsInFunction() || !BreaksForSize(finding)) return std::nullopt;
  const std::vector<CompileSite> sites = CompileSites(finding);
  const bool is_entry = finding.diagnostic.callers.size() <= 1 || IsCompiled(finding, sites);
  CapturedUses uses(finding, is_entry ? finding.function : FunctionId());
  if (!FollowSized(finding, uses, finding.expr) || !uses.unknown().empty() || HasWrongSize(finding))
    return std::nullopt;
  if (std::string why = WhyNotSet(finding, sites); !why.empty()) return Declined{std::move(why)};
  Rewriter rewriter(finding);
  SetFlag(finding, sites, kFlag, rewriter);
  return rewriter.Finish("capture it with a Dynamo flag", Applicability::Unsafe,
                         std::string(kDifference) + OutOfView(finding, uses));
}

constexpr infer::ObservationKind kAnswers[] = {ObservationKind::DynamicShape,
                                               ObservationKind::BooleanMask};
constexpr std::string_view kBefore[] = {"capture_size"};

}  // namespace

extern constinit const Declaration kFix = {
    .summary = "capture a size with a Dynamo flag",
    .answers = kAnswers,
    .before = kBefore,
    .promise = Promise::Unsafe,
    .last_resort = true,
    .propose = Propose,
};

}  // namespace graphmend::fix::capture_by_flag
