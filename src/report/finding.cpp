#include "report/finding.h"

#include <algorithm>
#include <utility>

#include "base/visible.h"
#include "lint/outcome.h"
#include "lint/rule.h"
#include "report/frame.h"
#include "report/text.h"
#include "report/width.h"
#include "report/wrap.h"

namespace graphmend::report {
namespace {

constexpr std::size_t kMostLibraryBreaks = 12;

// The lines below the frame: a label each, and what hangs below it.
class Notes {
 public:
  Notes(std::size_t gutter, const Style& style) : indent_(gutter + 5), style_(style) {}

  // Without a label the text speaks for itself; without a text the label introduces a list.
  void Add(std::string_view label, std::string_view text) {
    const std::string head = label.empty() ? "" : std::string(label) + (text.empty() ? ":" : ": ");
    text_ +=
        std::string(indent_ - 4, ' ') + style_.Paint(Tone::Blue, "=") + " " +
        style_.Paint(Tone::Bold, head) +
        Wrap(base::OneLine(text), style_.TextWidth(), indent_ - 2 + DisplayWidth(head), indent_) +
        "\n";
  }
  // "3. " and a place, say, in front of a text.
  void Item(std::string_view head, std::string_view place, std::string_view text) {
    const std::size_t used = indent_ + DisplayWidth(head) + DisplayWidth(place);
    text_ += std::string(indent_, ' ') + std::string(head) + style_.Paint(Tone::Dim, place) +
             Wrap(base::OneLine(text), style_.TextWidth(), used, indent_ + DisplayWidth(head) + 2) +
             "\n";
  }
  // The line of code at a place, unless it is the one that was shown last.
  void Code(const diag::Location& location) {
    const auto line = std::pair(location.file, location.file->LineOf(location.span.begin));
    if (shown_ == line) return;
    shown_ = line;
    const std::string place = Place(location) + " | ";
    const std::size_t used = indent_ + DisplayWidth(place);
    const std::size_t room = style_.CodeWidth() - std::min(style_.CodeWidth(), used);
    text_ += std::string(indent_, ' ') + style_.Paint(Tone::Dim, place) +
             LineOf(location, std::max<std::size_t>(room, 20)) + "\n";
  }
  const std::string& text() const { return text_; }

