#include <cstdio>

#include "base/path.h"
#include "os/file_parts.h"
#include "os/files.h"
#include "os/windows.h"

namespace graphmend::os {
namespace {

namespace fs = std::filesystem;

Handle Open(const fs::path& path, DWORD access, DWORD disposition, DWORD flags = 0) {
  constexpr DWORD kShared = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;
  return Handle(::CreateFileW(path.c_str(), access, kShared, nullptr, disposition,
                              FILE_ATTRIBUTE_NORMAL | flags, nullptr));
}

std::error_code WriteDirectly(const fs::path& path, std::string_view text) {
  const Handle file = Open(path, GENERIC_WRITE, OPEN_EXISTING);
  return file ? WriteAll(file.get(), text) : LastError();
}

// A new file beside `path`, whose name nothing else has.
Handle OpenTemporary(const fs::path& path, fs::path& temporary) {
  for (unsigned number = 0;; ++number) {
    constexpr int kHalf = kTemporaryDigits / 2;
    char digits[kTemporaryDigits + 1];
    std::snprintf(digits, sizeof digits, "%0*lx%0*x", kHalf, ::GetCurrentProcessId(), kHalf,
                  number);
    temporary =
        path.parent_path() / (std::string(kTemporaryStart) + digits + std::string(kTemporaryEnd));
    Handle file = Open(temporary, GENERIC_WRITE, CREATE_NEW);
    if (file || ::GetLastError() != ERROR_FILE_EXISTS) return file;
  }
}

std::error_code WriteAndRename(const fs::path& path, std::string_view text, bool exists) {
  fs::path temporary;
  Handle file = OpenTemporary(path, temporary);
  if (!file) return LastError();
  std::error_code error = WriteAll(file.get(), text);
  if (!error && !::FlushFileBuffers(file.get())) error = LastError();
  file.Close();
  if (!error) {
    // Replacing keeps the attributes and the access list of what was there.
    constexpr DWORD kFlags = REPLACEFILE_IGNORE_MERGE_ERRORS | REPLACEFILE_IGNORE_ACL_ERRORS;
    const BOOL done =
        exists ? ::ReplaceFileW(path.c_str(), temporary.c_str(), nullptr, kFlags, nullptr, nullptr)
               : ::MoveFileExW(temporary.c_str(), path.c_str(), 0);
    if (!done) error = LastError();
  }
  if (error) ::DeleteFileW(temporary.c_str());
  return error;
}

}  // namespace

std::error_code WriteFile(const std::string& name, std::string_view text) {
  const fs::path path = base::ToPath(name);
  const DWORD attributes = ::GetFileAttributesW(path.c_str());
  if (attributes != INVALID_FILE_ATTRIBUTES && (attributes & FILE_ATTRIBUTE_DIRECTORY))
    return std::make_error_code(std::errc::is_a_directory);
  const Handle existing = Open(path, 0, OPEN_EXISTING);
  if (!existing) {
    if (::GetLastError() == ERROR_FILE_NOT_FOUND) return WriteAndRename(path, text, false);
    return LastError();
  }
  // Names such as NUL and CON are devices in every directory.
  if (::GetFileType(existing.get()) != FILE_TYPE_DISK) return WriteDirectly(path, text);
  if (IsLink(path)) return make_error_code(Refusal::Link);
  BY_HANDLE_FILE_INFORMATION found;
  if (::GetFileInformationByHandle(existing.get(), &found) && found.nNumberOfLinks > 1)
    return make_error_code(Refusal::OtherNames);
  return WriteAndRename(path, text, true);
}

// A folder of the user's profile is the user's alone.
std::error_code WriteOwnFile(const std::string& path, std::string_view text) {
  return WriteFile(path, text);
}

// std::filesystem::canonical of libstdc++ leaves links and the case of names as they are.
fs::path RealPath(const fs::path& path, std::error_code& error) {
  // Directories open only with this flag.
  const Handle file = Open(path, 0, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS);
  std::wstring real(file ? ::GetFinalPathNameByHandleW(file.get(), nullptr, 0, 0) : 0, L'\0');
  const auto size = static_cast<DWORD>(real.size());
  if (size == 0 || ::GetFinalPathNameByHandleW(file.get(), real.data(), size, 0) != size - 1) {
    error = LastError();
    return {};
  }
  error.clear();
  real.pop_back();  // the zero behind it
  // "\\?\C:\…", "\\?\UNC\server\share\…": as everybody else writes it.
  constexpr std::wstring_view kLong = L"\\\\?\\", kShare = L"\\\\?\\UNC\\";
  if (real.starts_with(kShare)) return L"\\\\" + real.substr(kShare.size());
  return real.starts_with(kLong) ? real.substr(kLong.size()) : real;
}

bool IsLink(const fs::path& path) {
  const DWORD attributes = ::GetFileAttributesW(path.c_str());
  return attributes != INVALID_FILE_ATTRIBUTES && (attributes & FILE_ATTRIBUTE_REPARSE_POINT);
}

}  // namespace graphmend::os
