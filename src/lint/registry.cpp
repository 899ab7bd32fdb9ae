#include <algorithm>
#include <cctype>
#include <iterator>
#include <string>
#include <vector>

#include "lint/rule.h"
#include "rules/embedded.h"

namespace graphmend::rules {

#define RULE(slug)               \
  namespace slug {               \
  extern const lint::Rule kRule; \
  }
#include "rules/rules.def"

}  // namespace graphmend::rules

namespace graphmend::lint {
namespace {

// The null keeps the list from being empty while no rule is listed; `Rules` leaves it out.
constexpr const Rule* kListed[] = {
#define RULE(slug) &rules::slug::kRule,
#include "rules/rules.def"
    nullptr,
};

std::vector<const Rule*> SortByCode() {
  std::vector<const Rule*> sorted(std::begin(kListed), std::end(kListed) - 1);
  std::sort(sorted.begin(), sorted.end(),
            [](const Rule* a, const Rule* b) { return a->code.text() < b->code.text(); });
  return sorted;
}

}  // namespace

std::span<const Rule* const> Rules() {
  static const std::vector<const Rule*> sorted = SortByCode();
  return sorted;
}

std::string_view Slug(Precision precision) {
  switch (precision) {
    case Precision::VeryHigh: return "very-high";
    case Precision::High: return "high";
    case Precision::Medium: return "medium";
    case Precision::Low: break;
  }
  return "low";
}

std::string_view Documentation(const Rule& rule) {
  std::string path(rule.name);
  std::replace(path.begin(), path.end(), '-', '_');
  return rules::EmbeddedText(path + ".md");
}

std::string GbPage(std::string_view gb_id) {
  return "https://meta-pytorch.github.io/compile-graph-break-site/gb/gb" +
         std::string(gb_id.substr(2)) + ".html";
}

std::uint32_t IndexOfRule(std::string_view name) {
  std::uint32_t index = 0;
  while (Rules()[index]->name != name) ++index;
  return index;
}

const Rule* FindRule(std::string_view code_or_name) {
  std::string upper(code_or_name);
  for (char& c : upper) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  const Rule* by_prefix = nullptr;
  int matches = 0;
  for (const Rule* rule : Rules()) {
    if (rule->name == code_or_name || rule->code.text() == upper) return rule;
    if (upper.size() < 3 || !rule->code.text().starts_with(upper)) continue;
    by_prefix = rule;
    ++matches;
  }
  return matches == 1 ? by_prefix : nullptr;
}

}  // namespace graphmend::lint
