#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>

#include "os/files.h"

namespace graphmend::os {
namespace {

namespace fs = std::filesystem;

std::error_code Error(int number) { return {number, std::generic_category()}; }

// 0, or the error number.
int WriteAll(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(descriptor, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return errno;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return 0;
}

std::error_code WriteDirectly(const std::string& path, std::string_view text) {
  const int descriptor = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
  if (descriptor < 0) return Error(errno);
  int error = WriteAll(descriptor, text);
  if (::close(descriptor) != 0 && error == 0) error = errno;
  return Error(error);
}

// The mode that a file made by open(2) would have got.
mode_t DefaultMode() {
  const mode_t mask = ::umask(0);
  ::umask(mask);
  return 0666 & ~mask;
}

std::error_code WriteAndRename(const std::string& path, std::string_view text, mode_t mode) {
  std::string temporary = path + ".XXXXXX";
  const int descriptor = ::mkstemp(temporary.data());
  if (descriptor < 0) return Error(errno);
  int error = WriteAll(descriptor, text);
  if (error == 0 && ::fchmod(descriptor, mode) != 0) error = errno;
  if (::close(descriptor) != 0 && error == 0) error = errno;
  if (error == 0 && std::rename(temporary.c_str(), path.c_str()) != 0) error = errno;
  if (error != 0) ::unlink(temporary.c_str());
  return Error(error);
}

}  // namespace

std::error_code WriteFile(const std::string& path, std::string_view text) {
  struct stat existing;
  if (::stat(path.c_str(), &existing) != 0) return WriteAndRename(path, text, DefaultMode());
  if (S_ISDIR(existing.st_mode)) return Error(EISDIR);
  if (!S_ISREG(existing.st_mode)) return WriteDirectly(path, text);
  // Through a link, the file behind it is replaced, and the link stays.
  std::error_code unresolved;
  const fs::path real = RealPath(path, unresolved);
  return WriteAndRename(unresolved ? path : real.generic_string(), text, existing.st_mode & 07777);
}

fs::path RealPath(const fs::path& path, std::error_code& error) {
  return fs::canonical(path, error);
}

bool IsLink(const fs::directory_entry& entry) {
  std::error_code error;
  return entry.is_symlink(error);
}

}  // namespace graphmend::os
