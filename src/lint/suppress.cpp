#include "lint/suppress.h"

#include <algorithm>
#include <map>
#include <utility>

#include "lint/select.h"

namespace graphmend::lint {
namespace {

constexpr std::string_view kUnused = "unused-suppression";
constexpr std::string_view kUnknown = "unknown-suppression";

class Application {
 public:
  Application(const source::SourceFile& file, const syntax::Tree& tree, const std::vector<bool>& on)
      : file_(file), read_(ReadDirectives(file, tree)), on_(on) {
    for (std::size_t i = 0; i < read_.directives.size(); ++i) {
      const Directive& directive = read_.directives[i];
      used_.emplace_back(std::max<std::size_t>(1, directive.selectors.size()), false);
      if (directive.kind == DirectiveKind::Enable) continue;
      if (directive.first == directive.last) on_line_[directive.first].push_back(i);
      else wide_.push_back(i);
    }
  }

  // The directive that suppresses the finding; null: none. All that do are marked as used. What is
  // said about a comment must be named: one that means all rules would hide that it is unused.
  const Directive* Suppressor(const diag::Diagnostic& finding) {
    bool about_comment = IsAboutSuppressions(std::string(finding.code));
    const Directive* suppressor = nullptr;
    const Rule& rule = *Rules()[finding.rule_index];
    for (const std::size_t i : Holding(finding)) {
      const Directive& directive = read_.directives[i];
      bool names = directive.all && !about_comment;
      if (names) used_[i][0] = true;
      for (std::size_t k = 0; k < directive.selectors.size(); ++k) {
        const std::string& selector = directive.selectors[k];
        if (about_comment ? IsAboutSuppressions(selector) && Exactness({selector}, rule) > 0
                          : Exactness({selector}, rule) > 0)
          names = used_[i][k] = true;
      }
      if (names && !suppressor) suppressor = &directive;
    }
    return suppressor;
  }

  std::vector<diag::Diagnostic> OwnFindings() {
    std::vector<diag::Diagnostic> findings;
    for (std::size_t i = 0; i < read_.directives.size(); ++i) AddUnused(i, findings);
    for (const DirectiveFault& fault : read_.faults) {
      if (!on_[IndexOfRule(kUnknown)]) break;
      diag::Diagnostic finding = At(fault.span, kUnknown);
      finding.message = fault.message;
      finding.help = fault.hint;
      findings.push_back(std::move(finding));
    }
    return findings;
  }

 private:
  // The directives that hold where the finding is, in order.
  std::vector<std::size_t> Holding(const diag::Diagnostic& finding) const {
    auto end = [&](source::Span span) {
      return file_.LineOf(span.size() > 0 ? span.end - 1 : span.end);
    };
    const source::Span place = finding.location.span, statement = finding.statement;
    // The lines of what is underlined, and the first and last one of the statement.
    std::vector<std::pair<std::uint32_t, std::uint32_t>> lines = {
        {file_.LineOf(place.begin), end(place)}};
    if (statement.size() > 0) {
      const std::uint32_t first = file_.LineOf(statement.begin), last = end(statement);
      lines.insert(lines.end(), {{first, first}, {last, last}});
    }
    std::vector<std::size_t> holding;
    for (const auto& [first, last] : lines)
      for (auto at = on_line_.lower_bound(first); at != on_line_.end() && at->first <= last; ++at)
        holding.insert(holding.end(), at->second.begin(), at->second.end());
    for (const std::size_t i : wide_) {
      const Directive& directive = read_.directives[i];
      if (std::any_of(lines.begin(), lines.end(), [&](const auto& run) {
            return directive.first <= run.second && run.first <= directive.last;
          }))
        holding.push_back(i);
    }
    std::sort(holding.begin(), holding.end());
    holding.erase(std::unique(holding.begin(), holding.end()), holding.end());
    return holding;
  }

  // Whether every rule that the selector names is on; nothing is known of the others.
  bool AllOn(const std::vector<std::string>& selectors) const {
    for (std::size_t i = 0; i < on_.size(); ++i) {
      const Rule& rule = *Rules()[i];
      // Rules on request are meant only by who names them, more exactly than by ALL.
      int exactness = selectors.empty() ? 1 : Exactness(selectors, rule);
      bool named = exactness > (rule.on_request ? 1 : 0);
      if (named && rule.check && !on_[i]) return false;
    }
    return true;
  }

  // What is suppressed about suppressions is not known before they have been applied.
  static bool IsAboutSuppressions(const std::string& selector) {
    constexpr int kFamily = 3;  // "GM9" or more exact
    return Exactness({selector}, *Rules()[IndexOfRule(kUnused)]) >= kFamily ||
           Exactness({selector}, *Rules()[IndexOfRule(kUnknown)]) >= kFamily;
  }

