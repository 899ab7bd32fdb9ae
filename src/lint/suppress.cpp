#include "lint/suppress.h"

#include <algorithm>
#include <optional>
#include <unordered_map>
#include <utility>

#include "lint/select.h"

namespace graphmend::lint {
namespace {

constexpr std::string_view kUnused = "unused-suppression";
constexpr std::string_view kUnknown = "unknown-suppression";

bool IsAboutComments(std::size_t rule) {
  const std::string_view name = Rules()[rule]->name;
  return name == kUnused || name == kUnknown;
}

// Both ends belong to it.
struct Lines {
  std::uint32_t first, last;
};

// Runs of lines, each of which stands for something, sorted so that one that overlaps another is
// found in logarithmic time.
class Runs {
 public:
  void Add(Lines lines, std::size_t what) { runs_.push_back({lines, what}); }
  void Sort() {
    std::sort(runs_.begin(), runs_.end(), [](const Run& a, const Run& b) {
      return std::pair(a.lines.first, a.what) < std::pair(b.lines.first, b.what);
    });
    for (const Run& run : runs_)
      furthest_.push_back(furthest_.empty() ? run.lines.last
                                            : std::max(furthest_.back(), run.lines.last));
  }
  // Of the first run that has a line in common with `lines`.
  std::optional<std::size_t> FirstAt(Lines lines) const {
    // The first that does not end before them: those behind it begin later still.
    const auto at = std::lower_bound(furthest_.begin(), furthest_.end(), lines.first);
    if (at == furthest_.end()) return std::nullopt;
    const Run& run = runs_[static_cast<std::size_t>(at - furthest_.begin())];
    return run.lines.first <= lines.last ? std::optional(run.what) : std::nullopt;
  }

 private:
  struct Run {
    Lines lines;
    std::size_t what;
  };
  std::vector<Run> runs_;
  std::vector<std::uint32_t> furthest_;  // the last line of the runs up to each
};

class Application {
 public:
  Application(const source::SourceFile& file, const syntax::Tree& tree, const std::vector<bool>& on)
      : file_(file), read_(ReadDirectives(file, tree)), on_(on), holding_(Rules().size()) {
    for (const Directive& directive : read_.directives)
      used_.emplace_back(std::max<std::size_t>(1, directive.selectors.size()), false);
  }

