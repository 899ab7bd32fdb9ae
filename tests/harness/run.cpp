#include "harness/run.h"

#include <algorithm>
#include <map>
#include <memory>

#include "base/check.h"
#include "flow/graph.h"
#include "harness/markers.h"
#include "lint/outcome.h"
#include "project/check.h"
#include "fix/declaration.h"
#include "fix/propose.h"
#include "project/fixing.h"
#include "report/style.h"
#include "report/text.h"
#include "syntax/parse.h"

namespace graphmend::harness {
namespace {

constexpr std::string_view kFolder = "/graphmend-case/";  // on no disk: the files are virtual

// Told apart by line: a file has one such finding, at the first of its errors.
constexpr std::string_view kSyntaxError = "GM900";

constexpr std::string_view kInstructions[] = {
#define GM_INST(Name) #Name,
#include "flow/insts.def"
    "monostate",
};
constexpr std::string_view kTerminators[] = {
#define GM_TERMINATOR(Name) #Name,
#include "flow/insts.def"
    "monostate",
};

class Runner {
 public:
  Runner(const Case& one, const std::string& subject, Exercised& exercised)
      : case_(one),
        subject_(subject),
        exercised_(exercised),
        configuration_({one.settings, {}, true}) {}

  CaseResult Run() {
    Check();
    for (std::size_t i = 0; i < case_.files.size(); ++i) CompareFile(i);
    ReportStrays();
    for (const Snapshot& snapshot : case_.snapshots) CompareSnapshot(snapshot);
    return std::move(result_);
  }

 private:
  void Fail(std::uint32_t line, std::string message) {
    result_.failures.push_back({line, std::move(message)});
  }

  static std::string PathOf(const CodeFile& file) { return std::string(kFolder) + file.name; }

  project::Selection Files() const {
    project::Selection selection;
    for (const CodeFile& file : case_.files)
      selection.files.push_back({PathOf(file), file.name, file.text});
    return selection;
  }

  // Parsed once for all cases.
  static const std::shared_ptr<names::SharedStubs>& Stubs() {
    static const auto stubs = std::make_shared<names::SharedStubs>();
    return stubs;
  }

  void Check() {
    static std::set<std::string>* heard = nullptr;
    heard = &exercised_.fixes;
    fix::HearAnswers([](const fix::Answer& answer) {
      const bool safe = answer.offered == diag::Applicability::Safe;
      heard->insert(std::string(answer.asked) +
                    (answer.offered ? (safe ? " safe" : " unsafe")
                                    : (answer.declined ? " declined" : " passed")));
    });
    project::Checked checked =
        project::Check({configuration_,
                        Files(),
                        {.jobs = 1, .trace = &trace_, .shared_stubs = Stubs(), .checked = true}});
    project_ = std::move(checked.project);
    outcome_ = std::move(checked.outcome);
    session_ = project_->SessionOf(case_.files.front().name);
    for (const CodeFile& file : case_.files) ids_.push_back(*session_->FindFile(file.name));
    for (const lint::Problem& problem : outcome_.problems)
      Fail(case_.line, problem.path + ": " + problem.message);
    VerifyGraphs();
    for (const diag::Diagnostic& diagnostic : outcome_.diagnostics) {
      const lint::Rule& rule = *lint::Rules()[diagnostic.rule_index];
      exercised_.fired.emplace(rule.name);
      if (rule.check && diagnostic.label.empty())
        Fail(case_.line, diagnostic.code + " says nothing under the code");
    }
    if (outcome_.diagnostics.empty()) exercised_.quiet.insert(subject_);
    ExpectFixOfPage();
    const auto& kinds = session_->observed_kinds();
    exercised_.observations.insert(kinds.begin(), kinds.end());
    exercised_.trace.transfers.merge(trace_.transfers);
    exercised_.trace.conditions.merge(trace_.conditions);
  }

  // The first example of a fix's page shows that fix.
  void ExpectFixOfPage() {
    if (case_.title != "Example" || !fix::FindFix(subject_)) return;
    for (const diag::Diagnostic& diagnostic : outcome_.diagnostics)
      for (const diag::Fix& fix : diagnostic.fixes)
        if (fix.name == subject_) return;
    Fail(case_.line, "nothing is mended by " + subject_ + ", which the page is about");
  }

  // What the parsed form of a case's file is; null: it cannot be read, which is a problem of the
  // outcome.
  const names::ParsedFile* Parsed(names::FileId id) const { return session_->program().Parsed(id); }

