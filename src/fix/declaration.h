// A fix: which findings it answers, what it promises, and what makes it. Declared once, in
// fixes/<slug>.cpp, as a constant in a namespace named after the slug; its explanation is
// fixes/<slug>.md, whose examples run as tests. `fixes/meson.build` lists the slugs and generates
// the registry.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "fix/finding.h"
#include "fix/pattern.h"

namespace graphmend::fix {

enum class Promise : std::uint8_t {
  Safe,    // all that it makes is the same to the bit
  Unsafe,  // all that it makes may differ, as each one states
  Either,  // what the analysis proves is safe, the rest unsafe
};
std::string_view NameOf(Promise promise);  // "safe", "unsafe", "safe or unsafe"

struct Declaration {
  std::string_view summary;  // one line, no full stop, that says what to do: "keep the mask"
  std::span<const infer::ObservationKind> answers;
  // Slugs of fixes that are asked only where this one neither mends a finding nor says why not.
  std::span<const std::string_view> before = {};
  Promise promise;
  // Leaves a test of a tensor behind, which fixes of the next round mend; where they turn out not
  // to, what was fixed in the function is taken back.
  bool leads = false;
  // Asked where all else declined, whatever its name.
  bool last_resort = false;
  // A safe one that is asked behind all that are made unasked, and also where what mends a finding
  // is unsafe: it is offered beside that, for those who apply no other.
  bool beside_unsafe = false;
  // Made where a setting asks for its kind by name. Whoever does is told why there is none, too.
  bool on_request = false;
  std::span<const Pattern> patterns = {};  // asked first, in this order
  Transformation propose = nullptr;        // asked where no pattern answers; null: nothing is
};

class Fix {
 public:
  Fix(std::string_view slug, const Declaration& declared);

  std::string_view slug() const { return slug_; }  // "count_by_scatter"
  std::string name() const;                        // "count-by-scatter", as users write it
  const Declaration* operator->() const { return declared_; }
  // `nullopt` where the finding is none of its business.
  std::optional<Proposal> Propose(const Finding& finding) const;

 private:
  std::string_view slug_;
  const Declaration* declared_;
  std::vector<Rewriting> rewritings_;
};

// All fixes in the order in which they are asked: each before those that it names, last resorts
// behind all others, and otherwise by slug.
std::span<const Fix> Fixes();
// By slug or name; null where there is none.
const Fix* FindFix(std::string_view name);
// The text of fixes/<slug>.md, embedded.
std::string_view Documentation(const Fix& fix);

// Those that answer a kind of finding, in order.
std::span<const Fix* const> FixesOf(infer::ObservationKind kind);

}  // namespace graphmend::fix
