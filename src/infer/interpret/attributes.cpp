// Attribute reads, by what the object is.
#include <algorithm>

#include "infer/interpret/frame.h"
#include "infer/interpret/object_operators.h"
#include "infer/unit.h"

namespace graphmend::infer {
namespace {

using values::PyType;

// Attributes that only a tensor has: using one on an undeclared parameter shows what it is.
bool OnlyTensorHas(Unit& unit, Symbol name) {
  static constexpr std::string_view kShared[] = {
      "dtype", "device",  "to",     "type",          "float", "half", "cuda",
      "cpu",   "double",  "data",   "size",          "mode",  "name", "names",
      "grad",  "is_cuda", "apply_", "register_hook", "shape"};
  if (name == "shape" || name == "size") return true;
  for (std::string_view shared : kShared)
    if (name == shared) return false;
  ClassId tensor = unit.classes.TensorClass();
  if (!tensor || !unit.classes.ClassAttribute(tensor, name).value) return false;
  for (std::string_view other : {"list", "dict", "str", "int", "float", "tuple", "set", "object"}) {
    ClassId cls = unit.classes.StubClass("builtins", other);
    if (cls && unit.classes.ClassAttribute(cls, name).value) return false;
  }
  ClassId module = unit.classes.StubClass("torch.nn", "Module");
  return !module || !unit.classes.ClassAttribute(module, name).value;
}

// A descriptor of the program's own says itself what it gives.
Ref ByDescriptor(Unit& unit, Ref attribute, Ref self, Ref cls, const Site& site) {
  const Ref of = self.value ? self : Ref{unit.values.none(), {}};
  return CallOwnMethod(unit, attribute, "__get__", {of, cls}, site).value_or(attribute);
}

// A class attribute as seen through an instance or class.
Ref Bind(Unit& unit, Ref attribute, Ref self, Ref cls, const Site& site) {
  if (const auto* u = unit.values.If<values::Union>(attribute)) {
    Ref out = unit.Bottom();
    for (Ref r : std::vector<Ref>(u->alternatives))
      out = unit.values.Join(out, Bind(unit, r, self, cls, site));
    return out;
  }
  if (unit.values.If<values::Function>(attribute)) {
    if (!self.value) return attribute;
    return {unit.values.Intern(values::Bound{self, attribute}), attribute.origin};
  }
  if (const auto* w = unit.values.If<values::Wrapper>(attribute)) {
    switch (w->kind) {
      case values::WrapperKind::CachedProperty:
        if (self.value && unit.options.MayBeOldPython())
          unit.recorder.Observe(observed::UnsupportedContext{{"functools.cached_property"}}, site,
                                {}, {"GB0142"}, {{OpenKind::NotCachedYet}});
        [[fallthrough]];
      case values::WrapperKind::Property:
        if (!self.value) return attribute;
        return unit.calls.Call(w->inner, {{syntax::ArgKind::Positional, {}, self, {}}}, site);
      case values::WrapperKind::SuperProperty: return attribute;
      case values::WrapperKind::StaticMethod: return w->inner;
      case values::WrapperKind::ClassMethod:
        return {unit.values.Intern(values::Bound{cls, w->inner}), {}};
      case values::WrapperKind::Untraced:
      case values::WrapperKind::InContext:
      case values::WrapperKind::Compiled:
      case values::WrapperKind::Disabled:
        if (!self.value) return attribute;
        return {unit.values.Intern(values::Bound{self, attribute}), {}};
    }
  }
  return unit.values.If<values::Object>(attribute) ? ByDescriptor(unit, attribute, self, cls, site)
                                                   : attribute;
}

// What a container of modules holds under this name: it is an attribute as well.
Ref NamedContent(Unit& unit, ObjectId id, Symbol name) {
  if (!unit.Info(unit.Info(id).cls).is_module) return {};
  const Ref contents = unit.store.Contents(id);
  const auto* d = contents.value ? unit.values.If<values::Dict>(contents) : nullptr;
  if (!d) return {};
  for (const values::DictEntry& entry : d->entries) {
    const auto* key = unit.values.If<values::Constant>(entry.key);
    if (key && key->kind == syntax::LiteralKind::Str && key->text == name) return entry.value;
  }
  return d->open ? d->other_value : Ref{};
}

// The module that a wrapper asks for the attributes that it has not itself.
Ref WrappedBehind(Unit& unit, Ref object, ClassId cls) {
  const bool asks = unit.classes.ClassAttribute(cls, unit.well_known.getattr).value.has_value();
  return asks ? unit.instances.Wrapped(object) : Ref{};
}

// What neither the instance nor its class has.
Ref OfNeither(Unit& unit, Ref object, ObjectId id, Symbol name, const Site& site) {
  const ClassId cls = unit.Info(id).cls;
  if (const Ref wrapped = WrappedBehind(unit, object, cls); wrapped.value)
    return unit.operations.GetAttribute(wrapped, name, site);
  const bool special = name.text().starts_with("__");
  if (!special && ObserveBuiltinAccessor(unit, object, "__getattr__", "GB0256", site))
    return *CallOwnMethod(unit, object, "__getattr__", {unit.Text(name.str())}, Untraced(site));
  if (Ref any = unit.classes.ClassAttribute(cls, unit.well_known.getattr);
      any.value && unit.values.If<values::Function>(any) &&
      unit.Info(unit.values.If<values::Function>(any)->id).is_stub && !special)
    return Bind(unit, any, object, {unit.values.Intern(values::Class{cls}), {}}, site);
  if (Ref item = NamedContent(unit, id, name); item.value) return item;
  if (const std::string& from = unit.Info(cls).qualified; unit.Info(cls).is_stub)
    return unit.OfLibrary(Why::NotModelled, unit.Intern(from + "." + name.str()));
  if (!special)
    if (auto given = CallOwnMethod(unit, object, "__getattr__", {unit.Text(name.str())}, site))
      return *given;
  return unit.UnknownRef(Why::NoAssignment, name);
}

Ref OfObject(Unit& unit, Ref object, ObjectId id, Symbol name, const Site& site) {
  ClassId cls = unit.Info(id).cls;
  Ref class_ref{unit.values.Intern(values::Class{cls}), {}};
  const FieldValue field = unit.store.FieldOf(object, name);
  if (Ref value = field.value; value.value) {
    // Methods other than __init__ may have stored something else by now.
    const bool own = unit.values.AddressOf(object.value).has_value();
    if (!own && unit.values.If<values::Constant>(value) && unit.classes.AssignedLate(cls, name))
      return unit.values.Join(value, unit.UnknownRef(Why::AssignedLate));
    return value;
  }
  if (name == "__class__") return class_ref;
  if (name == "__dict__") return unit.UnknownRef(Why::InstanceDict);
  Ref attribute = unit.classes.ClassAttribute(cls, name);
  if (attribute.value) {
    Ref bound = Bind(unit, attribute, object, class_ref, site);
    const auto* t = unit.values.If<values::Tensor>(bound);
    if (t && !bound.origin)
      return unit.recorder.TensorRef(*t, OriginKind::Attribute, site, name, object.origin);
    bound = unit.store.Loaded(bound, StoreKind::ClassAttribute, cls.index, name);
    if (unit.values.If<values::Constant>(bound) && !unit.Info(cls).is_stub &&
        unit.classes.AssignedLate(cls, name))
      return unit.values.Join(bound, unit.UnknownRef(Why::AssignedLate));
    return bound;
  }
  return OfNeither(unit, object, id, name, site);
}

// The constructor that a dataclass has written, which no class body shows. None id: another name,
// or a body defines it.
Ref WrittenInit(Unit& unit, ClassId cls, Symbol name, std::size_t skip) {
  return name == unit.well_known.init && unit.classes.WriterOfInit(cls, skip)
             ? unit.definitions.StubValue("dataclasses", "_written_init")
             : Ref{};
}

Ref OfClass(Unit& unit, Ref object, ClassId cls, Symbol name, const Site& site) {
  if (name == "__name__" || name == "__qualname__" || name == "__module__" || name == "__doc__")
    return unit.Guarded(PyType::Str);
  Ref attribute = WrittenInit(unit, cls, name, 0);
  if (!attribute.value) attribute = unit.classes.ClassAttribute(cls, name);
  if (!attribute.value) return unit.UnknownRef(Why::AttributeNotInView, name);
  if (unit.Info(cls).is_enum && !unit.values.If<values::Function>(attribute))
    return unit.instances.EnumMember(cls);
  return Bind(unit, attribute, {}, object, site);
}

bool IsOwnProperty(Unit& unit, Ref attribute) {
  const auto* w = unit.values.If<values::Wrapper>(attribute);
  const auto* getter = w && w->kind == values::WrapperKind::Property
                           ? unit.values.If<values::Function>(w->inner)
                           : nullptr;
  return getter && !unit.Info(getter->id).is_stub;
}

Ref OfSuper(Unit& unit, const values::Super& s, Symbol name, const Site& site) {
  ClassId own;
  Ref class_ref;
  if (const auto* o = unit.values.If<values::Object>(s.self)) own = unit.Info(o->id).cls;
  if (const auto* c = unit.values.If<values::Class>(s.self)) own = c->id;
  if (!own) own = s.after;
  class_ref = {unit.values.Intern(values::Class{own}), {}};
  const auto& mro = unit.Info(own).mro;
  std::size_t skip = 0;
  while (skip < mro.size() && mro[skip] != s.after) ++skip;
  if (skip == mro.size()) {  // not found: the class's own parents
    own = s.after;
    skip = 0;
  }
  Ref attribute = WrittenInit(unit, own, name, skip + 1);
  if (!attribute.value) attribute = unit.classes.ClassAttribute(own, name, nullptr, skip + 1);
  // `object`, from which all derive, stands in no list of bases.
  if (!attribute.value && !unit.Info(own).unknown_base) {
    const ClassId object = unit.classes.StubClass("builtins", "object");
    if (object) attribute = unit.classes.ClassAttribute(object, name);
  }
  if (!attribute.value) {
    if (name == "__init__" || name == "__setattr__" || name == "__init_subclass__")
      return unit.UnknownRef(Why::ResultOf, name);
    return unit.UnknownRef(Why::AttributeNotInView, name);
  }
  if (name == "__new__") return attribute;  // static, though nothing says so
  if (IsOwnProperty(unit, attribute) && unit.values.If<values::Object>(s.self) &&
      unit.CurrentMode(site).compiled) {
    const Ref value = Bind(unit, attribute, s.self, class_ref, Untraced(site));
    return {unit.values.Intern(values::Wrapper{values::WrapperKind::SuperProperty, false, value}),
            value.origin};
  }
  return Bind(unit, attribute, s.self, class_ref, site);
}

// Of what a library gives, the attributes are the library's too.
Ref OfUnknown(Unit& unit, Ref object, Symbol name) {
  const auto* unknown = unit.values.If<values::Unknown>(object);
  if (unknown && unknown->why == Why::OfExtension)
    return unit.OfLibrary(Why::OfExtension, unit.Intern(unknown->about.str() + "." + name.str()));
  if (unknown && unknown->library) return unit.OfLibrary(Why::AttributeOfLibrary);
  return unit.UnknownRef(Why::Attribute, name);
}

// The fields by which tuples that torch returns are known, too (torch.return_types), and where they
// are. A plain tuple has none of these, so whoever reads one has such a result.
Ref OfReturnedTuple(const values::Sequence& tuple, Symbol name) {
  static constexpr std::pair<std::string_view, std::size_t> kFields[] = {
      {"values", 0},   {"indices", 1},   {"eigenvalues", 0}, {"eigenvectors", 1},
      {"sign", 0},     {"logabsdet", 1}, {"U", 0},           {"S", 1},
      {"V", 2},        {"Vh", 2},        {"Q", 0},           {"R", 1},
      {"P", 0},        {"L", 1},         {"LU", 0},          {"pivots", 1},
      {"solution", 0}, {"residuals", 1}, {"rank", 2},        {"singular_values", 3},
      {"mantissa", 0}, {"exponent", 1},  {"hist", 0},        {"bin_edges", 1}};
  if (tuple.kind != values::SequenceKind::Tuple || !tuple.exact) return {};
  for (const auto& [field, at] : kFields)
    if (name == field) return at < tuple.items.size() ? tuple.items[at] : Ref{};
  return {};
}

// Of numbers, texts and containers, and of what is not known at all.
Ref OfBuiltin(Unit& unit, Ref object, Symbol name, const Site& site) {
  Values& values = unit.values;
  const auto* sequence = values.If<values::Sequence>(object);
  if (const Ref field = sequence ? OfReturnedTuple(*sequence, name) : Ref{}; field.value)
    return field;
  if (auto cls = unit.classes.ClassOf(object)) {
    Ref attribute = unit.classes.ClassAttribute(*cls, name);
    if (attribute.value)
      return Bind(unit, attribute, object, {values.Intern(values::Class{*cls}), {}}, site);
    return unit.Bottom();  // a builtin has no such attribute
  }
  if (sequence) return unit.UnknownRef(Why::Attribute, name);
  return OfUnknown(unit, object, name);
}

// What a function stands for, as functools.wraps notes it, also where a method of it is asked. One
// that a cache wraps is the function itself here.
Ref Wrapped(Unit& unit, Ref function) {
  const auto* bound = unit.values.If<values::Bound>(function);
  const auto* of = unit.values.If<values::Function>(bound ? bound->callee : function);
  const Ref wrapped = of ? unit.callables.WrappedBy(of->id) : Ref{};
  return wrapped.value ? wrapped : function;
}

// `torch.ops.aten.add`, whose attributes are its overloads (`torch.ops.aten.add.Tensor`): to Dynamo
// the same call, which stubs describe once.
bool IsTorchOperator(Unit& unit, Ref function) {
  const auto* f = unit.values.If<values::Function>(function);
  if (!f || !unit.Info(f->id).is_stub) return false;
  return unit.program.Info(unit.Info(f->id).file->id()).module.starts_with("torch.ops.");
}

// Of a function or a method.
Ref OfFunction(Unit& unit, Ref object, Symbol name) {
  if (name == "__name__" || name == "__qualname__" || name == "__module__" || name == "__doc__")
    return unit.Guarded(PyType::Str);
  if (name == "__wrapped__") return Wrapped(unit, object);
  if (const auto* bound = unit.values.If<values::Bound>(object)) {
    if (name == "__self__") return bound->self;
    if (name == "__func__") return bound->callee;
  } else if (name == unit.well_known.get) {
    const Ref made = unit.definitions.StubValue("graphmend", "bound");
    if (made.value) return {unit.values.Intern(values::Partial{made, {object}, {}}), {}};
  }
  if (IsTorchOperator(unit, object) && !name.text().starts_with('_')) return object;
  return unit.UnknownRef(Why::Attribute, name);
}

Ref OneAttribute(Unit& unit, Ref object, Symbol name, const Site& site) {
  Values& values = unit.values;
  const values::Value& value = values[object.value];
  if (const auto* o = std::get_if<values::Object>(&value))
    return OfObject(unit, object, o->id, name, site);
  if (const auto* c = std::get_if<values::Class>(&value))
    return OfClass(unit, object, c->id, name, site);
  if (const auto* m = std::get_if<values::Module>(&value))
    return unit.definitions.ModuleAttribute(m->file, name);
  if (const auto* s = std::get_if<values::Super>(&value)) return OfSuper(unit, *s, name, site);
  if (const auto* w = std::get_if<values::Wrapper>(&value)) {
    if (w->kind == values::WrapperKind::Property &&
        (name == "setter" || name == "getter" || name == "deleter"))
      return object;
    return unit.operations.GetAttribute(w->inner, name, site);
  }
  if (const auto* p = std::get_if<values::Param>(&value)) {
    if (!OnlyTensorHas(unit, name)) return unit.UnknownRef(Why::AttributeOfParameter);
    unit.open_values.Demand(p->index);
    return OneAttribute(unit, {values.Intern(values::Tensor{}), object.origin}, name, site);
  }
  if (std::holds_alternative<values::Tensor>(value)) {
    auto cls = unit.classes.ClassOf(object);
    Ref attribute = cls ? unit.classes.ClassAttribute(*cls, name) : Ref{};
    if (!attribute.value)
      return unit.OfLibrary(Why::NotModelled, unit.Intern("Tensor." + name.str()));
    Ref bound = Bind(unit, attribute, object, {values.Intern(values::Class{*cls}), {}}, site);
    return bound;
  }
  if (std::holds_alternative<values::Bottom>(value)) return object;
  if (object.value == values.none()) return unit.Bottom();
  if (std::holds_alternative<values::Function>(value) ||
      std::holds_alternative<values::Bound>(value))
    return OfFunction(unit, object, name);
  if (const auto* p = std::get_if<values::Partial>(&value); p && name == "func") return p->callee;
  if (const auto* g = std::get_if<values::Guarded>(&value);
      g && (g->type == PyType::Any || g->type == PyType::DType || g->type == PyType::Device))
    return unit.Guarded(name == "type" || name == "name" ? PyType::Str : PyType::Any);
  return OfBuiltin(unit, object, name, site);
}

// What `__getattribute__` of the object's class gives in compiled code. nullopt: it has none of its
// own, or source does not tell; then it is taken for one that gives what there is.
std::optional<Ref> ByGetAttribute(Unit& unit, Ref object, Symbol name, const Site& site) {
  const auto* o = unit.values.If<values::Object>(object);
  if (!o || !unit.CurrentMode(site).compiled ||
      !HasOwnMethod(unit, unit.Info(o->id).cls, "__getattribute__"))
    return std::nullopt;
  auto given = CallOwnMethod(unit, object, "__getattribute__", {unit.Text(name.str())}, site);
  return given && unit.values.If<values::Unknown>(*given) ? std::nullopt : given;
}

}  // namespace

Ref Operations::GetAttribute(Ref object, Symbol name, const Site& site, Access access) {
  Nesting nesting(unit_.budget);
  if (!nesting) return unit_.holes.Unfollowed(HoleKind::Depth, site, Why::TooDeep);
  const auto* u = values.If<values::Union>(object);
  const auto one = [&](Ref r) {
    if (access == Access::ByClass)
      if (auto given = ByGetAttribute(unit_, r, name, site)) return *given;
    return OneAttribute(unit_, r, name, site);
  };
  Ref out;
  if (!u) {
    out = one(object);
  } else {
    out = unit_.Bottom();
    for (Ref r : std::vector<Ref>(u->alternatives))
      // A bound method remembers only the alternative that has it.
      out = values.Join(out, one({r.value, r.origin ? r.origin : object.origin}));
  }
  // Only None, or a builtin without the attribute: something that is not in view set it.
  if (values.IsBottom(out) && !values.IsBottom(object))
    return unit_.UnknownRef(Why::AttributeNotInView, name);
  return out;
}

}  // namespace graphmend::infer
