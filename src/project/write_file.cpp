#include "project/write_file.h"

#include <filesystem>

#include "base/path.h"
#include "os/error.h"
#include "os/files.h"

namespace graphmend::project {

base::Error CannotWrite(const std::string& what, const std::error_code& error) {
  std::string hint = error == std::errc::no_such_file_or_directory ? "does the directory exist?"
                     : error == std::errc::is_a_directory          ? "`-o` takes a file"
                     : error == os::Refusal::Link ? "name the file that it leads to"
                                                  : "";
  return {"cannot write " + what + ": " + os::Why(error), hint};
}

namespace {

// A relative name leads to where it says: no folder on the way, which may be somebody else's work,
// is a link that leads out of the working directory.
bool LeadsElsewhere(const std::string& path) {
  namespace fs = std::filesystem;
  if (base::IsAbsolute(path)) return false;
  std::error_code error;
  const fs::path here = fs::current_path(error);
  const fs::path folder = (here / base::ToPath(path)).lexically_normal().parent_path();
  const std::string below = base::ToText(folder), start = base::ToText(here);
  return (below + "/").starts_with(base::ToText(here / "")) && fs::exists(folder, error) &&
         !os::LiesWithin(start, below);
}

}  // namespace

std::optional<base::Error> WriteFile(const std::string& path, const std::string& text) {
  if (LeadsElsewhere(path)) return CannotWrite(path, make_error_code(os::Refusal::Link));
  const std::error_code error = os::WriteFile(path, text);
  if (!error || error == std::errc::broken_pipe) return std::nullopt;
  return CannotWrite(path, error);
}

}  // namespace graphmend::project
