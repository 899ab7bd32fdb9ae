#include "project/check.h"

#include <utility>

namespace graphmend::project {

Checked Check(CheckInput input) {
  Checked checked;
  checked.project =
      std::make_unique<Project>(input.configuration, std::move(input.selection), input.run);
  checked.outcome = checked.project->Analyse();
  return checked;
}

}  // namespace graphmend::project
