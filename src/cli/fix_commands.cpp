// `graphmend fixes`, and the page of a fix for `graphmend explain`.
#include <algorithm>
#include <cctype>

#include "cli/commands.h"
#include "cli/fix_page.h"
#include "diag/json_writer.h"
#include "fix/declaration.h"
#include "lint/rule.h"

namespace graphmend::cli {
namespace {

// The rules whose findings it may mend, by code.
std::vector<const lint::Rule*> MendedBy(const fix::Fix& fix) {
  const auto& answers = fix->answers;
  std::vector<const lint::Rule*> rules;
  for (const lint::Rule* rule : lint::Rules())
    if (rule->on && std::find(answers.begin(), answers.end(), *rule->on) != answers.end())
      rules.push_back(rule);
  return rules;
}

std::vector<const fix::Fix*> ByName() {
  std::vector<const fix::Fix*> fixes;
  for (const fix::Fix& fix : fix::Fixes()) fixes.push_back(&fix);
  std::sort(fixes.begin(), fixes.end(),
            [](const fix::Fix* a, const fix::Fix* b) { return a->slug() < b->slug(); });
  return fixes;
}

std::string FixesText(const report::Style& style) {
  std::size_t width = 0;
  for (const fix::Fix& fix : fix::Fixes()) width = std::max(width, fix.slug().size());
  std::string text;
  for (const fix::Fix* fix : ByName()) {
    std::string name = fix->name(), promise(fix::NameOf((*fix)->promise));
    name.resize(width, ' ');
    promise.resize(fix::NameOf(fix::Promise::Either).size(), ' ');
    text += style.Paint(report::Tone::Bold, name) + "  " + promise + "  " +
            std::string((*fix)->summary) + "\n";
  }
  return text;
}

std::string FixesJson() {
  diag::JsonWriter<diag::JsonLayout::Indented> json;
  json.Object([&] {
    json.Field("version", 1);
    json.Array("fixes", ByName(), [&](const fix::Fix* fix) {
      json.Object([&] {
        json.Field("name", fix->name());
        json.Field("summary", (*fix)->summary);
        json.Field("promise", fix::NameOf((*fix)->promise));
        json.Array("rules", MendedBy(*fix),
                   [&](const lint::Rule* rule) { json.Text(rule->code.text()); });
        json.Field("documentation", fix::Documentation(*fix));
      });
    });
  });
  return json.Finish();
}

std::string_view HowApplied(const fix::Fix& fix) {
  if (fix->on_request) return "`--fix --outline`";
  switch (fix->promise) {
    case fix::Promise::Safe: return "`--fix`";
    case fix::Promise::Unsafe: return "`--fix --unsafe-fixes`";
    case fix::Promise::Either: break;
  }
  return "`--fix` where it is safe, `--fix --unsafe-fixes` where it is not";
}

}  // namespace

std::string FixPage(const fix::Fix& fix) {
  std::string summary(fix->summary), mended;
  summary[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(summary[0])));
  for (const lint::Rule* rule : MendedBy(fix))
    mended += (mended.empty() ? "" : ", ") + std::string(rule->code.text()) + " " +
              std::string(rule->name);
  return "# " + fix.name() + "\n\n" + summary + ".\n\n- Fixes: " + mended +
         "\n- Promise: " + std::string(fix::NameOf(fix->promise)) + "; applied by " +
         std::string(HowApplied(fix)) + "\n\n" + std::string(fix::Documentation(fix));
}

int RunFixes(const Invocation& invocation) {
  if (invocation.format == Format::Json) return Deliver(invocation, FixesJson(), 0);
  const report::Style style = StyleFor(os::Stream::Output, invocation.color);
  return Deliver(invocation, FixesText(style), 0, style);
}

}  // namespace graphmend::cli
