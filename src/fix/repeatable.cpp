#include "fix/repeatable.h"

#include <algorithm>

namespace graphmend::fix {

using infer::FactKind;
using syntax::ExprId;

namespace {

// Whether it is a list that the function itself writes: what `zip` or `iter` gave is known by its
// items, too.
bool IsWrittenList(const Finding& finding, const Terms& terms, ExprId list) {
  const auto is_written = [&](ExprId value) {
    const auto* made = finding.If<syntax::Comprehension>(value);
    const auto* call = finding.If<syntax::Call>(value);
    return finding.If<syntax::Sequence>(value) ||
           (made && made->kind == syntax::ComprehensionKind::List) ||
           (call && finding.BuiltinName(call->callee) == "list");
  };
  if (!terms.SlotOf(list)) return is_written(list);
  const Definitions& found = terms.flow().Of(list);
  return !found.empty() && std::all_of(found.begin(), found.end(), [&](const flow::Inst* one) {
    return one && is_written(terms.ValueOf(one));
  });
}

}  // namespace

bool IsRepeatable(const Finding& finding, const Terms& terms, ExprId iterable) {
  const auto* call = finding.If<syntax::Call>(iterable);
  const std::string_view name = call ? finding.BuiltinName(call->callee) : std::string_view();
  if (name == "range" || name == "zip" || name == "enumerate" || name == "reversed")
    return std::all_of(call->args.begin(), call->args.end(), [&](const syntax::Arg& arg) {
      return arg.kind == syntax::ArgKind::Positional &&
             (name == "range" ? IsFew(finding, terms, arg.value)
                              : IsRepeatable(finding, terms, arg.value));
    });
  const infer::ExprFact& fact = finding.Fact(iterable);
  if (terms.Effects(iterable)) return false;
  if (fact.Is(FactKind::List) && !IsWrittenList(finding, terms, iterable)) return false;
  if (fact.Is(FactKind::Object)) return fact.Name().starts_with("torch.nn.");
  if (call && fact.Is(FactKind::Iterator)) return true;  // made anew: `self.parameters()`
  return fact.OneOf(FactKind::List, FactKind::Tuple, FactKind::Tensor);
}

bool IsFew(const Finding& finding, const Terms& terms, ExprId number) {
  const auto* literal = finding.If<syntax::Literal>(number);
  if (literal) return literal->integer <= kMostIterations;
  const infer::ExprFact& fact = finding.Fact(number);
  return !terms.Effects(number) && fact.Is(FactKind::Int) &&
         (!fact.constant || fact.constant->integer <= kMostIterations);
}

}  // namespace graphmend::fix
