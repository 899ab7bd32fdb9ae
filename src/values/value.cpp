#include "values/value.h"

#include <algorithm>

namespace graphmend::values {
namespace {

using base::Mix;

std::size_t HashOf(Ref r) { return Mix(r.value.index + 1u, r.origin.index + 7u); }
std::size_t HashOf(Symbol s) { return std::hash<Symbol>()(s); }

std::size_t HashOf(const Tensor& v) {
  std::size_t h = static_cast<std::size_t>(v.dtype) * 8 + v.parameter * 4 + v.numpy * 2 +
                  static_cast<unsigned>(v.known) * 128 + static_cast<unsigned>(v.layout) * 1024;
  h = Mix(h, HashOf(v.exact));
  h = Mix(h, v.subclass.index);
  for (std::int32_t size : v.sizes.of) h = Mix(h, static_cast<std::size_t>(size + 1));
  return Mix(h, static_cast<std::size_t>(v.rank + 2));
}

std::size_t HashOf(const Constant& v) {
  std::size_t h = static_cast<std::size_t>(v.kind);
  h = Mix(h, static_cast<std::size_t>(v.integer));
  h = Mix(h, std::hash<double>()(v.real));
  h = Mix(h, HashOf(v.text));
  return h;
}

std::size_t HashOf(const Value& value) {
  std::size_t h = Mix(0x51ED27, value.index());
  auto refs = [&](const std::vector<Ref>& items) {
    for (Ref r : items) h = Mix(h, HashOf(r));
  };
  base::Match(
      value, [&](const Bottom&) {},
      [&](const Unknown& v) {
        h = Mix(h, Mix(HashOf(v.about),
                       static_cast<std::size_t>(v.why) * 4 + v.library * 2 + v.anything));
      },
      [&](const Param& v) { h = Mix(h, v.index); },
      [&](const Constant& v) { h = Mix(h, HashOf(v)); },
      [&](const Guarded& v) {
        h = Mix(h, static_cast<std::size_t>(v.type) * 8 + static_cast<std::size_t>(v.number) * 2 +
                       v.shows_tensor);
        h = Mix(Mix(h, HashOf(v.name)), static_cast<std::size_t>(v.size + 1));
      },
      [&](const DataScalar& v) {
        h = Mix(h, static_cast<std::size_t>(v.type) * 8 + static_cast<std::size_t>(v.source));
      },
      [&](const Tensor& v) { h = Mix(h, HashOf(v)); },
      [&](const Sequence& v) {
        h = Mix(h, static_cast<std::size_t>(v.kind) * 8 + v.exact * 4 + v.folded * 2 + v.enters);
        h = Mix(h, v.address.index);
        refs(v.items);
      },
      [&](const Dict& v) {
        for (const DictEntry& e : v.entries)
          h = Mix(h, Mix(e.key.index, HashOf(e.value)) + e.maybe);
        h = Mix(h, v.open);
        h = Mix(h, v.address.index);
        h = Mix(h, HashOf(v.other_value));
      },
      [&](const Object& v) {
        h = Mix(Mix(h, v.id.index), v.address.index);
        for (const FieldEntry& f : v.fields)
          h = Mix(h, Mix(HashOf(f.name), HashOf(f.value)) + f.maybe);
      },
      [&](const Class& v) { h = Mix(h, v.id.index); },
      [&](const Function& v) { h = Mix(h, v.id.index); },
      [&](const Bound& v) { h = Mix(Mix(h, HashOf(v.self)), HashOf(v.callee)); },
      [&](const Partial& v) {
        h = Mix(h, HashOf(v.callee));
        refs(v.args);
        for (const Keyword& k : v.keywords) h = Mix(h, Mix(HashOf(k.name), HashOf(k.value)));
      },
      [&](const Module& v) { h = Mix(h, v.file.index); },
      [&](const Super& v) { h = Mix(Mix(h, v.after.index), HashOf(v.self)); },
      [&](const Wrapper& v) {
        h = Mix(Mix(h, static_cast<std::size_t>(v.kind) * 2 + v.fullgraph), HashOf(v.inner));
      },
      [&](const Slice& v) {
        h = Mix(Mix(Mix(h, HashOf(v.lower)), HashOf(v.upper)), HashOf(v.step));
      },
      [&](const Union& v) { refs(v.alternatives); });
  return h;
}

// What both are; nothing for those of different subclasses, which have different methods.
std::optional<Tensor> JoinTensors(const Tensor& a, const Tensor& b) {
  if (a.subclass != b.subclass) return std::nullopt;
  return Tensor{a.dtype == b.dtype ? a.dtype : DType::Unknown,
                a.rank == b.rank ? a.rank : std::int8_t{-1},
                a.parameter && b.parameter,
                a.numpy && b.numpy,
                a.known == b.known ? a.known : Known::Maybe,
                a.exact == b.exact ? a.exact : Symbol(),
                a.layout == b.layout ? a.layout : Layout::Strided,
                a.subclass,
                a.rank == b.rank ? Join(a.sizes, b.sizes) : Sizes()};
}

}  // namespace

bool IsText(const Value& v) {
  const auto* c = std::get_if<Constant>(&v);
  return c && c->kind == syntax::LiteralKind::Str;
}

PyType TypeOf(const Constant& c) {
  switch (c.kind) {
    case syntax::LiteralKind::True:
    case syntax::LiteralKind::False: return PyType::Bool;
    case syntax::LiteralKind::Int: return PyType::Int;
    case syntax::LiteralKind::Float: return PyType::Float;
    case syntax::LiteralKind::Complex: return PyType::Complex;
    case syntax::LiteralKind::Str: return PyType::Str;
    case syntax::LiteralKind::Bytes: return PyType::Bytes;
    case syntax::LiteralKind::None:
    case syntax::LiteralKind::Ellipsis: break;
  }
  return PyType::Any;
}

Values::Values() {
  bottom_ = Intern(Bottom{});
  none_ = Intern(Constant{});
  true_ = Intern(Constant{syntax::LiteralKind::True, 1, 0, {}});
  false_ = Intern(Constant{syntax::LiteralKind::False, 0, 0, {}});
}

ValueId Values::Intern(Value value) {
  const auto next = static_cast<std::uint32_t>(values_.size());
  const std::uint32_t index = index_.FindOrAdd(
      HashOf(value), next, [&](std::uint32_t known) { return values_[known] == value; });
  if (index != next) return ValueId(index);
  held_.push_back(HeldBy(value));
  holds_bare_.push_back(IsOrHoldsBare(value));
  values_.push_back(std::move(value));
  canonical_.push_back(ValueId::kNone);
  bare_.push_back(ValueId::kNone);
  depth_.push_back(-1);
  return ValueId(index);
}

ValueId Values::Int(std::int64_t i) { return Intern(Constant{syntax::LiteralKind::Int, i, 0, {}}); }
ValueId Values::Str(Symbol text) { return Intern(Constant{syntax::LiteralKind::Str, 0, 0, text}); }
ValueId Values::Guard(PyType type) { return Intern(Guarded{type}); }
ValueId Values::UnknownBecause(Why why, Symbol about, bool library) {
  return Intern(Unknown{why, about, false, library});
}

ValueId Values::Sequence_(SequenceKind kind, std::vector<Ref> items) {
  if (items.size() > kMaxExactLength) return SequenceOf(kind, JoinAll(*this, items));
  return Limit({Intern(Sequence{kind, true, std::move(items)}), {}}).value;
}
ValueId Values::SequenceOf(SequenceKind kind, Ref element) {
  return Limit({Intern(Sequence{kind, false, {element}}), {}}).value;
}
Ref Values::Entering(Ref value, bool iterator) {
  const auto* made = value.value ? If<Sequence>(value) : nullptr;
  if (!made || (made->kind != SequenceKind::Iterator && !iterator) || made->enters) return value;
  Sequence entering = *made;
  entering.enters = true;
  entering.address = {};
  return {Intern(std::move(entering)), value.origin};
}
ValueId Values::TupleFrom(std::vector<Ref> first, Ref element) {
  element = Join(element, JoinAll(*this, first));
  if (first.size() > kMaxLeading) first.resize(kMaxLeading);
  // What is as the join says tells nothing.
  while (!first.empty() && first.back().value == element.value) first.pop_back();
  first.push_back(element);
  return Limit({Intern(Sequence{SequenceKind::Tuple, false, std::move(first)}), {}}).value;
}

bool Values::JoinInto(Ref& into, Ref from) {
  if (into.value == from.value || !from.value) return false;
  if (!into.value) {
    into = from;
    return true;
  }
  Ref joined = Join(into, from);
  if (Same(joined.value, into.value)) return false;
  into = joined;
  return true;
}

Ref Values::Join(Ref a, Ref b) {
  if (!a.value || a.value == bottom_) return b;
  if (!b.value || b.value == bottom_) return a;
  if (a.value == b.value || Same(a.value, b.value)) return a.origin ? a : Ref{a.value, b.origin};
  constexpr std::size_t kKnownJoins = 1 << 12;
  if (known_joins_.empty()) known_joins_.resize(kKnownJoins);
  const std::size_t at = Mix(HashOf(a), HashOf(b)) & (kKnownJoins - 1);
  if (known_joins_[at].a == a && known_joins_[at].b == b) return known_joins_[at].joined;
  const Ref joined = Limit(JoinAlternatives(a, b));
  known_joins_[at] = {a, b, joined};
  return joined;
}

// Two values that are no unions: true when one value can stand for both.
bool Values::JoinSimple(Ref a, Ref b, Ref& out) {
  if (Same(a.value, b.value)) {
    out = a;
    return true;
  }
  const Value& va = values_[a.value.index];
  const Value& vb = values_[b.value.index];
  auto guard = [&](const Value& v) -> int {
    if (const auto* c = std::get_if<Constant>(&v); c && c->kind != syntax::LiteralKind::None)
      return static_cast<int>(TypeOf(*c));
    if (const auto* g = std::get_if<Guarded>(&v)) return static_cast<int>(g->type);
    return -1;
  };
  if (int g = guard(va); g >= 0 && g == guard(vb)) {
    out = {Guard(static_cast<PyType>(g)), a.origin ? a.origin : b.origin};
    return true;
  }
  if (va.index() != vb.index()) return false;
  if (const auto* ta = std::get_if<Tensor>(&va)) {
    const std::optional<Tensor> joined = JoinTensors(*ta, std::get<Tensor>(vb));
    out = {Intern(joined.value_or(*ta)), a.origin ? a.origin : b.origin};
    return joined.has_value();
  }
  if (const auto* ua = std::get_if<Unknown>(&va)) {
    out = ua->anything ? a : b;  // else they are the same
    return true;
  }
  if (std::holds_alternative<Bottom>(va)) {
    out = a;
    return true;
  }
  if (const auto* sa = std::get_if<Sequence>(&va); sa && sa->kind == std::get<Sequence>(vb).kind) {
    out = JoinSequences(*sa, std::get<Sequence>(vb), a.origin ? a.origin : b.origin);
    return true;
  }
  if (const auto* da = std::get_if<Dict>(&va)) {
    out = JoinDicts(*da, std::get<Dict>(vb), a.origin ? a.origin : b.origin);
    return true;
  }
  if (const auto* oa = std::get_if<Object>(&va); oa && oa->id == std::get<Object>(vb).id) {
    out = JoinObjects(*oa, std::get<Object>(vb), a.origin ? a.origin : b.origin);
    return true;
  }
  if (const auto* ba = std::get_if<Bound>(&va);
      ba && ba->callee.value == std::get<Bound>(vb).callee.value) {
    out = {Intern(Bound{Join(ba->self, std::get<Bound>(vb).self), ba->callee}), a.origin};
    return true;
  }
  if (std::holds_alternative<Slice>(va)) {
    const auto& x = std::get<Slice>(va);
    const auto& y = std::get<Slice>(vb);
    out = {Intern(Slice{Join(x.lower, y.lower), Join(x.upper, y.upper), Join(x.step, y.step)}),
           a.origin};
    return true;
  }
  return false;
}

Ref Values::JoinSequences(const Sequence& a, const Sequence& b, OriginId origin) {
  Sequence out{a.kind,
               a.exact && b.exact && a.items.size() == b.items.size(),
               {},
               addresses.Join(a.address, b.address),
               a.folded && b.folded,
               a.enters && b.enters};
  const std::size_t both = out.exact ? a.items.size() : std::min(Leading(a), Leading(b));
  std::vector<Ref> items;
  for (std::size_t i = 0; i < both; ++i) items.push_back(Join(a.items[i], b.items[i]));
  if (out.exact) {
    out.items = std::move(items);
  } else {
    const Ref all = Join(JoinAll(*this, a.items), JoinAll(*this, b.items));
    if (a.kind == SequenceKind::Tuple)
      return {WithAddress(TupleFrom(std::move(items), all), out.address), origin};
    out.items = {all};
  }
  return {Intern(std::move(out)), origin};
}

// A field that only one of them knows is as the store says on the other side.
Ref Values::JoinObjects(const Object& a, const Object& b, OriginId origin) {
  Object out{a.id, addresses.Join(a.address, b.address), {}};
  for (const FieldEntry& f : a.fields) {
    auto other = std::find_if(b.fields.begin(), b.fields.end(),
                              [&](const FieldEntry& g) { return g.name == f.name; });
    if (other == b.fields.end()) {
      if (!f.value.value) out.fields.push_back({f.name, {}, true});
    } else if (f.value.value && other->value.value) {
      out.fields.push_back({f.name, Join(f.value, other->value), f.maybe || other->maybe});
    } else {
      const bool deleted = !f.value.value && !other->value.value;
      out.fields.push_back({f.name, {}, f.maybe || other->maybe || !deleted});
    }
  }
  for (const FieldEntry& g : b.fields) {
    const bool known = std::any_of(a.fields.begin(), a.fields.end(),
                                   [&](const FieldEntry& f) { return f.name == g.name; });
    if (!known && !g.value.value) out.fields.push_back({g.name, {}, true});
  }
  return {Intern(std::move(out)), origin};
}

Ref Values::JoinDicts(const Dict& a, const Dict& b, OriginId origin) {
  Dict out;
  out.address = addresses.Join(a.address, b.address);
  // Mostly both have the same keys in the same order: the next one is looked at first.
  std::size_t next = 0;
  auto find = [&next](const Dict& d, ValueId key) -> const DictEntry* {
    for (std::size_t i = 0; i < d.entries.size(); ++i) {
      if (next >= d.entries.size()) next = 0;
      const DictEntry& e = d.entries[next++];
      if (e.key == key) return &e;
    }
    return nullptr;
  };
  // The open part of the other side may cover an entry that it does not name.
  auto covers = [this](const Dict& d, const DictEntry& e) {
    return d.open && d.other_key.value && d.other_value.value && Below({e.key, {}}, d.other_key) &&
           Below(e.value, d.other_value);
  };
  for (const DictEntry& e : a.entries) {
    const DictEntry* other = find(b, e.key);
    if (!other && covers(b, e)) continue;
    out.entries.push_back(
        {e.key, other ? Join(e.value, other->value) : e.value, e.maybe || !other || other->maybe});
  }
  for (const DictEntry& e : b.entries)
    if (!find(a, e.key) && !covers(a, e)) out.entries.push_back({e.key, e.value, true});
  out.open = a.open || b.open;
  out.other_key = Join(a.other_key, b.other_key);
  out.other_value = Join(a.other_value, b.other_value);
  if (out.entries.size() > kMaxExactLength) {
    for (const DictEntry& e : out.entries) {
      out.other_key = Join(out.other_key, {e.key, {}});
      out.other_value = Join(out.other_value, e.value);
    }
    out.entries.clear();
    out.open = true;
  }
  return {Intern(std::move(out)), origin};
}

Ref JoinAll(Values& values, const std::vector<Ref>& items) {
  Ref out{values.bottom(), {}};
  for (Ref r : items) out = values.Join(out, r);
  return out;
}

}  // namespace graphmend::values
