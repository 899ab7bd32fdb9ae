#include <fcntl.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <string_view>

#include "os/files.h"
#include "os/kept_attributes.h"
#include "os/posix_error.h"

namespace graphmend::os {
namespace {

ssize_t ListNames(int file, char* names, std::size_t size) {
#ifdef __APPLE__
  return ::flistxattr(file, names, size, 0);
#else
  return ::flistxattr(file, names, size);
#endif
}

ssize_t ReadOne(int file, const char* name, char* value, std::size_t size) {
#ifdef __APPLE__
  return ::fgetxattr(file, name, value, size, 0, 0);
#else
  return ::fgetxattr(file, name, value, size);
#endif
}

int WriteOne(int file, const char* name, std::string_view value) {
#ifdef __APPLE__
  return ::fsetxattr(file, name, value.data(), value.size(), 0, 0);
#else
  return ::fsetxattr(file, name, value.data(), value.size(), 0);
#endif
}

// What speaks of the text that was there: rights that a program gets, and its checksums.
bool IsOfText(std::string_view name) {
  return name == "security.capability" || name == "security.ima" || name == "security.evm";
}

// false: it has none of that name, or it cannot be read.
bool Value(int file, const char* name, std::string& value) {
  const ssize_t size = ReadOne(file, name, nullptr, 0);
  if (size < 0) return false;
  value.resize(static_cast<std::size_t>(size));
  return ReadOne(file, name, value.data(), value.size()) == size;
}

}  // namespace

std::error_code KeptAttributes::Read(int directory, const std::string& name) {
  struct stat found;
  if (::fstatat(directory, name.c_str(), &found, AT_SYMLINK_NOFOLLOW) != 0)
    return errno == ENOENT ? std::error_code() : LastError();
  if (S_ISLNK(found.st_mode)) return make_error_code(Refusal::Link);
  if (!S_ISREG(found.st_mode)) return make_error_code(Refusal::NoFile);
  if (found.st_nlink > 1) return make_error_code(Refusal::OtherNames);
  exists_ = true;
  owner_ = found.st_uid;
  group_ = found.st_gid;
  mode_ = found.st_mode & 01777;
  const int file =
      ::openat(directory, name.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
  if (file < 0) return LastError();
  const std::error_code error = ReadExtended(file);
  ::close(file);
  return error;
}

std::error_code KeptAttributes::ReadExtended(int file) {
  const ssize_t size = ListNames(file, nullptr, 0);
  if (size < 0 && (errno == ENOTSUP || errno == ENOSYS)) return {};
  if (size < 0) return make_error_code(Refusal::Attributes);
  std::string names(static_cast<std::size_t>(size), '\0');
  if (size > 0 && ListNames(file, names.data(), names.size()) != size)
    return make_error_code(Refusal::Attributes);
  for (std::size_t at = 0; at < names.size();) {
    const std::string name = names.c_str() + at;
    at += name.size() + 1;
    std::string value;
    if (name.empty() || IsOfText(name)) continue;
    if (!Value(file, name.c_str(), value)) return make_error_code(Refusal::Attributes);
    extended_.emplace_back(name, std::move(value));
  }
  return {};
}

std::error_code KeptAttributes::GiveExtended(int file) const {
#ifdef __linux__
  // The directory may have given the new file an access list that the old one had not.
  constexpr const char* kAccess = "system.posix_acl_access";
  const bool has = std::any_of(extended_.begin(), extended_.end(),
                               [](const auto& one) { return one.first == kAccess; });
  if (!has && ReadOne(file, kAccess, nullptr, 0) >= 0 && ::fremovexattr(file, kAccess) != 0)
    return make_error_code(Refusal::Attributes);
#endif
  for (const auto& [name, value] : extended_) {
    std::string given;
    if (Value(file, name.c_str(), given) && given == value) continue;
    if (WriteOne(file, name.c_str(), value) != 0) return make_error_code(Refusal::Attributes);
  }
  return {};
}

std::error_code KeptAttributes::GiveTo(int file) const {
  if (!exists_) return {};
  struct stat made;
  if (::fstat(file, &made) != 0) return LastError();
  const bool same = made.st_uid == owner_ && made.st_gid == group_;
  if (!same && ::fchown(file, owner_, group_) != 0) return make_error_code(Refusal::Owner);
  if (const std::error_code refused = GiveExtended(file)) return refused;
  return ::fchmod(file, mode_) == 0 ? std::error_code() : LastError();
}

}  // namespace graphmend::os
