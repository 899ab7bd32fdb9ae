// Unions: how alternatives are joined, and how many stay apart.
#include <algorithm>

#include "values/value.h"

namespace graphmend::values {

// More than a few texts, or a text of any kind among them, are any text.
void Values::LimitTexts(std::vector<Ref>& all) {
  auto is_text = [this](Ref r) { return IsText(values_[r.value.index]); };
  const auto texts = std::count_if(all.begin(), all.end(), is_text);
  const auto any = std::find_if(all.begin(), all.end(), [this](Ref r) {
    const auto* g = If<Guarded>(r);
    return g && g->type == PyType::Str;
  });
  if (texts == 0 || (texts <= static_cast<std::ptrdiff_t>(kMaxTexts) && any == all.end())) return;
  const OriginId origin = std::find_if(all.begin(), all.end(), is_text)->origin;
  if (any == all.end()) all.push_back({Guard(PyType::Str), origin});
  else any->value = Guard(PyType::Str);
  std::erase_if(all, is_text);
}

std::vector<Ref> Values::TextsOf(Ref ref) const {
  const auto* u = ref.value ? If<Union>(ref) : nullptr;
  const bool all = u && std::all_of(u->alternatives.begin(), u->alternatives.end(),
                                    [this](Ref r) { return IsText(values_[r.value.index]); });
  return all ? u->alternatives : std::vector<Ref>();
}

// Too many alternatives: what stays is what rules ask about (tensors, None), the rest is unknown.
// Objects, their methods, functions and classes count apart: a model is made of many kinds of
// modules, and a script compiles one function of a list after the other. Texts count as one.
void Values::LimitAlternatives(std::vector<Ref>& all) {
  auto absorbs = [this](Ref r) {
    const auto* u = If<Unknown>(r);
    return u && u->anything;
  };
  const auto objects =
      static_cast<std::size_t>(std::count_if(all.begin(), all.end(), [this](Ref r) {
        return If<Object>(r) || If<Bound>(r) || If<Function>(r) || If<Class>(r);
      }));
  const auto texts = static_cast<std::size_t>(std::count_if(
      all.begin(), all.end(), [this](Ref r) { return IsText(values_[r.value.index]); }));
  const std::size_t counted = all.size() - objects - (texts > 1 ? texts - 1 : 0);
  if (counted <= kMaxAlternatives && objects <= kMaxObjects &&
      std::none_of(all.begin(), all.end(), absorbs))
    return;
  std::erase_if(all, [this](Ref r) {
    const Value& v = values_[r.value.index];
    return !std::holds_alternative<Tensor>(v) && r.value != none_;
  });
  all.push_back({Intern(Unknown{.anything = true}), {}});
}

// Where more than one has an origin, that of a tensor is what reports tell of.
OriginId Values::OriginOf(const std::vector<Ref>& alternatives) const {
  OriginId origin;
  for (Ref r : alternatives)
    if (r.origin && (!origin || std::holds_alternative<Tensor>(values_[r.value.index])))
      origin = r.origin;
  return origin;
}

Ref Values::JoinAlternatives(Ref a, Ref b) {
  std::vector<Ref> all;
  auto add = [&](Ref r) {
    for (Ref& have : all) {
      const bool texts = IsText(values_[have.value.index]) && IsText(values_[r.value.index]);
      if (texts && have.value != r.value) continue;  // which of them it is stays known
      Ref merged;
      if (JoinSimple(have, r, merged)) {
        have = merged;
        return;
      }
    }
    all.push_back(r);
  };
  for (Ref side : {a, b}) {
    const Value& value = values_[side.value.index];
    if (const auto* u = std::get_if<Union>(&value)) {
      for (Ref r : u->alternatives) add({r.value, r.origin ? r.origin : side.origin});
    } else {
      add(side);
    }
  }
  if (all.size() == 1) return all[0];
  LimitTexts(all);
  LimitAlternatives(all);
  std::sort(all.begin(), all.end(),
            [this](Ref x, Ref y) { return Canonical(x.value).index < Canonical(y.value).index; });
  all.erase(
      std::unique(all.begin(), all.end(), [this](Ref x, Ref y) { return Same(x.value, y.value); }),
      all.end());
  if (all.size() == 1) return all[0];
  const OriginId origin = OriginOf(all);
  return {Intern(Union{std::move(all)}), origin};
}

}  // namespace graphmend::values
