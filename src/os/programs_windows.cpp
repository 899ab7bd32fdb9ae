#include "base/path.h"
#include "os/programs.h"

#include <fcntl.h>
#include <io.h>
#include <process.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstdlib>

#include "os/windows.h"

namespace graphmend::os {
namespace {

namespace fs = std::filesystem;

constexpr int kRequestDescriptor = 3;

SECURITY_ATTRIBUTES Inheritable() { return {sizeof(SECURITY_ATTRIBUTES), nullptr, TRUE}; }

std::wstring CommandLineOf(const std::string& path, const std::vector<std::string>& arguments) {
  std::vector<std::string> words = {path};
  words.insert(words.end(), arguments.begin(), arguments.end());
  return Wide(WindowsCommandLine(words));
}

std::string ReadAll(HANDLE pipe) {
  std::string text;
  char buffer[65536];
  for (DWORD got = 0; ::ReadFile(pipe, buffer, sizeof buffer, &got, nullptr) && got > 0;)
    text.append(buffer, got);
  return text;
}

// The variables of this process, but for those that are given; each ends in a zero, all in another.
std::wstring Environment(const Given& given) {
  const auto replaced = [&](std::wstring_view variable) {
    return std::any_of(given.variables.begin(), given.variables.end(), [&](const auto& pair) {
      const std::wstring start = Wide(pair.first + "=");
      return ::_wcsnicmp(variable.data(), start.c_str(), start.size()) == 0;
    });
  };
  std::wstring block;
  wchar_t* const all = ::GetEnvironmentStringsW();
  for (const wchar_t* one = all; one && *one;) {
    const std::wstring_view variable = one;
    if (!replaced(variable)) (block += variable) += L'\0';
    one += variable.size() + 1;
  }
  if (all) ::FreeEnvironmentStringsW(all);
  for (const auto& [name, value] : given.variables) (block += Wide(name + "=" + value)) += L'\0';
  return block + L'\0';
}

struct Started {
  HANDLE input, output, errors;
};

// Starts it with these three streams.
std::error_code Start(const std::string& path, const std::vector<std::string>& arguments,
                      const Given& given, Started streams, Handle& process) {
  STARTUPINFOW startup = {};
  startup.cb = sizeof startup;
  startup.dwFlags = STARTF_USESTDHANDLES;
  startup.hStdInput = streams.input;
  startup.hStdOutput = streams.output;
  startup.hStdError = streams.errors;
  PROCESS_INFORMATION started = {};
  std::wstring line = CommandLineOf(path, arguments);
  std::wstring variables = Environment(given);
  if (!::CreateProcessW(base::ToPath(path).c_str(), line.data(), nullptr, nullptr, TRUE,
                        CREATE_UNICODE_ENVIRONMENT, variables.data(), nullptr, &startup, &started))
    return LastError();
  ::CloseHandle(started.hThread);
  process.Take(started.hProcess);
  return {};
}

// A file without a future: nobody else can open it, and it goes away with the last handle.
HANDLE OpenTemporary() {
  wchar_t folder[MAX_PATH + 1], name[MAX_PATH + 1];
  if (::GetTempPathW(MAX_PATH + 1, folder) == 0 || ::GetTempFileNameW(folder, L"gm", 0, name) == 0)
    return INVALID_HANDLE_VALUE;
  SECURITY_ATTRIBUTES inheritable = Inheritable();
  return ::CreateFileW(name, GENERIC_READ | GENERIC_WRITE, FILE_SHARE_DELETE, &inheritable,
                       CREATE_ALWAYS, FILE_ATTRIBUTE_TEMPORARY | FILE_FLAG_DELETE_ON_CLOSE,
                       nullptr);
}

// Ctrl-C is for the program that has taken our place; we wait for how it ends.
BOOL WINAPI LeaveToTheOther(DWORD) { return TRUE; }

}  // namespace

fs::path ThisProgram() {
  std::wstring name(32768, L'\0');  // the longest path there is
  const DWORD size = ::GetModuleFileNameW(nullptr, name.data(), static_cast<DWORD>(name.size()));
  name.resize(size);
  return name;
}

std::optional<std::string> FindProgram(const std::string& name) {
  const wchar_t* variable = ::_wgetenv(L"PATH");
  const std::wstring path = variable ? variable : L"";
  const fs::path file = base::ToPath(name.find('.') == std::string::npos ? name + ".exe" : name);
  for (std::size_t begin = 0; begin <= path.size();) {
    const std::size_t end = std::min(path.find(L';', begin), path.size());
    const fs::path folder = path.substr(begin, end - begin);
    std::error_code error;
    if (!folder.empty() && fs::is_regular_file(folder / file, error))
      return base::ToText(folder / file);
    begin = end + 1;
  }
  return std::nullopt;
}

Finished Run(const std::string& path, const std::vector<std::string>& arguments,
             const Given& given) {
  SECURITY_ATTRIBUTES inheritable = Inheritable();
  HANDLE ends[2];
  if (!::CreatePipe(&ends[0], &ends[1], &inheritable, 0)) return {LastError(), -1, ""};
  const Handle reading(ends[0]);
  Handle writing(ends[1]);
  ::SetHandleInformation(reading.get(), HANDLE_FLAG_INHERIT, 0);
  const Handle nothing(::CreateFileW(L"NUL", GENERIC_READ | GENERIC_WRITE,
                                     FILE_SHARE_READ | FILE_SHARE_WRITE, &inheritable,
                                     OPEN_EXISTING, 0, nullptr));
  Handle input;
  if (!given.input.empty()) {
    input.Take(OpenTemporary());
    if (!input) return {LastError(), -1, ""};
    if (const std::error_code error = WriteAll(input.get(), given.input)) return {error, -1, ""};
    ::SetFilePointer(input.get(), 0, nullptr, FILE_BEGIN);
  }
  Handle process;
  Finished finished;
  finished.error =
      Start(path, arguments, given,
            {input ? input.get() : nothing.get(), writing.get(), nothing.get()}, process);
  if (finished.error) return finished;
  writing.Close();
  finished.output = ReadAll(reading.get());
  ::WaitForSingleObject(process.get(), INFINITE);
  DWORD status = 0;
  if (::GetExitCodeProcess(process.get(), &status)) finished.status = static_cast<int>(status);
  return finished;
}

// The C library hands open descriptors on to what it starts, so the request has the same place as
// elsewhere.
Replaced ReplaceBy(const std::string& path, const std::vector<std::string>& arguments,
                   const std::string& request) {
  const HANDLE file = OpenTemporary();
  if (file == INVALID_HANDLE_VALUE) return {LastError(), "no temporary file", 0};
  if (const std::error_code error = WriteAll(file, request)) return {error, "no temporary file", 0};
  ::SetFilePointer(file, 0, nullptr, FILE_BEGIN);
  const int descriptor = ::_open_osfhandle(reinterpret_cast<std::intptr_t>(file), _O_BINARY);
  if (descriptor != kRequestDescriptor && ::_dup2(descriptor, kRequestDescriptor) < 0)
    return {{errno, std::generic_category()}, "no descriptor for the request", 0};
  ::SetConsoleCtrlHandler(LeaveToTheOther, TRUE);
  // It puts a blank between the words, and nothing else.
  const std::wstring line = CommandLineOf(path, arguments);
  errno = 0;
  const std::intptr_t status =
      ::_wspawnl(_P_WAIT, base::ToPath(path).c_str(), line.c_str(), nullptr);
  if (status == -1 && errno != 0) return {{errno, std::generic_category()}, nullptr, 0};
  return {{}, nullptr, static_cast<int>(status)};
}

}  // namespace graphmend::os
