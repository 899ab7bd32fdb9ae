// The origin-free form of a value, and how deep it is nested.
#include <algorithm>

#include "values/value.h"

namespace graphmend::values {

ValueId Values::Canonical(ValueId id) {
  if (canonical_[id.index] != ValueId::kNone) return ValueId(canonical_[id.index]);
  auto strip = [&](Ref r) { return r.value ? Ref{Canonical(r.value), {}} : Ref{}; };
  Value value = values_[id.index];
  bool composite = base::Match(
      value,
      [](Unknown& v) {
        v.why = Why::Unsaid;
        v.about = {};
        v.library = false;
        return true;
      },
      [&](Sequence& v) {
        for (Ref& r : v.items) r = strip(r);
        return true;
      },
      [&](Dict& v) {
        std::sort(v.entries.begin(), v.entries.end(),
                  [](const DictEntry& x, const DictEntry& y) { return x.key.index < y.key.index; });
        for (DictEntry& e : v.entries) e.value = strip(e.value);
        v.other_key = strip(v.other_key);
        v.other_value = strip(v.other_value);
        return true;
      },
      [&](Object& v) {
        std::sort(v.fields.begin(), v.fields.end(), [](const FieldEntry& x, const FieldEntry& y) {
          return std::less<>()(x.name.address(), y.name.address());
        });
        for (FieldEntry& f : v.fields) f.value = strip(f.value);
        return true;
      },
      [&](Union& v) {
        for (Ref& r : v.alternatives) r = strip(r);
        std::sort(v.alternatives.begin(), v.alternatives.end(),
                  [](Ref a, Ref b) { return a.value.index < b.value.index; });
        v.alternatives.erase(std::unique(v.alternatives.begin(), v.alternatives.end()),
                             v.alternatives.end());
        return true;
      },
      [&](auto&) {
        bool any = false;
        ForEachPart(value, [&](Ref& r) {
          r = strip(r);
          any = true;
        });
        return any;
      });
  ValueId result = composite ? Intern(std::move(value)) : id;
  canonical_[id.index] = result.index;
  canonical_[result.index] = result.index;
  return result;
}

int Values::Depth(ValueId id) {
  if (depth_[id.index] >= 0) return depth_[id.index];
  int deepest = 0;
  const bool is_union = std::holds_alternative<Union>(values_[id.index]);
  ForEachPart(values_[id.index], [&](const Ref& r) {
    deepest = std::max(deepest, Depth(r.value) + (is_union ? 0 : 1));
  });
  depth_[id.index] = static_cast<std::int16_t>(deepest);
  return deepest;
}

Ref Values::LimitedField(Ref ref) { return Limit(ref, kMaxFieldDepth); }

Ref Values::Limit(Ref ref, int deepest) {
  if (Depth(ref.value) <= deepest) return ref;
  return {Intern(Unknown{.anything = true}), ref.origin};
}

}  // namespace graphmend::values
