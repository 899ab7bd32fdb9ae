#include "fix/combine.h"

#include <algorithm>
#include <utility>

#include "fix/differences.h"

namespace graphmend::fix {

bool Combine(diag::Fix& into, diag::Fix more) {
  into.edits.insert(into.edits.end(), more.edits.begin(), more.edits.end());
  into.shared.insert(into.shared.end(), more.shared.begin(), more.shared.end());
  into.leads |= more.leads;
  into.leads_to.insert(into.leads_to.end(), more.leads_to.begin(), more.leads_to.end());
  const auto before = [](const diag::Edit& a, const diag::Edit& b) {
    return std::pair(a.span.begin, a.span.end) < std::pair(b.span.begin, b.span.end);
  };
  const auto same = [](const diag::Edit& a, const diag::Edit& b) {
    return a.span == b.span && a.text == b.text;
  };
  std::stable_sort(into.edits.begin(), into.edits.end(), before);
  std::stable_sort(into.shared.begin(), into.shared.end(), before);
  into.shared.erase(std::unique(into.shared.begin(), into.shared.end(), same), into.shared.end());
  if (more.applicability == diag::Applicability::Unsafe) {
    into.applicability = diag::Applicability::Unsafe;
    AddDifference(into.difference, more.difference);
  }
  return std::adjacent_find(into.edits.begin(), into.edits.end(),
                            [](const diag::Edit& a, const diag::Edit& b) {
                              return a.span.end > b.span.begin;
                            }) == into.edits.end();
}

}  // namespace graphmend::fix