  // Every function of a case must lower to a sound graph, whether it is compiled or not.
  void VerifyGraphs() {
    for (std::size_t i = 0; i < ids_.size(); ++i) {
      const names::ParsedFile* parsed = Parsed(ids_[i]);
      if (!parsed) continue;
      VerifyGraph(i, parsed->Module());
      for (std::uint32_t f = 0; f < parsed->tree().functions.size(); ++f)
        VerifyGraph(i, parsed->Function(syntax::FunctionId(f)));
      for (const syntax::SyntaxError& error : parsed->tree().errors)
        syntax_errors_.push_back({i, parsed->source().LineOf(error.span.begin)});
    }
  }

  void VerifyGraph(std::size_t file, const flow::Graph& graph) {
    for (const std::string& problem : flow::Verify(graph))
      Fail(case_.files[file].first_line, "unsound graph: " + problem);
  }

  // ---- markers ----
  void CompareFile(std::size_t index) {
    const CodeFile& file = case_.files[index];
    const names::ParsedFile* parsed = Parsed(ids_[index]);
    if (!parsed) return;
    std::vector<Marker> markers = ParseMarkers(file, result_.failures);
    // The most demanding first, so that a bare marker does not take another's finding.
    std::stable_sort(markers.begin(), markers.end(), [](const Marker& a, const Marker& b) {
      auto weight = [](const Marker& m) {
        return (m.column > 0) * 4 + !m.text.empty() * 2 + !m.code.empty();
      };
      return weight(a) > weight(b);
    });
    std::vector<const diag::Diagnostic*> open;
    for (const diag::Diagnostic& diagnostic : outcome_.diagnostics)
      if (diagnostic.location.file == &parsed->source() && diagnostic.code != kSyntaxError)
        open.push_back(&diagnostic);
    for (const Marker& marker : markers) CompareMarker(marker, file, index, parsed->source(), open);
    for (const diag::Diagnostic* diagnostic : open) {
      const std::uint32_t line = parsed->source().LineOf(diagnostic->location.span.begin);
      Fail(file.first_line + line - 1, "not expected: " + Quoted(*diagnostic));
    }
  }

  void CompareMarker(const Marker& marker, const CodeFile& file, std::size_t index,
                     const source::SourceFile& source, std::vector<const diag::Diagnostic*>& open) {
    const std::uint32_t shown = file.first_line + marker.written_on - 1;
    // What is left in `open` fails by itself.
    if (marker.kind == MarkerKind::Quiet || marker.kind == MarkerKind::Dead)
      return CompareReached(marker, shown, index, source);
    if (marker.kind == MarkerKind::Revealed) return CompareRevealed(marker, file, index);
    if (marker.code == kSyntaxError) {
      auto found =
          std::find(syntax_errors_.begin(), syntax_errors_.end(), std::pair(index, marker.line));
      if (found == syntax_errors_.end()) Fail(shown, "expected a syntax error here");
      else syntax_errors_.erase(found);
      return;
    }
    auto found = std::find_if(open.begin(), open.end(), [&](const diag::Diagnostic* diagnostic) {
      return Satisfies(*diagnostic, marker, source);
    });
    if (found != open.end()) {
      open.erase(found);
      return;
    }
    std::string message = "expected " + Demanded(marker) + ", found nothing";
    for (const diag::Diagnostic* diagnostic : open)
      if (source.LineOf(diagnostic->location.span.begin) == marker.line)
        message = "expected " + Demanded(marker) + Columns(marker) + ", found " +
                  Quoted(*diagnostic) + Columns(*diagnostic, source);
    Fail(shown, message);
  }

  void CompareReached(const Marker& marker, std::uint32_t shown, std::size_t index,
                      const source::SourceFile& source) {
    const std::set<std::uint32_t>& reached = trace_.reached[ids_[index].index];
    const auto first = reached.lower_bound(source.LineStart(marker.line));
    const bool here = first != reached.end() && source.LineOf(*first) == marker.line;
    if (marker.kind == MarkerKind::Quiet && !here)
      Fail(shown, "compiled code never reaches this line; where that is meant, say `# dead: why`");
    if (marker.kind == MarkerKind::Dead && here) Fail(shown, "compiled code reaches this line");
  }

