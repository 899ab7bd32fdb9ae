#include "os/programs.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __APPLE__
#include <mach-o/dyld.h>
#endif

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "os/posix_error.h"

extern char** environ;

namespace graphmend::os {
namespace {

namespace fs = std::filesystem;

constexpr int kRequestDescriptor = 3;

std::string ReadAll(int descriptor) {
  std::string text;
  char buffer[65536];
  for (;;) {
    const ssize_t got = ::read(descriptor, buffer, sizeof buffer);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return text;
    text.append(buffer, static_cast<std::size_t>(got));
  }
}

// As execv(3) takes them, which changes none of them.
std::vector<char*> Pointers(const std::vector<std::string>& words) {
  std::vector<char*> pointers;
  for (const std::string& word : words) pointers.push_back(const_cast<char*>(word.c_str()));
  pointers.push_back(nullptr);
  return pointers;
}

std::vector<char*> Pointers(const std::string& path, const std::vector<std::string>& arguments) {
  std::vector<char*> pointers = Pointers(arguments);
  pointers.insert(pointers.begin(), const_cast<char*>(path.c_str()));
  return pointers;
}

// A file without a name that holds `text`, to be read from its start; it goes away with the last
// descriptor. Null where there can be none.
std::FILE* FileWith(const std::string& text) {
  std::FILE* file = std::tmpfile();
  if (!file) return nullptr;
  if (std::fwrite(text.data(), 1, text.size(), file) == text.size() && std::fflush(file) == 0 &&
      std::fseek(file, 0, SEEK_SET) == 0)
    return file;
  std::fclose(file);
  return nullptr;
}

std::vector<std::string> Environment(const Given& given) {
  std::vector<std::string> variables;
  for (char** one = environ; *one; ++one) {
    const std::string_view variable = *one;
    const bool replaced =
        std::any_of(given.variables.begin(), given.variables.end(),
                    [&](const auto& pair) { return variable.starts_with(pair.first + "="); });
    if (!replaced) variables.emplace_back(variable);
  }
  for (const auto& [name, value] : given.variables) variables.push_back(name + "=" + value);
  return variables;
}

Finished RunReading(std::FILE* input, const std::string& path,
                    const std::vector<std::string>& arguments, const Given& given) {
  int pipe[2];
  if (::pipe(pipe) != 0) return {LastError(), -1, ""};
  // The child gets the writing end as its standard output, and nothing else.
  for (const int end : pipe) ::fcntl(end, F_SETFD, FD_CLOEXEC);
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  if (input) ::posix_spawn_file_actions_adddup2(&actions, ::fileno(input), STDIN_FILENO);
  else ::posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  ::posix_spawn_file_actions_adddup2(&actions, pipe[1], STDOUT_FILENO);
  ::posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  pid_t child = 0;
  const std::vector<std::string> variables = Environment(given);
  const int error = ::posix_spawn(&child, path.c_str(), &actions, nullptr,
                                  Pointers(path, arguments).data(), Pointers(variables).data());
  ::posix_spawn_file_actions_destroy(&actions);
  ::close(pipe[1]);
  Finished finished;
  finished.error = PosixError(error);
  if (error == 0) finished.output = ReadAll(pipe[0]);
  ::close(pipe[0]);
  if (error != 0) return finished;
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (WIFEXITED(status)) finished.status = WEXITSTATUS(status);
  return finished;
}

}  // namespace

fs::path ThisProgram() {
#ifdef __APPLE__
  std::string name(4096, '\0');
  auto size = static_cast<std::uint32_t>(name.size());
  if (::_NSGetExecutablePath(name.data(), &size) != 0) return {};
  std::error_code error;
  return fs::canonical(name.c_str(), error);
#else
  std::error_code error;
  return fs::read_symlink("/proc/self/exe", error);
#endif
}

std::optional<std::string> FindProgram(const std::string& name) {
  const char* variable = std::getenv("PATH");
  const std::string path = variable ? variable : "";
  for (std::size_t begin = 0; begin <= path.size();) {
    const std::size_t end = std::min(path.find(':', begin), path.size());
    const fs::path file = fs::path(path.substr(begin, end - begin)) / name;
    std::error_code error;
    if (::access(file.c_str(), X_OK) == 0 && fs::is_regular_file(file, error))
      return file.generic_string();
    begin = end + 1;
  }
  return std::nullopt;
}

Finished Run(const std::string& path, const std::vector<std::string>& arguments,
             const Given& given) {
  std::FILE* input = given.input.empty() ? nullptr : FileWith(given.input);
  if (!given.input.empty() && !input) return {LastError(), -1, ""};
  const Finished finished = RunReading(input, path, arguments, given);
  if (input) std::fclose(input);
  return finished;
}

Replaced ReplaceBy(const std::string& path, const std::vector<std::string>& arguments,
                   const std::string& request) {
  std::FILE* file = FileWith(request);
  if (!file) return {LastError(), "no temporary file", 0};
  if (::fileno(file) != kRequestDescriptor && ::dup2(::fileno(file), kRequestDescriptor) < 0)
    return {LastError(), "no descriptor for the request", 0};
  ::fcntl(kRequestDescriptor, F_SETFD, 0);
  std::signal(SIGPIPE, SIG_DFL);  // ignored here, and what is ignored would stay so
  std::signal(SIGXFSZ, SIG_DFL);
  ::execv(path.c_str(), Pointers(path, arguments).data());
  return {LastError(), nullptr, 0};
}

}  // namespace graphmend::os
