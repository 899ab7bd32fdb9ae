// What the Windows half of this folder has in common; not for other systems.
#pragma once

#ifndef NOMINMAX
#define NOMINMAX
#endif
#ifndef WIN32_LEAN_AND_MEAN
#define WIN32_LEAN_AND_MEAN
#endif
#include <windows.h>

#include <cstddef>
#include <limits>
#include <string>
#include <string_view>
#include <system_error>

namespace graphmend::os {

inline std::error_code LastError() {
  return {static_cast<int>(::GetLastError()), std::system_category()};
}

// A handle that is closed with its owner.
class Handle {
 public:
  explicit Handle(HANDLE handle = INVALID_HANDLE_VALUE) : handle_(handle) {}
  Handle(Handle&& other) noexcept : handle_(other.Release()) {}
  Handle& operator=(Handle&&) = delete;
  void Take(HANDLE handle) {
    Close();
    handle_ = handle;
  }
  ~Handle() { Close(); }

  explicit operator bool() const { return handle_ && handle_ != INVALID_HANDLE_VALUE; }
  HANDLE get() const { return handle_; }
  HANDLE Release() {
    const HANDLE handle = handle_;
    handle_ = INVALID_HANDLE_VALUE;
    return handle;
  }
  void Close() {
    if (*this) ::CloseHandle(Release());
  }

 private:
  HANDLE handle_;
};

// UTF-8 as the system takes it. What is no UTF-8 becomes U+FFFD.
inline std::wstring Wide(std::string_view text) {
  const int size = static_cast<int>(text.size());
  std::wstring wide(text.size(), L'\0');  // never more units than bytes
  const int units = ::MultiByteToWideChar(CP_UTF8, 0, text.data(), size, wide.data(), size);
  wide.resize(static_cast<std::size_t>(units));
  return wide;
}

inline std::string Narrow(std::wstring_view wide) {
  const int size = static_cast<int>(wide.size());
  std::string text(3 * wide.size(), '\0');
  const int bytes = ::WideCharToMultiByte(CP_UTF8, 0, wide.data(), size, text.data(),
                                          static_cast<int>(text.size()), nullptr, nullptr);
  text.resize(static_cast<std::size_t>(bytes));
  return text;
}

// All of `text`, to a file or a pipe.
inline std::error_code WriteAll(HANDLE handle, std::string_view text) {
  while (!text.empty()) {
    constexpr std::size_t kMost = std::numeric_limits<int>::max();
    DWORD written = 0;
    const auto size = static_cast<DWORD>(text.size() < kMost ? text.size() : kMost);
    if (!::WriteFile(handle, text.data(), size, &written, nullptr)) return LastError();
    text.remove_prefix(written);
  }
  return {};
}

}  // namespace graphmend::os
