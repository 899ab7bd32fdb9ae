// What each instruction does to the environment. One case per kind; the work is in Unit.
#include "infer/interpret/frame.h"

#include <algorithm>
#include <utility>

#include "infer/calls/rewrapping.h"

namespace graphmend::infer {

using flow::TempId;

Ref Frame::ConstantRef(Unit& unit, const syntax::Literal& l) {
  switch (l.kind) {
    case syntax::LiteralKind::None: return unit.None();
    case syntax::LiteralKind::True: return {unit.values.Bool(true), {}};
    case syntax::LiteralKind::False: return {unit.values.Bool(false), {}};
    case syntax::LiteralKind::Int:
      return l.fits ? Ref{unit.values.Int(l.integer), {}} : unit.Guarded(values::PyType::Int);
    case syntax::LiteralKind::Float:
      return {unit.values.Intern(values::Constant{l.kind, 0, l.real, {}}), {}};
    case syntax::LiteralKind::Complex: return unit.Guarded(values::PyType::Complex);
    case syntax::LiteralKind::Ellipsis:
    case syntax::LiteralKind::Str:
    case syntax::LiteralKind::Bytes: break;
  }
  return {unit.values.Intern(values::Constant{l.kind, 0, 0, l.text}), {}};
}

void Frame::Execute(const flow::Inst& inst) {
  Site site = SiteOf(inst);
  UseSuperProperties(inst);
  const std::uint64_t calls_before = unit_.holes.never_returned();
  base::Match(
      inst.node, [&](const flow::Const& c) { Set(inst.result, ConstantRef(unit_, c.value)); },
      [&](const flow::Load& l) { Set(inst.result, ExecuteLoad(l)); },
      [&](const flow::Store& s) { ExecuteStore(s); },
      [&](const flow::Delete& d) { StoreSlot(d.slot, Ref{}); },
      [&](const flow::LoadName& l) { Set(inst.result, LoadVariable(inst, l)); },
      [&](const flow::StoreName& s) { StoreVariable(s, inst.span); },
      [&](const flow::GetAttr& g) { Set(inst.result, ExecuteGetAttr(inst, g)); },
      [&](const flow::SetAttr& s) { ExecuteSetAttr(inst, s); },
      [&](const flow::DelAttr& d) { ExecuteDelAttr(inst, d); },
      [&](const flow::GetItem& g) { Set(inst.result, ExecuteGetItem(inst, g)); },
      [&](const flow::SetItem& s) { ExecuteSetItem(inst, s); },
      [&](const flow::DelItem& d) { ExecuteDelItem(inst, d); },
      [&](const flow::Unary& u) {
        Set(inst.result, unit_.operations.UnaryOperation(u.op, TempValue(u.operand), site));
      },
      [&](const flow::Binary& b) { Set(inst.result, ExecuteBinary(inst, b)); },
      [&](const flow::Compare& c) {
        Set(inst.result,
            unit_.operations.CompareOperation(c.op, TempValue(c.left), TempValue(c.right), site));
      },
      [&](const flow::Call& c) { Set(inst.result, ExecuteCall(inst, c)); },
      [&](const flow::Build& b) {
        Set(inst.result, ExecuteBuild(inst, b));
        ObserveComprehension(inst);
      },
      [&](const flow::BuildSlice& b) { Set(inst.result, ExecuteBuildSlice(b)); },
      [&](const flow::Append& a) { ExecuteAppend(a); },
      [&](const flow::Format& f) { Set(inst.result, ExecuteFormat(f, site)); },
      [&](const flow::GetIter& g) {
        Set(inst.result, TempValue(g.iterable));
        ObserveEntered(g.iterable);
        ObserveUnhashable(inst, g.iterable);
      },
      [&](const flow::Next& n) {
        Set(inst.result, unit_.operations.ElementOf(TempValue(n.iterator), site));
      },
      [&](const flow::Unpack& u) { ExecuteUnpack(inst, u); },
      [&](const flow::MakeFunction& m) { Set(inst.result, MakeFunction(m)); },
      [&](const flow::MakeClass& m) { Set(inst.result, ExecuteMakeClass(m, site)); },
      [&](const flow::Import& i) {
        Set(inst.result,
            unit_.definitions.ImportModule(file_, i.module, i.level, i.name, i.as_leaf));
      },
      [&](const flow::EnterWith& e) { Set(inst.result, ExecuteEnter(inst, e)); },
      [&](const flow::ExitWith& e) { Set(inst.result, ExecuteExit(inst, e)); },
      [&](const flow::CatchException&) { Set(inst.result, unit_.Guarded(values::PyType::Any)); },
      [&](const flow::MatchTest& m) { Set(inst.result, ExecuteMatchTest(m, site)); },
      [&](const flow::Yield& y) { Set(inst.result, ExecuteYield(y, site)); },
      [&](const flow::Await& a) { Set(inst.result, TempValue(a.value)); },
      [&](const flow::Unknown&) { ExecuteUnknown(inst); }, [](const std::monostate&) {});
  Conclude(inst, calls_before);
  if (unit_.reveal) Record(inst);
}

Ref Frame::ExecuteLoad(const flow::Load& load) {
  Ref value = Refreshed(now_.slots[load.slot]);
  if (IsReboundInside(load.slot))
    value = unit_.values.Join(value, unit_.store.CapturedValue(cells_, graph_.slots[load.slot]));
  return value.value ? value : unit_.UnknownRef(Why::NotBoundYet);
}

Ref Frame::ExecuteBuildSlice(const flow::BuildSlice& slice) {
  auto part = [&](TempId t) { return t ? TempValue(t) : unit_.None(); };
  return {
      unit_.values.Intern(values::Slice{part(slice.lower), part(slice.upper), part(slice.step)}),
      {}};
}

Ref Frame::ExecuteMakeClass(const flow::MakeClass& make, const Site& site) {
  unit_.recorder.Observe(observed::StateMutation{{""}, observed::StateMutation::Form::DefineClass},
                         site, {}, {"GB8977"});
  return {unit_.values.Intern(values::Class{unit_.classes.InternClass(file_, make.cls, cells_)}),
          {}};
}

Ref Frame::ExecuteMatchTest(const flow::MatchTest& test, const Site& site) {
  if (test.kind != flow::MatchKind::Identity) return unit_.Guarded(values::PyType::Bool);
  return unit_.operations.CompareOperation(syntax::CompareOp::Is, TempValue(test.subject),
                                           TempValue(test.operand), site);
}

Ref Frame::ExecuteYield(const flow::Yield& yield, const Site& site) {
  Ref value = yield.value ? TempValue(yield.value) : unit_.None();
  if (yield.from) value = unit_.operations.ElementOf(value, site);
  unit_.values.JoinInto(yielded_, value);
  return unit_.UnknownRef(Why::SendGives);
}

void Frame::ExecuteUnknown(const flow::Inst& inst) {
  Set(inst.result, unit_.holes.Unfollowed(HoleKind::Unparsed, SiteOf(inst), Why::Unparsed));
}

Ref Frame::ExecuteFormat(const flow::Format& format, const Site& site) {
  const Ref shown = TempValue(format.value);
  if (format.conversion == 'r') unit_.data.ObserveShown(shown, "repr", "GB6053", site);
  const Ref text = unit_.data.TextOf({shown}, site);
  const bool plain = !format.spec && (format.conversion == 0 || format.conversion == 's');
  return plain || unit_.data.ShowsTensor(text) ? text : unit_.Guarded(values::PyType::Str);
}

void Frame::ExecuteStore(const flow::Store& store) {
  const Ref value = TempValue(store.value);
  keeps_ = keeps_ || (mode_.compiled && (Kept().MakerOf(value) || Kept().IsLostAt(store.value)));
  keeps_sparse_ = keeps_sparse_ || IsSparseTensor(unit_, value);
  StoreSlot(store.slot, value);
}

Ref Frame::ExecuteGetAttr(const flow::Inst& inst, const flow::GetAttr& get) {
  ObserveUnhashable(inst, get.object);
  if (auto fact = Fact(graph_.place_of[inst.result.index])) return Refreshed(*fact);
  Ref object = TempValue(get.object);
  return object.value ? unit_.operations.GetAttribute(object, get.name, SiteOf(inst))
                      : unit_.Bottom();
}

void Frame::ExecuteSetAttr(const flow::Inst& inst, const flow::SetAttr& set) {
  Ref object = TempValue(set.object), value = TempValue(set.value);
  if (!object.value || !value.value) return;
  ObserveUnhashable(inst, set.object);
  flow::PlaceId place = FindPlace(graph_.place_of[set.object.index], set.name);
  unit_.operations.SetAttribute(object, set.name, value, SiteOf(inst));
  ObserveChangingAttribute(inst, object, value);
  ForgetAttribute(object, set.name, place);
  if (place) now_.SetFact(place, value);
}

void Frame::ExecuteDelAttr(const flow::Inst& inst, const flow::DelAttr& del) {
  Ref object = TempValue(del.object);
  if (!object.value) return;
  unit_.operations.DeleteAttribute(object, del.name, SiteOf(inst));
  ForgetAttribute(object, del.name, {});
}

void Frame::ExecuteDelItem(const flow::Inst& inst, const flow::DelItem& del) {
  Ref object = TempValue(del.object), index = TempValue(del.index);
  if (!object.value || !index.value) return;
  WriteBack(del.object, unit_.operations.WithoutItem(object, index, SiteOf(inst)));
}

// `xs += ys` of a list, `s |= t` of a set or dict change what is there; so do tensors.
Ref Frame::ExecuteBinary(const flow::Inst& inst, const flow::Binary& b) {
  Ref left = TempValue(b.left), right = TempValue(b.right);
  if (b.in_place && left.value) unit_.recorder.ObserveInputMutation(left, SiteOf(inst));
  ObserveTypeUnion(inst, b);
  Ref result = unit_.operations.BinaryOperation(b.op, left, right, SiteOf(inst), b.in_place);
  const values::AddressId address =
      b.in_place && left.value ? unit_.values.AddressOf(left.value) : values::AddressId();
  const bool container =
      unit_.values.If<values::Sequence>(result) || unit_.values.If<values::Dict>(result);
  if (!address || !container) return result;
  Mutate(left, result);
  return {unit_.values.WithAddress(result.value, address), result.origin};
}

Ref Frame::ExecuteGetItem(const flow::Inst& inst, const flow::GetItem& get) {
  if (auto fact = Fact(graph_.place_of[inst.result.index])) return Refreshed(*fact);
  Ref object = TempValue(get.object), index = TempValue(get.index);
  if (!object.value || !index.value) return unit_.Bottom();
  return unit_.operations.GetItem(object, index, SiteOf(inst));
}

void Frame::ExecuteSetItem(const flow::Inst& inst, const flow::SetItem& set) {
  Ref object = TempValue(set.object), index = TempValue(set.index), value = TempValue(set.value);
  if (!object.value || !index.value || !value.value) return;
  if (RegistersModule(set)) return;
  Ref after = unit_.operations.WithItem(object, index, value, SiteOf(inst));
  if (unit_.values.If<values::Dict>(object) && !unit_.values.If<values::Constant>(index))
    ObserveGrowing(set.object, SiteOf(inst));
  if (after.value && !unit_.values.Same(after.value, object.value)) WriteBack(set.object, after);
}

void Frame::ExecuteAppend(const flow::Append& append) {
  // Nothing but the comprehension holds the container yet.
  Ref container = temps_[append.container.index], value = TempValue(append.value);
  if (!container.value || !value.value) return;
  if (append.key) {
    values::Dict d;
    if (const auto* old = unit_.values.If<values::Dict>(container)) d = *old;
    d.open = true;
    d.other_key =
        unit_.values.Join(d.other_key.value ? d.other_key : unit_.Bottom(), TempValue(append.key));
    d.other_value = unit_.values.Join(d.other_value.value ? d.other_value : unit_.Bottom(), value);
    temps_[append.container.index] = {unit_.values.Intern(std::move(d)), container.origin};
    return;
  }
  const auto* s = unit_.values.If<values::Sequence>(container);
  if (!s) return;
  Ref element = values::JoinAll(unit_.values, s->items);
  // How often the loop runs is unknown: the elements count, not their number.
  const values::AddressId address = s->address;
  temps_[append.container.index] = {
      unit_.values.WithAddress(unit_.values.SequenceOf(s->kind, unit_.values.Join(element, value)),
                               address),
      container.origin};
}

void Frame::ExecuteUnpack(const flow::Inst& inst, const flow::Unpack& unpack) {
  Ref source = TempValue(unpack.source);
  if (!source.value) source = unit_.Bottom();
  ObserveEntered(unpack.source);
  std::vector<Ref> items =
      unit_.operations.UnpackInto(source, unpack.results.size(), unpack.star, SiteOf(inst));
  for (std::size_t i = 0; i < unpack.results.size(); ++i) Set(unpack.results[i], items[i]);
}

Ref Frame::ExecuteBuild(const flow::Inst& inst, const flow::Build& build) {
  Site site = SiteOf(inst);
  if (build.kind == flow::BuildKind::String) {
    std::vector<Ref> parts;
    for (flow::TempId item : build.items) parts.push_back(TempValue(item));
    return unit_.data.TextOf(parts, site);
  }
  if (build.kind == flow::BuildKind::Dict) {
    values::Dict d;
    for (std::size_t i = 0; i + 1 < build.items.size(); i += 2) {
      Ref value = TempValue(build.items[i + 1]);
      if (!value.value) continue;
      Ref merged{unit_.values.Intern(d), {}};
      Ref key = build.items[i] ? TempValue(build.items[i]) : Ref{};
      if (!build.items[i]) {
        const auto* other = unit_.values.If<values::Dict>(value);
        if (other) {
          for (const auto& e : std::vector<values::DictEntry>(other->entries))
            merged = unit_.operations.WithItem(merged, {e.key, {}}, e.value, site);
          d = *unit_.values.If<values::Dict>(merged);
          if (other->open) {
            d.open = true;
            d.other_key = other->other_key;
            d.other_value = other->other_value;
          }
        } else {
          d.open = true;
          d.other_key = d.other_value = unit_.UnknownRef(Why::Merged);
        }
        continue;
      }
      merged = unit_.operations.WithItem(merged, key, value, site);
      if (const auto* next = unit_.values.If<values::Dict>(merged)) d = *next;
    }
    return {unit_.values.Intern(std::move(d)), {}};
  }
  values::SequenceKind kind = build.kind == flow::BuildKind::Tuple  ? values::SequenceKind::Tuple
                              : build.kind == flow::BuildKind::List ? values::SequenceKind::List
                              : build.kind == flow::BuildKind::Set ? values::SequenceKind::Set
                                                                   : values::SequenceKind::Iterator;
  std::vector<Ref> items;
  bool exact = true;
  for (std::size_t i = 0; i < build.items.size(); ++i) {
    Ref value = TempValue(build.items[i]);
    if (!value.value) value = unit_.Bottom();
    if (i < build.starred.size() && build.starred[i]) {
      if (auto inner = unit_.operations.ExactElements(value)) {
        items.insert(items.end(), inner->begin(), inner->end());
      } else {
        exact = false;
        items.push_back(unit_.operations.ElementOf(value, site));
      }
    } else {
      items.push_back(value);
    }
  }
  if (!exact) return {unit_.values.SequenceOf(kind, values::JoinAll(unit_.values, items)), {}};
  return {unit_.values.Sequence_(kind, std::move(items)), {}};
}

Ref Frame::MakeFunction(const flow::MakeFunction& make) {
  CallableInfo info;
  info.file = &file_;
  info.function = make.function;
  info.cells = cells_;
  info.made_inside = mode_.compiled;
  info.owner = file_.tree()[make.function].cls ? owner_ : ClassId();
  for (TempId t : make.defaults) {
    Ref value = t ? TempValue(t) : Ref{};
    if (value.value) value.value = unit_.values.WithoutAddresses(value.value);
    if (!mode_.compiled) value = WithoutFunctionsOf(unit_, file_, make.function, value);
    info.defaults.push_back(value);
  }
  // A lambda or inner function sees the class of the method it is in (zero-argument super).
  if (!info.owner) info.owner = owner_;
  return {unit_.values.Intern(values::Function{unit_.callables.InternCallable(std::move(info))}),
          {}};
}

// `list[int](…)`, `Box[int](…)`: what is called is no class, but an alias of one.
bool Frame::IsAlias(Ref callee, TempId temp) const {
  const auto* item = std::get_if<flow::GetItem>(&graph_.Definition(temp).node);
  return item && mode_.compiled && unit_.values.If<values::Class>(callee) &&
         unit_.values.If<values::Class>(TempValue(item->object));
}

// What is passed; `*x` is passed one by one where it is known what is in `x`. The elements of a
// tensor are made here, also of one that enters the graph.
Arguments Frame::ArgumentsOf(const flow::Inst& inst, const flow::Call& call) {
  Arguments args;
  args.reserve(call.args.size());
  for (const flow::CallArg& a : call.args) {
    Ref value = TempValue(a.value);
    const bool spread = a.kind == syntax::ArgKind::Star && value.value;
    const auto items = spread ? unit_.operations.ExactElements(value) : std::nullopt;
    if (spread && unit_.values.If<values::Tensor>(value))
      value = {unit_.values.SequenceOf(values::SequenceKind::Tuple,
                                       unit_.operations.ElementOf(value, SiteOf(inst))),
               value.origin};
    if (items)
      for (Ref item : *items) args.push_back({syntax::ArgKind::Positional, {}, item, {}});
    else args.push_back({a.kind, a.name, value.value ? value : unit_.Bottom(), a.value});
  }
  return args;
}

Ref Frame::ExecuteCall(const flow::Inst& inst, const flow::Call& call) {
  Ref callee = TempValue(call.callee);
  if (!callee.value) return unit_.Bottom();
  ObserveUnhashable(inst, call.callee);
  ObserveModuleInit(inst, call, callee);
  ObserveKept(inst, call, callee);
  const Arguments args = ArgumentsOf(inst, call);
  TempId receiver;
  if (const auto* get = std::get_if<flow::GetAttr>(&graph_.Definition(call.callee).node))
    receiver = get->object;
  Site site = SiteOf(inst);
  if (IsAlias(callee, call.callee)) {
    Site alias = site;
    alias.span = graph_.Definition(call.callee).span;
    unit_.recorder.Observe(observed::SkippedCall{{unit_.recorder.SourceText(alias)}, {}}, site,
                           callee, {"GB0147", "GB0116"});
  }
  if (mode_.compiled || graph_.kind == flow::GraphKind::Module)
    if (const auto* cls = unit_.values.If<values::Class>(callee);
        cls && !unit_.Info(cls->id).is_stub && !unit_.Info(cls->id).is_module)
      site.made = NewAddress(inst);
  return unit_.calls.Call(callee, args, site, receiver);
}

// A result of Bottom: the instruction does not come to its end. Where it calls something that never
// returns, or has not so far, nothing behind it runs; should that come to return, this function is
// interpreted again. All else that raises as far as is known may be known wrongly.
void Frame::Conclude(const flow::Inst& inst, std::uint64_t calls_before) {
  if (!inst.result || !unit_.values.IsBottom(temps_[inst.result.index])) return;
  if (std::holds_alternative<flow::Next>(inst.node)) return;
  if (unit_.holes.never_returned() != calls_before) dead_ = true;
  else temps_[inst.result.index] = unit_.UnknownRef(Why::Raises);
}

}  // namespace graphmend::infer
