// What is taken as compiled, where nothing in view says what is: each `forward` or `__call__` of a
// module, an inherited one where the class overrides something that it runs, and on demand
// functions and other methods.
#include <algorithm>
#include <unordered_set>

#include "infer/interpret/frame.h"
#include "infer/unit.h"

namespace graphmend::infer {
namespace {

// The class of this definition, also where the name may be another one; None: it has none.
ClassId ClassDefinedAs(Unit& unit, const ParsedFile& file, syntax::ClassId cls) {
  const Ref value = unit.definitions.GlobalValue(file, file.tree()[cls].name);
  if (!value.value) return {};
  if (const auto* c = unit.values.If<values::Class>(value)) return c->id;
  const auto* u = unit.values.If<values::Union>(value);
  for (Ref r : u ? u->alternatives : std::vector<Ref>{})
    if (const auto* c = unit.values.If<values::Class>(r);
        c && unit.Info(c->id).file == &file && unit.Info(c->id).cls == cls)
      return c->id;
  return {};
}

// The module that the file defines there at its top level; None: it is nested, of another name by
// now, or no module.
ClassId ModuleDefinedAs(Unit& unit, const ParsedFile& file, syntax::ClassId cls) {
  if (file.tree()[cls].cls || file.tree()[cls].function) return {};
  const ClassId id = ClassDefinedAs(unit, file, cls);
  if (!id) return {};
  const ClassInfo& info = unit.Info(id);
  return info.is_module && !info.is_stub && info.file == &file ? id : ClassId();
}

// The names of the attributes that a method reads of its own instance.
void ReadOfSelf(const flow::Graph& graph, std::vector<Symbol>& out) {
  for (const flow::Block& block : graph.blocks)
    for (const flow::Inst& inst : block.insts) {
      const auto* get = std::get_if<flow::GetAttr>(&inst.node);
      if (!get) continue;
      const auto* self = std::get_if<flow::Load>(&graph.Definition(get->object).node);
      if (self && self->slot == 0) out.push_back(get->name);
    }
}

}  // namespace

CallableInfo Entries::MethodOf(ClassId cls, syntax::FunctionId function) {
  const ParsedFile& file = *unit_.Info(cls).file;
  CallableInfo method;
  method.file = &file;
  method.function = function;
  method.owner = cls;
  const names::ScopeId scope = file.index().of_class[unit_.Info(cls).cls.index];
  for (const syntax::Param& p : file.tree()[function].params)
    method.defaults.push_back(p.default_value ? unit_.definitions.EvaluateExpression(
                                                    file, scope, {}, p.default_value, cls)
                                              : Ref{});
  return method;
}

// Whether what `method` runs of the instance is in part of a class before the one that has `method`
// itself: then what it does is not what it does for its own class.
bool Entries::OverridesWhatRuns(ClassId cls, Symbol method) {
  std::vector<Symbol> open = {method};
  std::size_t home = 0;
  for (std::size_t i = 0; i < open.size(); ++i) {
    const std::vector<ClassId>& mro = unit_.Info(cls).mro;
    for (std::size_t at = 0; at < mro.size() && !unit_.Info(mro[at]).is_stub; ++at) {
      const ClassInfo& info = unit_.Info(mro[at]);
      if (!info.file) break;
      const names::Scope& scope = info.file->index()[info.file->index().of_class[info.cls.index]];
      auto found = scope.definitions.find(open[i]);
      if (found == scope.definitions.end()) continue;
      const names::Definition& d = found->second.back();
      if (d.kind != names::DefinitionKind::Function) break;
      if (i == 0) home = at;
      else if (at < home) return true;
      std::vector<Symbol> read;
      ReadOfSelf(info.file->Function(d.function), read);
      for (Symbol name : read)
        if (std::find(open.begin(), open.end(), name) == open.end()) open.push_back(name);
      break;
    }
  }
  return false;
}

void Entries::RunAssumed(Assumed assumed) {
  assumed.entry.fullgraph = options.fullgraph;
  BeginEntry(assumed.entry.how, assumed.entry.location);
  RunEntry(assumed.target, assumed.signature, assumed.skip_self, assumed.site,
           Mode{true, options.fullgraph, unit_.flags.FlagsNow()});
  unit_.holes.NoteBudget(assumed.entry);
  entries_.push_back(std::move(assumed.entry));
}

// The signature is the method's own, also where a decorator hides it behind *args, **kwargs.
void Entries::AssumeCompiledMethod(ClassId cls, Symbol name, const CallableInfo& method,
                                   const ParsedFile& file, Span at) {
  const Site site{&file, at, {}, {}, nullptr};
  const Ref bound = unit_.operations.GetAttribute(unit_.instances.GenericInstance(cls), name, site);
  const CallableId signature = unit_.callables.InternCallable(method);
  Entry entry;
  entry.location = {&file.source(), at};
  const std::string path = unit_.callables.QualifiedName(signature);
  entry.target = method.owner == cls ? path : unit_.Info(cls).qualified + "." + name.str();
  entry.how = {CompiledBy::AssumedMethod, name.str()};
  const bool is_static = !values.If<values::Bound>(bound);
  RunAssumed({std::move(entry), bound, signature, !is_static, site});
}

void Entries::AssumeMethods(ClassId cls) {
  const ClassInfo& info = unit_.Info(cls);
  const syntax::Tree& tree = info.file->tree();
  for (Symbol name : {unit_.well_known.forward, unit_.well_known.call}) {
    ClassId owner;
    const Ref method = unit_.classes.ClassAttribute(cls, name, &owner);
    if (!method.value || !owner || unit_.Info(owner).is_stub || !unit_.Info(owner).file) continue;
    const ClassInfo& home = unit_.Info(owner);
    const names::Scope& scope = home.file->index()[home.file->index().of_class[home.cls.index]];
    if (owner != cls && !OverridesWhatRuns(cls, name)) continue;
    for (const names::Definition& d : scope.definitions.at(name)) {
      if (d.kind != names::DefinitionKind::Function) continue;
      const Span at = owner == cls ? tree[d.function].name_span : tree[info.cls].name_span;
      AssumeCompiledMethod(cls, name, MethodOf(owner, d.function), *info.file, at);
    }
  }
}

void Entries::RunModules(const ParsedFile& file) {
  const syntax::Tree& tree = file.tree();
  for (std::uint32_t i = 0; i < tree.classes.size(); ++i) {
    const syntax::ClassId node(i);
    const names::Scope& scope = file.index()[file.index().of_class[i]];
    const bool own = scope.definitions.contains(unit_.well_known.forward) ||
                     scope.definitions.contains(unit_.well_known.call);
    if (!own && tree[node].bases.empty()) continue;
    if (const ClassId cls = ModuleDefinedAs(unit_, file, node)) AssumeMethods(cls);
  }
}

std::unordered_set<std::uint32_t> Entries::CompiledFunctions(const ParsedFile& file) const {
  std::unordered_set<std::uint32_t> compiled;
  for (const auto& context : unit_.summaries.contexts()) {
    const CallableInfo& info = unit_.Info(context->callable);
    if (context->mode.compiled && info.file == &file) compiled.insert(info.function.index);
  }
  return compiled;
}

void Entries::AssumeCompiledFunction(const ParsedFile& file, syntax::FunctionId function) {
  const syntax::Function& f = file.tree()[function];
  const Ref value = unit_.definitions.GlobalValue(file, f.name);
  const auto* target = value.value ? values.If<values::Function>(value) : nullptr;
  // Another definition of the name, or something that a decorator made of it.
  if (!target || unit_.Info(target->id).file != &file ||
      unit_.Info(target->id).function != function)
    return;
  Entry entry;
  entry.location = {&file.source(), f.name_span};
  entry.target = unit_.callables.QualifiedName(target->id);
  entry.how = {CompiledBy::AssumedFunction, f.name.str()};
  RunAssumed(
      {std::move(entry), value, target->id, false, Site{&file, f.name_span, {}, {}, nullptr}});
}

void Entries::AssumeOtherMethod(const ParsedFile& file, syntax::FunctionId function) {
  const syntax::Function& f = file.tree()[function];
  const ClassId cls = ModuleDefinedAs(unit_, file, f.cls);
  if (!cls) return;
  const Ref method = unit_.classes.ClassAttribute(cls, f.name);
  const auto* target = method.value ? values.If<values::Function>(method) : nullptr;
  if (target && unit_.Info(target->id).function == function)
    AssumeCompiledMethod(cls, f.name, MethodOf(cls, function), file, f.name_span);
}

void Entries::RunFunctions(const ParsedFile& file) {
  const syntax::Tree& tree = file.tree();
  // Looked up once: whether a function is an entry must not depend on the order of those here.
  const std::unordered_set<std::uint32_t> compiled = CompiledFunctions(file);
  for (std::uint32_t i = 0; i < tree.functions.size(); ++i) {
    const syntax::FunctionId function(i);
    const syntax::Function& f = tree[function];
    const std::size_t taken = f.cls ? 1 : 0;  // `self`
    if (f.parent || f.name.text().starts_with('_') || f.params.size() <= taken ||
        compiled.contains(i))
      continue;
    if (f.cls) AssumeOtherMethod(file, function);
    else AssumeCompiledFunction(file, function);
  }
}

}  // namespace graphmend::infer