  diag::Diagnostic At(source::Span span, std::string_view name) const {
    diag::Diagnostic finding;
    finding.rule_index = IndexOfRule(name);
    const Rule& rule = *Rules()[finding.rule_index];
    finding.code = rule.code.text();
    finding.severity = rule.severity;
    finding.location = {&file_, span};
    finding.statement = span;
    return finding;
  }

  void AddUnused(std::size_t index, std::vector<diag::Diagnostic>& findings) {
    const Directive& directive = read_.directives[index];
    if (!on_[IndexOfRule(kUnused)] || directive.kind == DirectiveKind::Enable) return;
    // A bare `noqa` is another tool's as well.
    if (directive.all && (directive.kind == DirectiveKind::Noqa || used_[index][0] || !AllOn({})))
      return;
    std::vector<std::string> unused, kept;
    for (std::size_t k = 0; k < directive.selectors.size(); ++k) {
      const std::string& selector = directive.selectors[k];
      bool keep = used_[index][k] || IsAboutSuppressions(selector) || !AllOn({selector});
      (keep ? kept : unused).push_back(selector);
    }
    if (!directive.all && unused.empty()) return;
    diag::Diagnostic finding = At(directive.span, kUnused);
    std::string names;
    for (const std::string& selector : unused) names += (names.empty() ? "" : ", ") + selector;
    finding.message = directive.all ? "this comment suppresses nothing"
                                    : "this comment suppresses no finding of " + names;
    finding.help = kept.empty() && directive.foreign.empty() ? "remove the comment"
                                                             : "remove " + names + " from it";
    finding.fixes.push_back(Removal(directive, kept, finding.help));
    findings.push_back(std::move(finding));
  }

  diag::Fix Removal(const Directive& directive, const std::vector<std::string>& kept,
                    std::string title) const {
    diag::Fix fix;
    fix.title = std::move(title);
    fix.applicability = diag::Applicability::Safe;
    if (kept.empty() && directive.foreign.empty()) {
      fix.edits.push_back({WholeComment(directive.span), ""});
      return fix;
    }
    std::string list;
    if (directive.kind == DirectiveKind::Noqa) {
      std::vector<std::string> codes = directive.foreign;
      codes.insert(codes.end(), kept.begin(), kept.end());
      for (const std::string& code : codes) list += (list.empty() ? "# noqa: " : ", ") + code;
    } else {
      std::string_view text = file_.Text(directive.span);
      list = std::string(text.substr(0, text.find('[') + 1));
      for (const std::string& selector : kept) list += (list.back() == '[' ? "" : ", ") + selector;
      list += "]";
    }
    if (!directive.reason.empty()) list += " " + directive.reason;
    fix.edits.push_back({directive.span, std::move(list)});
    return fix;
  }

  // With the blanks before it, and the whole line where nothing else is on it.
  source::Span WholeComment(source::Span span) const {
    std::string_view text = file_.text();
    std::uint32_t line = file_.LineOf(span.begin), start = file_.LineStart(line);
    while (span.begin > start && (text[span.begin - 1] == ' ' || text[span.begin - 1] == '\t'))
      --span.begin;
    bool to_end = span.end >= start + file_.Line(line).size();
    if (span.begin == start && to_end && line < file_.LineCount())
      span.end = file_.LineStart(line + 1);
    return span;
  }

  const source::SourceFile& file_;
  Directives read_;
  const std::vector<bool>& on_;
  std::vector<std::vector<bool>> used_;  // by directive and selector
  // Directives that suppress something: of one line, and of several.
  std::map<std::uint32_t, std::vector<std::size_t>> on_line_;
  std::vector<std::size_t> wide_;
};

}  // namespace

bool IsAboutComment(const diag::Diagnostic& finding) {
  const std::string_view name = Rules()[finding.rule_index]->name;
  return name == kUnused || name == kUnknown;
}

void Suppress(const source::SourceFile& file, const syntax::Tree& tree, const std::vector<bool>& on,
              std::vector<diag::Diagnostic>& findings, std::vector<Suppressed>& suppressed) {
  Application application(file, tree, on);
  std::vector<diag::Diagnostic> kept;
  auto sort_out = [&](std::vector<diag::Diagnostic>& some) {
    for (diag::Diagnostic& finding : some) {
      const Directive* suppressor = application.Suppressor(finding);
      if (suppressor)
        suppressed.push_back({std::move(finding), SuppressionKind::Comment, suppressor->reason});
      else kept.push_back(std::move(finding));
    }
  };
  sort_out(findings);
  std::vector<diag::Diagnostic> own = application.OwnFindings();
  sort_out(own);
  std::sort(kept.begin(), kept.end(), diag::Before);
  findings = std::move(kept);
}

}  // namespace graphmend::lint
