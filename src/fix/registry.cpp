#include <algorithm>
#include <array>
#include <tuple>
#include <vector>

#include "base/check.h"
#include "fix/declaration.h"
#include "rules/embedded.h"

namespace graphmend::fix {

#define FIX(slug)                \
  namespace slug {               \
  extern const Declaration kFix; \
  }
#include "fixes/fixes.def"

namespace {

struct Listed {
  std::string_view slug;
  const Declaration* declared;
};
constexpr Listed kListed[] = {
#define FIX(slug) {#slug, &slug::kFix},
#include "fixes/fixes.def"
};

bool GoesBefore(const Listed& first, const Listed& second) {
  const auto& named = first.declared->before;
  return std::find(named.begin(), named.end(), second.slug) != named.end();
}

// Of those that nothing left must precede, the first by slug, until none is left.
std::vector<Fix> Ordered() {
  std::vector<Listed> left(std::begin(kListed), std::end(kListed));
  std::sort(left.begin(), left.end(), [](const Listed& a, const Listed& b) {
    const auto key = [](const Listed& fix) {
      return std::tuple(fix.declared->last_resort, fix.declared->beside_unsafe, fix.slug);
    };
    return key(a) < key(b);
  });
  std::vector<Fix> ordered;
  while (!left.empty()) {
    auto is_free = [&](const Listed& fix) {
      return std::none_of(left.begin(), left.end(),
                          [&](const Listed& other) { return GoesBefore(other, fix); });
    };
    const auto next = std::find_if(left.begin(), left.end(), is_free);
    GM_CHECK(next != left.end(), "fixes go before each other in a circle");
    ordered.emplace_back(next->slug, *next->declared);
    left.erase(next);
  }
  return ordered;
}

}  // namespace

Fix::Fix(std::string_view slug, const Declaration& declared) : slug_(slug), declared_(&declared) {
  for (const Pattern& pattern : declared.patterns) rewritings_.emplace_back(pattern);
}

std::string Fix::name() const {
  std::string name(slug_);
  std::replace(name.begin(), name.end(), '_', '-');
  return name;
}

std::optional<Proposal> Fix::Propose(const Finding& finding) const {
  for (const Rewriting& rewriting : rewritings_)
    if (std::optional<Proposal> proposal = rewriting.Propose(finding)) return proposal;
  return declared_->propose ? declared_->propose(finding) : std::nullopt;
}

std::string_view NameOf(Promise promise) {
  switch (promise) {
    case Promise::Safe: return "safe";
    case Promise::Unsafe: return "unsafe";
    case Promise::Either: break;
  }
  return "safe or unsafe";
}

std::span<const Fix> Fixes() {
  static const std::vector<Fix> ordered = Ordered();
  return ordered;
}

std::span<const Fix* const> FixesOf(infer::ObservationKind kind) {
  using ByKind = std::array<std::vector<const Fix*>, infer::kObservationKinds>;
  static const ByKind by_kind = [] {
    ByKind made;
    for (const Fix& fix : Fixes())
      for (infer::ObservationKind answered : fix->answers)
        made[static_cast<std::size_t>(answered)].push_back(&fix);
    return made;
  }();
  return by_kind[static_cast<std::size_t>(kind)];
}

const Fix* FindFix(std::string_view name) {
  for (const Fix& fix : Fixes())
    if (fix.slug() == name || fix.name() == name) return &fix;
  return nullptr;
}

std::string_view Documentation(const Fix& fix) {
  return rules::EmbeddedText("fixes/" + std::string(fix.slug()) + ".md");
}

}  // namespace graphmend::fix
