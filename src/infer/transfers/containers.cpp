// Methods of containers, strings and loggers. The receiver is the first argument; what it becomes
// is written back to where it was loaded from.
#include <algorithm>
#include <cctype>

#include "infer/interpret/frame.h"
#include "infer/interpret/texts.h"
#include "infer/transfers/arguments.h"
#include "infer/transfers/contents.h"

namespace graphmend::infer::transfers {
namespace {

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
  Ref item = call.unit.operations.ElementOf(contents, call.site);
  const auto* s = call.unit.values.If<values::Sequence>(contents);
  if (s && s->exact && s->kind != SequenceKind::Iterator) Replace(call, Loose(call, contents));
  return item;
}

Ref pop(const TransferCall& call) {
  Ref contents = Contents(call);
  const auto* s = call.unit.values.If<values::Sequence>(contents);
  if (!s || !s->exact || s->kind != SequenceKind::List) return element(call);
  Ref at = call.Passed(1);
  const auto* c = ConstantOf(call, at);
  std::int64_t n = static_cast<std::int64_t>(s->items.size()),
               i = at.value ? (c && c->kind == LiteralKind::Int ? c->integer : n) : n - 1;
  if (i < 0) i += n;
  if (i < 0 || i >= n) return element(call);
  std::vector<Ref> rest = s->items;
  const Ref item = rest[static_cast<std::size_t>(i)];
  rest.erase(rest.begin() + i);
  Replace(call, {call.unit.values.Sequence_(s->kind, std::move(rest)), contents.origin});
  return item;
}

namespace {
// Adds `value` to the contents: at `place(n)` of a list of n elements in order, else somewhere.
template <class Place>
Ref Add(const TransferCall& call, Ref value, Place place) {
  Ref contents = Contents(call);
  if (call.site.frame) call.site.frame->ObserveGrowing(call.receiver, call.site);
  const auto* s = call.unit.values.If<values::Sequence>(contents);
  if (!s || !value.value) return call.unit.None();
  const std::optional<std::int64_t> at = s->kind == SequenceKind::List
                                             ? place(static_cast<std::int64_t>(s->items.size()))
                                             : std::nullopt;
  if (s->exact && at && s->items.size() < values::kMaxExactLength) {
    std::vector<Ref> items = s->items;
    items.insert(items.begin() + *at, value);
    Replace(call, {call.unit.values.Sequence_(s->kind, std::move(items)), contents.origin});
  } else {
    Replace(call, {call.unit.values.SequenceOf(
                       s->kind,
                       call.unit.values.Join(values::JoinAll(call.unit.values, s->items), value)),
                   contents.origin});
  }
  return call.unit.None();
}
}  // namespace

Ref append(const TransferCall& call) {
  return Add(call, call.Passed(1), [](std::int64_t n) { return std::optional(n); });
}
Ref append_left(const TransferCall& call) {
  return Add(call, call.Passed(1), [](std::int64_t) { return std::optional<std::int64_t>(0); });
}
Ref insert(const TransferCall& call) {
  return Add(call, call.Passed(2), [&](std::int64_t n) -> std::optional<std::int64_t> {
    const auto* at = ConstantOf(call, call.Passed(1));
    if (!at || at->kind != LiteralKind::Int) return std::nullopt;
    return std::clamp<std::int64_t>(at->integer < 0 ? at->integer + n : at->integer, 0, n);
  });
}
Ref add(const TransferCall& call) {
  return Add(call, call.Passed(1),
             [](std::int64_t) -> std::optional<std::int64_t> { return std::nullopt; });
}

Ref extend(const TransferCall& call) {
  Ref contents = Contents(call), other = call.Passed(1);
  const auto* s = call.unit.values.If<values::Sequence>(contents);
  if (!s || !other.value) return call.unit.None();
  auto more = call.unit.operations.ExactElements(other);
  if (s->exact && more && s->kind == SequenceKind::List &&
      s->items.size() + more->size() <= values::kMaxExactLength) {
    std::vector<Ref> items = s->items;
    items.insert(items.end(), more->begin(), more->end());
    Replace(call, {call.unit.values.Sequence_(s->kind, std::move(items)), contents.origin});
  } else {
    Ref element = call.unit.values.Join(values::JoinAll(call.unit.values, s->items),
                                        call.unit.operations.ElementOf(other, call.site));
    Replace(call, {call.unit.values.SequenceOf(s->kind, element), contents.origin});
  }
  return call.unit.None();
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
    Ref unknown = call.Unknown();
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
    Ref unknown = call.Unknown();
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
      contents = call.unit.operations.WithItem(contents, {call.unit.values.Str(a.name), {}},
                                               a.value, call.site);
      continue;
    }
    const auto* other = call.unit.values.If<values::Dict>(a.value);
    if (other && !other->open) {
      for (const auto& e : std::vector<values::DictEntry>(other->entries))
        contents = call.unit.operations.WithItem(contents, {e.key, {}}, e.value, call.site);
    } else {
      values::Dict open = *call.unit.values.If<values::Dict>(contents);
      open.open = true;
      open.other_key = open.other_value = call.unit.UnknownRef(Why::Merged);
      contents = {call.unit.values.Intern(std::move(open)), contents.origin};
    }
  }
  Replace(call, contents);
  return call.unit.None();
}

