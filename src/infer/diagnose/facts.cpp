#include "infer/facts.h"

#include <algorithm>

#include "infer/diagnose/asked_functions.h"
#include "infer/diagnose/runs.h"
#include "infer/diagnose/unreached_names.h"
#include "infer/interpret/frame.h"
#include "infer/unit.h"

namespace graphmend::infer {
namespace {

FactKind KindOf(values::PyType type) {
  switch (type) {
    case values::PyType::Int: return FactKind::Int;
    case values::PyType::Float: return FactKind::Float;
    case values::PyType::Bool: return FactKind::Bool;
    case values::PyType::Str: return FactKind::Str;
    case values::PyType::Bytes: return FactKind::Bytes;
    case values::PyType::Complex: return FactKind::Complex;
    case values::PyType::DType: return FactKind::DType;
    case values::PyType::Device: return FactKind::Device;
    case values::PyType::Any: break;
  }
  return FactKind::Plain;
}

FactKind KindOf(syntax::LiteralKind literal) {
  switch (literal) {
    case syntax::LiteralKind::None: return FactKind::None;
    case syntax::LiteralKind::True:
    case syntax::LiteralKind::False: return FactKind::Bool;
    case syntax::LiteralKind::Int: return FactKind::Int;
    case syntax::LiteralKind::Float: return FactKind::Float;
    case syntax::LiteralKind::Complex: return FactKind::Complex;
    case syntax::LiteralKind::Str: return FactKind::Str;
    case syntax::LiteralKind::Bytes: return FactKind::Bytes;
    case syntax::LiteralKind::Ellipsis: break;
  }
  return FactKind::Plain;
}

FactKind KindOf(values::SequenceKind kind) {
  switch (kind) {
    case values::SequenceKind::Tuple: return FactKind::Tuple;
    case values::SequenceKind::List: return FactKind::List;
    case values::SequenceKind::Set: return FactKind::Set;
    case values::SequenceKind::Iterator: break;
  }
  return FactKind::Iterator;
}

// One value of a unit, put into words that need no unit.
class Exporter {
 public:
  explicit Exporter(Unit& unit) : unit_(unit) {}

  ExprFact Export(Ref value) {
    ExprFact fact;
    Add(value, fact);
    fact.holds_tensor = unit_.data.HoldsTensor(value);
    AddLeaves(value, fact);
    if (const auto* constant = unit_.values.If<values::Constant>(value)) fact.constant = *constant;
    std::sort(fact.names.begin(), fact.names.end());
    fact.names.erase(std::unique(fact.names.begin(), fact.names.end()), fact.names.end());
    return fact;
  }

 private:
  static void Mark(ExprFact& fact, FactKind kind) { fact.kinds |= Bits(kind); }

  // The kinds of all that containers hold; of a value that is none, nothing.
  void AddLeaves(Ref value, ExprFact& fact, int depth = 0) {
    auto add = [&](Ref item) {
      ExprFact one;
      const bool known = item.value && depth <= 4;
      if (known) Add(item, one);
      else one.kinds = Bits(FactKind::Unknown);
      constexpr std::uint32_t kContainers =
          Bits(FactKind::Tuple, FactKind::List, FactKind::Set, FactKind::Iterator, FactKind::Dict);
      fact.within |= one.kinds & kContainers;
      if (known && IsContainer(item)) return AddLeaves(item, fact, depth + 1);
      fact.leaves |= one.kinds;
      fact.shows_tensor |= one.shows_tensor;
    };
    if (!value.value) return;
    if (const auto* u = unit_.values.If<values::Union>(value))
      for (Ref alternative : u->alternatives) AddLeaves(alternative, fact, depth);
    if (const auto* s = unit_.values.If<values::Sequence>(value))
      for (Ref item : s->items) add(item);
    if (const auto* d = unit_.values.If<values::Dict>(value)) {
      for (const values::DictEntry& entry : d->entries) add(entry.value);
      if (depth == 0)
        fact.may_be_empty |=
            std::all_of(d->entries.begin(), d->entries.end(),
                        [](const values::DictEntry& entry) { return entry.maybe; });
      if (d->open) add(d->other_value);
    }
  }

