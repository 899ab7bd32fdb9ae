// Make a cached property a plain one: @functools.cached_property.
#include <algorithm>

#include "fix/declaration.h"
#include "fix/module_scope.h"
#include "fix/rewriter.h"

namespace graphmend::fix::compute_at_each_read {
namespace {

using diag::Applicability;
using infer::FactKind;
using syntax::ExprId;
using syntax::StmtId;

// Whether some code of the file assigns or deletes an attribute of this name.
bool IsAttributeChanged(const Finding& finding, std::string_view name) {
  const syntax::Tree& tree = finding.tree();
  auto is_it = [&](ExprId expr) {
    const auto* attribute = finding.If<syntax::Attribute>(expr);
    return attribute && attribute->name == name;
  };
  for (std::uint32_t i = 0; i < tree.stmts.size(); ++i) {
    const StmtId stmt(i);
    if (const auto* assign = finding.If<syntax::Assign>(stmt);
        assign && std::any_of(assign->targets.begin(), assign->targets.end(), is_it))
      return true;
    if (const auto* gone = finding.If<syntax::Delete>(stmt);
        gone && std::any_of(gone->targets.begin(), gone->targets.end(), is_it))
      return true;
    if (const auto* one = finding.If<syntax::AugAssign>(stmt); one && is_it(one->target))
      return true;
    if (const auto* one = finding.If<syntax::AnnAssign>(stmt); one && is_it(one->target))
      return true;
  }
  return false;
}

std::optional<Proposal> Propose(const Finding& finding) {
  const auto* read = finding.If<syntax::Attribute>(finding.expr);
  if (!read || !finding.Fact(read->object).Is(FactKind::Object)) return std::nullopt;
  const syntax::ClassId cls = ClassNamed(finding, finding.NameOf(read->object));
  const syntax::FunctionId method =
      cls ? MethodOf(finding, cls, read->name.text()) : syntax::FunctionId();
  if (!method || finding.tree()[method].decorators.size() != 1) return std::nullopt;
  const ExprId decorator = finding.tree()[method].decorators[0];
  if (ImportedName(finding, decorator) != "functools.cached_property") return std::nullopt;
  if (IsAttributeChanged(finding, read->name.text()))
    return Declined{
        "the value is also assigned or deleted, which a property does not allow; compute it in "
        "`__init__`"};
  if (finding.Fact(finding.expr).MayBe(FactKind::Iterator))
    return Declined{"the graph cannot hand on the iterator that is kept; keep a list"};
  if (finding.Breaks(finding.tree()[method].span))
    return Declined{"computing it breaks the graph, on each read as well; mend that first"};
  if (!IsUnshadowed(finding, "property")) return std::nullopt;
  Rewriter rewriter(finding);
  rewriter.Replace(decorator, "property");
  return rewriter.Finish(
      "make it a property", Applicability::Unsafe,
      "it is computed on each read, with the random numbers that it draws, and no longer kept");
}

constexpr infer::ObservationKind kAnswers[] = {infer::ObservationKind::UnsupportedContext};

}  // namespace

extern constinit const Declaration kFix = {
    .summary = "make a cached property a plain one",
    .answers = kAnswers,
    .promise = Promise::Unsafe,
    .propose = Propose,
};

}  // namespace graphmend::fix::compute_at_each_read