Ref copy(const TransferCall& call) {
  const Ref contents = Contents(call);
  Values& values = call.unit.values;
  return Folded(values, {values.WithAddress(contents.value, {}), contents.origin}, false);
}

Ref set_subset(const TransferCall& call) {
  const Ref contents = Contents(call);
  if (!call.unit.values.If<values::Sequence>(contents) || call.args.size() < 2) return copy(call);
  return Loose(call, contents);
}

Ref set_union(const TransferCall& call) {
  const Ref contents = Contents(call);
  const auto* s = call.unit.values.If<values::Sequence>(contents);
  if (!s || call.args.size() < 2) return copy(call);
  Ref element = values::JoinAll(call.unit.values, s->items);
  for (std::size_t i = 1; call.Passed(i).value; ++i)
    element =
        call.unit.values.Join(element, call.unit.operations.ElementOf(call.Passed(i), call.site));
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

namespace {
// The same elements in the order that `arrange` gives them.
template <class Arrange>
Ref Reorder(const TransferCall& call, Arrange arrange) {
  const Ref contents = Contents(call);
  const auto* s = call.unit.values.If<values::Sequence>(contents);
  if (!s || !s->exact) return call.unit.None();
  std::vector<Ref> items = s->items;
  arrange(items);
  Replace(call, {call.unit.values.Sequence_(s->kind, std::move(items)), contents.origin});
  return call.unit.None();
}
}  // namespace
Ref sort(const TransferCall& call) {
  sorted(call);
  return Reorder(call, [&](std::vector<Ref>& items) {
    std::fill(items.begin(), items.end(), values::JoinAll(call.unit.values, items));
  });
}
Ref reverse(const TransferCall& call) {
  return Reorder(call, [](std::vector<Ref>& items) { std::reverse(items.begin(), items.end()); });
}

Ref popitem(const TransferCall& call) {
  const Ref contents = Contents(call);
  const auto* d = call.unit.values.If<values::Dict>(contents);
  if (!d) return call.Unknown();
  values::Dict rest = *d;
  if (!d->open && !d->entries.empty() && !d->entries.back().maybe) {
    const values::DictEntry last = d->entries.back();
    rest.entries.pop_back();
    Replace(call, {call.unit.values.Intern(std::move(rest)), contents.origin});
    return {call.unit.values.Sequence_(SequenceKind::Tuple, {{last.key, {}}, last.value}), {}};
  }
  for (auto& entry : rest.entries) entry.maybe = true;
  const Ref element = call.unit.operations.ElementOf(dict_items(call), call.site);
  Replace(call, {call.unit.values.Intern(std::move(rest)), contents.origin});
  return element;
}

namespace {
// Whether a text has a property that another one names, where both are known.
template <class Test>
Ref TestOfText(const TransferCall& call, Test test) {
  const auto* self = StringOf(call, call.First());
  const auto* other = StringOf(call, call.Passed(1));
  if (!self || !other) return call.unit.Guarded(PyType::Bool);
  return {call.unit.values.Bool(test(self->text.text(), other->text.text())), {}};
}

Ref EachCharacter(const TransferCall& call, int (*map)(int)) {
  const auto* self = StringOf(call, call.First());
  if (!self) return call.unit.Guarded(PyType::Str);
  std::string out(self->text.text());
  for (char& c : out) c = static_cast<char>(map(static_cast<unsigned char>(c)));
  return call.unit.Text(out);
}
}  // namespace
Ref str_startswith(const TransferCall& call) {
  return TestOfText(call, [](std::string_view a, std::string_view b) { return a.starts_with(b); });
}
Ref str_endswith(const TransferCall& call) {
  return TestOfText(call, [](std::string_view a, std::string_view b) { return a.ends_with(b); });
}
Ref str_lower(const TransferCall& call) {
  return EachCharacter(call, [](int c) { return std::tolower(c); });
}
Ref str_upper(const TransferCall& call) {
  return EachCharacter(call, [](int c) { return std::toupper(c); });
}
// `"{}_x".format(kind)`: of arguments that are known it is known, of a tensor it shows one.
Ref str_format(const TransferCall& call) {
  const auto* self = StringOf(call, call.First());
  std::vector<NamedRef> arguments;
  for (std::size_t i = 1; self && i < call.args.size(); ++i) {
    const CallArgument& a = call.args[i];
    if (a.kind == syntax::ArgKind::Star || a.kind == syntax::ArgKind::DoubleStar) self = nullptr;
    else arguments.emplace_back(a.name, a.value);
  }
  const auto text = self ? FormattedText(call.unit.values, self->text.text(), arguments)
                         : std::optional<std::string>();
  if (text) return call.unit.Text(*text);
  std::vector<Ref> shown;
  for (const NamedRef& argument : arguments) shown.push_back(argument.second);
  const Ref made = call.unit.data.TextOf(shown, call.site);
  return call.unit.data.ShowsTensor(made) ? made : call.unit.Guarded(PyType::Str);
}

// The words of a text, at each `separator` or, without one, between spaces.
namespace {
std::vector<std::string_view> Split(std::string_view text, std::optional<std::string_view> by) {
  std::vector<std::string_view> parts;
  const std::string_view spaces = " \t\n\r\v\f";
  while (by || (text.find_first_not_of(spaces) != text.npos)) {
    if (!by) text.remove_prefix(text.find_first_not_of(spaces));
    const std::size_t end = by ? text.find(*by) : text.find_first_of(spaces);
    parts.push_back(text.substr(0, end));
    if (end == text.npos) break;
    text.remove_prefix(end + (by ? by->size() : 1));
  }
  return parts;
}

Ref FoldedList(const TransferCall& call, std::optional<std::vector<Ref>> items) {
  Values& values = call.unit.values;
  const ValueId list = items
                           ? values.Sequence_(SequenceKind::List, std::move(*items))
                           : values.SequenceOf(SequenceKind::List, call.unit.Guarded(PyType::Str));
  if (!call.Compiled()) return {list, {}};
  const OriginId origin = call.unit.recorder.AddOrigin(
      OriginKind::Called, call.site.file, call.site.span, call.unit.Intern(call.name), {});
  return Folded(values, {list, origin}, true);
}
}  // namespace

Ref str_split(const TransferCall& call) {
  const auto* self = StringOf(call, call.First());
  const auto* by = StringOf(call, call.Passed(1));
  const bool plain = self && call.args.size() <= 2 &&
                     (call.args.size() < 2 || (by && !by->text.text().empty())) &&
                     call.args.back().kind == syntax::ArgKind::Positional;
  if (!plain) return FoldedList(call, std::nullopt);
  std::vector<Ref> items;
  for (const std::string_view part :
       Split(self->text.text(), by ? std::optional(by->text.text()) : std::nullopt))
    items.push_back(call.unit.Text(std::string(part)));
  return FoldedList(call, std::move(items));
}
Ref str_parts(const TransferCall& call) { return FoldedList(call, std::nullopt); }

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