  bool IsContainer(Ref value) const {
    return unit_.values.If<values::Sequence>(value) || unit_.values.If<values::Dict>(value);
  }

  void AddTensor(const values::Tensor& tensor, ExprFact& fact) {
    ExprFact one;
    one.tensor = tensor;
    one.tensor->sizes = {};  // of the calls in view: no fix may rely on them
    one.kinds = Bits(FactKind::Tensor);
    Join(fact, one);
  }

  std::string NameOf(CallableId callable) {
    return unit_.Info(callable).is_stub ? unit_.callables.StubName(callable)
                                        : unit_.callables.QualifiedName(callable);
  }

  // Called before the name is added.
  static void AddTraits(models::Traits traits, ExprFact& fact) {
    if (fact.names.empty()) fact.traits = traits;
    else if (fact.traits != traits) fact.traits = {};
  }

  models::Traits TraitsOf(CallableId callable) {
    const CallableInfo& info = unit_.Info(callable);
    if (!info.is_stub) return {};
    models::Traits traits = unit_.callables.Stub(callable).traits;
    const syntax::Function& function = info.file->tree()[info.function];
    for (std::size_t i = 1; i < function.params.size() && !function.cls; ++i)
      if (function.params[i].name == "inplace") traits.in_place_at = static_cast<std::uint8_t>(i);
    AddWritten(info, function, traits);
    AddChanged(unit_.callables.Stub(callable), function, traits);
    return traits;
  }

  // What `mul_` writes, `mul` gives.
  void AddWritten(const CallableInfo& info, const syntax::Function& function,
                  models::Traits& traits) {
    const std::string_view name = function.name.text();
    const ClassId tensor = unit_.classes.TensorClass();
    if (!function.cls || !traits.Has(models::Trait::Mutates) || !name.ends_with('_') || !tensor ||
        info.file != unit_.Info(tensor).file)
      return;
    const Symbol plain = unit_.Intern(name.substr(0, name.size() - 1));
    const Ref given = unit_.classes.ClassAttribute(tensor, plain);
    const auto* method = given.value ? unit_.values.If<values::Function>(given) : nullptr;
    if (!method || !unit_.Info(method->id).is_stub) return;
    const models::StubFunction& stub = unit_.callables.Stub(method->id);
    traits.writes = stub.traits.op;
    traits.writes_whole = stub.transfer == models::Transfer::elementwise;
    if (stub.traits.Has(models::Trait::Poles)) traits.Add(models::Trait::Poles);
  }

  // The parameters of these names.
  static void AddChanged(const models::StubFunction& stub, const syntax::Function& function,
                         models::Traits& traits) {
    const std::vector<std::string>& names = stub.changed;
    std::size_t used = 0;
    // Of a method, `self` is no argument of a call.
    const std::size_t first = function.cls && !stub.is_static ? 1 : 0;
    for (std::size_t i = first; i < function.params.size(); ++i) {
      const syntax::Param& param = function.params[i];
      const bool is_named = std::find(names.begin(), names.end(), param.name.text()) != names.end();
      if (!is_named || used == models::kMostChanged) continue;
      models::ChangedParameter& changed = traits.changed[used++];
      changed.name = param.name;
      changed.rest = param.kind == syntax::ParamKind::VarArgs;
      const bool by_position = changed.rest || param.kind == syntax::ParamKind::Normal ||
                               param.kind == syntax::ParamKind::PositionalOnly;
      if (by_position && i - first < models::ChangedParameter::kByName)
        changed.at = static_cast<std::uint8_t>(i - first);
    }
  }

  // Of the first of these methods that a library's class defines itself.
  models::Traits TraitsOf(ClassId cls, std::initializer_list<Symbol> methods) {
    for (Symbol method : methods) {
      ClassId owner;
      const Ref found = unit_.classes.ClassAttribute(cls, method, &owner);
      const auto* f = found.value ? unit_.values.If<values::Function>(found) : nullptr;
      if (f && owner == cls) return TraitsOf(f->id);
    }
    return {};
  }

