// Builtin functions.
#include <algorithm>
#include <limits>
#include <optional>

#include "infer/interpret/frame.h"
#include "infer/interpret/narrow.h"
#include "infer/interpret/operands.h"
#include "infer/interpret/sizes.h"
#include "infer/transfers/arguments.h"
#include "infer/transfers/set_items.h"

namespace graphmend::infer::transfers {

Ref len(const TransferCall& call) {
  Ref value = call.Passed(0);
  if (!value.value) return Int(call);
  if (const auto* s = StringOf(call, value))
    return {call.unit.values.Int(static_cast<std::int64_t>(s->text.text().size())), {}};
  if (call.unit.values.If<values::Object>(value)) {
    const auto* o = call.unit.values.If<values::Object>(value);
    const ClassId cls = call.unit.Info(o->id).cls;
    ClassId owner;
    const Ref own = call.unit.classes.ClassAttribute(cls, call.unit.well_known.length, &owner);
    if (own.value && !call.unit.Info(owner).is_stub)
      return call.unit.calls.CallMethod(value, "__len__", {}, call.site);
    if (!call.unit.store.Contents(o->id).value)
      return own.value ? call.unit.calls.CallMethod(value, "__len__", {}, call.site) : Int(call);
  }
  if (const auto* t = call.unit.values.If<values::Tensor>(value))
    return SizeRef(call.unit, t->rank > 0 ? t->sizes.At(0) : values::Sizes::kUnknown);
  if (auto items = call.unit.operations.ExactElements(value))
    return {call.unit.values.Int(static_cast<std::int64_t>(items->size())), {}};
  return Int(call);
}

Ref range(const TransferCall& call) {
  for (const CallArgument& a : call.args)
    if (const auto* d = call.unit.values.If<values::DataScalar>(a.value)) {
      (void)d;
      return {call.unit.values.SequenceOf(SequenceKind::Iterator, Int(call)), {}};
    }
  const auto* n = ConstantOf(call, AfterClass(call, 0));
  if (n && n->kind == LiteralKind::Int && n->integer <= 0 && !AfterClass(call, 1).value)
    return {call.unit.values.Sequence_(SequenceKind::List, {}), {}};
  return {call.unit.values.SequenceOf(SequenceKind::List, Int(call)), {}};
}

Ref isinstance(const TransferCall& call) {
  Ref value = call.Passed(0), cls = call.Passed(1);
  return BoolRef(call, value.value && cls.value ? IsInstance(call.unit, value, cls) : std::nullopt);
}

Ref issubclass(const TransferCall& call) {
  const auto* a =
      call.Passed(0).value ? call.unit.values.If<values::Class>(call.Passed(0)) : nullptr;
  const auto* b =
      call.Passed(1).value ? call.unit.values.If<values::Class>(call.Passed(1)) : nullptr;
  if (!a || !b) return call.unit.Guarded(PyType::Bool);
  if (call.unit.classes.DerivesFrom(a->id, b->id)) return {call.unit.values.Bool(true), {}};
  return call.unit.Info(a->id).unknown_base ? call.unit.Guarded(PyType::Bool)
                                            : Ref{call.unit.values.Bool(false), {}};
}

Ref callable(const TransferCall& call) {
  Ref r = call.Passed(0);
  if (!r.value) return call.unit.Guarded(PyType::Bool);
  const auto& v = call.unit.values;
  if (v.If<values::Function>(r) || v.If<values::Bound>(r) || v.If<values::Class>(r) ||
      v.If<values::Partial>(r))
    return {v.Bool(true), {}};
  const auto* g = v.If<values::Guarded>(r);
  if (v.If<values::Constant>(r) || v.If<values::Tensor>(r) || v.If<values::Sequence>(r) ||
      v.If<values::Dict>(r) || (g && g->type != PyType::Any))
    return {v.Bool(false), {}};
  return call.unit.Guarded(PyType::Bool);
}

namespace {

// What inspect's predicates tell apart. A function of a library may be one in C, as far as a stub
// tells: neither.
enum class Inspected { Unknown, Function, Method, Class, Other };

Inspected InspectedAs(const TransferCall& call, Ref r) {
  if (!r.value) return Inspected::Unknown;
  return base::Match(
      call.unit.values[r.value],
      [&](const values::Function& f) {
        return call.unit.Info(f.id).is_stub ? Inspected::Unknown : Inspected::Function;
      },
      [&](const values::Bound& b) {
        const auto* f = call.unit.values.If<values::Function>(b.callee);
        return f && !call.unit.Info(f->id).is_stub ? Inspected::Method : Inspected::Unknown;
      },
      [](const values::Class&) { return Inspected::Class; },
      [](const values::Guarded& g) {
        return g.type == PyType::Any ? Inspected::Unknown : Inspected::Other;
      },
      [](const auto& other) {
        using T = std::remove_cvref_t<decltype(other)>;
        constexpr bool plain =
            std::is_same_v<T, values::Constant> || std::is_same_v<T, values::DataScalar> ||
            std::is_same_v<T, values::Tensor> || std::is_same_v<T, values::Sequence> ||
            std::is_same_v<T, values::Dict> || std::is_same_v<T, values::Object> ||
            std::is_same_v<T, values::Partial> || std::is_same_v<T, values::Module> ||
            std::is_same_v<T, values::Slice>;
        return plain ? Inspected::Other : Inspected::Unknown;
      });
}

Ref IsInspected(const TransferCall& call, Inspected asked) {
  Inspected kind = InspectedAs(call, call.Passed(0));
  if (kind == Inspected::Unknown) return call.unit.Guarded(PyType::Bool);
  return {call.unit.values.Bool(kind == asked), {}};
}

}  // namespace

Ref is_function(const TransferCall& call) { return IsInspected(call, Inspected::Function); }
Ref is_method(const TransferCall& call) { return IsInspected(call, Inspected::Method); }
Ref is_class(const TransferCall& call) { return IsInspected(call, Inspected::Class); }

Ref type_of(const TransferCall& call) {
  Ref r = AfterClass(call, 0);
  if (!r.value) return call.Unknown();
  if (auto cls = call.unit.classes.ClassOf(r)) {
    const auto* o = call.unit.values.If<values::Object>(r);
    if (!o || !call.unit.Info(o->id).generic)
      return {call.unit.values.Intern(values::Class{*cls}), {}};
  }
  return call.Unknown();
}

Ref to_int(const TransferCall& call) {
  Ref r = AfterClass(call, 0);
  const auto* c = ConstantOf(call, r);
  if (c && (c->kind == LiteralKind::Int || c->kind == LiteralKind::True ||
            c->kind == LiteralKind::False))
    return {call.unit.values.Int(c->integer), {}};
  if (const auto* d = r.value ? call.unit.values.If<values::DataScalar>(r) : nullptr)
    return {call.unit.values.Intern(values::DataScalar{PyType::Int, d->source}), r.origin};
  return Int(call);
}
// `float("inf")`, `float(2)`. NaN is no constant: it is not equal to itself.
std::optional<double> RealOf(const values::Constant& c) {
  if (IsNumber(c)) return AsReal(c);
  if (c.kind != LiteralKind::Str) return std::nullopt;
  std::string_view word = c.text.text();
  const bool negative = word.starts_with('-');
  if (negative || word.starts_with('+')) word.remove_prefix(1);
  if (word != "inf" && word != "Inf" && word != "infinity" && word != "Infinity")
    return std::nullopt;
  const double infinity = std::numeric_limits<double>::infinity();
  return negative ? -infinity : infinity;
}

Ref to_float(const TransferCall& call) {
  Ref r = AfterClass(call, 0);
  const auto* c = ConstantOf(call, r);
  if (const auto real = c ? RealOf(*c) : std::nullopt)
    return {call.unit.values.Intern(
                values::Constant{.kind = LiteralKind::Float, .real = *real, .text = {}}),
            {}};
  if (const auto* d = r.value ? call.unit.values.If<values::DataScalar>(r) : nullptr)
    return {call.unit.values.Intern(values::DataScalar{PyType::Float, d->source}), r.origin};
  return call.unit.Guarded(PyType::Float);
}
Ref to_bool(const TransferCall& call) {
  Ref r = AfterClass(call, 0);
  if (!r.value) return {call.unit.values.Bool(false), {}};
  if (call.unit.data.HoldsTensor(r)) return call.unit.Guarded(PyType::Bool);
  return BoolRef(call, call.unit.operations.KnownTruth(r));
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
  if (const auto* o =
          call.First().value ? call.unit.values.If<values::Object>(call.First()) : nullptr) {
    call.unit.store.StoreContents(o->id, made);
    return call.unit.None();
  }
  return made;
}
}  // namespace
Ref to_list(const TransferCall& call) { return Container(call, SequenceKind::List); }
Ref to_tuple(const TransferCall& call) {
  if (call.args.size() == 2)
    if (const std::optional<Ref> set = TupleOfSetItems(call, call.args[1].temp)) return *set;
  return Container(call, SequenceKind::Tuple);
}
Ref to_set(const TransferCall& call) { return Container(call, SequenceKind::Set); }

