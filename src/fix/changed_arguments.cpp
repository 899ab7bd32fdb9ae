#include "fix/changed_arguments.h"

#include <algorithm>

namespace graphmend::fix {
namespace {

using models::ChangedParameter;

// Where an argument stands among the positional ones: behind one with a star it may be any place
// from `first` on; of a method that is read from its class, the first one is `self`.
struct Place {
  std::size_t first = 0;
  bool starred = false;
  bool of_class = false;
};

bool IsAt(const ChangedParameter& parameter, const Place& place) {
  if (parameter.at == ChangedParameter::kByName) return false;
  const std::size_t last = parameter.at + (place.of_class ? 1 : 0);
  if (place.starred) return parameter.rest || place.first <= last;
  return place.first >= parameter.at && (parameter.rest || place.first <= last);
}

bool IsFor(const ChangedParameter& parameter, const syntax::Arg& arg, const Place& place) {
  switch (arg.kind) {
    case syntax::ArgKind::Keyword: return parameter.name == arg.name;
    case syntax::ArgKind::DoubleStar: return true;
    case syntax::ArgKind::Star:
    case syntax::ArgKind::Positional: break;
  }
  return IsAt(parameter, place);
}

}  // namespace

std::vector<syntax::ExprId> ChangedArguments(const Finding& finding, const syntax::Call& call) {
  const infer::ExprFact& callee = finding.Fact(call.callee);
  const auto* method = finding.If<syntax::Attribute>(call.callee);
  std::vector<syntax::ExprId> changed;
  if (callee.traits.Has(models::Trait::Mutates)) {
    const bool of_method = method && !callee.Is(infer::FactKind::Object) &&
                           finding.Fact(method->object).MayBe(infer::FactKind::Tensor);
    if (of_method) changed.push_back(method->object);
    else if (!call.args.empty()) changed.push_back(call.args[0].value);
  }
  Place place;
  place.of_class = method && finding.Fact(method->object).Is(infer::FactKind::Class);
  for (const syntax::Arg& arg : call.args) {
    place.starred |= arg.kind == syntax::ArgKind::Star;
    const auto& parameters = callee.traits.changed;
    if (std::any_of(parameters.begin(), parameters.end(), [&](const ChangedParameter& parameter) {
          return parameter.name && IsFor(parameter, arg, place);
        }))
      changed.push_back(arg.value);
    place.first += arg.kind == syntax::ArgKind::Positional ? 1 : 0;
  }
  return changed;
}

}  // namespace graphmend::fix