  // Of a chain of modules: what any of them does; unknown where one of them does not say it.
  models::Traits TraitsOfChain(const values::Object& chain, int depth) {
    using models::Trait;
    const Ref contents = unit_.store.Contents(chain.id);
    const auto* modules = contents.value ? unit_.values.If<values::Sequence>(contents) : nullptr;
    if (!modules || !modules->exact || modules->items.empty() || depth > 4) return {};
    models::Traits all;
    all.op = models::OpKind::View;
    bool known = true;
    for (Ref item : std::vector<Ref>(modules->items)) {
      const auto* module = unit_.values.If<values::Object>(item);
      const models::Traits one =
          module ? TraitsOfObject(*module, item, depth + 1) : models::Traits();
      if (one.op == models::OpKind::Unknown) known = false;
      // What a module before it has made may be changed.
      if (one.Has(Trait::Mutates) && all.op == models::OpKind::View) all.Add(Trait::Mutates);
      if (one.op != models::OpKind::View) all.op = models::OpKind::Costly;
      for (Trait effect : {Trait::ChangesState, Trait::Random, Trait::Poles})
        if (one.Has(effect)) all.Add(effect);
    }
    if (!known) all.op = models::OpKind::Unknown;
    return all;
  }

  // Of a call of it. One made with `inplace=True` changes what it is called with.
  models::Traits TraitsOfObject(const values::Object& object, Ref value, int depth = 0) {
    if (unit_.store.FieldOf(value, unit_.Intern(kParametrized)).value.value) return {};
    if (unit_.Info(unit_.Info(object.id).cls).qualified == "torch.nn.Sequential")
      return TraitsOfChain(object, depth);
    models::Traits traits = TraitsOf(unit_.Info(object.id).cls, {unit_.Intern("forward")});
    const ClassId cls = unit_.Info(object.id).cls;
    // What the constructor was not passed has its default; of any instance nothing is known.
    auto is_set = [&](std::string_view flag, ValueId off) {
      const Symbol name = unit_.Intern(flag);
      if (!unit_.classes.ClassAttribute(cls, name).value) return false;
      const Ref passed = unit_.store.FieldOf(value, name).value;
      return passed.value ? passed.value != off : unit_.Info(object.id).generic;
    };
    if (is_set("inplace", unit_.values.Bool(false))) traits.Add(models::Trait::Mutates);
    // An embedding scales rows of its weight where it is told how long they may be.
    const bool scales = traits.Has(models::Trait::ChangesState) &&
                        unit_.classes.ClassAttribute(cls, unit_.Intern("max_norm")).value;
    if (scales && !is_set("max_norm", unit_.values.none()))
      traits.Drop(models::Trait::ChangesState);
    return traits;
  }

  void Add(Ref value, ExprFact& fact, int depth = 0) {
    if (!value.value || depth > 4) return Mark(fact, FactKind::Unknown);
    base::Match(
        unit_.values[value.value], [](const values::Bottom&) {},
        [&](const values::Unknown&) { Mark(fact, FactKind::Unknown); },
        [&](const values::Param&) { Mark(fact, FactKind::Undeclared); },
        [&](const values::Constant& c) { Mark(fact, KindOf(c.kind)); },
        [&](const values::Guarded& g) {
          Mark(fact, KindOf(g.type));
          fact.shows_tensor |= g.shows_tensor;
        },
        [&](const values::DataScalar&) { Mark(fact, FactKind::Scalar); },
        [&](const values::Tensor& t) { AddTensor(t, fact); },
        [&](const values::Sequence& s) { Mark(fact, KindOf(s.kind)); },
        [&](const values::Dict&) { Mark(fact, FactKind::Dict); },
        [&](const values::Object& o) {
          Mark(fact, FactKind::Object);
          AddTraits(TraitsOfObject(o, value), fact);
          fact.names.push_back(unit_.Info(unit_.Info(o.id).cls).qualified);
          fact.answers |= unit_.classes.HasSpecialMethods(unit_.Info(o.id).cls);
        },
        [&](const values::Class& c) {
          Mark(fact, FactKind::Class);
          AddTraits(TraitsOf(c.id, {unit_.Intern("__new__"), unit_.well_known.init}), fact);
          fact.names.push_back(unit_.Info(c.id).qualified);
          fact.answers |= unit_.classes.AnswersItself(c.id);
        },
        [&](const values::Function& f) {
          Mark(fact, FactKind::Callable);
          AddTraits(TraitsOf(f.id), fact);
          fact.names.push_back(NameOf(f.id));
        },
        [&](const values::Bound& b) { Add(b.callee, fact, depth + 1); },
        [&](const values::Partial&) { Mark(fact, FactKind::Callable); },
        [&](const values::Module& m) {
          Mark(fact, FactKind::Module);
          fact.names.push_back(unit_.Name(m.file));
        },
        [&](const values::Super&) { Mark(fact, FactKind::Plain); },
        [&](const values::Wrapper&) { Mark(fact, FactKind::Callable); },
        [&](const values::Slice&) { Mark(fact, FactKind::Slice); },
        [&](const values::Union& u) {
          for (Ref alternative : u.alternatives) Add(alternative, fact, depth + 1);
        });
  }

