// Writing files whole, so that at any moment there is the old text or the new one.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <random>

#include "base/path.h"
#include "os/file_parts.h"
#include "os/files.h"
#include "os/kept_attributes.h"
#include "os/posix_error.h"
#include "os/temporaries.h"

namespace graphmend::os {
namespace {

namespace fs = std::filesystem;

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
  // A pipe without a reader is not waited for.
  const int descriptor = ::open(path.c_str(), O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
  if (descriptor < 0) return errno == ENXIO ? make_error_code(Refusal::NoReader) : LastError();
  ::fcntl(descriptor, F_SETFL, ::fcntl(descriptor, F_GETFL) & ~O_NONBLOCK);
  int error = WriteAll(descriptor, text);
  if (::close(descriptor) != 0 && error == 0) error = errno;
  return PosixError(error);
}

std::string TemporaryName() {
  std::random_device random;
  std::string name(kTemporaryStart);
  for (std::size_t i = 0; i < kTemporaryDigits; ++i) name += "0123456789abcdef"[random() & 15];
  return name + std::string(kTemporaryEnd);
}

// A new file in a directory. Where the system can, it has no name until it is complete, and so
// cannot be left behind.
class NewFile {
 public:
  NewFile(int directory, mode_t mode) : directory_(directory) {
#ifdef O_TMPFILE
    descriptor_ = ::openat(directory, ".", O_TMPFILE | O_WRONLY | O_CLOEXEC, mode);
    if (descriptor_ >= 0) return;
#endif
    const int flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC;
    for (int tries = 0; tries < 100; ++tries) {
      TakeName();
      descriptor_ = ::openat(directory_, name_.c_str(), flags, mode);
      if (descriptor_ >= 0) return;
      error_ = errno;
      DropName();
      if (error_ != EEXIST) return;
    }
  }
  ~NewFile() {
    if (descriptor_ >= 0) ::close(descriptor_);
    if (name_.empty()) return;
    ::unlinkat(directory_, name_.c_str(), 0);
    DropName();
  }
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;

  int descriptor() const { return descriptor_; }
  int error() const { return descriptor_ < 0 ? error_ : 0; }

  // Makes it what `target` names in the directory; 0, or the error number.
  int Rename(const std::string& target) {
    if (name_.empty())
      if (const int error = GiveName()) return error;
    if (::renameat(directory_, name_.c_str(), directory_, target.c_str()) != 0) return errno;
    DropName();
    return 0;
  }

 private:
  int GiveName() {
    const std::string here = "/proc/self/fd/" + std::to_string(descriptor_);
    int error = 0;
    for (int tries = 0; tries < 100; ++tries) {
      TakeName();
      if (::linkat(AT_FDCWD, here.c_str(), directory_, name_.c_str(), AT_SYMLINK_FOLLOW) == 0)
        return 0;
      error = errno;
      DropName();
      if (error != EEXIST) break;
    }
    return error;
  }
  void TakeName() {
    name_ = TemporaryName();
    slot_ = RememberTemporary(directory_, name_);
  }
  void DropName() {
    ForgetTemporary(slot_);
    name_.clear();
  }

  int directory_, descriptor_ = -1, error_ = 0, slot_ = -1;
  std::string name_;
};

struct Way {
  std::string directory;
  std::string name;
};

Way WayTo(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  if (slash == std::string::npos) return {".", path};
  return {path.substr(0, slash + 1), path.substr(slash + 1)};
}

std::error_code Replace(const std::string& path, std::string_view text, bool own) {
  const Way way = WayTo(path);
  const int directory = ::open(way.directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (directory < 0) return LastError();
  struct Closer {
    int descriptor;
    ~Closer() { ::close(descriptor); }
  } closer{directory};
  KeptAttributes kept;
  if (const std::error_code refused = kept.Read(directory, way.name)) return refused;
  // The mode of a new file is what the user's mask leaves of this.
  const mode_t mode = own ? 0600 : kept.exists() ? 0600 : 0666;
  NewFile file(directory, mode);
  if (file.error() != 0) return PosixError(file.error());
  int error = WriteAll(file.descriptor(), text);
  if (error == 0 && !own)
    if (const std::error_code refused = kept.GiveTo(file.descriptor())) return refused;
  if (error == 0 && !own && ::fsync(file.descriptor()) != 0 && errno != EINVAL) error = errno;
  if (error == 0) error = file.Rename(way.name);
  if (error == 0 && !own) ::fsync(directory);  // where a directory cannot be, the name is late
  return PosixError(error);
}

// Links that are made by the system, and stand for streams of this process.
bool IsOfSystem(const std::string& path) {
  return path.starts_with("/dev/") || path.starts_with("/proc/");
}

}  // namespace

std::error_code WriteFile(const std::string& path, std::string_view text) {
  struct stat existing;
  if (::lstat(path.c_str(), &existing) != 0)
    return errno == ENOENT ? Replace(path, text, false) : LastError();
  std::string target = path;
  if (S_ISLNK(existing.st_mode)) {
    if (!IsOfSystem(path)) return make_error_code(Refusal::Link);
    std::error_code unresolved;
    const fs::path real = RealPath(base::ToPath(path), unresolved);
    if (::stat(path.c_str(), &existing) != 0) return LastError();
    if (!unresolved) target = base::ToText(real);
    if (!S_ISREG(existing.st_mode)) target = path;
  }
  if (S_ISDIR(existing.st_mode)) return PosixError(EISDIR);
  if (S_ISFIFO(existing.st_mode) || S_ISCHR(existing.st_mode)) return WriteDirectly(target, text);
  if (!S_ISREG(existing.st_mode)) return make_error_code(Refusal::NoFile);
  return Replace(target, text, false);
}

std::error_code WriteOwnFile(const std::string& path, std::string_view text) {
  return Replace(path, text, true);
}

}  // namespace graphmend::os
