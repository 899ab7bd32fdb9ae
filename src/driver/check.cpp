// `graphmend check`: analyse, keep what is selected, fix what is asked for, report.
#include <algorithm>

#include "driver/commands.h"
#include "driver/fixing.h"
#include "driver/session.h"
#include "driver/version.h"
#include "lint/select.h"
#include "report/fixes.h"
#include "report/json.h"
#include "report/text.h"
#include "sarif/sarif.h"

namespace graphmend::driver {
namespace {

std::string Sarif(const Session& session, const lint::Outcome& outcome, int status) {
  sarif::Options options;
  options.tool_version = kVersion;
  options.exit_status = status;
  options.bytes = [&](const source::SourceFile& file) { return session.RawBytes(file.path()); };
  return sarif::Write(outcome, options);
}

report::Style OutputStyle(const Invocation& invocation) {
  // A file is no terminal.
  bool to_file = !invocation.output.empty() && invocation.output != "-";
  bool plain = to_file && invocation.color == ColorChoice::Auto;
  return plain ? report::Style(false) : StyleFor(1, invocation.color);
}

std::string Render(const Invocation& invocation, const Session& session,
                   const lint::Outcome& outcome, int status) {
  report::Style style = OutputStyle(invocation);
  switch (invocation.format) {
    case Format::Json: return report::Json(outcome, {kVersion, invocation.statistics});
    case Format::Sarif: return Sarif(session, outcome, status);
    case Format::Concise:
      return invocation.statistics ? report::Statistics(outcome, style)
                                   : report::Concise(outcome, style);
    default:
      return invocation.statistics ? report::Statistics(outcome, style)
                                   : report::Full(outcome, style);
  }
}

std::vector<report::FixLine> Lines(const std::vector<fix::AppliedFix>& fixes) {
  std::vector<report::FixLine> lines;
  for (const fix::AppliedFix& fix : fixes)
    lines.push_back({fix.path, fix.line, fix.code, fix.title});
  return lines;
}

// The text of standard input with its fixes, where that is among what was fixed.
std::string FixedInput(const Fixing& fixing) {
  for (const auto& [shown, bytes] : fixing.session->given())
    if (fixing.session->PathOf(shown).empty()) return bytes;
  return {};
}

int RunFixing(const Invocation& invocation, const std::vector<bool>& selected) {
  const std::vector<std::string> paths = PathsOf(invocation);
  const bool reads_input = std::find(paths.begin(), paths.end(), "-") != paths.end();
  Fixing fixing = Fix(invocation, paths, selected);
  const report::Style style = StyleFor(2, invocation.color);
  std::string said;
  if (invocation.show_fixes) said = report::FixList(Lines(fixing.fixes), style);
  if (invocation.diff) {
    said += report::FixSummary(Lines(fixing.fixes), true, style);
    ComplainOf(invocation, fixing.outcome);
    Say(said);
    const int status = fixing.outcome.HasTrouble() ? kTrouble : fixing.files.empty() ? 0 : 1;
    return Deliver(invocation, Diff(fixing), status);
  }
  WriteFixed(fixing);
  ComplainOf(invocation, fixing.outcome);
  said += report::FixSummary(Lines(fixing.fixes), false, style);
  Say(said);
  int status = lint::ExitStatus(fixing.outcome, invocation.exit_zero || invocation.fix_only);
  if (status == 0 && invocation.fail_on_fix && !fixing.fixes.empty()) status = 1;
  if (reads_input) return Deliver(invocation, FixedInput(fixing), status);
  if (invocation.fix_only) return status;
  return Deliver(invocation, Render(invocation, *fixing.session, fixing.outcome, status), status);
}

}  // namespace

int RunCheck(const Invocation& invocation) {
  base::Result<std::vector<bool>> selected = lint::Select(invocation.selectors);
  if (!selected) return Fail(invocation, selected.error());
  if (invocation.fix || invocation.diff || invocation.fix_only)
    return RunFixing(invocation, *selected);
  Session session(invocation, PathsOf(invocation));
  lint::Outcome outcome = session.Analyse();
  std::erase_if(outcome.diagnostics, [&](const diag::Diagnostic& diagnostic) {
    return !(*selected)[diagnostic.rule_index];
  });
  int status = lint::ExitStatus(outcome, invocation.exit_zero);
  ComplainOf(invocation, outcome);
  return Deliver(invocation, Render(invocation, session, outcome, status), status);
}

}  // namespace graphmend::driver
