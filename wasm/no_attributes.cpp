// Files of the module are in memory and have no attributes; Emscripten's C library declares these
// functions and does not have them.
#include <sys/xattr.h>

#include <cerrno>

namespace {

ssize_t NotSupported() {
  errno = ENOTSUP;
  return -1;
}

}  // namespace

extern "C" {

ssize_t flistxattr(int, char*, size_t) { return NotSupported(); }
ssize_t fgetxattr(int, const char*, void*, size_t) { return NotSupported(); }
int fsetxattr(int, const char*, const void*, size_t, int) {
  return static_cast<int>(NotSupported());
}

}  // extern "C"
