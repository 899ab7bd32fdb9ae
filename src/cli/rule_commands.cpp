// `graphmend rules` and `graphmend explain`.
#include <algorithm>
#include <cctype>

#include "base/suggest.h"
#include "cli/commands.h"
#include "cli/fix_page.h"
#include "cli/gb_registry.h"
#include "cli/releases.h"
#include "lint/rule.h"
#include "lint/steps.h"
#include "report/json.h"
#include "report/text.h"

namespace graphmend::cli {
namespace {

std::string Padded(std::string_view text, std::size_t width) {
  std::string padded(text);
  padded.resize(std::max(width, padded.size()), ' ');
  return padded;
}

std::string GbIds(const lint::Rule& rule) {
  std::string ids;
  for (const lint::GbId& id : rule.breaks)
    ids += (ids.empty() ? "" : ", ") + std::string(id.text());
  return ids;
}

std::string RulesText(const report::Style& style) {
  std::size_t width = 0;
  for (const lint::Rule* rule : lint::Rules()) width = std::max(width, rule->name.size());
  std::string text;
  for (const lint::Rule* rule : lint::Rules())
    text += style.Paint(report::Tone::Yellow, rule->code.text()) + "  " +
            style.Paint(report::Tone::Bold, Padded(rule->name, width)) + "  " +
            std::string(rule->summary.text()) + (rule->on_request ? "; off until selected" : "") +
            "\n";
  return text;
}

std::string RulePage(const lint::Rule& rule) {
  std::string page = "# " + std::string(rule.code.text()) + " " + std::string(rule.name) + "\n\n";
  std::string summary(rule.summary.text());
  summary[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(summary[0])));
  page += summary + ".\n\n";
  page += "- Severity: " + std::string(report::SeverityName(rule.severity)) +
          "; precision: " + std::string(lint::Slug(rule.precision)) + "; since " +
          std::string(rule.since) + "\n";
  if (rule.on_request)
    page += "- Off until it is selected: `--extend-select " + std::string(rule.code.text()) + "`\n";
  if (!rule.breaks.empty())
    page += "- PyTorch's ids: " + GbIds(rule) + " (`graphmend explain " +
            std::string(rule.breaks.front().text()) + "`)\n";
  return page + "\n" + std::string(lint::Documentation(rule)) + ReleaseSection(rule);
}

bool Covers(const lint::Rule& rule, std::string_view id) {
  return std::any_of(rule.breaks.begin(), rule.breaks.end(),
                     [&](const lint::GbId& gb) { return gb.text() == id; });
}

std::string GbBreakPage(const std::string& id, const std::string& title) {
  std::string page = "# " + id + (title.empty() ? "" : " " + title) + "\n\n";
  std::string rules;
  for (const lint::Rule* rule : lint::Rules())
    if (Covers(*rule, id))
      rules += "- " + std::string(rule->code.text()) + " " + std::string(rule->name) + ": " +
               std::string(rule->summary.text()) + "\n";
  page += rules.empty() ? "No rule covers this break yet.\n" : "Rules that cover it:\n\n" + rules;
  page += "\n" + ReleasesOf(id);
  return page + "\nPyTorch's page on it: " + lint::GbPage(id) + "\n";
}

bool LooksLikeGbId(std::string_view text) {
  return text.size() == 6 && (text[0] == 'G' || text[0] == 'g') &&
         (text[1] == 'B' || text[1] == 'b') &&
         std::all_of(text.begin() + 2, text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

// A prefix of several codes: what they are.
std::string Family(std::string_view prefix) {
  std::string family;
  for (const lint::Rule* rule : lint::Rules())
    if (rule->code.text().starts_with(prefix))
      family += (family.empty() ? "" : ", ") + std::string(rule->code.text());
  return family;
}

base::Error NoSuchRule(const std::string& asked) {
  std::vector<std::string_view> known;
  for (const lint::Rule* rule : lint::Rules()) {
    known.push_back(rule->name);
    known.push_back(rule->code.text());
  }
  std::vector<std::string> fixes;
  for (const fix::Fix& fix : fix::Fixes()) fixes.push_back(fix.name());
  known.insert(known.end(), fixes.begin(), fixes.end());
  std::string family = asked.size() > 2 ? Family(asked) : "";
  std::string hint = family.empty() ? base::DidYouMean(asked, known) : "one of " + family;
  if (hint.empty())
    hint = "`graphmend rules` and `graphmend fixes` list them; PyTorch's ids look like GB0170";
  return {"no single rule or fix is called `" + asked + "`", hint};
}

}  // namespace

int RunRules(const Invocation& invocation) {
  if (invocation.format == Format::Json) return Deliver(invocation, report::RulesJson(), 0);
  const report::Style style = StyleFor(os::Stream::Output, invocation.color);
  return Deliver(invocation, RulesText(style), 0, style);
}

int RunExplain(const Invocation& invocation) {
  std::string asked = invocation.operands.front();
  if (const lint::Rule* rule = lint::FindRule(asked))
    return Deliver(invocation, RulePage(*rule), 0);
  if (const fix::Fix* mends = fix::FindFix(asked)) return Deliver(invocation, FixPage(*mends), 0);
  if (!LooksLikeGbId(asked)) return Fail(invocation, NoSuchRule(asked));
  std::string id = "GB" + asked.substr(2);
  GbRegistry registry;
  std::optional<std::string> title = registry.Title(id);
  if (!title)
    return Fail(invocation, {"PyTorch " + registry.release() + " has no graph break " + id,
                             "PyTorch's own message names the id, for example GB0170"});
  return Deliver(invocation, GbBreakPage(id, *title), 0);
}

}  // namespace graphmend::cli
