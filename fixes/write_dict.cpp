// Write the dict that a TypedDict is: Batch(x=y), where Batch is a TypedDict.
#include <algorithm>

#include "fix/declaration.h"
#include "fix/module_scope.h"
#include "fix/rewriter.h"

namespace graphmend::fix::write_dict {
namespace {

using diag::Applicability;
using infer::FactKind;

// Whether the class is what its statement says: no decorator puts something else in its place, or
// in that of a class of the file that it is derived from.
bool IsPlain(const Finding& finding, syntax::ClassId cls) {
  const syntax::Class& made = finding.tree()[cls];
  return made.decorators.empty() &&
         std::all_of(made.bases.begin(), made.bases.end(), [&](const syntax::Arg& base) {
           const std::string prefix =
               finding.module.empty() ? "" : std::string(finding.module) + ".";
           const syntax::ClassId of =
               ClassNamed(finding, prefix + std::string(finding.Text(base.value)));
           return !of || of.index >= cls.index || IsPlain(finding, of);
         });
}

// Python takes the ligature of f and i for `fi` in a name, but not within quotes.
bool IsAscii(std::string_view name) {
  return std::all_of(name.begin(), name.end(),
                     [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

std::optional<Proposal> Propose(const Finding& finding) {
  const auto* call = finding.If<syntax::Call>(finding.expr);
  if (!call || !finding.Fact(call->callee).Is(FactKind::Class)) return std::nullopt;
  const syntax::ClassId cls = ClassNamed(finding, finding.NameOf(call->callee));
  if (!cls) return std::nullopt;
  if (!DerivesFrom(finding, cls, {"typing.TypedDict", "typing_extensions.TypedDict"}) ||
      !IsPlain(finding, cls))
    return std::nullopt;
  Rewriter rewriter(finding);
  const bool keywords =
      std::all_of(call->args.begin(), call->args.end(), [](const syntax::Arg& arg) {
        return arg.kind == syntax::ArgKind::Keyword && IsAscii(arg.name.text());
      });
  const source::Span whole = finding.tree()[finding.expr].span;
  const std::uint32_t callee = finding.tree()[call->callee].span.end;
  const std::string_view opening = finding.Text(source::Span{callee, whole.end});
  if (!keywords || !opening.starts_with('(')) {
    if (!IsUnshadowed(finding, "dict")) return std::nullopt;
    rewriter.Replace(call->callee, "dict");
    return rewriter.Finish("make it a plain dict", Applicability::Safe);
  }
  for (const syntax::Arg& arg : call->args) {
    const std::string_view text = finding.Text(arg.span);
    const std::size_t value = text.find_first_not_of(" \t", text.find('=') + 1);
    const std::uint32_t begin = arg.span.begin;
    rewriter.Replace(source::Span{begin, begin + static_cast<std::uint32_t>(value)},
                     "\"" + arg.name.str() + "\": ");
  }
  rewriter.Replace(source::Span{whole.begin, callee + 1}, "{");
  rewriter.Replace(source::Span{whole.end - 1, whole.end}, "}");
  return rewriter.Finish("write it as a plain dict", Applicability::Safe);
}

constexpr infer::ObservationKind kAnswers[] = {infer::ObservationKind::SkippedCall};

}  // namespace

extern constinit const Declaration kFix = {
    .summary = "write a TypedDict as a plain dict",
    .answers = kAnswers,
    .promise = Promise::Safe,
    .propose = Propose,
};

}  // namespace graphmend::fix::write_dict
