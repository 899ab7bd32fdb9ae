// Reading files without trusting what is under their name, and a user's own files.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "base/path.h"
#include "os/file_parts.h"
#include "os/files.h"

namespace graphmend::os {
namespace {

namespace fs = std::filesystem;

class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor() {
    if (number_ >= 0) ::close(number_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int number() const { return number_; }

 private:
  int number_;
};

FileText Trouble(std::string why, bool missing = false) { return {"", std::move(why), missing}; }

FileText TroubleOf(int error) {
  if (error == ENOENT || error == ENOTDIR) return Trouble("does not exist", true);
  if (error == ELOOP) return Trouble("is a link that leads nowhere");
  return Trouble("cannot be read: " + std::generic_category().message(error));
}

std::string KindOf(mode_t mode) {
  if (S_ISDIR(mode)) return "is a directory";
  if (S_ISFIFO(mode)) return "is a pipe, not a file";
  if (S_ISSOCK(mode)) return "is a socket, not a file";
  return "is a device, not a file";
}

struct Wanted {
  std::size_t most;
  bool start = false;  // what is behind `most` does not matter
  bool own = false;    // this user's, and no link
};

FileText ReadAll(int file, std::size_t size, Wanted wanted) {
  constexpr std::size_t kChunk = std::size_t{64} << 10;
  FileText text;
  for (std::size_t filled = 0;;) {
    // One byte more than there should be tells whether the file has grown.
    const std::size_t room = filled < size ? size - filled + 1 : kChunk;
    text.bytes.resize(filled + std::min(room, wanted.most - filled + (wanted.start ? 0 : 1)));
    const std::size_t free = text.bytes.size() - filled;
    const ssize_t got = free == 0 ? 0 : ::read(file, text.bytes.data() + filled, free);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return TroubleOf(errno);
    filled += static_cast<std::size_t>(got);
    text.bytes.resize(filled);
    if (got == 0) return text;
    if (filled > wanted.most) return Trouble(TooLarge(wanted.most));
  }
}

FileText Read(const std::string& path, Wanted wanted) {
  // A look first: opening a device may already do something to it.
  struct stat found;
  const int looked = wanted.own ? ::lstat(path.c_str(), &found) : ::stat(path.c_str(), &found);
  if (looked != 0) return TroubleOf(errno);
  if (!S_ISREG(found.st_mode)) return Trouble(KindOf(found.st_mode));
  const int flags = O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC | (wanted.own ? O_NOFOLLOW : 0);
  const Descriptor file(::open(path.c_str(), flags));
  if (file.number() < 0) return TroubleOf(errno);
  // And one at what was opened: it may have become something else meanwhile.
  if (::fstat(file.number(), &found) != 0) return TroubleOf(errno);
  if (!S_ISREG(found.st_mode)) return Trouble(KindOf(found.st_mode));
  if (wanted.own && found.st_uid != ::geteuid()) return Trouble("belongs to somebody else");
  const auto size = static_cast<std::size_t>(std::max<off_t>(found.st_size, 0));
  if (!wanted.start && size > wanted.most) return Trouble(TooLarge(wanted.most));
  return ReadAll(file.number(), size, wanted);
}

}  // namespace

FileText ReadFile(const std::string& path, std::size_t most) { return Read(path, {.most = most}); }

FileText ReadOwnFile(const std::string& path, std::size_t most) {
  return Read(path, {.most = most, .own = true});
}

FileText ReadOwnFileStart(const std::string& path, std::size_t most) {
  return Read(path, {.most = most, .start = true, .own = true});
}

FileText ReadStart(const std::string& path, std::size_t most) {
  return Read(path, {.most = most, .start = true});
}

bool MakeOwnDirectory(const std::string& path, bool& made) {
  fs::path so_far;
  for (const fs::path& part : base::ToPath(path).lexically_normal()) {
    if (part.empty()) continue;  // behind a slash at the end
    so_far /= part;
    made = ::mkdir(so_far.c_str(), 0700) == 0;
  }
  return IsOwnDirectory(path);
}

bool IsOwnDirectory(const std::string& path) {
  const Descriptor directory(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  struct stat found;
  if (directory.number() < 0 || ::fstat(directory.number(), &found) != 0) return false;
  return found.st_uid == ::geteuid() && (found.st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

void Touch(const std::string& path) {
  ::utimensat(AT_FDCWD, path.c_str(), nullptr, AT_SYMLINK_NOFOLLOW);
}

fs::path RealPath(const fs::path& path, std::error_code& error) {
  return fs::canonical(path, error);
}

bool IsLink(const fs::path& path) {
  std::error_code error;
  return fs::is_symlink(path, error);
}

}  // namespace graphmend::os
