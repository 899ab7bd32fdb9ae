// Write the dict of the fields of a dataclass: dataclasses.asdict(out).
#include "fix/arguments.h"
#include "fix/declaration.h"
#include "fix/failures.h"
#include "fix/module_scope.h"
#include "fix/variables.h"
#include "fixes/copies.h"

namespace graphmend::fix::list_fields {
namespace {

using diag::Applicability;
using infer::FactKind;
using syntax::ExprId;

// What a field that is declared so holds: 't' a tensor, 'i' what nobody can change, 0 anything.
char HeldBy(const Finding& finding, ExprId annotation) {
  const std::string name = ImportedName(finding, annotation);
  if (name == "torch.Tensor") return 't';
  for (std::string_view plain : {"builtins.int", "builtins.float", "builtins.bool", "builtins.str",
                                 "builtins.complex", "builtins.bytes"})
    if (name == plain) return 'i';
  return 0;
}

bool IsDataclassAlone(const Finding& finding, const syntax::Class& cls) {
  if (!cls.bases.empty() || cls.decorators.size() != 1) return false;
  const auto* call = finding.If<syntax::Call>(cls.decorators[0]);
  return ImportedName(finding, call ? call->callee : cls.decorators[0]) == "dataclasses.dataclass";
}

std::optional<Proposal> Propose(const Finding& finding) {
  const auto* call = finding.If<syntax::Call>(finding.expr);
  if (!call || finding.NameOf(call->callee) != "dataclasses.asdict" || call->args.size() != 1 ||
      call->args[0].kind != syntax::ArgKind::Positional)
    return std::nullopt;
  const ExprId object = call->args[0].value;
  const syntax::ClassId cls = finding.Fact(object).Is(FactKind::Object)
                                  ? ClassNamed(finding, finding.NameOf(object))
                                  : syntax::ClassId();
  if (!cls || !finding.If<syntax::Name>(object))
    return Declined{"the fields are not known here; write the dict out"};
  const Declined other{"a field may hold something that asdict copies deeply; write the dict out"};
  if (!IsDataclassAlone(finding, finding.tree()[cls])) return other;
  std::vector<std::string> pieces;
  for (syntax::StmtId stmt : finding.tree()[cls].body) {
    const auto* field = finding.If<syntax::AnnAssign>(stmt);
    if (!field) continue;
    const auto* name = finding.If<syntax::Name>(field->target);
    const char held = HeldBy(finding, field->annotation);
    if (!name || held == 0) return other;
    pieces.push_back("\"" + name->id.str() + "\": " + std::string(finding.Text(object)) + "." +
                     name->id.str());
    if (held == 't') pieces.back() += kCopy;
  }
  if (IsCaughtHere(finding)) return Declined{std::string(kCaughtHere)};
  Rewriter rewriter(finding);
  ReplaceEnclosed(finding, finding.expr, "{", pieces, ",", "}", rewriter);
  return rewriter.Finish("write the dict of its fields", Applicability::Unsafe,
                         std::string(kSharedDifference));
}

constexpr infer::ObservationKind kAnswers[] = {infer::ObservationKind::SkippedCall};

}  // namespace

extern constinit const Declaration kFix = {
    .summary = "write the dict of a dataclass's fields",
    .answers = kAnswers,
    .promise = Promise::Unsafe,
    .propose = Propose,
};

}  // namespace graphmend::fix::list_fields