  static std::string Columns(const Marker& marker) {
    if (marker.column == 0) return "";
    return " at columns " + std::to_string(marker.column) + " to " +
           std::to_string(marker.end_column);
  }
  static std::string Columns(const diag::Diagnostic& diagnostic, const source::SourceFile& source) {
    auto unit = source::ColumnUnit::CodePoints;
    return " at columns " +
           std::to_string(source.PositionOf(diagnostic.location.span.begin, unit).column) + " to " +
           std::to_string(source.PositionOf(diagnostic.location.span.end, unit).column);
  }

  bool Satisfies(const diag::Diagnostic& diagnostic, const Marker& marker,
                 const source::SourceFile& source) const {
    const bool note = diagnostic.severity == diag::Severity::Note;
    if (note != (marker.kind == MarkerKind::Note)) return false;
    const auto unit = source::ColumnUnit::CodePoints;
    const source::Position begin = source.PositionOf(diagnostic.location.span.begin, unit);
    if (begin.line != marker.line) return false;
    if (marker.code.empty() && !subject_.empty()) {
      if (lint::Rules()[diagnostic.rule_index]->name != subject_) return false;
    } else if (!marker.code.empty() && diagnostic.code != marker.code) {
      return false;
    }
    if (diagnostic.message.find(marker.text) == std::string::npos) return false;
    if (marker.column == 0) return true;
    return begin.column == marker.column &&
           source.PositionOf(diagnostic.location.span.end, unit).column == marker.end_column;
  }

  void CompareRevealed(const Marker& marker, const CodeFile& file, std::size_t index) {
    const std::uint32_t shown = file.first_line + marker.written_on - 1;
    const source::SourceFile& source = Parsed(ids_[index])->source();
    const source::Span argument = RevealedArgument(source, marker.line);
    if (argument.size() == 0) return Fail(shown, "there is no reveal(…) on this line");
    std::string values;
    for (const infer::RevealedValue& revealed :
         session_->analysis()->Reveal(ids_[index], marker.line)) {
      if (revealed.location.span != argument) continue;
      if (revealed.value == marker.text) return;
      values += (values.empty() ? "`" : ", `") + revealed.value + "`";
    }
    Fail(shown, "expected `" + marker.text + "` to be revealed, found " +
                    (values.empty() ? "nothing" : values));
  }

  // The span of x in reveal(x), by its parentheses.
  static source::Span RevealedArgument(const source::SourceFile& source, std::uint32_t line) {
    const std::string_view text = source.Line(line);
    const std::size_t call = text.find("reveal(");
    if (call == std::string_view::npos) return {};
    const std::size_t begin = call + 7;
    int depth = 1;
    for (std::size_t i = begin; i < text.size(); ++i) {
      if (text[i] == '(') ++depth;
      if (text[i] == ')' && --depth == 0) {
        const std::uint32_t start = source.LineStart(line);
        return {start + static_cast<std::uint32_t>(begin), start + static_cast<std::uint32_t>(i)};
      }
    }
    return {};
  }

  void ReportStrays() {
    for (const diag::Diagnostic& diagnostic : outcome_.diagnostics) {
      bool ours = false;
      for (names::FileId id : ids_)
        if (const names::ParsedFile* parsed = Parsed(id))
          ours |= diagnostic.location.file == &parsed->source();
      if (!ours) Fail(case_.line, "a finding outside the case: " + Quoted(diagnostic));
    }
    for (auto [file, line] : syntax_errors_)
      Fail(case_.files[file].first_line + line - 1, "a syntax error without `# error: [GM900]`");
  }

  // ---- snapshots ----
  void CompareSnapshot(const Snapshot& snapshot) {
    std::string text = Render(snapshot);
    if (!text.empty() && text.back() != '\n') text += '\n';
    if (text == snapshot.text) return;
    const auto lines = static_cast<std::uint32_t>(SplitLines(snapshot.text).size());
    result_.rewrites.push_back({snapshot.first_line, lines, text});
    const std::vector<std::string> want = SplitLines(snapshot.text), got = SplitLines(text);
    std::size_t at = 0;
    while (at < want.size() && at < got.size() && want[at] == got[at]) ++at;
    auto line = [](const std::vector<std::string>& lines, std::size_t i) {
      return i < lines.size() ? "`" + lines[i] + "`" : std::string("the end");
    };
    Fail(snapshot.first_line + static_cast<std::uint32_t>(at),
         "the snapshot differs: expected " + line(want, at) + ", found " + line(got, at));
  }

