#include "cli/render.h"

#include "project/version.h"
#include "report/ci.h"
#include "report/json.h"
#include "report/summary.h"
#include "report/text.h"
#include "sarif/sarif.h"

namespace graphmend::cli {

std::string Render(Format format, const lint::Outcome& outcome, const RenderOptions& options) {
  switch (format) {
    case Format::Json: return report::Json(outcome, {project::kVersion, options.statistics});
    case Format::Sarif:
      return sarif::Write(outcome, {project::kVersion, options.exit_status, options.bytes,
                                    options.sarif_suppressions});
    case Format::JsonLines: return report::JsonLines(outcome);
    case Format::Github: return report::Github(outcome);
    case Format::Gitlab: return report::Gitlab(outcome);
    case Format::Junit: return report::Junit(outcome);
    case Format::Rdjson: return report::Rdjson(outcome);
    case Format::Pylint: return report::Pylint(outcome);
    case Format::Azure: return report::Azure(outcome);
    case Format::Markdown: return report::Markdown(outcome);
    case Format::Grouped:
      return options.statistics ? report::Statistics(outcome, options.style)
                                : report::Grouped(outcome, options.style);
    case Format::Concise:
      return options.statistics ? report::Statistics(outcome, options.style)
                                : report::Concise(outcome, options.style);
    default: break;
  }
  return options.statistics ? report::Statistics(outcome, options.style)
                            : report::Full(outcome, options.style);
}

}  // namespace graphmend::cli
