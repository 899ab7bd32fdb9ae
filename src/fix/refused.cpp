#include "fix/refused.h"

#include <algorithm>

namespace graphmend::fix {
namespace {

// CPython takes 200 brackets within each other, some of which may be around what is replaced. What
// stands in texts may count as well: it does not come near.
bool IsNestedTooDeeply(const diag::Fix& fix) {
  constexpr int kMostBrackets = 100;
  return std::any_of(fix.edits.begin(), fix.edits.end(), [](const diag::Edit& edit) {
    int depth = 0, most = 0;
    for (const char c : edit.text) {
      if (c == '(' || c == '[' || c == '{') most = std::max(most, ++depth);
      if (c == ')' || c == ']' || c == '}') --depth;
    }
    return most > kMostBrackets;
  });
}

// The innermost expression that the edit is inside of: what begins last before the edit stands in
// it.
syntax::ExprId Around(const Finding& finding, const diag::Edit& edit) {
  const auto before = finding.parents.Beginning(0, edit.span.begin);
  return before.empty() ? syntax::ExprId() : before.back();
}

bool IsInside(const Finding& finding, const diag::Edit& edit, syntax::ExprId expr) {
  const source::Span span = finding.tree()[expr].span;
  return edit.span.begin > span.begin && edit.span.end < span.end;
}

// Whether a text is put into a format string that means something else there: quotes may end it,
// and braces are doubled in it.
bool BreaksFormatString(const Finding& finding, const diag::Fix& fix) {
  return std::any_of(fix.edits.begin(), fix.edits.end(), [&](const diag::Edit& edit) {
    if (edit.text.find_first_of("\"'{}\\\n#") == std::string::npos) return false;
    for (syntax::ExprId around = Around(finding, edit); around;
         around = finding.parents.Parent(around))
      if (finding.If<syntax::FString>(around) && IsInside(finding, edit, around)) return true;
    return false;
  });
}

// Whether the field is written `{value=}`, which shows its source.
bool ShowsSource(const Finding& finding, const syntax::FormattedValue& field, source::Span whole) {
  const std::uint32_t end = finding.tree()[field.value].span.end;
  const std::string_view behind = finding.Text(source::Span{end, std::max(end, whole.end)});
  const std::size_t sign = behind.find_first_not_of(" \t\r\n)");
  return sign != std::string_view::npos && behind[sign] == '=';
}

bool IsInShownSource(const Finding& finding, const diag::Edit& edit) {
  for (syntax::ExprId around = Around(finding, edit); around;
       around = finding.parents.Parent(around)) {
    const auto* string = finding.If<syntax::FString>(around);
    if (!string || !IsInside(finding, edit, around)) continue;
    for (syntax::ExprId part : string->parts) {
      const auto* field = finding.If<syntax::FormattedValue>(part);
      const source::Span whole = finding.tree()[part].span;
      if (field && whole.Contains(edit.span) && ShowsSource(finding, *field, whole)) return true;
    }
  }
  return false;
}

bool ChangesShownSource(const Finding& finding, const diag::Fix& fix) {
  return std::any_of(fix.edits.begin(), fix.edits.end(),
                     [&](const diag::Edit& edit) { return IsInShownSource(finding, edit); });
}

}  // namespace

std::string_view WhyRefused(const Finding& finding, const diag::Fix& fix) {
  if (IsNestedTooDeeply(fix)) return "the result would have too many nested brackets";
  if (BreaksFormatString(finding, fix))
    return "it stands in a format string; give it a name before";
  if (ChangesShownSource(finding, fix))
    return "a format string shows its source by `=`; give it a name before";
  return {};
}

}  // namespace graphmend::fix
