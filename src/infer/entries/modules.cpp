// Modules that are taken as compiled, where nothing in view says what is: each `forward` or
// `__call__` of a class, and an inherited one where the class overrides something that it runs.
#include <algorithm>

#include "infer/interpret/frame.h"
#include "infer/unit.h"

namespace graphmend::infer {
namespace {

// The class of this definition, also where the name may be another one; None: it has none.
ClassId ClassDefinedAs(Unit& unit, const ParsedFile& file, syntax::ClassId cls) {
  const Ref value = unit.GlobalValue(file, file.tree()[cls].name);
  if (!value.value) return {};
  if (const auto* c = unit.values.If<values::Class>(value)) return c->id;
  const auto* u = unit.values.If<values::Union>(value);
  for (Ref r : u ? u->alternatives : std::vector<Ref>{})
    if (const auto* c = unit.values.If<values::Class>(r);
        c && unit.Info(c->id).file == &file && unit.Info(c->id).cls == cls)
      return c->id;
  return {};
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

CallableInfo Unit::MethodOf(ClassId cls, syntax::FunctionId function) {
  const ParsedFile& file = *Info(cls).file;
  CallableInfo method;
  method.file = &file;
  method.function = function;
  method.owner = cls;
  const names::ScopeId scope = file.index().of_class[Info(cls).cls.index];
  for (const syntax::Param& p : file.tree()[function].params)
    method.defaults.push_back(
        p.default_value ? EvaluateExpression(file, scope, {}, p.default_value, cls) : Ref{});
  return method;
}

// Whether what `method` runs of the instance is in part of a class before the one that has `method`
// itself: then what it does is not what it does for its own class.
bool Unit::OverridesWhatRuns(ClassId cls, Symbol method) {
  std::vector<Symbol> open = {method};
  std::size_t home = 0;
  for (std::size_t i = 0; i < open.size(); ++i) {
    const std::vector<ClassId>& mro = Info(cls).mro;
    for (std::size_t at = 0; at < mro.size() && !Info(mro[at]).is_stub; ++at) {
      const ClassInfo& info = Info(mro[at]);
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

// The signature is the method's own, also where a decorator hides it behind *args, **kwargs.
void Unit::AssumeCompiledMethod(ClassId cls, Symbol name, const CallableInfo& method,
                                const ParsedFile& file, Span at) {
  const Site site{&file, at, {}, {}, nullptr};
  const Ref bound = GetAttribute(GenericInstance(cls), name, site);
  const CallableId signature = InternCallable(method);
  Entry entry;
  entry.location = {&file.source(), at};
  const std::string path = QualifiedName(signature);
  entry.target = method.owner == cls ? path : Info(cls).qualified + "." + name.str();
  entry.how = "nn.Module." + name.str() + " (assumed)";
  entry.assumed = true;
  entry.fullgraph = options.fullgraph;
  BeginEntry(Intern("taken as compiled: nn.Module." + name.str()), entry.location);
  const bool is_static = !values.If<values::Bound>(bound);
  RunEntry(bound, signature, !is_static, site, Mode{true, options.fullgraph, FlagsNow()});
  NoteBudget(entry);
  entries_.push_back(std::move(entry));
}

void Unit::AssumeMethods(ClassId cls) {
  const ClassInfo& info = Info(cls);
  const syntax::Tree& tree = info.file->tree();
  for (Symbol name : {names_.forward, names_.call}) {
    ClassId owner;
    const Ref method = ClassAttribute(cls, name, &owner);
    if (!method.value || !owner || Info(owner).is_stub || !Info(owner).file) continue;
    const ClassInfo& home = Info(owner);
    const names::Scope& scope = home.file->index()[home.file->index().of_class[home.cls.index]];
    if (owner != cls && !OverridesWhatRuns(cls, name)) continue;
    for (const names::Definition& d : scope.definitions.at(name)) {
      if (d.kind != names::DefinitionKind::Function) continue;
      const Span at = owner == cls ? tree[d.function].name_span : tree[info.cls].name_span;
      AssumeCompiledMethod(cls, name, MethodOf(owner, d.function), *info.file, at);
    }
  }
}

void Unit::RunModules(const ParsedFile& file) {
  const syntax::Tree& tree = file.tree();
  for (std::uint32_t i = 0; i < tree.classes.size(); ++i) {
    const syntax::ClassId node(i);
    if (tree[node].cls || tree[node].function) continue;
    const names::Scope& scope = file.index()[file.index().of_class[i]];
    const bool own =
        scope.definitions.contains(names_.forward) || scope.definitions.contains(names_.call);
    if (!own && tree[node].bases.empty()) continue;
    const ClassId cls = ClassDefinedAs(*this, file, node);
    if (cls && Info(cls).is_module && !Info(cls).is_stub && Info(cls).file == &file)
      AssumeMethods(cls);
  }
}

}  // namespace graphmend::infer
