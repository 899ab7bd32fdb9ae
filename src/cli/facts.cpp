#include "cli/facts.h"

#include <algorithm>
#include <filesystem>
#include <set>
#include <system_error>
#include <tuple>

#include "base/path.h"
#include "base/visible.h"
#include "lint/rule.h"
#include "report/text.h"

namespace graphmend::cli {
namespace {

namespace fs = std::filesystem;

server::Severity SeverityOf(diag::Severity severity) {
  switch (severity) {
    case diag::Severity::Error: return server::Severity::Error;
    case diag::Severity::Warning: return server::Severity::Warning;
    case diag::Severity::Note: break;
  }
  return server::Severity::Information;
}

// As menus have it: with a capital letter.
std::string Sentence(std::string text) {
  if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') text[0] -= 'a' - 'A';
  return text;
}

// Inside the program, not in one of its embedded stubs.
bool HasPlace(const diag::Step& step) {
  return step.location.file && !step.location.file->path().starts_with('<');
}

// `brief`: without what the editor shows of a diagnostic by itself.
std::string Markdown(const diag::Diagnostic& diagnostic, bool brief) {
  const lint::Rule& rule = *lint::Rules()[diagnostic.rule_index];
  std::string text = "**" + diagnostic.code + "** " + std::string(rule.name) + " (" +
                     std::string(report::SeverityName(diagnostic.severity)) + ")";
  if (!brief) {
    text += "\n\n" + base::Markdown(diag::MessageAndCell(diagnostic));
    if (!diagnostic.label.empty()) text += ": " + base::Markdown(diagnostic.label);
  }
  if (!diagnostic.condition.empty())
    text += "\n\nOnly when " + base::Markdown(diagnostic.condition) +
            ", which the source does not tell.";
  if (!brief) {
    text += Steps("Because", diagnostic.reason);
    text += Steps(diagnostic.call_sites > 1
                      ? "Reached in " + std::to_string(diagnostic.call_sites) + " ways"
                      : "Reached through",
                  diagnostic.callers);
  }
  if (diagnostic.skips_frame)
    text +=
        std::string("\n\n") +
        (diagnostic.within == "try"    ? "Inside a `try`, so the"
         : diagnostic.within == "loop" ? "Inside a loop, so the"
         : diagnostic.within == "with" ? "Inside a `with` that Dynamo cannot enter again, so the"
                                       : "The") +
        " whole function runs uncompiled.";
  if (!brief && !diagnostic.help.empty())
    text += "\n\n**Help:** " + base::Markdown(diagnostic.help);
  if (!diagnostic.gb_ids.empty())
    text +=
        "\n\n[" + diagnostic.gb_ids.front() + "](" + lint::GbPage(diagnostic.gb_ids.front()) + ")";
  return text;
}

server::Finding FindingOf(const diag::Diagnostic& diagnostic, source::ColumnUnit unit) {
  const source::SourceFile& file = *diagnostic.location.file;
  server::Finding finding;
  finding.range = server::RangeOf(file, diagnostic.location.span, unit);
  finding.statement_line = file.LineOf(diagnostic.statement.begin) - 1;
  finding.severity = SeverityOf(diagnostic.severity);
  finding.code = diagnostic.code;
  finding.message = diag::MessageAndCell(diagnostic);
  if (!diagnostic.label.empty()) finding.message += "\n" + diagnostic.label;
  if (!diagnostic.help.empty()) finding.message += "\nhelp: " + diagnostic.help;
  if (!diagnostic.gb_ids.empty()) finding.url = lint::GbPage(diagnostic.gb_ids.front());
  finding.markdown = Markdown(diagnostic, false);
  finding.brief = Markdown(diagnostic, true);
  finding.unnecessary = lint::Rules()[diagnostic.rule_index]->name == "unused-suppression";
  finding.can_be_suppressed = lint::Rules()[diagnostic.rule_index]->check != nullptr;
  for (const std::vector<diag::Step>* steps : {&diagnostic.reason, &diagnostic.callers})
    for (const diag::Step& step : *steps)
      if (HasPlace(step))
        finding.related.push_back({EditorPath(step.location.file->path()),
                                   server::RangeOf(*step.location.file, step.location.span, unit),
                                   step.text});
  for (const diag::Fix& fix : diagnostic.fixes) {
    if (fix.edits.empty()) continue;
    const bool safe = fix.applicability == diag::Applicability::Safe;
    std::string title = Sentence(fix.title);
    // First, for menus that cut long titles.
    if (!safe) title = "Unsafe fix: " + fix.title + " (" + fix.difference + ")";
    server::Action action{std::move(title), safe, {}};
    for (const diag::Edit& edit : diag::AllEdits(fix))
      action.edits.push_back({server::RangeOf(file, edit.span, unit), edit.text});
    finding.actions.push_back(std::move(action));
  }
  return finding;
}

// What `graphmend validate` calls it: a function or class of a module in view.
std::optional<server::Validation> ValidationOf(const infer::Entry& entry,
                                               const names::Program& program) {
  for (std::size_t dot = entry.target.rfind('.'); dot != std::string::npos && dot > 0;
       dot = entry.target.rfind('.', dot - 1)) {
    const std::string module = entry.target.substr(0, dot);
    const std::optional<names::FileId> file = program.ResolveModule(module);
    if (!file || program.Info(*file).module != module) continue;
    const names::FileInfo& info = program.Info(*file);
    if (!info.selected || info.is_stub) return std::nullopt;
    // Of a compiled method, its class is what is made and called.
    std::string name = entry.target.substr(dot + 1);
    for (std::string_view method : {".forward", ".__call__"})
      if (name.ends_with(method)) name.resize(name.size() - method.size());
    if (name.find_first_of(".<") != std::string::npos) return std::nullopt;
    fs::path folder = base::ToPath(EditorPath(info.shown_path)).parent_path();
    const auto dots = std::count(module.begin(), module.end(), '.');
    for (auto up = dots + (info.is_package ? 1 : 0); up > 0; --up) folder = folder.parent_path();
    return server::Validation{module + ":" + name, base::ToText(folder)};
  }
  return std::nullopt;
}

std::string CountOf(const infer::Entry& entry, std::size_t breaks) {
  std::string count =
      breaks == 0 ? "no graph break" : lint::Count(breaks, "graph break", "graph breaks");
  if (entry.fullgraph && breaks > 0) count += ", fullgraph=True raises";
  if (entry.how.IsAssumed()) count += " if compiled";
  return count;
}

}  // namespace

std::string Steps(std::string_view label, const std::vector<diag::Step>& steps) {
  constexpr std::size_t kMost = 12;
  if (steps.empty()) return "";
  std::string text = "\n\n" + std::string(label) + "\n";
  for (std::size_t i = 0; i < std::min(steps.size(), kMost); ++i) {
    text += "\n" + std::to_string(i + 1) + ". " + base::Markdown(steps[i].text);
    if (HasPlace(steps[i])) text += " — " + base::MarkdownCode(report::Place(steps[i].location));
  }
  if (steps.size() > kMost) text += "\n\n… and " + std::to_string(steps.size() - kMost) + " more";
  return text;
}

std::string EditorPath(const std::string& shown) {
  if (shown.find(':') != std::string::npos && !base::IsAbsolute(shown)) {
    std::error_code error;
    if (!fs::exists(base::ToPath(shown), error)) return shown;  // "untitled:Untitled-1"
  }
  std::error_code error;
  return base::ToText((fs::current_path(error) / base::ToPath(shown)).lexically_normal());
}

std::map<std::string, server::FileFacts> FactsOf(const lint::Outcome& outcome,
                                                 const project::Project& project,
                                                 source::ColumnUnit unit) {
  std::map<std::string, server::FileFacts> facts;
  for (const diag::Diagnostic& diagnostic : outcome.diagnostics)
    facts[EditorPath(diagnostic.location.file->path())].findings.push_back(
        FindingOf(diagnostic, unit));
  using Key = std::tuple<const source::SourceFile*, std::uint32_t, std::uint32_t>;
  std::map<Key, std::size_t> breaks;
  for (const lint::Reach& reach : outcome.reaches)
    ++breaks[{reach.entry.file, reach.entry.span.begin, reach.entry.span.end}];
  for (const infer::Entry& entry : outcome.entries) {
    const diag::Location& at = entry.location;
    if (!at.file) continue;
    server::Compiled compiled;
    compiled.range = server::RangeOf(*at.file, at.span, unit);
    compiled.count = CountOf(entry, breaks[{at.file, at.span.begin, at.span.end}]);
    compiled.tooltip = entry.unknown ? "what is compiled here is not known from the source"
                                     : "compiles " + entry.target;
    if (entry.incomplete) compiled.tooltip += "; some of what it reaches was not followed";
    compiled.assumed = entry.how.IsAssumed();
    if (const project::Session* session = project.SessionOf(at.file->path()))
      compiled.validation = ValidationOf(entry, session->program());
    facts[EditorPath(at.file->path())].compiled.push_back(std::move(compiled));
  }
  return facts;
}

}  // namespace graphmend::cli