 private:
  std::size_t indent_;
  std::pair<const source::SourceFile*, std::uint32_t> shown_;
  const Style& style_;
  std::string text_;
};

// Embedded stubs have no lines that the reader could look at.
bool HasCode(const diag::Step& step) {
  return step.location.file && !step.location.file->path().starts_with('<');
}

// One numbered line each, the places in one column.
void AddSteps(Notes& notes, const std::vector<diag::Step>& steps) {
  std::size_t widest = 0;
  for (const diag::Step& step : steps)
    if (step.location.file) widest = std::max(widest, Place(step.location).size());
  for (std::size_t i = 0; i < steps.size(); ++i) {
    std::string place = steps[i].location.file ? Place(steps[i].location) : std::string();
    place.resize(std::max(widest, place.size()) + 2, ' ');
    notes.Item(std::to_string(i + 1) + ". ", place, steps[i].text);
  }
}

void AddWholeChain(Notes& notes, const diag::Diagnostic& diagnostic) {
  if (!diagnostic.reason.empty()) {
    notes.Add("because", "");
    AddSteps(notes, diagnostic.reason);
  }
  if (diagnostic.callers.empty()) return;
  notes.Add(diagnostic.call_sites > 1
                ? "reached in " + std::to_string(diagnostic.call_sites) + " ways"
                : "reached through",
            "");
  AddSteps(notes, diagnostic.callers);
}

void AddStep(Notes& notes, std::string_view label, std::string_view text, const diag::Step& step) {
  notes.Add(label, text);
  if (HasCode(step)) notes.Code(step.location);
}

void AddCallers(Notes& notes, const diag::Diagnostic& diagnostic) {
  const std::vector<diag::Step>& callers = diagnostic.callers;
  if (callers.empty()) return;
  if (diagnostic.call_sites > 1)
    return AddStep(notes,
                   "reached in " + std::to_string(diagnostic.call_sites) + " ways, for example",
                   callers.front().text, callers.front());
  std::string text = callers.front().text;
  if (callers.size() > 1) text += ", " + lint::Count(callers.size() - 1, "call", "calls") + " up";
  AddStep(notes, "", text, callers.front());
  // Where no value is to be explained, the last call is the other step that matters.
  if (!diagnostic.origin && callers.size() > 1)
    AddStep(notes, "", callers.back().text + " here", callers.back());
}

void AddShortChain(Notes& notes, const diag::Diagnostic& diagnostic) {
  if (diagnostic.origin) {
    const diag::Step& origin = diagnostic.reason[*diagnostic.origin];
    AddStep(notes, "because", origin.text, origin);
  }
  AddCallers(notes, diagnostic);
}

// A place in an installed package, from the package on.
std::string InLibrary(const diag::Location& at) {
  std::string place = Place(at);
  for (std::string_view folder : {"/site-packages/", "/dist-packages/"})
    if (const std::size_t found = place.rfind(folder); found != std::string::npos)
      place.erase(0, found + folder.size());
  return place;
}

void AddLibraryBreaks(Notes& notes, const diag::Diagnostic& diagnostic) {
  if (diagnostic.breaks.empty()) return;
  notes.Add("in " + base::OneLine(diagnostic.library), "");
  const std::size_t shown = std::min(diagnostic.breaks.size(), kMostLibraryBreaks);
  for (std::size_t i = 0; i < shown; ++i) {
    const diag::LibraryBreak& one = diagnostic.breaks[i];
    notes.Item(std::to_string(i + 1) + ". ", InLibrary(one.location) + "  ",
               one.code + " " + one.message);
  }
  if (shown < diagnostic.breaks.size())
    notes.Item("", "", "… and " + std::to_string(diagnostic.breaks.size() - shown) + " more");
}

void AddSkipped(Notes& notes, const diag::Diagnostic& diagnostic) {
  const std::string shows = std::to_string(diagnostic.hides) +
                            (diagnostic.hides == 1 ? " more break shows" : " more breaks show") +
                            " in it once this is fixed";
  if (!diagnostic.skips_frame) {
    if (diagnostic.hides > 0)
      notes.Add("note",
                "called in a loop, a `try` or a `with`, so the calling function runs uncompiled; " +
                    shows);
    return;
  }
  std::string text = diagnostic.within == "try"    ? "inside a `try`, so "
                     : diagnostic.within == "loop" ? "inside a loop, so "
                     : diagnostic.within == "with"
                         ? "inside a `with` that Dynamo cannot enter again, so "
                         : "";
  text += "the whole function runs uncompiled";
  if (diagnostic.hides > 0) text += "; " + shows;
  notes.Add("note", text);
}

// What fixes it and how to apply that, or why nothing is offered.
void AddFix(Notes& notes, const diag::Diagnostic& diagnostic) {
  if (diagnostic.fixes.empty()) {
    if (!diagnostic.no_fix.empty()) notes.Add("no fix", diagnostic.no_fix);
    return;
  }
  for (const diag::Fix& fix : diagnostic.fixes) switch (fix.applicability) {
      case diag::Applicability::Safe: notes.Add("fix", fix.title + " (--fix)"); break;
      case diag::Applicability::Unsafe:
        notes.Add("fix", fix.title +
                             (fix.asked_for ? " (--fix --outline)" : " (--fix --unsafe-fixes)") +
                             "; unsafe: " + fix.difference);
        break;
      case diag::Applicability::DisplayOnly: notes.Add("fix", fix.title); break;
    }
}

// "warning[GM101]: …" and where.
std::string Head(const diag::Diagnostic& diagnostic, std::size_t gutter, const Style& style) {
  const std::string code =
      std::string(SeverityName(diagnostic.severity)) + "[" + diagnostic.code + "]";
  const std::string message = Wrap(base::OneLine(": " + diagnostic.message), style.TextWidth(),
                                   DisplayWidth(code), gutter + 5);
  std::string text = style.Link(style.Paint(diagnostic.severity, code), PageOf(diagnostic));
  text += style.Paint(Tone::Bold, message) + "\n" + std::string(gutter, ' ') +
          style.Paint(Tone::Blue, "-->") + " " + Place(diagnostic.location);
  if (!diagnostic.function.empty()) text += " in " + base::OneLine(diagnostic.function);
  return text + "\n";
}

}  // namespace

std::string Finding(const diag::Diagnostic& diagnostic, Chain chain, const Style& style) {
  const std::size_t gutter = GutterWidth(diagnostic.location);
  Notes notes(gutter, style);
  if (chain == Chain::Whole) AddWholeChain(notes, diagnostic);
  else AddShortChain(notes, diagnostic);
  AddLibraryBreaks(notes, diagnostic);
  AddSkipped(notes, diagnostic);
  if (!diagnostic.help.empty()) notes.Add("help", diagnostic.help);
  AddFix(notes, diagnostic);
  if (!diagnostic.gb_ids.empty())
    notes.Add("see", diagnostic.gb_ids.front() + " " + PageOf(diagnostic));
  return Head(diagnostic, gutter, style) +
         Frame(diagnostic.location, diagnostic.label, gutter, diagnostic.severity, style) +
         notes.text();
}

bool LeavesOut(const diag::Diagnostic& diagnostic) {
  const std::size_t steps = diagnostic.reason.size() + diagnostic.callers.size();
  std::size_t shown = std::min<std::size_t>(diagnostic.callers.size(),
                                            diagnostic.origin || diagnostic.call_sites > 1 ? 1 : 2);
  if (diagnostic.origin) ++shown;
  return steps > shown;
}

}  // namespace graphmend::report
