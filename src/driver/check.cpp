// `graphmend check`: analyse, keep what is selected, report.
#include <algorithm>

#include "driver/commands.h"
#include "driver/session.h"
#include "driver/version.h"
#include "lint/select.h"
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

std::string Render(const Invocation& invocation, const Session& session,
                   const lint::Outcome& outcome, int status) {
  // A file is no terminal.
  bool to_file = !invocation.output.empty() && invocation.output != "-";
  bool plain = to_file && invocation.color == ColorChoice::Auto;
  report::Style style = plain ? report::Style(false) : StyleFor(1, invocation.color);
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

}  // namespace

int RunCheck(const Invocation& invocation) {
  base::Result<std::vector<bool>> selected = lint::Select(invocation.selectors);
  if (!selected) return Fail(invocation, selected.error());
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
