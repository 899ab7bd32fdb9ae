#include "lint/select.h"

#include <algorithm>
#include <cctype>

#include "base/suggest.h"

namespace graphmend::lint {
namespace {

constexpr int kExact = 6;  // more than the length of any code prefix

std::string Upper(std::string_view text) {
  std::string upper(text);
  for (char& c : upper) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return upper;
}

// How exactly `selector` names `rule`; 0: not at all.
int ExactnessOf(const std::string& selector, const Rule& rule) {
  if (selector == rule.name) return kExact;
  std::string upper = Upper(selector);
  if (upper == "ALL") return 1;
  if (upper == rule.code.text()) return kExact;
  bool prefix = upper.size() >= 2 && rule.code.text().starts_with(upper);
  return prefix ? static_cast<int>(upper.size()) : 0;
}

std::optional<base::Error> Unknown(const std::vector<std::string>& selectors, const char* option) {
  for (const std::string& selector : selectors)
    if (auto error = CheckSelector(selector))
      return base::Error{std::string(option) + ": " + error->message, error->hint};
  return std::nullopt;
}

}  // namespace

int Exactness(const std::vector<std::string>& selectors, const Rule& rule) {
  int best = 0;
  for (const std::string& selector : selectors) best = std::max(best, ExactnessOf(selector, rule));
  return best;
}

std::optional<base::Error> CheckSelector(const std::string& selector) {
  auto means = [&](const Rule* rule) { return ExactnessOf(selector, *rule) > 0; };
  if (std::any_of(Rules().begin(), Rules().end(), means)) return std::nullopt;
  std::vector<std::string_view> known;
  for (const Rule* rule : Rules()) {
    known.push_back(rule->name);
    known.push_back(rule->code.text());
  }
  std::string hint = base::DidYouMean(selector, known);
  if (hint.empty())
    hint = "`graphmend rules` lists codes and names; a prefix such as GM1 selects a family";
  return base::Error{"no rule is called `" + selector + "`", hint};
}

base::Result<std::vector<bool>> Select(const Selectors& selectors) {
  if (auto error = Unknown(selectors.select, "--select")) return *error;
  if (auto error = Unknown(selectors.extend_select, "--extend-select")) return *error;
  if (auto error = Unknown(selectors.ignore, "--ignore")) return *error;
  std::vector<bool> on;
  for (const Rule* rule : Rules()) {
    int selected =
        selectors.select.empty() ? !rule->on_request : Exactness(selectors.select, *rule);
    selected = std::max(selected, Exactness(selectors.extend_select, *rule));
    on.push_back(selected > Exactness(selectors.ignore, *rule));
  }
  return on;
}

}  // namespace graphmend::lint
