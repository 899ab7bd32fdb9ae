// Comparisons at which Dynamo breaks for what is compared, whatever the values.
#include <string>
#include <string_view>

#include "infer/interpret/operations.h"
#include "infer/unit.h"

namespace graphmend::infer {

using syntax::CompareOp;
using values::PyType;

// `x.size == 0`: a method of a tensor, which is not called, is compared; `x.dtype == np.float32`: a
// type or function of NumPy is.
void Operations::CheckComparedMethods(CompareOp op, Ref left, Ref right, const Site& site) {
  if (op != CompareOp::Eq && op != CompareOp::NotEq) return;
  for (const Ref value : {left, right}) CheckComparedMethod(value, site);
  CheckComparedWithNumpy(left, right, site);
}

// What is known to be no dtype of NumPy's, with which Dynamo compares its types (torch 2.13).
void Operations::CheckComparedWithNumpy(Ref left, Ref right, const Site& site) {
  if (!unit_.CurrentMode(site).compiled) return;
  const auto name_of = [&](Ref r) {
    std::string_view name;
    if (const auto* c = values.If<values::Class>(r)) name = unit_.Info(c->id).qualified;
    else if (const auto* f = values.If<values::Function>(r)) name = unit_.callables.StubName(f->id);
    return name.starts_with("numpy.") ? name : std::string_view();
  };
  const auto is_plain = [&](Ref r) {
    const auto* guarded = values.If<values::Guarded>(r);
    return values.If<values::Class>(r) || values.If<values::Function>(r) ||
           values.If<values::Constant>(r) || (guarded && guarded->type == PyType::DType);
  };
  const std::string_view first = name_of(left), second = name_of(right);
  if ((first.empty() && second.empty()) || !is_plain(left) || !is_plain(right)) return;
  unit_.recorder.Observe(observed::Numpy{{std::string(first.empty() ? second : first)}}, site,
                         first.empty() ? right : left, {"GB9648"});
}

void Operations::CheckComparedMethod(Ref value, const Site& site) {
  const auto* bound = values.If<values::Bound>(value);
  if (!bound || !values.If<values::Tensor>(bound->self) || !unit_.CurrentMode(site).compiled)
    return;
  unit_.recorder.Observe(observed::SkippedCall{{""}, observed::SkippedCall::Form::MethodCompared},
                         site, value, {"GB6215"});
}

}  // namespace graphmend::infer
