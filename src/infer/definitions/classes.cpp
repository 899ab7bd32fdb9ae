// Classes: bases and MRO, attributes, instances, dataclasses.
#include <algorithm>

#include "infer/definitions/accessors.h"
#include "infer/definitions/resolution_order.h"
#include "infer/interpret/frame.h"
#include "infer/unit.h"

namespace graphmend::infer {
namespace {

bool IsUnderOther(Unit& unit, const ClassInfo& info, std::string_view module,
                  std::string_view name) {
  return info.is_stub && info.name == name && unit.program.Info(info.file->id()).module == module;
}

bool IsStatic(const syntax::Tree& tree, const syntax::Function& f) {
  return std::any_of(f.decorators.begin(), f.decorators.end(), [&](syntax::ExprId decorator) {
    const auto* name = std::get_if<syntax::Name>(&tree[decorator].node);
    return name && name->id == "staticmethod";
  });
}

bool DefinesGetattr(Unit& unit, const ClassInfo& info) {
  return std::any_of(info.mro.begin(), info.mro.end(), [&](ClassId c) {
    const ClassInfo& k = unit.Info(c);
    if (k.is_stub || !k.file) return false;
    const names::Scope& scope = k.file->index()[k.file->index().of_class[k.cls.index]];
    return scope.definitions.contains(unit.well_known.getattr);
  });
}

// With a base that is not in view: an own `forward` makes it a module, where the file uses torch.
bool LooksLikeModule(const ParsedFile& file, syntax::ClassId cls) {
  const syntax::Tree& tree = file.tree();
  const bool forward =
      std::any_of(tree.functions.begin(), tree.functions.end(), [&](const syntax::Function& f) {
        return f.cls == cls && f.name == "forward" && !IsStatic(tree, f) && !f.params.empty();
      });
  return forward && file.source().text().find("torch") != std::string_view::npos;
}

// self.x = … in methods other than __init__.
void CollectLate(const ClassInfo& info, std::unordered_set<Symbol>& out) {
  const syntax::Tree& tree = info.file->tree();
  const Span cls = tree[info.cls].span;
  Span init;
  for (const syntax::Function& f : tree.functions)
    if (f.cls == info.cls && f.name == "__init__") init = f.span;
  for (const syntax::Stmt& stmt : tree.stmts) {
    if (stmt.span.begin < cls.begin || stmt.span.end > cls.end) continue;
    if (stmt.span.begin >= init.begin && stmt.span.end <= init.end) continue;
    auto add = [&](syntax::ExprId target) {
      if (const auto* a = std::get_if<syntax::Attribute>(&tree[target].node))
        if (const auto* n = std::get_if<syntax::Name>(&tree[a->object].node); n && n->id == "self")
          out.insert(a->name);
    };
    if (const auto* a = std::get_if<syntax::Assign>(&stmt.node))
      for (auto t : a->targets) add(t);
    if (const auto* a = std::get_if<syntax::AugAssign>(&stmt.node)) add(a->target);
  }
}

void InheritKind(Unit& unit, ClassInfo& info, const ClassInfo& base) {
  info.unknown_base |= base.unknown_base;
  info.is_enum |= base.is_enum || IsUnderOther(unit, base, "enum", "Enum") ||
                  IsUnderOther(unit, base, "enum", "Flag");
  info.is_module |= base.is_module;
  info.makes_dataclasses |= base.makes_dataclasses;
  info.is_named_tuple |= base.is_named_tuple || IsUnderOther(unit, base, "typing", "NamedTuple");
  info.is_dataclass |= base.makes_dataclasses || info.is_named_tuple;
  if (base.is_dataclass && info.fields.empty()) {
    info.fields = base.fields;
    info.field_defaults = base.field_defaults;
  }
}

// `class Mode(str, Enum)`: what is a text to Python is an object of the user's to Dynamo, which
// knows none of str's methods.
void AddTextMember(Unit& unit, ClassInfo& info) {
  if (!info.is_enum || info.is_stub) return;
  const ClassId member = unit.classes.StubClass("enum", "StrMember");
  const auto text =
      std::find(info.mro.begin(), info.mro.end(), unit.classes.StubClass("builtins", "str"));
  if (text != info.mro.end() && std::find(info.mro.begin(), text, member) == text)
    info.mro.insert(text, member);
}

// The class of an overlay stub that describes this one: its members count before those that the
// class inherits, wherever the library's source has them.
ClassId DescribedInOverlay(Unit& unit, const ClassInfo& info) {
  if (info.is_stub || info.file->tree()[info.cls].cls) return {};
  const ParsedFile* stub = unit.callables.OverlayOf(*info.file);
  const Ref found = stub ? unit.definitions.GlobalValue(*stub, info.name) : Ref{};
  const auto* cls = found.value ? unit.values.If<values::Class>(found) : nullptr;
  return cls && unit.Info(cls->id).file == stub ? cls->id : ClassId();
}

// What the bases of a class statement are, `*mixins` one by one; an unknown value for those that
// cannot be told.
std::vector<Ref> BaseValues(Unit& unit, const ClassInfo& info, names::ScopeId outer) {
  std::vector<Ref> out;
  const auto value_of = [&](syntax::ExprId expr) {
    return unit.definitions.EvaluateExpression(*info.file, outer, info.cells, expr);
  };
  for (const syntax::Arg& base : info.file->tree()[info.cls].bases) {
    if (base.kind == syntax::ArgKind::Star) {
      const auto several = unit.operations.ExactElements(value_of(base.value));
      if (several) out.insert(out.end(), several->begin(), several->end());
      else out.push_back(unit.UnknownRef(Why::Element));
      continue;
    }
    if (base.kind != syntax::ArgKind::Positional) continue;
    syntax::ExprId expr = base.value;
    if (const auto* generic = std::get_if<syntax::Subscript>(&info.file->tree()[expr].node))
      expr = generic->object;
    out.push_back(value_of(expr));
  }
  return out;
}

}  // namespace

ClassId Classes::InternClass(const ParsedFile& file, syntax::ClassId cls, CellsId cells) {
  std::vector<std::uint64_t> key = {file.id().index, cls.index, cells.index};
  if (auto found = class_table_.find(key); found != class_table_.end())
    return ClassId(found->second);
  ClassId id(static_cast<std::uint32_t>(classes_.size()));
  class_table_[key] = id.index;
  classes_.push_back(std::make_unique<ClassInfo>());
  ClassInfo& info = *classes_.back();
  const syntax::Class& node = file.tree()[cls];
  info.file = &file;
  info.cls = cls;
  info.cells = cells;
  info.name = node.name;
  info.is_stub = program.Info(file.id()).is_stub;
  info.qualified = program.Info(file.id()).module + "." + node.name.str();
  info.mro = {id};

  names::ScopeId outer = file.index()[file.index().of_class[cls.index]].parent;
  std::vector<std::vector<ClassId>> chains;
  std::vector<ClassId> bases;
  for (Ref value : BaseValues(unit_, info, outer)) {
    const auto* known = values.If<values::Class>(value);
    if (const auto* alternatives = values.If<values::Union>(value))
      for (Ref r : alternatives->alternatives)
        if (!known) known = values.If<values::Class>(r);
    if (!known || known->id == id) {
      info.unknown_base = true;
      continue;
    }
    const ClassInfo& b = unit_.Info(known->id);
    bases.push_back(known->id);
    chains.push_back(b.mro);
    InheritKind(unit_, info, b);
  }
  info.is_module |= info.is_stub && node.name == "Module" &&
                    program.Info(file.id()).module.starts_with("torch.nn");
  if (info.unknown_base && !info.is_module && LooksLikeModule(file, cls))
    if (const ClassId module = StubClass("torch.nn", "Module")) {
      info.is_module = true;
      bases.push_back(module);
      chains.push_back(unit_.Info(module).mro);
    }
  if (const ClassId described = DescribedInOverlay(unit_, info)) {
    bases.insert(bases.begin(), described);
    chains.insert(chains.begin(), unit_.Info(described).mro);
  }
  info.mro = ResolutionOrder(unit_, id, std::move(chains), std::move(bases));
  AddTextMember(unit_, info);
  info.has_getattr = DefinesGetattr(unit_, info);
  if (info.is_dataclass) MakeDataclass(id);
  for (ClassId base : std::span(info.mro).subspan(1))
    info.is_dataclass |= unit_.Info(base).is_dataclass;
  return id;
}

bool Classes::DerivesFrom(ClassId cls, ClassId base) {
  const auto& mro = unit_.Info(cls).mro;
  return base && std::find(mro.begin(), mro.end(), base) != mro.end();
}

ClassId Classes::StubClass(std::string_view module, std::string_view name) {
  std::string key = std::string(module) + ":" + std::string(name);
  if (auto found = stub_classes_.find(key); found != stub_classes_.end()) return found->second;
  Ref value = unit_.definitions.StubValue(module, name);
  const auto* cls = value.value ? values.If<values::Class>(value) : nullptr;
  return stub_classes_[key] = cls ? cls->id : ClassId();
}

// The attribute as found in the class body of the first class of the MRO that has it, after
// skipping `skip` classes; None id when none has it. Not bound to anything.
Ref Classes::ClassAttribute(ClassId cls, Symbol name, ClassId* found_in, std::size_t skip) {
  ClassInfo& of = unit_.Info(cls);
  const std::size_t first = skip;
  // Most of the chain does not name it: remember where the first class is that does.
  if (skip == 0)
    if (auto known = of.first_naming.find(name); known != of.first_naming.end())
      skip = known->second;
  const std::size_t asked = skip;
  for (std::size_t i = skip; i < of.mro.size(); ++i) {
    const DefinitionId definition = AttributeDefinition(of.mro[i], name);
    if (!definition) continue;
    if (asked == 0) of.first_naming.emplace(name, i);
    const Ref value = unit_.definitions.Evaluated(definition);
    if (!value.value) continue;
    if (found_in) *found_in = of.mro[i];
    return WithStored(value, std::span(of.mro).subspan(first, i + 1 - first), name);
  }
  if (asked == 0) of.first_naming.emplace(name, of.mro.size());
  return {};
}

Ref Classes::Setter(ClassId cls, Symbol name) {
  for (ClassId c : unit_.Info(cls).mro) {
    const ClassInfo& info = unit_.Info(c);
    if (!info.file) continue;
    const names::ScopeId scope = info.file->index().of_class[info.cls.index];
    const auto found = info.file->index()[scope].definitions.find(name);
    if (found == info.file->index()[scope].definitions.end()) continue;
    const auto sets = [&](const names::Definition& d) {
      return AccessorKind(info.file->tree(), d) == "setter";
    };
    const auto setter = std::find_if(found->second.begin(), found->second.end(), sets);
    if (setter == found->second.end()) return {};
    return unit_.definitions.PlainFunction(*info.file, scope, info.cells, c, setter->function);
  }
  return {};
}

// The definition of a name in the body of this one class; None: the body does not name it.
DefinitionId Classes::AttributeDefinition(ClassId cls, Symbol name) {
  ClassInfo& info = unit_.Info(cls);
  if (!info.file) return {};
  if (auto known = info.attributes.find(name); known != info.attributes.end()) return known->second;
  const names::ScopeId scope = info.file->index().of_class[info.cls.index];
  if (!info.file->index()[scope].definitions.contains(name)) return {};
  return info.attributes[name] =
             unit_.definitions.AddDefinition({.kind = Definition::Kind::ClassAttribute,
                                              .file = info.file,
                                              .name = name,
                                              .owner = cls,
                                              .scope = scope,
                                              .cells = info.cells});
}

bool Classes::AssignedLate(ClassId cls, Symbol name) {
  for (ClassId c : unit_.Info(cls).mro) {
    ClassInfo& info = unit_.Info(c);
    if (info.is_stub || !info.file) continue;
    if (!info.late) {
      info.late.emplace();
      CollectLate(info, *info.late);
    }
    if (info.late->count(name)) return true;
  }
  return false;
}

// Fields in order, bases first; defaults are evaluated in the class body.
void Classes::MakeDataclass(ClassId cls) {
  ClassInfo& info = unit_.Info(cls);
  info.is_dataclass = true;
  if (!info.file) return;
  info.writes_init = !AttributeDefinition(cls, unit_.well_known.init);
  const names::Scope& scope = info.file->index()[info.file->index().of_class[info.cls.index]];
  for (Symbol name : scope.order) {
    const auto& definitions = scope.definitions.at(name);
    const names::Definition* field = nullptr;
    for (const auto& d : definitions)
      if (d.annotation) field = &d;
    if (!field) continue;
    if (std::find(info.fields.begin(), info.fields.end(), name) == info.fields.end())
      info.fields.push_back(name);
    if (field->kind == names::DefinitionKind::Assign && field->value)
      info.field_defaults[name] = unit_.definitions.EvaluateExpression(
          *info.file, info.file->index().of_class[info.cls.index], info.cells, field->value, cls);
  }
}

ClassId Classes::WriterOfInit(ClassId cls, std::size_t skip) {
  const std::vector<ClassId>& mro = unit_.Info(cls).mro;
  for (std::size_t i = skip; i < mro.size(); ++i) {
    if (unit_.Info(mro[i]).writes_init) return mro[i];
    if (AttributeDefinition(mro[i], unit_.well_known.init)) return {};
  }
  return {};
}

ClassId Classes::NamedTupleClass(Symbol name, std::vector<Symbol> fields) {
  std::vector<std::uint64_t> key = {~0ull, reinterpret_cast<std::uintptr_t>(name.address())};
  for (Symbol f : fields) key.push_back(reinterpret_cast<std::uintptr_t>(f.address()));
  auto [it, added] = class_table_.try_emplace(key, static_cast<std::uint32_t>(classes_.size()));
  ClassId id(it->second);
  if (!added) return id;
  classes_.push_back(std::make_unique<ClassInfo>());
  ClassInfo& info = *classes_.back();
  info.name = name;
  info.qualified = name.str();
  info.mro = {id};
  info.is_named_tuple = info.is_dataclass = info.writes_init = true;
  info.fields = std::move(fields);
  return id;
}

namespace {

enum Builtin : std::uint8_t {
  kInt,
  kFloat,
  kBool,
  kStr,
  kBytes,
  kTuple,
  kList,
  kSet,
  kDict,
  kNone
};
constexpr std::string_view kBuiltinNames[] = {"int",   "float", "bool", "str", "bytes",
                                              "tuple", "list",  "set",  "dict"};

Builtin BuiltinOf(values::PyType type) {
  switch (type) {
    case values::PyType::Int: return kInt;
    case values::PyType::Float: return kFloat;
    case values::PyType::Bool: return kBool;
    case values::PyType::Str: return kStr;
    case values::PyType::Bytes: return kBytes;
    case values::PyType::Complex:
    case values::PyType::DType:
    case values::PyType::Device:
    case values::PyType::Any: break;
  }
  return kNone;
}

Builtin BuiltinOf(values::SequenceKind kind) {
  switch (kind) {
    case values::SequenceKind::Tuple: return kTuple;
    case values::SequenceKind::List: return kList;
    case values::SequenceKind::Set: return kSet;
    case values::SequenceKind::Iterator: break;
  }
  return kNone;
}

}  // namespace

// The class whose methods a single alternative has; nothing for unknown values.
std::optional<ClassId> Classes::ClassOf(Ref value) {
  auto builtin = [&](Builtin which) -> std::optional<ClassId> {
    if (which == kNone) return std::nullopt;
    ClassId& id = builtin_classes_[which];
    if (!id) id = StubClass("builtins", kBuiltinNames[which]);
    return id ? std::optional(id) : std::nullopt;
  };
  return base::Match(
      values[value.value],
      [&](const values::Constant& c) { return builtin(BuiltinOf(values::TypeOf(c))); },
      [&](const values::Guarded& g) { return builtin(BuiltinOf(g.type)); },
      [&](const values::DataScalar& g) { return builtin(BuiltinOf(g.type)); },
      [&](const values::Tensor& t) -> std::optional<ClassId> {
        if (t.subclass) return t.subclass;
        ClassId id = t.numpy ? StubClass("numpy", "ndarray") : TensorClass();
        return id ? std::optional(id) : std::nullopt;
      },
      [&](const values::Sequence& s) { return builtin(BuiltinOf(s.kind)); },
      [&](const values::Dict&) { return builtin(kDict); },
      [&](const values::Object& o) -> std::optional<ClassId> { return unit_.Info(o.id).cls; },
      [](const auto&) -> std::optional<ClassId> { return std::nullopt; });
}

bool Classes::IsTensorSubclass(ClassId cls) {
  const ClassId tensor = TensorClass();
  return tensor && !unit_.Info(cls).is_stub && DerivesFrom(cls, tensor);
}

ClassId Classes::TensorSubclass(Ref value) {
  if (const auto* t = values.If<values::Tensor>(value)) return t->subclass;
  const auto* object = values.If<values::Object>(value);
  const ClassId cls = object ? unit_.Info(object->id).cls : ClassId();
  return cls && IsTensorSubclass(cls) ? cls : ClassId();
}

ClassId Classes::SubclassOfResult(Ref operand) {
  const ClassId cls = TensorSubclass(operand);
  if (!cls) return {};
  ClassId owner;
  ClassAttribute(cls, unit_.Intern("__torch_function__"), &owner);
  return owner && !unit_.Info(owner).is_stub ? ClassId() : cls;
}

}  // namespace graphmend::infer