Ref new_instance(const TransferCall& call) {
  const auto* cls = call.First().value ? call.unit.values.If<values::Class>(call.First()) : nullptr;
  if (!cls || call.unit.Info(cls->id).is_stub) return call.Unknown();
  const ObjectId object = call.unit.store.InternObject(cls->id, {call.unit.values.none()});
  call.unit.Info(object).generic = true;
  return {call.unit.values.Intern(values::Object{object}), {}};
}

Ref to_dict(const TransferCall& call) {
  values::Dict out;
  Ref source;
  std::size_t at = 0;
  for (const CallArgument& a : call.args) {
    if (a.kind == syntax::ArgKind::Positional && at++ == 1) source = a.value;
    if (a.kind == syntax::ArgKind::Keyword)
      out.entries.push_back({call.unit.values.Str(a.name), a.value, false});
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
      merged.address = {};
      merged.entries.insert(merged.entries.end(), out.entries.begin(), out.entries.end());
      out = std::move(merged);
    } else {
      auto items = call.unit.operations.ExactElements(source);
      bool exact = items.has_value();
      for (Ref r : items.value_or(std::vector<Ref>{})) {
        auto pair = call.unit.operations.ExactElements(r);
        if (!pair || pair->size() != 2 || !ConstantOf(call, (*pair)[0])) {
          exact = false;
          break;
        }
        out.entries.push_back({(*pair)[0].value, (*pair)[1], false});
      }
      if (!exact) {
        Ref element = call.unit.operations.ElementOf(source, call.site);
        std::vector<Ref> pair = call.unit.operations.UnpackInto(element, 2, -1, call.site);
        out.open = true;
        out.other_key = pair[0];
        out.other_value = pair[1];
      }
    }
  }
  Ref made{call.unit.values.Intern(std::move(out)), {}};
  if (const auto* o =
          call.First().value ? call.unit.values.If<values::Object>(call.First()) : nullptr) {
    call.unit.store.StoreContents(o->id, made);
    return call.unit.None();
  }
  if (const auto* c =
          call.First().value ? call.unit.values.If<values::Class>(call.First()) : nullptr;
      c && !call.unit.Info(c->id).is_stub) {
    ObjectId object = call.unit.store.InternObject(c->id, {call.unit.values.Canonical(made.value)});
    call.unit.store.StoreContents(object, made);
    return {call.unit.values.Intern(values::Object{object}), {}};
  }
  return made;
}

