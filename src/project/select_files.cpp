#include "project/select_files.h"

#include <memory>
#include <utility>

#include "os/streams.h"

namespace graphmend::project {

Selection SelectFiles(const std::vector<std::string>& paths, const std::string& input_name,
                      Configuration& configuration) {
  std::vector<std::string> on_disk;
  for (const std::string& path : paths)
    if (path != "-") on_disk.push_back(path);
  Selection selection = Discover(on_disk, &configuration);
  if (on_disk.size() == paths.size()) return selection;
  SelectedFile input{input_name.empty() ? "<stdin>" : input_name,
                     input_name.empty() ? "<stdin>" : ShownPath(input_name),
                     os::ReadInput(),
                     {}};
  if (notebook::IsNotebook(input.shown)) {
    base::Result<notebook::Notebook> notebook = notebook::ReadNotebook(*input.text, input.shown);
    if (!notebook)
      selection.problems.push_back(
          {lint::ProblemKind::Unusable, "", 0, notebook.error().message, notebook.error().hint});
    input.bytes = std::exchange(input.text, notebook ? notebook->code : "");
    if (notebook) input.notebook = std::make_shared<notebook::Notebook>(*std::move(notebook));
  }
  std::erase_if(selection.files,
                [&](const SelectedFile& file) { return file.shown == input.shown; });
  selection.files.push_back(std::move(input));
  return selection;
}

}  // namespace graphmend::project
