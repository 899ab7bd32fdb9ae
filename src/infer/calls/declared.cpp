// Declared types against values that arrive.
#include "infer/unit.h"

namespace graphmend::infer {
namespace {
// What a declaration admits, as far as it tells.
struct Admits {
  bool tensor = false, none = false, container = false, object = false, boolean = false,
       other = false, anything = false;
};
Admits AdmittedBy(const Values& values, Ref declared) {
  Admits out;
  auto look = [&](Ref r) {
    if (values.If<values::Tensor>(r)) out.tensor = true;
    else if (r.value == values.none()) out.none = true;
    else if (values.If<values::Sequence>(r) || values.If<values::Dict>(r)) out.container = true;
    else if (values.If<values::Object>(r)) out.object = true;
    else if (const auto* g = values.If<values::Guarded>(r); g && g->type == values::PyType::Bool)
      out.boolean = true;
    else if (values.If<values::Unknown>(r)) out.anything = true;
    else out.other = true;
  };
  if (const auto* u = values.If<values::Union>(declared))
    for (Ref r : u->alternatives) look(r);
  else look(declared);
  return out;
}
}  // namespace

// Makes an argument agree with its declaration where source does not tell it exactly. A value of
// several kinds was joined too coarsely on the way (through `*args`, `**kwargs`, computed keys), so
// the declaration picks those that it admits. A certain tensor outweighs a wrong declaration,
// unless that names a flag and the tensor was not computed in view.
Ref Calls::AsDeclared(Ref value, Ref declared) {
  Admits admits = AdmittedBy(values, declared);
  if (admits.anything) return value;
  const auto* u = values.If<values::Union>(value);
  Has tensor = unit_.data.IsTensor(value);
  if (!admits.tensor) {
    if (tensor == Has::Certainly && !admits.object)
      return admits.boolean && !admits.other && !unit_.recorder.MadeHere(value.origin)
                 ? values.Join(value, unit_.Guarded(values::PyType::Bool))
                 : value;
    if (tensor == Has::No || !u) return value;
    if (admits.container) return unit_.UnknownRef(Why::DeclaredContainer);
  } else if (!u || admits.container || admits.object) {
    return value;
  }
  bool unknown = false;
  Ref out = unit_.Bottom();
  for (Ref r : std::vector<Ref>(u->alternatives)) {
    bool is_tensor = values.If<values::Tensor>(r) != nullptr;
    bool fits = admits.tensor
                    ? is_tensor || values.If<values::Object>(r) || values.If<values::Param>(r) ||
                          (admits.none && r.value == values.none())
                    : !is_tensor;
    if (fits) out = values.Join(out, r);
    else unknown |= values.If<values::Unknown>(r) != nullptr;
  }
  if (unknown && unit_.data.IsTensor(out) == Has::No) out = values.Join(out, declared);
  return values.IsBottom(out) ? value : out;
}

// One argument against what its parameter declares; `flag`: the default is True or False.
Ref Calls::DeclaredArgument(const CallableInfo& info, const syntax::Param& p, Ref value,
                            bool flag) {
  const names::ScopeId outer =
      info.file->index()[info.file->index().of_function[info.function.index]].parent;
  const bool declares =
      p.annotation && p.kind != syntax::ParamKind::VarArgs && p.kind != syntax::ParamKind::KwArgs;
  if (unit_.open_values.IsOpen(value) && declares) {
    Ref declared = unit_.definitions.FromAnnotation(*info.file, outer, info.cells, p.annotation);
    if (!values.If<values::Unknown>(declared)) {
      const bool tensor = unit_.data.IsTensor(declared) != Has::No;
      return {declared.value, tensor ? unit_.recorder.AddOrigin(OriginKind::Annotated, info.file,
                                                                p.span, p.name, {})
                                     : OriginId()};
    }
  }
  if (!value.value || values.If<values::Unknown>(value)) return unit_.UnknownRef(Why::Argument);
  // `flag=False` declares a flag, which other callers pass as one.
  if (!p.annotation && flag && unit_.data.IsTensor(value) == Has::Certainly)
    value = values.Join(value, unit_.Guarded(values::PyType::Bool));
  if (declares && (values.If<values::Union>(value) || unit_.data.IsTensor(value) != Has::No))
    value = AsDeclared(
        value, unit_.definitions.FromAnnotation(*info.file, outer, info.cells, p.annotation));
  return value;
}

// What arrives against what the signature declares.
void Calls::Declare(const CallableInfo& info, BoundArguments& bound, const Site& site) {
  const syntax::Function& function = info.file->tree()[info.function];
  for (std::size_t i = 0; i < function.params.size(); ++i) {
    const syntax::Param& p = function.params[i];
    const Ref fallback = i < info.defaults.size() ? info.defaults[i] : Ref{};
    const bool flag = bound.given[i] &&
                      (fallback.value == values.Bool(true) || fallback.value == values.Bool(false));
    const bool by_declaration = unit_.open_values.IsOpen(bound.values[i]);
    Ref& v = bound.values[i];
    v = DeclaredArgument(info, p, v, flag);
    // The chain of reasons goes on where the argument was passed.
    if (!by_declaration && v.origin && unit_.data.IsTensor(v) != Has::No)
      v.origin = unit_.recorder.AddOrigin(OriginKind::Argument, info.file, p.span, p.name, v.origin,
                                          !unit_.CurrentMode(site).compiled);
  }
}

}  // namespace graphmend::infer
