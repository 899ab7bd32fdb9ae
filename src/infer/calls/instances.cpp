// Instances: made by calling a class, or promised by an annotation.
#include <algorithm>

#include "infer/calls/rewrapping.h"
#include "infer/interpret/frame.h"
#include "infer/interpret/operands.h"
#include "infer/unit.h"

namespace graphmend::infer {
namespace {

// Constructor arguments by field of a dataclass; None id: not passed.
struct FieldArguments {
  std::vector<Ref> values;
  bool open = false;  // more may be passed
};

FieldArguments BindFields(Unit& unit, const std::vector<Symbol>& fields, const Arguments& args) {
  FieldArguments bound{std::vector<Ref>(fields.size())};
  std::size_t next = 0;
  auto name = [&](Symbol field, Ref value) {
    auto at = std::find(fields.begin(), fields.end(), field);
    if (at != fields.end()) bound.values[at - fields.begin()] = value;
  };
  for (const CallArgument& a : args) {
    const auto* dict = unit.values.If<values::Dict>(a.value);
    switch (a.kind) {
      case syntax::ArgKind::Positional:
        if (next < fields.size()) bound.values[next++] = a.value;
        break;
      case syntax::ArgKind::Keyword: name(a.name, a.value); break;
      case syntax::ArgKind::Star: {
        auto items = unit.operations.ExactElements(a.value);
        bound.open |= !items;
        for (Ref r : items.value_or(std::vector<Ref>{}))
          if (next < fields.size()) bound.values[next++] = r;
        break;
      }
      case syntax::ArgKind::DoubleStar:
        bound.open |= !dict || dict->open;
        for (const auto& e : dict ? dict->entries : std::vector<values::DictEntry>{})
          if (const auto* key = unit.values.If<values::Constant>(Ref{e.key, {}}))
            name(key->text, e.value);
        break;
    }
  }
  return bound;
}

void FillFields(Unit& unit, ClassId cls, Ref self, const Arguments& args, const Site& site) {
  const std::vector<Symbol> fields = unit.Info(cls).fields;
  const FieldArguments bound = BindFields(unit, fields, args);
  for (std::size_t i = 0; i < fields.size(); ++i) {
    Ref value = bound.values[i];
    if (!value.value) {
      auto fallback = unit.Info(cls).field_defaults.find(fields[i]);
      value = fallback != unit.Info(cls).field_defaults.end() ? fallback->second : unit.None();
      if (bound.open) value = unit.values.Join(value, unit.UnknownRef(Why::ThroughKeywords));
    }
    unit.operations.SetField(site.frame ? site.frame->Refreshed(self) : self, fields[i], value,
                             site);
  }
}

std::vector<ValueId> KeyOf(Unit& unit, const Arguments& args) {
  std::vector<ValueId> key;
  for (const CallArgument& a : args) {
    key.push_back(a.name ? unit.values.Str(a.name) : unit.values.Int(static_cast<int>(a.kind)));
    key.push_back(unit.values.Canonical(unit.values.WithoutAddresses(a.value.value)));
  }
  return key;
}

}  // namespace

namespace {
// `class Batch(TypedDict, total=False)`: making one is not traced; without total=False it is.
bool IsPartialTypedDict(Unit& unit, ClassId cls) {
  const ClassInfo& info = unit.Info(cls);
  if (info.is_stub || !info.file) return false;
  ClassId typed_dict = unit.classes.StubClass("typing", "TypedDict");
  if (!typed_dict || !unit.classes.DerivesFrom(cls, typed_dict)) return false;
  const syntax::Tree& tree = info.file->tree();
  for (const syntax::Arg& base : tree[info.cls].bases) {
    const auto* value = std::get_if<syntax::Literal>(&tree[base.value].node);
    if (base.name == "total" && value && value->kind == syntax::LiteralKind::False) return true;
  }
  return false;
}
}  // namespace

// Instances of one class are told apart by what they are made from. In compiled code, where a
// recursion or a loop may make them from ever other values, only the first few of each place are.
std::vector<ValueId> Instances::InstanceKey(ClassId cls, const Arguments& args, const Site& site) {
  std::vector<ValueId> key = KeyOf(unit_, args);
  if (!unit_.CurrentMode(site).compiled || !site.file) return key;
  std::vector<std::vector<ValueId>>& known =
      instance_keys_[{cls.index, std::uint64_t{site.file->id().index} << 32 | site.span.begin}];
  if (std::find(known.begin(), known.end(), key) != known.end()) return key;
  if (known.size() < kMaxInstancesOfPlace) return known.emplace_back(std::move(key));
  return {values.Int(site.file->id().index), values.Int(site.span.begin)};
}

Ref Instances::EnumMember(ClassId cls) {
  if (!unit_.classes.DerivesFrom(cls, unit_.classes.StubClass("enum", "StrMember")))
    return unit_.Guarded(values::PyType::Any);
  return {values.Intern(values::Object{unit_.store.InternObject(cls, {}), {}, {}}), {}};
}

// The `__new__` that a class has in its own source, which decides what a call of the class gives.
// Subclasses of Tensor are known as tensors, whatever makes them. None id: there is none.
Ref Instances::OwnNew(ClassId cls) {
  ClassId owner;
  const Ref made = unit_.classes.ClassAttribute(cls, unit_.Intern("__new__"), &owner);
  const bool own = made.value && values.If<values::Function>(made) && !unit_.Info(owner).is_stub;
  const ClassId tensor = unit_.classes.TensorClass();
  if (!own || (tensor && unit_.classes.DerivesFrom(cls, tensor))) return {};
  return made;
}

// As `type.__call__`: what `__new__` gives. An instance that it has from `object.__new__` is made
// as if there were no `__new__`; what it has from another class's call is there already.
Ref Instances::MadeByNew(ClassId cls, Ref own_new, const Arguments& args, const Site& site,
                         OriginId origin) {
  Arguments all = {{syntax::ArgKind::Positional, {}, {values.Intern(values::Class{cls}), {}}, {}}};
  all.insert(all.end(), args.begin(), args.end());
  return OverAlternatives(unit_, unit_.calls.Call(own_new, all, site), [&](Ref r) {
    if (values.If<values::Unknown>(r)) return Made(cls, args, site, origin);
    const auto* object = values.If<values::Object>(r);
    const ClassId own = object ? unit_.Info(object->id).cls : ClassId();
    const bool bare = own && unit_.Info(object->id).generic && unit_.classes.DerivesFrom(own, cls);
    return bare ? Made(own, args, site, origin) : r;
  });
}

// Dynamo gives the constructor of a subclass of Tensor nothing but the class, unless the class says
// how to take an instance apart (torch 2.13, measured).
void Instances::ObserveTensorSubclass(ClassId cls, const Site& site) {
  const ClassId tensor = unit_.classes.TensorClass();
  if (!tensor || !unit_.CurrentMode(site).compiled || !unit_.classes.DerivesFrom(cls, tensor))
    return;
  ClassId owner;
  const Ref init = unit_.classes.ClassAttribute(cls, unit_.well_known.init, &owner);
  if (!init.value || !owner || unit_.Info(owner).is_stub) return;
  if (unit_.classes.ClassAttribute(cls, unit_.Intern("__tensor_flatten__")).value &&
      unit_.classes.ClassAttribute(cls, unit_.Intern("__tensor_unflatten__")).value)
    return;
  unit_.recorder.Observe(
      observed::SkippedCall{{unit_.Info(cls).qualified}, observed::SkippedCall::Form::Function},
      site, {}, {"GB7312"});
}

Ref Instances::Instantiate(ClassId cls, const Arguments& args, const Site& site, OriginId origin) {
  if (unit_.Info(cls).is_enum) return EnumMember(cls);
  ObserveTensorSubclass(cls, site);
  if (const Ref own = OwnNew(cls); own.value) return MadeByNew(cls, own, args, site, origin);
  return Made(cls, args, site, origin);
}

Ref Instances::Made(ClassId cls, const Arguments& given, const Site& site, OriginId origin) {
  Arguments args = given;
  if (!unit_.CurrentMode(site).compiled)
    for (CallArgument& argument : args)
      argument.value = WithoutInstancesMadeAt(unit_, site, argument.value);
  if (unit_.Info(cls).is_module) unit_.classes.IsUnhashable(cls);
  ObjectId object = unit_.store.InternObject(cls, InstanceKey(cls, args, site));
  Ref self{values.Intern(values::Object{object, site.made, {}}), origin};
  const bool compiled = unit_.CurrentMode(site).compiled;
  (compiled ? unit_.Info(object).made_traced : unit_.Info(object).made_outside) = true;
  if (compiled && IsPartialTypedDict(unit_, cls))
    unit_.recorder.Observe(observed::SkippedCall{{""}, observed::SkippedCall::Form::TypedDict},
                           site, self, {"GB0257"});
  // In compiled code the constructor is called each time: what breaks there is on the way from
  // here.
  if (unit_.Info(object).constructed && !compiled && !site.made) return self;
  unit_.Info(object).constructed = true;
  Construct(cls, self, args, site);
  return self;
}

void Instances::Construct(ClassId cls, Ref self, const Arguments& args, const Site& at) {
  Site site = at;
  site.made = {};
  ClassId owner;
  Ref init = unit_.classes.ClassAttribute(cls, unit_.well_known.init, &owner);
  bool user_init = init.value && owner && !unit_.Info(owner).is_stub;
  if (const ClassId writer = unit_.classes.WriterOfInit(cls))
    return RunWrittenInit(writer, cls, self, args, site);
  // An inherited constructor of a library class says nothing, unless it fills a container.
  const auto* inherited = init.value && !user_init ? values.If<values::Function>(init) : nullptr;
  if (inherited && unit_.Info(inherited->id).is_stub &&
      unit_.callables.Stub(inherited->id).transfer == models::Transfer::None)
    return;
  if (!init.value) return;
  Arguments all = {{syntax::ArgKind::Positional, {}, self, {}}};
  all.insert(all.end(), args.begin(), args.end());
  unit_.calls.Call(init, all, site);
}

void Instances::RunWrittenInit(ClassId writer, ClassId cls, Ref self, const Arguments& args,
                               const Site& site) {
  FillFields(unit_, writer, self, args, site);
  Ref post = unit_.classes.ClassAttribute(cls, unit_.well_known.post_init);
  if (post.value && values.If<values::Function>(post))
    unit_.calls.Call(post, {{syntax::ArgKind::Positional, {}, self, {}}}, site);
}

// Any instance of the class, as an annotation promises one.
Ref Instances::GenericInstance(ClassId cls) {
  const ClassInfo& info = unit_.Info(cls);
  if (info.is_enum) return unit_.Guarded(values::PyType::Any);
  if (info.is_module) unit_.classes.IsUnhashable(cls);
  const ObjectId object = unit_.store.InternObject(cls, {values.none()});
  const Ref self{values.Intern(values::Object{object}), {}};
  unit_.Info(object).generic = true;
  if (info.is_stub || !info.file) return self;
  auto [it, added] = instances_.try_emplace(cls.index);
  if (added)
    it->second = unit_.definitions.AddDefinition(
        {.kind = Definition::Kind::Instance, .file = info.file, .owner = cls, .value = self});
  return unit_.definitions.Evaluated(it->second);
}

// `model = Wrapper(model)` in a loop, or in one of two branches, gives wrappers of wrappers, and of
// themselves: what is inside of all of them is collected.
Ref Instances::Wrapped(Ref instance) {
  Ref inside = WrappedByOne(instance);
  if (!inside.value) return {};
  Ref out = unit_.Bottom();
  std::vector<Ref> open = {inside};
  std::vector<ObjectId> seen = {values.If<values::Object>(instance)->id};
  while (!open.empty()) {
    const Ref next = open.back();
    open.pop_back();
    if (const auto* u = values.If<values::Union>(next)) {
      open.insert(open.end(), u->alternatives.begin(), u->alternatives.end());
      continue;
    }
    const auto* object = values.If<values::Object>(next);
    inside = WrappedByOne(next);
    if (!inside.value) out = values.Join(out, next);
    else if (std::find(seen.begin(), seen.end(), object->id) == seen.end()) {
      seen.push_back(object->id);
      open.push_back(inside);
    }
  }
  return values.IsBottom(out) ? Ref{} : out;
}

Ref Instances::WrappedByOne(Ref instance) {
  const auto* object = instance.value ? values.If<values::Object>(instance) : nullptr;
  if (!object) return {};
  ClassId owner;
  const Ref named = unit_.classes.ClassAttribute(unit_.Info(object->id).cls,
                                                 unit_.Intern("wrapped_module"), &owner);
  const auto* field = named.value ? values.If<values::Constant>(named) : nullptr;
  if (!field || field->kind != syntax::LiteralKind::Str || !unit_.Info(owner).is_stub) return {};
  return unit_.store.FieldOf(instance, field->text).value;
}

// In compiled code the method is called on them all at once.
bool Instances::AreSeveral(const values::Bound& bound, const Site& site) const {
  const auto* selves = values.If<values::Union>(bound.self);
  const auto* method = values.If<values::Function>(bound.callee);
  if (!selves || !method || unit_.CurrentMode(site).compiled || !unit_.Info(method->id).is_stub)
    return false;
  return unit_.callables.Stub(method->id).transfer != models::Transfer::None &&
         std::all_of(selves->alternatives.begin(), selves->alternatives.end(),
                     [this](Ref r) { return values.If<values::Object>(r) != nullptr; });
}

// Gives the instance its fields: by the constructor, called as its parameters are declared, or as
// the fields of a dataclass are.
Ref Instances::ConstructGeneric(ClassId cls) {
  const ClassInfo& info = unit_.Info(cls);
  const ObjectId object = unit_.store.InternObject(cls, {values.none()});
  const Ref self{values.Intern(values::Object{object}), {}};
  unit_.Info(object).constructed = true;
  ClassId owner;
  Ref init = unit_.classes.ClassAttribute(cls, unit_.well_known.init, &owner);
  const auto* function = init.value ? values.If<values::Function>(init) : nullptr;
  const bool own = function && owner && !unit_.Info(owner).is_stub;
  if (unit_.classes.WriterOfInit(cls)) {
    DeclareFields(cls, object);
    return self;
  }
  Arguments args;
  if (own) {
    const CallableInfo& callable = unit_.Info(function->id);
    const auto& params = callable.file->tree()[callable.function].params;
    for (std::size_t i = 1; i < params.size(); ++i) {
      syntax::ArgKind kind = params[i].kind == syntax::ParamKind::VarArgs ? syntax::ArgKind::Star
                             : params[i].kind == syntax::ParamKind::KwArgs
                                 ? syntax::ArgKind::DoubleStar
                                 : syntax::ArgKind::Keyword;
      Ref value = unit_.entries.EntryParameter(function->id, i, false);
      args.push_back(
          {kind, kind == syntax::ArgKind::Keyword ? params[i].name : Symbol(), value, {}});
    }
  }
  const Site site{info.file, info.file->tree()[info.cls].name_span, {}, {}, nullptr};
  Construct(cls, self, args, site);
  for (Symbol name : unit_.store.FieldNames(object)) {
    const Ref value = unit_.store.Field(object, name);
    for (ClassId c : std::vector<ClassId>(unit_.Info(cls).mro))
      if (value.value && !unit_.Info(c).is_stub && unit_.Info(c).file)
        if (const Ref opened =
                unit_.definitions.UnlessFilledAttribute(*unit_.Info(c).file, name, value);
            opened.value != value.value)
          unit_.store.StoreField(object, name, opened);
  }
  return self;
}

void Instances::DeclareFields(ClassId cls, ObjectId object) {
  const ParsedFile& file = *unit_.Info(cls).file;
  const names::ScopeId scope = file.index().of_class[unit_.Info(cls).cls.index];
  for (Symbol field : std::vector<Symbol>(unit_.Info(cls).fields)) {
    Ref value = unit_.UnknownRef(Why::MadeElsewhere);
    auto defined = file.index()[scope].definitions.find(field);
    if (defined != file.index()[scope].definitions.end())
      for (const auto& d : defined->second)
        if (d.annotation)
          value =
              unit_.definitions.FromAnnotation(file, scope, unit_.Info(cls).cells, d.annotation);
    unit_.store.StoreField(object, field, value);
  }
}

}  // namespace graphmend::infer
