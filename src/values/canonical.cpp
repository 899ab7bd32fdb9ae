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
      [&](Bound& v) {
        v.self = strip(v.self);
        v.callee = strip(v.callee);
        return true;
      },
      [&](Partial& v) {
        v.callee = strip(v.callee);
        for (Ref& r : v.args) r = strip(r);
        for (Keyword& k : v.keywords) k.value = strip(k.value);
        return true;
      },
      [&](Super& v) {
        v.self = strip(v.self);
        return true;
      },
      [&](Wrapper& v) {
        v.inner = strip(v.inner);
        return true;
      },
      [&](Slice& v) {
        v.lower = strip(v.lower);
        v.upper = strip(v.upper);
        v.step = strip(v.step);
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
      [](auto&) { return false; });
  ValueId result = composite ? Intern(std::move(value)) : id;
  canonical_[id.index] = result.index;
  canonical_[result.index] = result.index;
  return result;
}

int Values::Depth(ValueId id) {
  if (depth_[id.index] >= 0) return depth_[id.index];
  int deepest = 0;
  auto look = [&](Ref r) {
    if (r.value) deepest = std::max(deepest, Depth(r.value) + 1);
  };
  base::Match(
      values_[id.index],
      [&](const Sequence& v) {
        for (Ref r : v.items) look(r);
      },
      [&](const Dict& v) {
        for (const DictEntry& e : v.entries) look(e.value);
        look(v.other_value);
      },
      [&](const Bound& v) {
        look(v.self);
        look(v.callee);
      },
      [&](const Partial& v) {
        look(v.callee);
        for (Ref r : v.args) look(r);
        for (const Keyword& k : v.keywords) look(k.value);
      },
      [&](const Super& v) { look(v.self); }, [&](const Wrapper& v) { look(v.inner); },
      [&](const Union& v) {
        for (Ref r : v.alternatives) {
          deepest = std::max(deepest, Depth(r.value));
        }
      },
      [](const auto&) {});
  depth_[id.index] = static_cast<std::int16_t>(deepest);
  return deepest;
}

Ref Values::Limit(Ref ref) {
  if (Depth(ref.value) <= kMaxDepth) return ref;
  return {Intern(Unknown{}), ref.origin};
}

}  // namespace graphmend::values
