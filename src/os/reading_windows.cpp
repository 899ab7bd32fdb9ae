// Reading files without trusting what is under their name, and a user's own files.
#include <algorithm>
#include <cstdint>

#include "base/path.h"
#include "os/file_parts.h"
#include "os/files.h"
#include "os/windows.h"

namespace graphmend::os {
namespace {

namespace fs = std::filesystem;

FileText Trouble(std::string why, bool missing = false) { return {"", std::move(why), missing}; }

FileText TroubleOf(const std::error_code& error) {
  const bool missing =
      error.value() == ERROR_FILE_NOT_FOUND || error.value() == ERROR_PATH_NOT_FOUND;
  if (missing) return Trouble("does not exist", true);
  return Trouble("cannot be read: " + error.default_error_condition().message());
}

FileText Read(const std::string& name, std::size_t most, bool start) {
  const fs::path path = base::ToPath(name);
  const DWORD attributes = ::GetFileAttributesW(path.c_str());
  if (attributes == INVALID_FILE_ATTRIBUTES) return TroubleOf(LastError());
  if (attributes & FILE_ATTRIBUTE_DIRECTORY) return Trouble("is a directory");
  constexpr DWORD kShared = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;
  const Handle file(::CreateFileW(path.c_str(), GENERIC_READ, kShared, nullptr, OPEN_EXISTING,
                                  FILE_ATTRIBUTE_NORMAL, nullptr));
  if (!file) return TroubleOf(LastError());
  if (::GetFileType(file.get()) != FILE_TYPE_DISK) return Trouble("is a device, not a file");
  LARGE_INTEGER size;
  if (!::GetFileSizeEx(file.get(), &size)) return TroubleOf(LastError());
  if (!start && static_cast<std::uint64_t>(size.QuadPart) > most) return Trouble(TooLarge(most));
  FileText text;
  for (;;) {
    constexpr std::size_t kChunk = std::size_t{1} << 20;
    const std::size_t filled = text.bytes.size();
    const std::size_t room = std::min(kChunk, most - filled + (start ? 0 : 1));
    text.bytes.resize(filled + room);
    DWORD got = 0;
    if (room > 0 && !::ReadFile(file.get(), text.bytes.data() + filled, static_cast<DWORD>(room),
                                &got, nullptr))
      return TroubleOf(LastError());
    text.bytes.resize(filled + got);
    if (got == 0) return text;
    if (text.bytes.size() > most) return Trouble(TooLarge(most));
  }
}

}  // namespace

FileText ReadFile(const std::string& path, std::size_t most) { return Read(path, most, false); }

// A folder of the user's profile is the user's alone.
FileText ReadOwnFile(const std::string& path, std::size_t most) {
  if (IsLink(base::ToPath(path))) return Trouble("is a link");
  return Read(path, most, false);
}

FileText ReadOwnFileStart(const std::string& path, std::size_t most) {
  if (IsLink(base::ToPath(path))) return Trouble("is a link");
  return Read(path, most, true);
}

FileText ReadStart(const std::string& path, std::size_t most) { return Read(path, most, true); }

bool IsOwnDirectory(const std::string& path) {
  std::error_code error;
  return fs::is_directory(base::ToPath(path), error);
}

bool MakeOwnDirectory(const std::string& path, bool& made) {
  std::error_code error;
  made = fs::create_directories(base::ToPath(path), error);
  return !error && IsOwnDirectory(path);
}

void Touch(const std::string& path) {
  std::error_code error;
  fs::last_write_time(base::ToPath(path), fs::file_time_type::clock::now(), error);
}

}  // namespace graphmend::os