namespace {
// What zip and map take together, where it is told: of each iterable from the `first`th on the next
// item, up to the shortest. A tensor's rows are not told apart.
std::optional<std::vector<std::vector<Ref>>> RowsOf(const TransferCall& call, std::size_t first) {
  std::vector<std::vector<Ref>> rows;
  for (std::size_t i = first; call.Passed(i).value; ++i) {
    const Ref column = call.Passed(i);
    const auto items = call.unit.values.If<values::Tensor>(column)
                           ? std::nullopt
                           : call.unit.operations.ExactElements(column);
    if (!items) return std::nullopt;
    if (i == first) rows.resize(items->size());
    rows.resize(std::min(rows.size(), items->size()));
    for (std::size_t row = 0; row < rows.size(); ++row) rows[row].push_back((*items)[row]);
  }
  return rows;
}
}  // namespace

Ref zip(const TransferCall& call) {
  std::vector<Ref> elements;
  for (const CallArgument& a : call.args) {
    if (a.kind == syntax::ArgKind::Keyword) continue;
    if (a.kind != syntax::ArgKind::Positional)
      return {call.unit.values.SequenceOf(
                  SequenceKind::Iterator,
                  {call.unit.values.SequenceOf(
                       SequenceKind::Tuple,
                       call.unit.operations.ElementOf(
                           call.unit.operations.ElementOf(a.value, call.site), call.site)),
                   {}}),
              {}};
    elements.push_back(call.unit.operations.ElementOf(a.value, call.site));
  }
  if (auto rows = elements.empty() ? std::nullopt : RowsOf(call, 0)) {
    std::vector<Ref> out;
    for (std::vector<Ref>& row : *rows)
      out.push_back({call.unit.values.Sequence_(SequenceKind::Tuple, std::move(row)), {}});
    return {call.unit.values.Sequence_(SequenceKind::List, std::move(out)), {}};
  }
  Ref row{call.unit.values.Sequence_(SequenceKind::Tuple, elements), {}};
  return {call.unit.values.SequenceOf(SequenceKind::List, row), {}};
}

