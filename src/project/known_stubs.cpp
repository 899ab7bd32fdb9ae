#include "project/known_stubs.h"

#include <iterator>
#include <map>
#include <string>
#include <utility>

#include "project/library_stubs.h"
#include "rules/embedded.h"

namespace graphmend::project {

void AddOwnStubs(models::StubSet& set) {
  constexpr std::string_view kStubs = "stubs/";
  for (const rules::EmbeddedFile& file : rules::EmbeddedFiles())
    if (file.path.starts_with(kStubs)) set.Add(file.path.substr(kStubs.size()), file.text);
}

void TakeStub(const StubFile& stub, models::StubSet::Says says, models::StubSet& set,
              std::vector<lint::Problem>& problems) {
  bool is_sound = false;
  std::vector<lint::Problem> mistakes = CheckStubFile(stub.source, &is_sound);
  std::move(mistakes.begin(), mistakes.end(), std::back_inserter(problems));
  std::map<std::string, std::string> texts;  // of each module
  for (const StubPart& part : PartsOf(stub, problems)) {
    if (!part.module.empty()) texts[part.relative] += part.text;
    if (part.names_only) says = models::StubSet::Says::Names;
  }
  for (const auto& [relative, text] : texts)
    if (is_sound) set.Merge(relative, text, says);
}

}  // namespace graphmend::project