  Unit& unit_;
};

// Whether the result of the instruction is the value of the expression it came from.
bool IsValueOf(const flow::Inst& inst) {
  return inst.result && inst.expr && !std::holds_alternative<flow::GetIter>(inst.node) &&
         !std::holds_alternative<flow::Next>(inst.node);
}

}  // namespace

void Recorder::NoteAssigned(Ref owner, Symbol attribute) {
  if (const auto* cls = unit_.values.If<values::Class>(owner))
    assigned_.insert({unit_.Info(cls->id).qualified, attribute.str()});
  else if (const auto* module = unit_.values.If<values::Module>(owner))
    NoteAssignedGlobal(module->file, attribute);
  else if (unit_.values.If<values::Unknown>(owner)) assigned_.insert({"", attribute.str()});
}

void Recorder::NoteAssignedGlobal(names::FileId module, Symbol name) {
  assigned_.insert({unit_.program.Info(module).module, name.str()});
}

void Recorder::ExportFacts(std::vector<FoundFact>& out) {
  const std::size_t count = unit_.summaries.contexts().size();
  const AskedFunctions asked(unit_);
  if (asked.empty()) return;
  // Of the graphs what each temp holds, joined over the contexts, and what is called.
  struct Joined {
    const ParsedFile* file = nullptr;
    std::vector<Ref> temps;
    Runs runs;
  };
  std::unordered_map<const flow::Graph*, Joined> joined;
  for (std::uint32_t i = 0; i < count; ++i) {
    const Context& context = unit_.Info(ContextId(i));
    const CallableInfo& info = unit_.Info(context.callable);
    const flow::Graph& graph = info.file->Function(info.function);
    if (!asked.IsLive(i) || context.temps.empty() || !asked.Has(graph)) continue;
    Joined& of = joined[&graph];
    of.file = info.file;
    of.runs.Add(unit_, context);
    of.temps.resize(context.temps.size());
    for (std::size_t t = 0; t < of.temps.size(); ++t)
      if (context.temps[t].value) values.JoinInto(of.temps[t], context.temps[t]);
  }
  Exporter exporter(unit_);
  for (const auto& [graph, of] : joined) {
    UnreachedNames names(unit_, *of.file, *graph);
    for (const flow::Block& block : graph->blocks)
      for (const flow::Inst& inst : block.insts) {
        if (!IsValueOf(inst)) continue;
        const Ref value = of.temps[inst.result.index];
        const Ref named = value.value ? Ref() : names.At(inst);
        if (!value.value && !named.value) continue;
        FoundFact found{of.file->id(), inst.expr, exporter.Export(value.value ? value : named)};
        found.reached = bool(value.value);
        found.fact.runs = of.runs.At(inst.span);
        out.push_back(std::move(found));
      }
  }
}

}  // namespace graphmend::infer
