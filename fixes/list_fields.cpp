// Write the fields of a dataclass as a dict or tuple: dataclasses.asdict(out),
// dataclasses.astuple(out).
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

// The only argument of a call of the function; none of another one.
ExprId ArgumentOf(const Finding& finding, std::string_view function) {
  const auto* call = finding.If<syntax::Call>(finding.expr);
  const bool plain = call && call->args.size() == 1 &&
                     call->args[0].kind == syntax::ArgKind::Positional &&
                     finding.NameOf(call->callee) == function;
  return plain ? call->args[0].value : ExprId();
}

std::optional<Proposal> Propose(const Finding& finding) {
  const ExprId as_tuple = ArgumentOf(finding, "dataclasses.astuple");
  const ExprId object = as_tuple ? as_tuple : ArgumentOf(finding, "dataclasses.asdict");
  const bool tuple = static_cast<bool>(as_tuple);
  if (!object) return std::nullopt;
  const syntax::ClassId cls = finding.Fact(object).Is(FactKind::Object)
                                  ? ClassNamed(finding, finding.NameOf(object))
                                  : syntax::ClassId();
  if (!cls || !finding.If<syntax::Name>(object))
    return Declined{"the fields are not known here; write them out"};
  const Declined other{"a field may hold something that is copied deeply; write the fields out"};
  if (!IsDataclassAlone(finding, finding.tree()[cls])) return other;
  std::vector<std::string> pieces;
  for (syntax::StmtId stmt : finding.tree()[cls].body) {
    const auto* field = finding.If<syntax::AnnAssign>(stmt);
    if (!field) continue;
    const auto* name = finding.If<syntax::Name>(field->target);
    const char held = HeldBy(finding, field->annotation);
    if (!name || held == 0) return other;
    const std::string key = tuple ? "" : "\"" + name->id.str() + "\": ";
    pieces.push_back(key + std::string(finding.Text(object)) + "." + name->id.str());
    if (held == 't') pieces.back() += kCopy;
  }
  if (IsCaughtHere(finding)) return Declined{std::string(kCaughtHere)};
  Rewriter rewriter(finding);
  if (tuple && pieces.size() < 2) return other;
  ReplaceEnclosed(finding, finding.expr, tuple ? "(" : "{", pieces, ",", tuple ? ")" : "}",
                  rewriter);
  return rewriter.Finish(tuple ? "write the tuple of its fields" : "write the dict of its fields",
                         Applicability::Unsafe, std::string(kSharedDifference));
}

constexpr infer::ObservationKind kAnswers[] = {infer::ObservationKind::SkippedCall};

}  // namespace

extern constinit const Declaration kFix = {
    .summary = "write a dataclass's fields as a dict or tuple",
    .answers = kAnswers,
    .promise = Promise::Unsafe,
    .propose = Propose,
};

}  // namespace graphmend::fix::list_fields
