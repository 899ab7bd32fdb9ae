// Methods of containers, strings and loggers. The receiver is the first argument; what it becomes
// is written back to where it was loaded from.
#include <algorithm>
#include <cctype>

#include "infer/interpret/frame.h"
#include "infer/transfers/arguments.h"

namespace graphmend::infer::transfers {
namespace {

Ref Contents(const TransferCall& call) {
  Ref self = call.First();
  if (!self.value) return call.unit.Bottom();
  if (const auto* o = call.unit.values.If<values::Object>(self))
    if (Ref payload = call.unit.Contents(o->id); payload.value) return payload;
  return self;
}

void Replace(const TransferCall& call, Ref contents) {
  Ref self = call.First();
  if (const auto* o = self.value ? call.unit.values.If<values::Object>(self) : nullptr) {
    call.unit.StoreContents(o->id, contents);
    return;
  }
  if (!call.site.frame || !self.value) return;
  if (call.unit.values.AddressOf(self.value)) call.site.frame->Mutate(self, contents);
  else if (call.receiver) call.site.frame->WriteBack(call.receiver, contents);
}

// The elements, however many of them there are.
Ref Loose(const TransferCall& call, Ref contents) {
  const auto* s = call.unit.values.If<values::Sequence>(contents);
  if (!s) return contents;
  return {call.unit.values.SequenceOf(s->kind, values::JoinAll(call.unit.values, s->items)),
          contents.origin};
}

}  // namespace

Ref element(const TransferCall& call) {
  Ref contents = Contents(call);
  Ref item = call.unit.ElementOf(contents, call.site);
  if (const auto* s = call.unit.values.If<values::Sequence>(contents)) {
    if (s->exact && !s->items.empty() && call.name.ends_with(".pop") &&
        s->kind == SequenceKind::List) {
      Ref at = call.Passed(1);
      const auto* c = ConstantOf(call, at);
      std::int64_t n = static_cast<std::int64_t>(s->items.size()),
                   i = at.value ? (c && c->kind == LiteralKind::Int ? c->integer : n) : n - 1;
      if (i < 0) i += n;
      if (i >= 0 && i < n) {
        std::vector<Ref> rest = s->items;
        item = rest[static_cast<std::size_t>(i)];
        rest.erase(rest.begin() + i);
        Replace(call, {call.unit.values.Sequence_(s->kind, std::move(rest)), contents.origin});
        return item;
      }
    }
    if (s->exact && s->kind != SequenceKind::Iterator) Replace(call, Loose(call, contents));
  }
  return item;
}

namespace {
// Where append, insert, appendleft and add put a value into an exact sequence.
std::optional<std::ptrdiff_t> PlaceOfNew(const TransferCall& call, const values::Sequence& s) {
  const auto n = static_cast<std::int64_t>(s.items.size());
  if (s.kind != SequenceKind::List) return std::nullopt;
  if (call.name.ends_with(".append")) return n;
  if (call.name.ends_with(".appendleft")) return 0;
  const auto* at = ConstantOf(call, call.Passed(1));
  if (!call.name.ends_with(".insert") || !at || at->kind != LiteralKind::Int) return std::nullopt;
  return std::clamp<std::int64_t>(at->integer < 0 ? at->integer + n : at->integer, 0, n);
}
}  // namespace

Ref append(const TransferCall& call) {
  Ref contents = Contents(call);
  Ref value = call.Passed(call.name.ends_with(".insert") ? 2 : 1);
  if (call.site.frame) call.site.frame->ObserveGrowing(call.receiver, call.site);
  const auto* s = call.unit.values.If<values::Sequence>(contents);
  if (!s || !value.value) return call.unit.None();
  const auto place = PlaceOfNew(call, *s);
  if (s->exact && place && s->items.size() < 16) {
    std::vector<Ref> items = s->items;
    items.insert(items.begin() + *place, value);
    Replace(call, {call.unit.values.Sequence_(s->kind, std::move(items)), contents.origin});
  } else {
    Replace(call, {call.unit.values.SequenceOf(
                       s->kind,
                       call.unit.values.Join(values::JoinAll(call.unit.values, s->items), value)),
                   contents.origin});
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
    Ref element = call.unit.values.Join(values::JoinAll(call.unit.values, s->items),
                                        call.unit.ElementOf(other, call.site));
    Replace(call, {call.unit.values.SequenceOf(s->kind, element), contents.origin});
  }
  return call.unit.None();
}

namespace {
// What a mapping whose keys are not all in view may hold under a key. A default that is no tensor
// tells what is kept there: the tensors are under other keys.
Ref Elsewhere(const TransferCall& call, Ref found, Ref fallback) {
  bool tells = fallback.value != call.unit.values.none() &&
               !call.unit.values.If<values::Unknown>(fallback) &&
               call.unit.IsTensor(fallback) == Unit::Has::No;
  if (tells && call.unit.IsTensor(found) != Unit::Has::No)
    found = call.unit.UnknownRef("a key that is not in view");
  return call.unit.values.Join(fallback, found);
}
}  // namespace

Ref dict_get(const TransferCall& call) {
  Ref contents = Contents(call), key = call.Passed(1);
  bool given = call.args.size() > 2;
  Ref fallback = given ? call.args[2].value : call.unit.None();
  bool pop = call.name.ends_with(".pop");
  const auto* d = call.unit.values.If<values::Dict>(contents);
  if (!d || !key.value) {
    if (call.unit.values.If<values::Union>(contents))
      return Elsewhere(call,
                       call.unit.GetItem(contents, key.value ? key : call.unit.None(), call.site),
                       fallback);
    return call.unit.values.Join(fallback,
                                 call.unit.UnknownRef("a value of a mapping that is not in view"));
  }
  if (!ConstantOf(call, key))
    return Elsewhere(call, call.unit.GetItem(contents, key, call.site), fallback);
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
  Ref absent =
      d->open ? Elsewhere(call,
                          d->other_value.value ? d->other_value
                                               : call.unit.UnknownRef("a key that is not in view"),
                          fallback)
              : fallback;
  if (call.name.ends_with(".setdefault"))
    Replace(call, call.unit.WithItem(contents, key, absent, call.site));
  return absent;
}

namespace {
Ref Mapping(const TransferCall& call, bool keys, bool values_too) {
  Ref contents = Contents(call);
  const auto* d = call.unit.values.If<values::Dict>(contents);
  auto row = [&](Ref key, Ref value) {
    if (keys && values_too)
      return Ref{call.unit.values.Sequence_(SequenceKind::Tuple, {key, value}), {}};
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
    items.push_back(row(d->other_key.value ? d->other_key : unknown,
                        d->other_value.value ? d->other_value : unknown));
  }
  return {call.unit.values.SequenceOf(SequenceKind::List, values::JoinAll(call.unit.values, items)),
          {}};
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
      contents =
          call.unit.WithItem(contents, {call.unit.values.Str(a.name), {}}, a.value, call.site);
      continue;
    }
    const auto* other = call.unit.values.If<values::Dict>(a.value);
    if (other && !other->open) {
      for (const auto& e : std::vector<values::DictEntry>(other->entries))
        contents = call.unit.WithItem(contents, {e.key, {}}, e.value, call.site);
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

// copy(), and the methods of sets that make a set of this and others.
Ref copy(const TransferCall& call) {
  Ref contents = Contents(call);
  const auto* s = call.unit.values.If<values::Sequence>(contents);
  if (!s || call.args.size() < 2)
    return {call.unit.values.WithAddress(contents.value, {}), contents.origin};
  Ref element = values::JoinAll(call.unit.values, s->items);
  if (call.name.ends_with(".union") || call.name.ends_with("symmetric_difference"))
    for (std::size_t i = 1; call.Passed(i).value; ++i)
      element = call.unit.values.Join(element, call.unit.ElementOf(call.Passed(i), call.site));
  return {call.unit.values.SequenceOf(s->kind, element), contents.origin};
}

Ref clear(const TransferCall& call) {
  const Ref contents = Contents(call);
  if (const auto* s = call.unit.values.If<values::Sequence>(contents))
    Replace(call, {call.unit.values.Sequence_(s->kind, {}), contents.origin});
  if (call.unit.values.If<values::Dict>(contents))
    Replace(call, {call.unit.values.Intern(values::Dict{}), contents.origin});
  return call.unit.None();
}

// remove, discard and the updates of sets that take elements out.
Ref remove(const TransferCall& call) {
  const Ref contents = Contents(call), value = call.Passed(1);
  const auto* s = call.unit.values.If<values::Sequence>(contents);
  if (!s) return call.unit.None();
  const bool known = s->exact && value.value && ConstantOf(call, value) &&
                     std::all_of(s->items.begin(), s->items.end(),
                                 [&](Ref r) { return ConstantOf(call, r) != nullptr; });
  if (!known) {
    Replace(call, Loose(call, contents));
    return call.unit.None();
  }
  std::vector<Ref> items = s->items;
  auto at = std::find_if(items.begin(), items.end(),
                         [&](Ref r) { return call.unit.values.Same(r.value, value.value); });
  if (at != items.end()) items.erase(at);
  Replace(call, {call.unit.values.Sequence_(s->kind, std::move(items)), contents.origin});
  return call.unit.None();
}

// sort and reverse: the same elements in another order.
Ref reorder(const TransferCall& call) {
  const Ref contents = Contents(call);
  if (call.name.ends_with(".sort")) sorted(call);
  const auto* s = call.unit.values.If<values::Sequence>(contents);
  if (!s || !s->exact) return call.unit.None();
  std::vector<Ref> items = s->items;
  if (call.name.ends_with(".reverse")) std::reverse(items.begin(), items.end());
  else std::fill(items.begin(), items.end(), values::JoinAll(call.unit.values, items));
  Replace(call, {call.unit.values.Sequence_(s->kind, std::move(items)), contents.origin});
  return call.unit.None();
}

Ref popitem(const TransferCall& call) {
  const Ref contents = Contents(call);
  const auto* d = call.unit.values.If<values::Dict>(contents);
  if (!d) return call.unit.UnknownRef("an entry of a mapping that is not in view");
  values::Dict rest = *d;
  if (!d->open && !d->entries.empty() && !d->entries.back().maybe) {
    const values::DictEntry last = d->entries.back();
    rest.entries.pop_back();
    Replace(call, {call.unit.values.Intern(std::move(rest)), contents.origin});
    return {call.unit.values.Sequence_(SequenceKind::Tuple, {{last.key, {}}, last.value}), {}};
  }
  for (auto& entry : rest.entries) entry.maybe = true;
  const Ref element = call.unit.ElementOf(dict_items(call), call.site);
  Replace(call, {call.unit.values.Intern(std::move(rest)), contents.origin});
  return element;
}

Ref str_method(const TransferCall& call) {
  const auto* self = StringOf(call, call.First());
  const auto* other = StringOf(call, call.Passed(1));
  std::string_view leaf = call.name.substr(call.name.rfind('.') + 1);
  if (self) {
    std::string_view text = self->text.text();
    if (other && leaf == "startswith")
      return {call.unit.values.Bool(text.starts_with(other->text.text())), {}};
    if (other && leaf == "endswith")
      return {call.unit.values.Bool(text.ends_with(other->text.text())), {}};
    if (leaf == "lower" || leaf == "upper") {
      std::string out(text);
      for (char& c : out)
        c = static_cast<char>(leaf == "lower" ? std::tolower(static_cast<unsigned char>(c))
                                              : std::toupper(static_cast<unsigned char>(c)));
      return {call.unit.values.Str(call.unit.Intern(out)), {}};
    }
  }
  if (leaf == "startswith" || leaf == "endswith" || leaf.starts_with("is"))
    return call.unit.Guarded(PyType::Bool);
  if (leaf == "count" || leaf == "find" || leaf == "index" || leaf == "rfind" || leaf == "rindex")
    return Int(call);
  if (leaf == "split" || leaf == "rsplit" || leaf == "splitlines")
    return {call.unit.values.SequenceOf(SequenceKind::List, call.unit.Guarded(PyType::Str)), {}};
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
  bool configured = text.find("setLevel") != std::string_view::npos ||
                    text.find("basicConfig") != std::string_view::npos;
  if (!level || level->kind != LiteralKind::Int || configured || call.Compiled())
    return call.unit.Guarded(PyType::Bool);
  return {call.unit.values.Bool(level->integer >= 30), {}};
}

}  // namespace graphmend::infer::transfers
