#include "project/session_setup.h"

#include <utility>

#include "fix/inline_helper.h"
#include "settings/release.h"
#include "settings/resolve.h"

namespace graphmend::project {
namespace {

// The release of torch that is installed, where it is one that is known.
void TakeInstalledTorch(const settings::Stack& stack, const Environment& environment,
                        infer::Options& options) {
  if (stack.Find("target-torch")) return;
  std::string version = environment.VersionOf("torch");
  const std::size_t patch = version.find('.', version.find('.') + 1);
  if (patch != std::string::npos) version.resize(patch);
  if (base::Result<infer::Release> release = settings::ParseRelease(version))
    options.target = *release;
}

}  // namespace

SessionSetup SetupOf(const settings::Stack& stack, const Environment& environment,
                     Selection selection) {
  SessionSetup setup;
  setup.selection = std::move(selection);
  setup.analysis = settings::AnalysisOptions(stack);
  const std::string kept = settings::Text(stack, "side-effects");
  setup.fixes.side_effects = kept == "inline"  ? fix::SideEffects::Inline
                             : kept == "guard" ? fix::SideEffects::Guard
                                               : fix::SideEffects::Runtime;
  setup.fixes.outline = settings::Flag(stack, "outline");
  setup.source_roots = settings::Paths(stack, "src");
  setup.environment = environment;
  setup.analysis.python_minor = environment.python_minor;
  setup.analysis.known_code = fix::HelperIn;
  setup.analysis.model_hub = environment.model_hub;
  setup.analysis.working_directory = environment.working_directory;
  TakeInstalledTorch(stack, environment, setup.analysis);
  const std::string breaks = settings::Text(stack, "library-breaks");
  setup.library_breaks = breaks == "place" ? lint::LibraryBreaks::Place
                         : breaks == "off" ? lint::LibraryBreaks::Off
                                           : lint::LibraryBreaks::Call;
  setup.stubs = settings::Paths(stack, "stubs");
  return setup;
}

}  // namespace graphmend::project