  // For each finding the directive that suppresses it, or null. All that do are marked as used.
  std::vector<const Directive*> Suppressors(const std::vector<diag::Diagnostic>& findings) {
    std::vector<const Directive*> suppressors;
    std::vector<Runs> places(Rules().size());  // of findings of each rule
    for (const diag::Diagnostic& finding : findings) {
      std::optional<std::size_t> first;
      for (const Lines lines : LinesOf(finding)) {
        places[finding.rule_index].Add(lines, 0);
        const std::optional<std::size_t> at = Holding(finding.rule_index).FirstAt(lines);
        if (at && (!first || *at < *first)) first = at;
      }
      suppressors.push_back(first ? &read_.directives[*first] : nullptr);
    }
    for (Runs& of_rule : places) of_rule.Sort();
    for (std::size_t rule = 0; rule < places.size(); ++rule)
      for (std::size_t i = 0; i < read_.directives.size(); ++i) MarkUsed(i, rule, places[rule]);
    return suppressors;
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
  // What a selector comes to.
  struct Selector {
    std::vector<bool> names;  // by rule
    bool all_on = true;       // every rule that it names is on; nothing is known of the others
    // What is suppressed about suppressions is not known before they have been applied.
    bool is_about_suppressions = false;
  };

  // The lines of what is underlined, and the first and last one of the statement.
  std::vector<Lines> LinesOf(const diag::Diagnostic& finding) const {
    auto end = [&](source::Span span) {
      return file_.LineOf(span.size() > 0 ? span.end - 1 : span.end);
    };
    const source::Span place = finding.location.span, statement = finding.statement;
    std::vector<Lines> lines = {{file_.LineOf(place.begin), end(place)}};
    if (statement.size() > 0) {
      const std::uint32_t first = file_.LineOf(statement.begin), last = end(statement);
      lines.insert(lines.end(), {{first, first}, {last, last}});
    }
    return lines;
  }

  // Where the directives hold that suppress findings of a rule.
  const Runs& Holding(std::size_t rule) {
    std::optional<Runs>& holding = holding_[rule];
    if (holding) return *holding;
    holding.emplace();
    for (std::size_t i = 0; i < read_.directives.size(); ++i) {
      const Directive& directive = read_.directives[i];
      if (Suppresses(directive, rule)) holding->Add({directive.first, directive.last}, i);
    }
    holding->Sort();
    return *holding;
  }

  bool Suppresses(const Directive& directive, std::size_t rule) {
    if (directive.kind == DirectiveKind::Enable) return false;
    return MeansAll(directive, rule) ||
           std::any_of(directive.selectors.begin(), directive.selectors.end(),
                       [&](const std::string& selector) { return Names(selector, rule); });
  }

  // What is said about a comment must be named: one that means all rules would hide that it is
  // unused.
  static bool MeansAll(const Directive& directive, std::size_t rule) {
    return directive.all && !IsAboutComments(rule);
  }
  bool Names(const std::string& selector, std::size_t rule) {
    const Selector& known = Known(selector);
    return known.names[rule] && (!IsAboutComments(rule) || known.is_about_suppressions);
  }
  void MarkUsed(std::size_t index, std::size_t rule, const Runs& places) {
    const Directive& directive = read_.directives[index];
    if (directive.kind == DirectiveKind::Enable ||
        !places.FirstAt({directive.first, directive.last}))
      return;
    if (MeansAll(directive, rule)) used_[index][0] = true;
    for (std::size_t k = 0; k < directive.selectors.size(); ++k)
      if (Names(directive.selectors[k], rule)) used_[index][k] = true;
  }

  const Selector& Known(const std::string& selector) {
    auto [known, is_new] = selectors_.try_emplace(selector);
    if (!is_new) return known->second;
    constexpr int kFamily = 3;  // "GM9" or more exact
    for (std::size_t i = 0; i < Rules().size(); ++i) {
      const int exactness = Exactness({selector}, *Rules()[i]);
      known->second.names.push_back(exactness > 0);
      known->second.all_on &= !IsMissed(i, exactness);
      known->second.is_about_suppressions |= IsAboutComments(i) && exactness >= kFamily;
    }
    return known->second;
  }

  // Whether a rule that a selector names so exactly was not looked for.
  bool IsMissed(std::size_t rule, int exactness) const {
    // Rules on request are meant only by who names them, more exactly than by ALL.
    const bool named = exactness > (Rules()[rule]->on_request ? 1 : 0);
    return named && Rules()[rule]->check && !on_[rule];
  }
  bool AllOn() const {
    for (std::size_t i = 0; i < on_.size(); ++i)
      if (IsMissed(i, 1)) return false;
    return true;
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
    if (directive.all && (directive.kind == DirectiveKind::Noqa || used_[index][0] || !AllOn()))
      return;
    std::vector<std::string> unused, kept;
    for (std::size_t k = 0; k < directive.selectors.size(); ++k) {
      const std::string& selector = directive.selectors[k];
      const Selector& known = Known(selector);
      bool keep = used_[index][k] || known.is_about_suppressions || !known.all_on;
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
  std::vector<std::vector<bool>> used_;       // by directive and selector
  std::vector<std::optional<Runs>> holding_;  // by rule, of those that were asked for
  std::unordered_map<std::string, Selector> selectors_;
};

}  // namespace

bool IsAboutComment(const diag::Diagnostic& finding) { return IsAboutComments(finding.rule_index); }

void Suppress(const source::SourceFile& file, const syntax::Tree& tree, const std::vector<bool>& on,
              std::vector<diag::Diagnostic>& findings, std::vector<Suppressed>& suppressed) {
  Application application(file, tree, on);
  std::vector<diag::Diagnostic> kept;
  auto sort_out = [&](std::vector<diag::Diagnostic>& some) {
    const std::vector<const Directive*> suppressors = application.Suppressors(some);
    for (std::size_t i = 0; i < some.size(); ++i) {
      if (suppressors[i])
        suppressed.push_back(
            {std::move(some[i]), SuppressionKind::Comment, suppressors[i]->reason});
      else kept.push_back(std::move(some[i]));
    }
  };
  sort_out(findings);
  std::vector<diag::Diagnostic> own = application.OwnFindings();
  sort_out(own);
  std::sort(kept.begin(), kept.end(), diag::Before);
  findings = std::move(kept);
}

}  // namespace graphmend::lint
