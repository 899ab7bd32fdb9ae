#include "project/write_file.h"

#include "os/error.h"
#include "os/files.h"

namespace graphmend::project {

base::Error CannotWrite(const std::string& what, const std::error_code& error) {
  std::string hint = error == std::errc::no_such_file_or_directory ? "does the directory exist?"
                     : error == std::errc::is_a_directory          ? "`-o` takes a file"
                                                                   : "";
  return {"cannot write " + what + ": " + os::Why(error), hint};
}

std::optional<base::Error> WriteFile(const std::string& path, const std::string& text) {
  const std::error_code error = os::WriteFile(path, text);
  if (!error || error == std::errc::broken_pipe) return std::nullopt;
  return CannotWrite(path, error);
}

}  // namespace graphmend::project