  std::string Render(const Snapshot& snapshot) {
    if (snapshot.kind == SnapshotKind::Output) return RenderOutput();
    if (snapshot.kind == SnapshotKind::Diff)
      return RenderDiff(snapshot.argument == "unsafe" ? diag::Applicability::Unsafe
                                                      : diag::Applicability::Safe);
    std::string out;
    for (names::FileId id : ids_) {
      const names::ParsedFile* parsed = Parsed(id);
      if (!parsed) continue;
      switch (snapshot.kind) {
        case SnapshotKind::Output:
        case SnapshotKind::Diff: break;
        case SnapshotKind::Syntax: out += syntax::Print(parsed->tree(), parsed->source()); break;
        case SnapshotKind::Names: out += names::Print(parsed->index(), parsed->tree()); break;
        case SnapshotKind::Flow: out += RenderFlow(*parsed, snapshot.argument); break;
        case SnapshotKind::Facts: out += RenderFacts(id, *parsed); break;
      }
    }
    return out;
  }

  // "case.py:7: GM106: unsafe: what may differ"; the line in the text that the fix was made for.
  static std::string Promise(const fix::AppliedFix& fix) {
    const bool safe = fix.applicability == diag::Applicability::Safe;
    return fix.path + ":" + std::to_string(fix.line) + ": " + fix.code + ": " +
           (safe ? "safe" : "unsafe: " + fix.difference) + "\n";
  }

  // What each fix promises; then as `check --diff`.
  std::string RenderDiff(diag::Applicability least) {
    const project::Fixing fixing =
        project::Fix({.least = least, .jobs = 1}, configuration_, Files(),
                     [](project::Project&, lint::Outcome&) { return true; });
    for (const lint::Problem& problem : fixing.outcome.problems)
      Fail(case_.line, problem.path + ": " + problem.message);
    std::string out;
    for (const fix::AppliedFix& fix : fixing.fixes) out += Promise(fix);
    return out + project::Diff(fixing);
  }

  std::string RenderOutput() const { return report::Full(outcome_, report::Style(false)); }

  std::string RenderFlow(const names::ParsedFile& parsed, const std::string& function) {
    std::string out;
    auto add = [&](const flow::Graph& graph) {
      CountInstructions(graph);
      out += flow::Print(graph, parsed.tree());
    };
    if (function == "<module>") {
      add(parsed.Module());
      return out;
    }
    for (std::uint32_t f = 0; f < parsed.tree().functions.size(); ++f) {
      const syntax::FunctionId id(f);
      if (function.empty() || parsed.tree()[id].name.text() == function) add(parsed.Function(id));
    }
    return out;
  }

  // One line for each value: where, what stands there, what it is.
  std::string RenderFacts(names::FileId id, const names::ParsedFile& parsed) const {
    std::string out;
    for (std::uint32_t line = 1; line <= parsed.source().LineCount(); ++line)
      for (const infer::RevealedValue& revealed : session_->analysis()->Reveal(id, line))
        out += std::to_string(line) + ": " +
               std::string(parsed.source().Text(revealed.location.span)) + ": " + revealed.value +
               "\n";
    return out;
  }

  void CountInstructions(const flow::Graph& graph) {
    for (flow::BlockId id : graph.order) {
      for (const flow::Inst& inst : graph.blocks[id].insts)
        exercised_.instructions.emplace(kInstructions[inst.node.index()]);
      exercised_.instructions.emplace(kTerminators[graph.blocks[id].terminator.node.index()]);
    }
  }

  const Case& case_;
  const std::string& subject_;
  Exercised& exercised_;
  infer::Trace trace_;  // of the case itself, without rounds of fixing
  project::Configuration configuration_;
  std::unique_ptr<project::Project> project_;
  lint::Outcome outcome_;
  const project::Session* session_ = nullptr;  // of the project: a case has one
  std::vector<names::FileId> ids_;             // of the case's files
  std::vector<std::pair<std::size_t, std::uint32_t>> syntax_errors_;
  CaseResult result_;
};

}  // namespace

CaseResult RunCase(const Case& one, const std::string& subject, Exercised& exercised) {
  try {
    return Runner(one, subject, exercised).Run();
  } catch (const base::InternalError& error) {
    CaseResult result;
    result.failures.push_back({one.line, std::string("internal error: ") + error.what()});
    return result;
  }
}

}  // namespace graphmend::harness
