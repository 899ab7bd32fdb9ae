#include "infer/interpret/runtime_numbers.h"

#include <optional>
#include <string>

namespace graphmend::infer {

bool ObserveRuntimeNumber(Unit& unit, Ref number, const Site& site) {
  const auto* g = unit.values.If<values::Guarded>(number);
  if (!g) return false;
  std::optional<Operation> what;
  if (g->number == values::RuntimeNumber::Hash) what = {"hash", OperationKind::Hash};
  if (g->number == values::RuntimeNumber::DataPointer)
    what = {"data_ptr", OperationKind::DataPointer};
  if (g->number == values::RuntimeNumber::Id && unit.recorder.MadeHere(number.origin))
    what = {"id", OperationKind::Id};
  if (what) unit.recorder.Observe(observed::DataPredicate{{*what}}, site, number, {"GB0088"});
  return what.has_value();
}

bool ObserveDrawn(Unit& unit, std::string_view spelling, Ref number, const Site& site) {
  const auto* scalar = unit.values.If<values::DataScalar>(number);
  if (!scalar || scalar->source != values::DataSource::Random || !unit.CurrentMode(site).compiled)
    return false;
  unit.recorder.Observe(observed::Random{{{std::string(spelling), OperationKind::DrawnNumber}}},
                        site, number, {"GB0213"});
  return true;
}

}  // namespace graphmend::infer
