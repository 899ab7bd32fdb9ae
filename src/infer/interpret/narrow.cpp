#include "infer/interpret/narrow.h"

#include "infer/interpret/operands.h"

namespace graphmend::infer {

using flow::PlaceId;
using flow::TempId;

template <class Keep>
Ref Narrower::Filter(Ref value, Keep keep) {
  const auto* u = unit_.values.If<values::Union>(value);
  if (!u) return keep(value) ? value : unit_.Bottom();
  Ref out = unit_.Bottom();
  for (Ref r : std::vector<Ref>(u->alternatives))
    if (keep(r)) out = unit_.values.Join(out, {r.value, r.origin ? r.origin : value.origin});
  return out;
}

Ref Narrower::ByTruth(Ref value, bool outcome) {
  return Filter(value, [&](Ref r) {
    Truth truth = unit_.operations.TruthOf(r);
    return outcome ? truth.can_be_true : truth.can_be_false;
  });
}

Ref Narrower::ByNone(Ref value, bool is_none) {
  Ref out = Filter(value, [&](Ref r) {
    if (unit_.values.If<values::Unknown>(r) || unit_.values.If<values::Param>(r)) return true;
    return (r.value == unit_.values.none()) == is_none;
  });
  if (is_none && !unit_.values.IsBottom(out)) return unit_.None();
  return out;
}

Ref Narrower::ByEquality(Ref value, Ref constant, bool equal) {
  const auto* other = unit_.values.If<values::Constant>(constant);
  if (!other) return value;
  return Filter(value, [&](Ref r) {
    const auto* one = unit_.values.If<values::Constant>(r);
    return !one || AreEqual(*one, *other) == equal;
  });
}

// Equal texts and floats may be one object or two.
Ref Narrower::ByIdentity(Ref value, Ref constant, bool same) {
  return Filter(value, [&](Ref r) {
    const auto* one = unit_.values.If<values::Constant>(r);
    if (!one) return true;
    if (r.value != constant.value) return !same;
    return same || one->kind == LiteralKind::Str || one->kind == LiteralKind::Float;
  });
}

// Any instance of a class, as an annotation promises one, that turns out to be of a subclass.
Ref Narrower::AsSubclass(Ref value, ClassId cls) {
  if (const auto* t = unit_.values.If<values::Tensor>(value)) {
    const bool declared = t->subclass && unit_.classes.DerivesFrom(t->subclass, cls);
    if (declared || !unit_.classes.IsTensorSubclass(cls)) return value;
    values::Tensor narrowed = *t;
    narrowed.subclass = cls;
    return {unit_.values.Intern(narrowed), value.origin};
  }
  const auto* object = unit_.values.If<values::Object>(value);
  if (!object || !unit_.Info(object->id).generic) return value;
  const ClassId declared = unit_.Info(object->id).cls;
  if (declared == cls || !unit_.classes.DerivesFrom(cls, declared)) return value;
  const Ref narrowed = unit_.instances.GenericInstance(cls);
  return {narrowed.value, value.origin};
}

Ref Narrower::ByClass(Ref value, Ref cls, bool outcome) {
  bool unknown = false;
  Ref out = Filter(value, [&](Ref r) {
    if (unit_.values.If<values::Unknown>(r) || unit_.values.If<values::Param>(r)) {
      unknown = true;
      return !outcome;
    }
    auto is = IsInstance(unit_, r, cls);
    return !is || *is == outcome;
  });
  const auto* c = unit_.values.If<values::Class>(cls);
  if (outcome && c) out = OverAlternatives(unit_, out, [&](Ref r) { return AsSubclass(r, c->id); });
  if (!outcome || !unknown) return out;
  return unit_.values.Join(out, AnyOf(cls, value.origin));
}

// What is known of a value of which nothing was, once it is an instance of the class, or of one of
// them.
Ref Narrower::AnyOf(Ref cls, OriginId origin) {
  if (const auto* c = unit_.values.If<values::Class>(cls)) {
    const bool subclass = unit_.classes.IsTensorSubclass(c->id);
    if (subclass || c->id == unit_.classes.TensorClass())
      return {unit_.values.Intern(values::Tensor{.subclass = subclass ? c->id : ClassId()}),
              origin};
    if (!unit_.Info(c->id).is_stub) return {unit_.instances.GenericInstance(c->id).value, origin};
  }
  return unit_.UnknownRef(Why::Narrowed);
}

Ref Narrower::CurrentValue(const Environment& environment, TempId temp) const {
  PlaceId place = frame_.graph_.place_of[temp.index];
  if (place) {
    const flow::Place& p = frame_.graph_.places[place];
    // What an inner function may have stored is in the value that was read.
    if (p.kind == flow::PlaceKind::Slot && frame_.IsReboundInside(p.slot))
      return frame_.TempValue(temp);
    if (p.kind == flow::PlaceKind::Slot && environment.slots[p.slot].value)
      return environment.AsNow(environment.slots[p.slot], unit_);
    if (const Ref* known = environment.FactOf(place)) return environment.AsNow(*known, unit_);
  }
  return frame_.TempValue(temp);
}

bool Narrower::NarrowPlace(Environment& environment, PlaceId place, Ref narrowed) {
  if (unit_.values.IsBottom(narrowed)) return false;
  if (!place) return true;
  const flow::Place& p = frame_.graph_.places[place];
  if (p.kind == flow::PlaceKind::Slot) {
    if (!frame_.IsReboundInside(p.slot)) environment.slots.Set(p.slot, narrowed);
    return true;
  }
  environment.SetFact(place, narrowed);
  return true;
}

bool Narrower::Narrow(Environment& environment, TempId condition, bool outcome) {
  const flow::Inst& made = frame_.graph_.Definition(condition);
  PlaceId place = frame_.graph_.place_of[condition.index];
  if (place) {
    Ref value = CurrentValue(environment, condition);
    if (value.value && !unit_.values.IsBottom(value))
      return NarrowPlace(environment, place, ByTruth(value, outcome));
    return true;
  }
  if (const auto* unary = std::get_if<flow::Unary>(&made.node);
      unary && unary->op == syntax::UnaryOp::Not)
    return Narrow(environment, unary->operand, !outcome);
  if (const auto* compare = std::get_if<flow::Compare>(&made.node))
    return NarrowByComparison(environment, *compare, outcome);
  if (const auto* call = std::get_if<flow::Call>(&made.node))
    return NarrowByCall(environment, *call, outcome);
  return true;
}

bool Narrower::NarrowByComparison(Environment& environment, const flow::Compare& compare,
                                  bool outcome) {
  const bool negative = compare.op == CompareOp::IsNot || compare.op == CompareOp::NotEq;
  const bool identity = compare.op == CompareOp::Is || compare.op == CompareOp::IsNot;
  if (!identity && compare.op != CompareOp::Eq && compare.op != CompareOp::NotEq) return true;
  for (auto [subject, other] :
       {std::pair(compare.left, compare.right), std::pair(compare.right, compare.left)}) {
    const Ref constant = frame_.TempValue(other);
    const Ref value = CurrentValue(environment, subject);
    const PlaceId place = frame_.graph_.place_of[subject.index];
    if (!constant.value || !value.value) continue;
    if (constant.value == unit_.values.none())
      return NarrowPlace(environment, place, ByNone(value, outcome != negative));
    if (unit_.values.If<values::Constant>(constant) && place)
      return NarrowPlace(environment, place,
                         identity ? ByIdentity(value, constant, outcome != negative)
                                  : ByEquality(value, constant, outcome != negative));
  }
  return true;
}

namespace {
// A function that only says whether one of its parameters is None: `return value is not None`.
struct NonePredicate {
  std::size_t parameter = 0;
  bool negated = false;
};

std::optional<NonePredicate> AsNonePredicate(const flow::Graph& graph) {
  if (graph.kind != flow::GraphKind::Function || graph.blocks.empty()) return std::nullopt;
  const flow::Block& body = graph.blocks[flow::BlockId(0)];
  const auto* result = std::get_if<flow::Return>(&body.terminator.node);
  if (!result || !result->value || body.insts.size() != 3) return std::nullopt;
  const auto* compare = std::get_if<flow::Compare>(&graph.Definition(result->value).node);
  if (!compare || (compare->op != CompareOp::Is && compare->op != CompareOp::IsNot))
    return std::nullopt;
  const auto* load = std::get_if<flow::Load>(&graph.Definition(compare->left).node);
  const auto* none = std::get_if<flow::Const>(&graph.Definition(compare->right).node);
  if (!load || !none || none->value.kind != syntax::LiteralKind::None) return std::nullopt;
  return NonePredicate{load->slot, compare->op == CompareOp::IsNot};
}

// The argument that the parameter gets; None id: it is not passed one by one.
TempId ArgumentFor(const flow::Call& call, std::size_t index, Symbol name) {
  for (std::size_t i = 0; i < call.args.size(); ++i) {
    const auto& argument = call.args[i];
    if (argument.kind == syntax::ArgKind::Keyword && argument.name == name) return argument.value;
    if (argument.kind == syntax::ArgKind::Star) return {};
    if (argument.kind == syntax::ArgKind::Positional && i == index) return argument.value;
  }
  return {};
}
}  // namespace

bool Narrower::NarrowByCall(Environment& environment, const flow::Call& call, bool outcome) {
  const Ref called = frame_.TempValue(call.callee);
  const auto* callee = called.value ? unit_.values.If<values::Function>(called) : nullptr;
  if (!callee) return true;
  const CallableInfo& info = unit_.Info(callee->id);
  if (info.is_stub) {
    const bool tests = unit_.callables.Stub(callee->id).transfer == models::Transfer::isinstance;
    return !tests || call.args.size() != 2 || NarrowByIsInstance(environment, call, outcome);
  }
  const auto predicate = AsNonePredicate(info.file->Function(info.function));
  const auto& params = info.file->tree()[info.function].params;
  if (!predicate || predicate->parameter >= params.size()) return true;
  const TempId subject = ArgumentFor(call, predicate->parameter, params[predicate->parameter].name);
  const Ref value = subject ? CurrentValue(environment, subject) : Ref{};
  if (!value.value) return true;
  return NarrowPlace(environment, frame_.graph_.place_of[subject.index],
                     ByNone(value, outcome != predicate->negated));
}

bool Narrower::NarrowByIsInstance(Environment& environment, const flow::Call& call, bool outcome) {
  const TempId subject = call.args[0].value;
  const Ref value = CurrentValue(environment, subject);
  if (!value.value) return true;
  return NarrowPlace(environment, frame_.graph_.place_of[subject.index],
                     ByClass(value, frame_.TempValue(call.args[1].value), outcome));
}

namespace {

// Whether a class of the program, which does not derive from the wanted one, is one all the same:
// the abstract classes of collections.abc with one method ask for that method.
std::optional<bool> HasMethodOf(Unit& unit, ClassId own, ClassId wanted) {
  const ClassInfo& abstract = unit.Info(wanted);
  if (!abstract.is_stub || !abstract.qualified.starts_with("collections.abc.")) return false;
  if (abstract.name == "Hashable") return std::nullopt;  // `__eq__` may take it away
  constexpr std::pair<std::string_view, std::string_view> kMethods[] = {
      {"Callable", "__call__"},      {"Iterable", "__iter__"},      {"Iterator", "__next__"},
      {"Sized", "__len__"},          {"Container", "__contains__"}, {"Reversible", "__reversed__"},
      {"Collection", "__contains__"}};
  for (const auto& [name, method] : kMethods)
    if (abstract.name == name && unit.classes.ClassAttribute(own, unit.Intern(method)).value)
      return name == "Collection" || name == "Iterator" ? std::nullopt : std::optional(true);
  return false;
}

// A tensor may be of a subclass that is not known: Parameter, LongTensor.
std::optional<bool> IsTensorOf(Unit& unit, const values::Tensor& t, ClassId wanted) {
  const ClassId tensor = unit.classes.TensorClass();
  if (wanted == (t.numpy ? unit.classes.StubClass("numpy", "ndarray") : tensor)) return true;
  if (t.subclass && unit.classes.DerivesFrom(t.subclass, wanted)) return true;
  if (unit.classes.DerivesFrom(wanted, tensor)) return std::nullopt;
  return unit.Info(wanted).is_stub ? std::optional(false) : std::nullopt;
}

bool IsProtocol(Unit& unit, const ClassInfo& info) {
  return std::any_of(info.mro.begin(), info.mro.end(),
                     [&](ClassId base) { return unit.Info(base).qualified == "typing.Protocol"; });
}

// Whether functions and methods are instances of the class: of those that the program derives from
// nothing unknown none is.
std::optional<bool> HasFunctions(Unit& unit, ClassId wanted) {
  const ClassInfo& info = unit.Info(wanted);
  if (wanted == unit.classes.TensorClass()) return false;
  if (info.qualified == "builtins.object") return true;
  if (info.unknown_base || IsProtocol(unit, info)) return std::nullopt;
  constexpr std::string_view kOthers[] = {"builtins.int",   "builtins.float", "builtins.bool",
                                          "builtins.str",   "builtins.bytes", "builtins.list",
                                          "builtins.tuple", "builtins.dict",  "torch.nn.Module"};
  const bool other =
      std::find(std::begin(kOthers), std::end(kOthers), info.qualified) != std::end(kOthers);
  return info.is_stub && !other ? std::nullopt : std::optional(false);
}

// Whether the MRO of `own`, a class of a library, tells that its instances are none of `wanted`,
// another one that is not in it. Of builtins it does: but a text or a number may be a scalar of
// NumPy, and abstract classes that builtins are registered with do not show in their MRO.
bool MroTells(Unit& unit, ClassId own, ClassId wanted) {
  const ClassInfo& info = unit.Info(own);
  const ClassInfo& other = unit.Info(wanted);
  const std::string& home = unit.program.Info(other.file->id()).module;
  if (home == "builtins" || home == "torch" || home.starts_with("torch.")) return true;
  if (!info.qualified.starts_with("builtins.") || unit.classes.DerivesFrom(wanted, own))
    return false;
  constexpr std::string_view kAbstract[] = {"abc", "collections.abc", "contextlib",       "numbers",
                                            "os",  "typing",          "typing_extensions"};
  if (std::find(std::begin(kAbstract), std::end(kAbstract), home) != std::end(kAbstract))
    return false;
  if (other.unknown_base || IsProtocol(unit, other)) return false;
  const bool container = info.name == "list" || info.name == "tuple" || info.name == "dict" ||
                         info.name == "set" || info.name == "frozenset";
  return container || !home.starts_with("numpy") || other.name == "ndarray";
}

std::optional<bool> IsNone(Unit& unit, Ref value) {
  if (value.value == unit.values.none()) return true;
  const auto* guarded = unit.values.If<values::Guarded>(value);
  const bool open = (guarded && guarded->type == values::PyType::Any) ||
                    unit.values.If<values::Unknown>(value) || unit.values.If<values::Param>(value);
  return open ? std::nullopt : std::optional(false);
}

}  // namespace

std::optional<bool> IsInstance(Unit& unit, Ref value, Ref cls) {
  if (!value.value || !cls.value) return std::nullopt;
  if (const auto* tuple = unit.values.If<values::Sequence>(cls)) {
    if (!tuple->exact) return std::nullopt;
    bool unsure = false;
    for (Ref c : std::vector<Ref>(tuple->items)) {
      auto is = IsInstance(unit, value, c);
      if (is && *is) return true;
      unsure |= !is;
    }
    return unsure ? std::nullopt : std::optional(false);
  }
  if (const auto* u = unit.values.If<values::Union>(value)) {
    std::optional<bool> all;
    for (Ref r : std::vector<Ref>(u->alternatives)) {
      auto is = IsInstance(unit, r, cls);
      if (!is || (all && *all != *is)) return std::nullopt;
      all = is;
    }
    return all;
  }
  if (cls.value == unit.values.none()) return IsNone(unit, value);  // of `int | None`
  const auto* wanted = unit.values.If<values::Class>(cls);
  if (!wanted) return std::nullopt;
  if (value.value == unit.values.none())
    return unit.Info(wanted->id).name == "object" || unit.Info(wanted->id).name == "NoneType";
  if (const auto* t = unit.values.If<values::Tensor>(value))
    return IsTensorOf(unit, *t, wanted->id);
  const auto* g = unit.values.If<values::Guarded>(value);
  if (g && (g->type == values::PyType::Any || g->type == values::PyType::DType ||
            g->type == values::PyType::Device)) {
    if (wanted->id == unit.classes.TensorClass()) return false;
    return std::nullopt;
  }
  auto own = unit.classes.ClassOf(value);
  if (!own) {
    if (unit.values.If<values::Function>(value) || unit.values.If<values::Bound>(value))
      return HasFunctions(unit, wanted->id);
    bool callable = unit.values.If<values::Class>(value) || unit.values.If<values::Module>(value);
    if (callable && wanted->id == unit.classes.TensorClass()) return false;
    return std::nullopt;
  }
  if (unit.classes.DerivesFrom(*own, wanted->id)) return true;
  const ClassInfo& info = unit.Info(*own);
  if (info.unknown_base) return std::nullopt;
  // A declared instance may be of a subclass.
  if (const auto* o = unit.values.If<values::Object>(value);
      o && unit.Info(o->id).generic && unit.classes.DerivesFrom(wanted->id, *own))
    return std::nullopt;
  if (info.is_stub && unit.Info(wanted->id).is_stub) {
    if (!MroTells(unit, *own, wanted->id)) return std::nullopt;
    if (info.name == "bool" && unit.Info(wanted->id).name == "int") return true;
  }
  return HasMethodOf(unit, *own, wanted->id);
}

}  // namespace graphmend::infer