Ref enumerate(const TransferCall& call) {
  Ref source = call.Passed(0);
  if (!source.value) return call.Unknown();
  Ref row{call.unit.values.Sequence_(
              SequenceKind::Tuple, {Int(call), call.unit.operations.ElementOf(source, call.site)}),
          {}};
  if (auto items = call.unit.operations.ExactElements(source); items && items->empty())
    return {call.unit.values.Sequence_(SequenceKind::List, {}), {}};
  return {call.unit.values.SequenceOf(SequenceKind::List, row), source.origin};
}

Ref map(const TransferCall& call) {
  Ref fn = call.Passed(0);
  if (!fn.value) return call.Unknown();
  constexpr std::size_t kMostRows = 8;
  if (const auto rows = RowsOf(call, 1); rows && rows->size() <= kMostRows) {
    std::vector<Ref> results;
    for (const std::vector<Ref>& row : *rows) {
      results.push_back(CallWith(call, fn, row));
      if (call.unit.values.IsBottom(results.back())) return call.unit.Bottom();
    }
    return {call.unit.values.Sequence_(SequenceKind::List, std::move(results)), {}};
  }
  std::vector<Ref> elements;
  for (std::size_t i = 1; call.Passed(i).value; ++i)
    elements.push_back(call.unit.operations.ElementOf(call.Passed(i), call.site));
  return {call.unit.values.SequenceOf(SequenceKind::List, CallWith(call, fn, elements)), {}};
}

Ref filter(const TransferCall& call) {
  Ref fn = call.Passed(0), source = call.Passed(1);
  if (!fn.value || !source.value) return call.Unknown();
  Ref element = call.unit.operations.ElementOf(source, call.site);
  ObserveTruth(call, fn.value == call.unit.values.none() ? element : CallWith(call, fn, {element}),
               OperationKind::Filter);
  return {call.unit.values.SequenceOf(SequenceKind::List, element), {}};
}

Ref any_all(const TransferCall& call) {
  Ref source = call.Passed(0);
  if (!source.value) return call.unit.Guarded(PyType::Bool);
  Ref element = call.unit.operations.ElementOf(source, call.site);
  ObserveTruth(call, element, OperationKind::AnyAll);
  return call.unit.Guarded(PyType::Bool);
}

Ref reversed(const TransferCall& call) {
  Ref source = call.Passed(0);
  if (!source.value) return call.Unknown();
  if (auto items = call.unit.operations.ExactElements(source)) {
    std::reverse(items->begin(), items->end());
    return {call.unit.values.Sequence_(SequenceKind::List, *items), {}};
  }
  return {call.unit.values.SequenceOf(SequenceKind::List,
                                      call.unit.operations.ElementOf(source, call.site)),
          {}};
}

Ref sum(const TransferCall& call) {
  Ref source = call.Passed(0), start = call.Passed(1);
  if (!source.value) return Int(call);
  Ref element = call.unit.operations.ElementOf(source, call.site);
  if (call.unit.values.IsBottom(element))
    return start.value ? start : Ref{call.unit.values.Int(0), {}};
  Ref first = start.value ? start : Ref{call.unit.values.Int(0), {}};
  return call.unit.operations.BinaryOperation(syntax::BinaryOp::Add, first, element, call.site);
}

Ref iter(const TransferCall& call) { return Result(call, call.Passed(0)); }
Ref next(const TransferCall& call) {
  Ref source = call.Passed(0), fallback = call.Passed(1);
  Ref element = source.value ? call.unit.operations.ElementOf(source, call.site) : call.Unknown();
  return fallback.value ? call.unit.values.Join(element, fallback) : element;
}

}  // namespace graphmend::infer::transfers
