// Files where the standard library leaves off: read without waiting, written whole, and known by
// one name each.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>

namespace graphmend::os {

// What is in a file, or why that is not read.
struct FileText {
  std::string bytes;
  std::string trouble;   // "is a directory", "is larger than 4 MiB", …; empty: none
  bool missing = false;  // there is nothing under that name, which `trouble` says as well
};

// How much is read of what; more of it is an error.
inline constexpr std::size_t kMostSource = std::size_t{256} << 20;
inline constexpr std::size_t kMostSettings = std::size_t{4} << 20;
inline constexpr std::size_t kMostPatterns = std::size_t{1} << 20;  // .gitignore and the like
inline constexpr std::size_t kMostBaseline = std::size_t{256} << 20;
inline constexpr std::size_t kMostRecord = std::size_t{128} << 20;  // of the cache
inline constexpr std::size_t kMostArguments = std::size_t{16} << 20;

// All that graphmend reads is read by these: regular files only, which nobody has to be waited for.
// A pipe, a device or a directory in the place of a file is an error, and so is more than `most`.
FileText ReadFile(const std::string& path, std::size_t most);
// The same of a file of this user's own, under its own name: no link, and nobody else's.
FileText ReadOwnFile(const std::string& path, std::size_t most);
// The first bytes of one, up to `most`.
FileText ReadStart(const std::string& path, std::size_t most);
FileText ReadOwnFileStart(const std::string& path, std::size_t most);

// Why a file is not written though it could be.
enum class Refusal {
  Link = 1,    // what it leads to is another file
  OtherNames,  // a hard link; it would no longer be the same file as its other names
  Owner,       // it would belong to somebody else
  Attributes,  // extended attributes or an access list would be lost
  NoFile,      // a block device, a socket or the like
  NoReader,    // a pipe that nobody reads
};
std::error_code make_error_code(Refusal refusal);

// Makes `text` what is in the file: it appears under its name only once it is complete and on the
// disk. A file that was there keeps its owner, its permissions (but for setuid and setgid), its
// extended attributes and its other names, or is left as it is, with a `Refusal`. A link is one,
// too, but for those of the system below /dev. A pipe or a character device is written to as it is;
// a directory is std::errc::is_a_directory.
std::error_code WriteFile(const std::string& path, std::string_view text);
// The same for a file that only this user is to see, and that may be lost: it need not be on the
// disk when this returns.
std::error_code WriteOwnFile(const std::string& path, std::string_view text);
// Whether the name is one that files have on their way to their own, and may be left behind by a
// process that was killed.
bool IsTemporaryName(std::string_view name);

// Whether `path` is a directory of this user that nobody else may write to.
bool IsOwnDirectory(const std::string& path);
// The same; it is made, for this user alone, where it is not there, and `made` says so.
bool MakeOwnDirectory(const std::string& path, bool& made);
// Marks a file as used now.
void Touch(const std::string& path);

// The one path, without links and as it is spelt on disk, of what is there.
std::filesystem::path RealPath(const std::filesystem::path& path, std::error_code& error);

// Whether `path`, which need not be there, lies in `directory`, all links followed. Both are
// absolute.
bool LiesWithin(const std::string& directory, const std::string& path);

// Whether it leads elsewhere: a symbolic link, or what else the system has of that kind.
bool IsLink(const std::filesystem::path& path);

}  // namespace graphmend::os

template <>
struct std::is_error_code_enum<graphmend::os::Refusal> : std::true_type {};
