// Builtin functions, and the methods of containers and strings.
#include <algorithm>

#include "infer/frame.h"
#include "infer/narrow.h"
#include "infer/transfer.h"

namespace graphmend::infer::transfers {
namespace {

using syntax::LiteralKind;
using values::PyType;
using values::SequenceKind;

Ref Int(const TransferCall& call) { return call.unit.Guarded(PyType::Int); }
Ref BoolRef(const TransferCall& call, std::optional<bool> known) {
  return known ? Ref{call.unit.values.Bool(*known), {}} : call.unit.Guarded(PyType::Bool);
}

const values::Constant* ConstantOf(const TransferCall& call, Ref r) { return r.value ? call.unit.values.If<values::Constant>(r) : nullptr; }

const values::Constant* StringOf(const TransferCall& call, Ref r) {
  const auto* c = ConstantOf(call, r);
  return c && c->kind == LiteralKind::Str ? c : nullptr;
}

// Positional argument `i` after a class's own first parameter.
Ref AfterClass(const TransferCall& call, std::size_t i) {
  bool constructor = call.First().value && call.unit.values.If<values::Class>(call.First()) && call.callable &&
                     call.unit.Info(call.callable).file->tree()[call.unit.Info(call.callable).function].cls;
  return call.Passed(i + (constructor ? 1 : 0));
}

Ref SequenceFrom(const TransferCall& call, SequenceKind kind, Ref source) {
  if (!source.value) return {call.unit.values.Sequence_(kind, {}), {}};
  if (auto items = call.unit.ExactElements(source)) return {call.unit.values.Sequence_(kind, *items), source.origin};
  return {call.unit.values.SequenceOf(kind, call.unit.ElementOf(source, call.site)), source.origin};
}

Ref Result(const TransferCall& call, Ref fallback) { return fallback.value ? fallback : call.unit.UnknownRef(call.name); }

Ref CallWith(const TransferCall& call, Ref fn, std::vector<Ref> args) {
  Arguments all;
  for (Ref r : args) all.push_back({syntax::ArgKind::Positional, {}, r, {}});
  return call.unit.Call(fn, all, call.site);
}

void ObserveTruth(const TransferCall& call, Ref element, const std::string& gb = "GB0170") {
  if (!call.Compiled()) return;
  auto data = call.unit.IsData(element, "an element");
  if (data.has != Unit::Has::No) call.unit.Observe(ObservationKind::TruthInCall, call.site, element, std::string(call.name), {gb}, data.condition);
}

}  // namespace

Ref len(const TransferCall& call) {
  Ref value = call.Passed(0);
  if (!value.value) return Int(call);
  if (const auto* s = StringOf(call, value)) return {call.unit.values.Int(static_cast<std::int64_t>(s->text.text().size())), {}};
  if (call.unit.values.If<values::Object>(value)) {
    const auto* o = call.unit.values.If<values::Object>(value);
    if (!call.unit.Info(o->id).payload.value) return Int(call);
  }
  if (auto items = call.unit.ExactElements(value)) return {call.unit.values.Int(static_cast<std::int64_t>(items->size())), {}};
  return Int(call);
}

Ref range(const TransferCall& call) {
  for (const CallArgument& a : call.args)
    if (const auto* d = call.unit.values.If<values::DataScalar>(a.value)) {
      (void)d;
      return {call.unit.values.SequenceOf(SequenceKind::Iterator, Int(call)), {}};
    }
  const auto* n = ConstantOf(call, AfterClass(call, 0));
  if (n && n->kind == LiteralKind::Int && n->integer <= 0 && !AfterClass(call, 1).value) return {call.unit.values.Sequence_(SequenceKind::List, {}), {}};
  return {call.unit.values.SequenceOf(SequenceKind::List, Int(call)), {}};
}

Ref isinstance(const TransferCall& call) {
  Ref value = call.Passed(0), cls = call.Passed(1);
  return BoolRef(call, value.value && cls.value ? IsInstance(call.unit, value, cls) : std::nullopt);
}

Ref issubclass(const TransferCall& call) {
  const auto* a = call.Passed(0).value ? call.unit.values.If<values::Class>(call.Passed(0)) : nullptr;
  const auto* b = call.Passed(1).value ? call.unit.values.If<values::Class>(call.Passed(1)) : nullptr;
  if (!a || !b) return call.unit.Guarded(PyType::Bool);
  if (call.unit.DerivesFrom(a->id, b->id)) return {call.unit.values.Bool(true), {}};
  return call.unit.Info(a->id).unknown_base ? call.unit.Guarded(PyType::Bool) : Ref{call.unit.values.Bool(false), {}};
}

Ref hasattr(const TransferCall& call) {
  Ref object = call.Passed(0);
  const auto* name = StringOf(call, call.Passed(1));
  if (!object.value || !name) return call.unit.Guarded(PyType::Bool);
  const auto* o = call.unit.values.If<values::Object>(object);
  if (o) {
    if (call.unit.Info(o->id).fields.count(name->text) || call.unit.ClassAttribute(call.unit.Info(o->id).cls, name->text).value) return {call.unit.values.Bool(true), {}};
    return call.unit.Guarded(PyType::Bool);
  }
  if (call.unit.values.If<values::Tensor>(object)) {
    auto cls = call.unit.ClassOf(object);
    if (cls && call.unit.ClassAttribute(*cls, name->text).value) return {call.unit.values.Bool(true), {}};
  }
  if (const auto* m = call.unit.values.If<values::Module>(object)) {
    Ref found = call.unit.ModuleAttribute(m->file, name->text);
    return call.unit.values.If<values::Unknown>(found) ? call.unit.Guarded(PyType::Bool) : Ref{call.unit.values.Bool(true), {}};
  }
  if (object.value == call.unit.values.none()) return {call.unit.values.Bool(name->text.text().starts_with("__")), {}};
  return call.unit.Guarded(PyType::Bool);
}

Ref getattr(const TransferCall& call) {
  Ref object = call.Passed(0), fallback = call.Passed(2);
  const auto* name = StringOf(call, call.Passed(1));
  if (!object.value || !name) return call.unit.UnknownRef("an attribute whose name is computed");
  if (const auto* o = call.unit.values.If<values::Object>(object); o && fallback.value) {
    bool here = call.unit.Info(o->id).fields.count(name->text) || call.unit.ClassAttribute(call.unit.Info(o->id).cls, name->text).value;
    if (!here) return call.unit.values.Join(fallback, call.unit.UnknownRef("an attribute that may be missing"));
  }
  Ref value = call.unit.GetAttribute(object, name->text, call.site);
  if (fallback.value && call.unit.values.If<values::Unknown>(value)) return call.unit.values.Join(fallback, value);
  return value;
}

Ref setattr(const TransferCall& call) {
  Ref object = call.Passed(0), value = call.Passed(2);
  const auto* name = StringOf(call, call.Passed(1));
  if (object.value && name && value.value) call.unit.SetAttribute(object, name->text, value, call.site);
  return call.unit.None();
}

Ref callable(const TransferCall& call) {
  Ref r = call.Passed(0);
  if (!r.value) return call.unit.Guarded(PyType::Bool);
  const auto& v = call.unit.values;
  if (v.If<values::Function>(r) || v.If<values::Bound>(r) || v.If<values::Class>(r) || v.If<values::Partial>(r)) return {v.Bool(true), {}};
  if (v.If<values::Constant>(r) || v.If<values::Tensor>(r) || v.If<values::Sequence>(r) || v.If<values::Dict>(r)) return {v.Bool(false), {}};
  return call.unit.Guarded(PyType::Bool);
}

Ref type_of(const TransferCall& call) {
  Ref r = AfterClass(call, 0);
  if (!r.value) return call.unit.UnknownRef("a type");
  if (auto cls = call.unit.ClassOf(r)) {
    const auto* o = call.unit.values.If<values::Object>(r);
    if (!o || !call.unit.Info(o->id).generic) return {call.unit.values.Intern(values::Class{*cls}), {}};
  }
  return call.unit.UnknownRef("the type of a value that source does not tell");
}

Ref to_int(const TransferCall& call) {
  Ref r = AfterClass(call, 0);
  const auto* c = ConstantOf(call, r);
  if (c && (c->kind == LiteralKind::Int || c->kind == LiteralKind::True || c->kind == LiteralKind::False)) return {call.unit.values.Int(c->integer), {}};
  if (const auto* d = r.value ? call.unit.values.If<values::DataScalar>(r) : nullptr) return {call.unit.values.Intern(values::DataScalar{PyType::Int, d->source}), r.origin};
  return Int(call);
}
Ref to_float(const TransferCall& call) {
  Ref r = AfterClass(call, 0);
  const auto* c = ConstantOf(call, r);
  if (c && c->kind == LiteralKind::Float) return {r.value, {}};
  if (const auto* d = r.value ? call.unit.values.If<values::DataScalar>(r) : nullptr) return {call.unit.values.Intern(values::DataScalar{PyType::Float, d->source}), r.origin};
  return call.unit.Guarded(PyType::Float);
}
Ref to_bool(const TransferCall& call) {
  Ref r = AfterClass(call, 0);
  if (!r.value) return {call.unit.values.Bool(false), {}};
  if (call.unit.HoldsTensor(r)) return call.unit.Guarded(PyType::Bool);
  return BoolRef(call, call.unit.KnownTruth(r));
}
Ref to_str(const TransferCall& call) {
  Ref r = AfterClass(call, 0);
  if (StringOf(call, r)) return {r.value, {}};
  return call.unit.Guarded(PyType::Str);
}
namespace {
// list(x), and also list.__init__ on a subclass instance, whose contents it sets.
Ref Container(const TransferCall& call, SequenceKind kind) {
  Ref source = call.Passed(1);
  Ref made = SequenceFrom(call, kind, source);
  if (const auto* o = call.First().value ? call.unit.values.If<values::Object>(call.First()) : nullptr) {
    call.unit.values.JoinInto(call.unit.Info(o->id).payload, made);
    return call.unit.None();
  }
  return made;
}
}  // namespace
Ref to_list(const TransferCall& call) { return Container(call, SequenceKind::List); }
Ref to_tuple(const TransferCall& call) { return Container(call, SequenceKind::Tuple); }
Ref to_set(const TransferCall& call) { return Container(call, SequenceKind::Set); }

Ref to_dict(const TransferCall& call) {
  values::Dict out;
  Ref source;
  std::size_t at = 0;
  for (const CallArgument& a : call.args) {
    if (a.kind == syntax::ArgKind::Positional && at++ == 1) source = a.value;
    if (a.kind == syntax::ArgKind::Keyword) out.entries.push_back({call.unit.values.Str(a.name), a.value, false});
    if (a.kind == syntax::ArgKind::DoubleStar) {
      const auto* d = call.unit.values.If<values::Dict>(a.value);
      if (d) out.entries.insert(out.entries.end(), d->entries.begin(), d->entries.end());
      if (!d || d->open) out.open = true;
      if (d && d->open) out.other_key = d->other_key, out.other_value = d->other_value;
    }
  }
  if (source.value) {
    if (const auto* d = call.unit.values.If<values::Dict>(source)) {
      values::Dict merged = *d;
      merged.entries.insert(merged.entries.end(), out.entries.begin(), out.entries.end());
      out = std::move(merged);
    } else {
      auto items = call.unit.ExactElements(source);
      bool exact = items.has_value();
      for (Ref r : items.value_or(std::vector<Ref>{})) {
        auto pair = call.unit.ExactElements(r);
        if (!pair || pair->size() != 2 || !ConstantOf(call, (*pair)[0])) {
          exact = false;
          break;
        }
        out.entries.push_back({(*pair)[0].value, (*pair)[1], false});
      }
      if (!exact) {
        Ref element = call.unit.ElementOf(source, call.site);
        std::vector<Ref> pair = call.unit.UnpackInto(element, 2, -1, call.site);
        out.open = true;
        out.other_key = pair[0];
        out.other_value = pair[1];
      }
    }
  }
  Ref made{call.unit.values.Intern(std::move(out)), {}};
  if (const auto* o = call.First().value ? call.unit.values.If<values::Object>(call.First()) : nullptr) {
    call.unit.values.JoinInto(call.unit.Info(o->id).payload, made);
    return call.unit.None();
  }
  if (const auto* c = call.First().value ? call.unit.values.If<values::Class>(call.First()) : nullptr; c && !call.unit.Info(c->id).is_stub) {
    ObjectId object = call.unit.InternObject(c->id, {call.unit.values.Canonical(made.value)});
    call.unit.values.JoinInto(call.unit.Info(object).payload, made);
    return {call.unit.values.Intern(values::Object{object}), {}};
  }
  return made;
}

Ref zip(const TransferCall& call) {
  std::vector<std::vector<Ref>> columns;
  bool exact = true;
  std::vector<Ref> elements;
  for (const CallArgument& a : call.args) {
    if (a.kind == syntax::ArgKind::Keyword) continue;
    if (a.kind != syntax::ArgKind::Positional) return {call.unit.values.SequenceOf(SequenceKind::Iterator, {call.unit.values.SequenceOf(SequenceKind::Tuple, call.unit.ElementOf(call.unit.ElementOf(a.value, call.site), call.site)), {}}), {}};
    elements.push_back(call.unit.ElementOf(a.value, call.site));
    auto items = call.unit.values.If<values::Tensor>(a.value) ? std::nullopt : call.unit.ExactElements(a.value);
    if (items) columns.push_back(*items);
    else exact = false;
  }
  if (exact && !columns.empty()) {
    std::size_t rows = columns[0].size();
    for (const auto& c : columns) rows = std::min(rows, c.size());
    std::vector<Ref> out;
    for (std::size_t i = 0; i < rows; ++i) {
      std::vector<Ref> row;
      for (const auto& c : columns) row.push_back(c[i]);
      out.push_back({call.unit.values.Sequence_(SequenceKind::Tuple, std::move(row)), {}});
    }
    return {call.unit.values.Sequence_(SequenceKind::List, std::move(out)), {}};
  }
  Ref row{call.unit.values.Sequence_(SequenceKind::Tuple, elements), {}};
  return {call.unit.values.SequenceOf(SequenceKind::List, row), {}};
}

Ref enumerate(const TransferCall& call) {
  Ref source = call.Passed(0);
  if (!source.value) return call.unit.UnknownRef("enumerate");
  Ref row{call.unit.values.Sequence_(SequenceKind::Tuple, {Int(call), call.unit.ElementOf(source, call.site)}), {}};
  if (auto items = call.unit.ExactElements(source); items && items->empty()) return {call.unit.values.Sequence_(SequenceKind::List, {}), {}};
  return {call.unit.values.SequenceOf(SequenceKind::List, row), source.origin};
}

Ref map(const TransferCall& call) {
  Ref fn = call.Passed(0);
  if (!fn.value) return call.unit.UnknownRef("map");
  std::vector<Ref> elements;
  for (std::size_t i = 1; call.Passed(i).value; ++i) elements.push_back(call.unit.ElementOf(call.Passed(i), call.site));
  return {call.unit.values.SequenceOf(SequenceKind::List, CallWith(call, fn, elements)), {}};
}

Ref filter(const TransferCall& call) {
  Ref fn = call.Passed(0), source = call.Passed(1);
  if (!fn.value || !source.value) return call.unit.UnknownRef("filter");
  Ref element = call.unit.ElementOf(source, call.site);
  ObserveTruth(call, fn.value == call.unit.values.none() ? element : CallWith(call, fn, {element}));
  return {call.unit.values.SequenceOf(SequenceKind::List, element), {}};
}

Ref any_all(const TransferCall& call) {
  Ref source = call.Passed(0);
  if (!source.value) return call.unit.Guarded(PyType::Bool);
  Ref element = call.unit.ElementOf(source, call.site);
  ObserveTruth(call, element);
  return call.unit.Guarded(PyType::Bool);
}

Ref sorted(const TransferCall& call) {
  Ref source = call.Passed(0);
  if (!source.value) return call.unit.UnknownRef("sorted");
  Ref element = call.unit.ElementOf(source, call.site), compared = element;
  Ref key = call.Parameter("key");
  for (const CallArgument& a : call.args)
    if (a.kind == syntax::ArgKind::Keyword && a.name == "key") key = a.value;
  if (key.value && key.value != call.unit.values.none()) compared = CallWith(call, key, {element});
  if (!call.unit.values.If<values::Tensor>(source)) ObserveTruth(call, compared, "GB0207");
  return {call.unit.values.SequenceOf(SequenceKind::List, element), {}};
}

Ref reversed(const TransferCall& call) {
  Ref source = call.Passed(0);
  if (!source.value) return call.unit.UnknownRef("reversed");
  if (auto items = call.unit.ExactElements(source)) {
    std::reverse(items->begin(), items->end());
    return {call.unit.values.Sequence_(SequenceKind::List, *items), {}};
  }
  return {call.unit.values.SequenceOf(SequenceKind::List, call.unit.ElementOf(source, call.site)), {}};
}

Ref sum(const TransferCall& call) {
  Ref source = call.Passed(0), start = call.Passed(1);
  if (!source.value) return Int(call);
  Ref element = call.unit.ElementOf(source, call.site);
  if (call.unit.values.IsBottom(element)) return start.value ? start : Ref{call.unit.values.Int(0), {}};
  Ref first = start.value ? start : Ref{call.unit.values.Int(0), {}};
  return call.unit.BinaryOperation(syntax::BinaryOp::Add, first, element, call.site);
}

Ref min_max(const TransferCall& call) {
  Ref out = call.unit.Bottom();
  std::vector<Ref> passed;
  for (std::size_t i = 0; call.Passed(i).value; ++i) passed.push_back(call.Passed(i));
  if (passed.size() == 1) passed = {call.unit.ElementOf(passed[0], call.site)};
  bool tensor = false;
  for (Ref r : passed) {
    out = call.unit.values.Join(out, r);
    tensor |= call.unit.values.If<values::Tensor>(r) != nullptr;
  }
  if (tensor)
    if (const auto* t = call.unit.FirstTensor(out)) return call.Made(*t);
  const auto* c = call.unit.values.If<values::Constant>(out);
  if (c || call.unit.values.IsBottom(out)) return c ? out : call.unit.UnknownRef(call.name);
  return out;
}

Ref iter(const TransferCall& call) { return Result(call, call.Passed(0)); }
Ref next(const TransferCall& call) {
  Ref source = call.Passed(0), fallback = call.Passed(1);
  Ref element = source.value ? call.unit.ElementOf(source, call.site) : call.unit.UnknownRef("next");
  return fallback.value ? call.unit.values.Join(element, fallback) : element;
}

Ref abs(const TransferCall& call) {
  const values::Tensor* t = call.FirstTensor();
  if (t) {
    values::Tensor out = *t;
    return call.Made(out);
  }
  Ref r = call.Passed(0);
  if (!r.value) return call.unit.Guarded(PyType::Any);
  if (const auto* d = call.unit.values.If<values::DataScalar>(r)) return {call.unit.values.Intern(*d), r.origin};
  if (call.name == "divmod") return {call.unit.values.Sequence_(SequenceKind::Tuple, {Int(call), Int(call)}), {}};
  if (const auto* g = call.unit.values.If<values::Guarded>(r)) return call.unit.Guarded(call.name == "round" && !call.Passed(1).value ? PyType::Int : g->type);
  const auto* c = ConstantOf(call, r);
  if (c && c->kind == LiteralKind::Int) return Int(call);
  if (c && c->kind == LiteralKind::Float) return call.unit.Guarded(call.name == "round" && !call.Passed(1).value ? PyType::Int : PyType::Float);
  return call.unit.UnknownRef(call.name);
}

// ---- methods: the receiver is the first argument; what it becomes is written back ----
namespace {

Ref Contents(const TransferCall& call) {
  Ref self = call.First();
  if (!self.value) return call.unit.Bottom();
  if (const auto* o = call.unit.values.If<values::Object>(self))
    if (Ref payload = call.unit.Info(o->id).payload; payload.value) return payload;
  return self;
}

void Replace(const TransferCall& call, Ref contents) {
  Ref self = call.First();
  if (const auto* o = self.value ? call.unit.values.If<values::Object>(self) : nullptr) {
    call.unit.values.JoinInto(call.unit.Info(o->id).payload, contents);
    return;
  }
  if (call.site.frame && call.receiver) call.site.frame->WriteBack(call.receiver, contents);
}

}  // namespace

Ref element(const TransferCall& call) {
  Ref contents = Contents(call);
  Ref item = call.unit.ElementOf(contents, call.site);
  if (const auto* s = call.unit.values.If<values::Sequence>(contents)) {
    if (s->exact && !s->items.empty() && call.name.ends_with(".pop") && s->kind == SequenceKind::List) {
      Ref at = call.Passed(1);
      const auto* c = ConstantOf(call, at);
      std::int64_t n = static_cast<std::int64_t>(s->items.size()), i = at.value ? (c && c->kind == LiteralKind::Int ? c->integer : n) : n - 1;
      if (i < 0) i += n;
      if (i >= 0 && i < n) {
        std::vector<Ref> rest = s->items;
        item = rest[static_cast<std::size_t>(i)];
        rest.erase(rest.begin() + i);
        Replace(call, {call.unit.values.Sequence_(s->kind, std::move(rest)), contents.origin});
        return item;
      }
    }
    if (s->exact) Replace(call, {call.unit.values.SequenceOf(s->kind, values::JoinAll(call.unit.values, s->items)), contents.origin});
  }
  return item;
}

Ref append(const TransferCall& call) {
  Ref contents = Contents(call);
  Ref value = call.Passed(call.name.ends_with(".insert") ? 2 : 1);
  const auto* s = call.unit.values.If<values::Sequence>(contents);
  if (!s || !value.value) return call.unit.None();
  if (s->exact && call.name.ends_with(".append") && s->items.size() < 16) {
    std::vector<Ref> items = s->items;
    items.push_back(value);
    Replace(call, {call.unit.values.Sequence_(s->kind, std::move(items)), contents.origin});
  } else {
    Replace(call, {call.unit.values.SequenceOf(s->kind, call.unit.values.Join(values::JoinAll(call.unit.values, s->items), value)), contents.origin});
  }
  return call.unit.None();
}

Ref extend(const TransferCall& call) {
  Ref contents = Contents(call), other = call.Passed(1);
  const auto* s = call.unit.values.If<values::Sequence>(contents);
  if (!s || !other.value) return call.unit.None();
  auto more = call.unit.ExactElements(other);
  if (s->exact && more && s->kind == SequenceKind::List && s->items.size() + more->size() < 16) {
    std::vector<Ref> items = s->items;
    items.insert(items.end(), more->begin(), more->end());
    Replace(call, {call.unit.values.Sequence_(s->kind, std::move(items)), contents.origin});
  } else {
    Ref element = call.unit.values.Join(values::JoinAll(call.unit.values, s->items), call.unit.ElementOf(other, call.site));
    Replace(call, {call.unit.values.SequenceOf(s->kind, element), contents.origin});
  }
  return call.unit.None();
}

Ref dict_get(const TransferCall& call) {
  Ref contents = Contents(call), key = call.Passed(1);
  bool given = call.args.size() > 2;
  Ref fallback = given ? call.args[2].value : call.unit.None();
  bool pop = call.name.ends_with(".pop");
  const auto* d = call.unit.values.If<values::Dict>(contents);
  if (!d || !key.value) {
    if (call.unit.values.If<values::Union>(contents)) return call.unit.values.Join(call.unit.GetItem(contents, key.value ? key : call.unit.None(), call.site), fallback);
    return call.unit.values.Join(fallback, call.unit.UnknownRef("a value of a mapping that is not in view"));
  }
  if (!ConstantOf(call, key)) return call.unit.values.Join(call.unit.GetItem(contents, key, call.site), fallback);
  for (const auto& e : d->entries) {
    if (e.key != key.value) continue;
    Ref value = e.value;
    bool maybe = e.maybe;
    if (pop) {
      values::Dict rest = *d;
      std::erase_if(rest.entries, [&](const auto& x) { return x.key == key.value; });
      Replace(call, {call.unit.values.Intern(std::move(rest)), contents.origin});
    }
    return maybe ? call.unit.values.Join(value, fallback) : value;
  }
  Ref absent = d->open ? call.unit.values.Join(fallback, d->other_value.value ? d->other_value : call.unit.UnknownRef("a key that is not in view")) : fallback;
  if (call.name.ends_with(".setdefault")) Replace(call, call.unit.WithItem(contents, key, absent, call.site));
  return absent;
}

namespace {
Ref Mapping(const TransferCall& call, bool keys, bool values_too) {
  Ref contents = Contents(call);
  const auto* d = call.unit.values.If<values::Dict>(contents);
  auto row = [&](Ref key, Ref value) {
    if (keys && values_too) return Ref{call.unit.values.Sequence_(SequenceKind::Tuple, {key, value}), {}};
    return keys ? key : value;
  };
  if (!d) {
    Ref unknown = call.unit.UnknownRef("of a mapping that is not in view");
    return {call.unit.values.SequenceOf(SequenceKind::List, row(unknown, unknown)), {}};
  }
  std::vector<Ref> items;
  bool exact = !d->open;
  for (const auto& e : d->entries) {
    items.push_back(row({e.key, {}}, e.value));
    exact &= !e.maybe;
  }
  if (exact) return {call.unit.values.Sequence_(SequenceKind::List, std::move(items)), {}};
  if (d->open) {
    Ref unknown = call.unit.UnknownRef("of a mapping that is not in view");
    items.push_back(row(d->other_key.value ? d->other_key : unknown, d->other_value.value ? d->other_value : unknown));
  }
  return {call.unit.values.SequenceOf(SequenceKind::List, values::JoinAll(call.unit.values, items)), {}};
}
}  // namespace
Ref dict_items(const TransferCall& call) { return Mapping(call, true, true); }
Ref dict_keys(const TransferCall& call) { return Mapping(call, true, false); }
Ref dict_values(const TransferCall& call) { return Mapping(call, false, true); }

Ref dict_update(const TransferCall& call) {
  Ref contents = Contents(call);
  if (!call.unit.values.If<values::Dict>(contents)) return call.unit.None();
  std::size_t at = 0;
  for (const CallArgument& a : call.args) {
    if (a.kind == syntax::ArgKind::Positional && at++ == 0) continue;
    if (a.kind == syntax::ArgKind::Keyword) {
      contents = call.unit.WithItem(contents, {call.unit.values.Str(a.name), {}}, a.value, call.site);
      continue;
    }
    const auto* other = call.unit.values.If<values::Dict>(a.value);
    if (other && !other->open) {
      for (const auto& e : std::vector<values::DictEntry>(other->entries)) contents = call.unit.WithItem(contents, {e.key, {}}, e.value, call.site);
    } else {
      values::Dict open = *call.unit.values.If<values::Dict>(contents);
      open.open = true;
      open.other_key = open.other_value = call.unit.UnknownRef("merged from a mapping");
      contents = {call.unit.values.Intern(std::move(open)), contents.origin};
    }
  }
  Replace(call, contents);
  return call.unit.None();
}

Ref copy(const TransferCall& call) {
  Ref contents = Contents(call);
  if (const auto* s = call.unit.values.If<values::Sequence>(contents); s && call.args.size() > 1)
    return {call.unit.values.SequenceOf(s->kind, values::JoinAll(call.unit.values, s->items)), contents.origin};
  return contents;
}

Ref str_method(const TransferCall& call) {
  const auto* self = StringOf(call, call.First());
  const auto* other = StringOf(call, call.Passed(1));
  std::string_view leaf = call.name.substr(call.name.rfind('.') + 1);
  if (self) {
    std::string_view text = self->text.text();
    if (other && leaf == "startswith") return {call.unit.values.Bool(text.starts_with(other->text.text())), {}};
    if (other && leaf == "endswith") return {call.unit.values.Bool(text.ends_with(other->text.text())), {}};
    if (leaf == "lower" || leaf == "upper") {
      std::string out(text);
      for (char& c : out) c = static_cast<char>(leaf == "lower" ? std::tolower(static_cast<unsigned char>(c)) : std::toupper(static_cast<unsigned char>(c)));
      return {call.unit.values.Str(call.unit.Intern(out)), {}};
    }
  }
  if (leaf == "startswith" || leaf == "endswith" || leaf.starts_with("is")) return call.unit.Guarded(PyType::Bool);
  if (leaf == "count" || leaf == "find" || leaf == "index" || leaf == "rfind" || leaf == "rindex") return Int(call);
  if (leaf == "split" || leaf == "rsplit" || leaf == "splitlines") return {call.unit.values.SequenceOf(SequenceKind::List, call.unit.Guarded(PyType::Str)), {}};
  if (leaf == "partition" || leaf == "rpartition") {
    Ref s = call.unit.Guarded(PyType::Str);
    return {call.unit.values.Sequence_(SequenceKind::Tuple, {s, s, s}), {}};
  }
  if (leaf == "encode") return call.unit.Guarded(PyType::Bytes);
  return call.unit.Guarded(PyType::Str);
}

Ref logger_enabled(const TransferCall& call) {
  const auto* level = ConstantOf(call, call.Passed(1));
  std::string_view text = call.site.file ? call.site.file->source().text() : std::string_view();
  bool configured = text.find("setLevel") != std::string_view::npos || text.find("basicConfig") != std::string_view::npos;
  if (!level || level->kind != LiteralKind::Int || configured || call.Compiled()) return call.unit.Guarded(PyType::Bool);
  return {call.unit.values.Bool(level->integer >= 30), {}};
}

}  // namespace graphmend::infer::transfers
