#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <utility>

#include "os/streams.h"
#include "os/windows.h"

namespace graphmend::os {
namespace {

HANDLE HandleOf(Stream stream) {
  return ::GetStdHandle(stream == Stream::Output ? STD_OUTPUT_HANDLE : STD_ERROR_HANDLE);
}

// A console takes UTF-16 whatever its code page is, so the code page can stay the user's.
std::error_code WriteToConsole(HANDLE console, std::string_view text) {
  const std::wstring wide = Wide(text);
  constexpr std::size_t kMost = 8192;  // old consoles refuse more than 64 KB at a time
  for (std::size_t at = 0; at < wide.size();) {
    std::size_t size = std::min(kMost, wide.size() - at);
    // Both halves of a pair go together.
    if (at + size < wide.size() && IS_HIGH_SURROGATE(wide[at + size - 1])) --size;
    DWORD written = 0;
    if (!::WriteConsoleW(console, wide.data() + at, static_cast<DWORD>(size), &written, nullptr))
      return LastError();
    at += written;
  }
  return {};
}

std::string ReadSome() {
  std::string buffer(65536, '\0');
  DWORD got = 0;
  if (!::ReadFile(::GetStdHandle(STD_INPUT_HANDLE), buffer.data(),
                  static_cast<DWORD>(buffer.size()), &got, nullptr))
    got = 0;  // the writing end is closed
  buffer.resize(got);
  return buffer;
}

}  // namespace

void PrepareStreams() {
  for (Stream stream : {Stream::Output, Stream::Error}) {
    DWORD mode = 0;
    if (::GetConsoleMode(HandleOf(stream), &mode))
      ::SetConsoleMode(HandleOf(stream), mode | ENABLE_VIRTUAL_TERMINAL_PROCESSING);
  }
}

bool IsTerminal(Stream stream) {
  DWORD mode = 0;
  return ::GetConsoleMode(HandleOf(stream), &mode) && (mode & ENABLE_VIRTUAL_TERMINAL_PROCESSING);
}

std::size_t TerminalColumns(Stream stream) {
  CONSOLE_SCREEN_BUFFER_INFO info = {};
  if (!::GetConsoleScreenBufferInfo(HandleOf(stream), &info)) return 0;
  return static_cast<std::size_t>(std::max(0, info.srWindow.Right - info.srWindow.Left + 1));
}

std::error_code Write(Stream stream, std::string_view text) {
  const HANDLE handle = HandleOf(stream);
  DWORD mode = 0;
  const std::error_code error =
      ::GetConsoleMode(handle, &mode) ? WriteToConsole(handle, text) : WriteAll(handle, text);
  if (error.value() == ERROR_BROKEN_PIPE || error.value() == ERROR_NO_DATA)
    return std::make_error_code(std::errc::broken_pipe);
  return error;
}

// Waiting for a pipe is not possible here, so a thread waits in a read, and whoever waits with a
// limit waits for the thread. It is left to itself: a read cannot be called off, and ends with the
// program.
struct Input::State {
  std::mutex mutex;
  std::condition_variable arrived;
  std::string bytes;
  bool ended = false;

  bool Ready() const { return ended || !bytes.empty(); }
  static void ReadOn(const std::shared_ptr<State>& state) {
    for (;;) {
      const std::string more = ReadSome();
      std::lock_guard lock(state->mutex);
      state->bytes += more;
      state->ended = more.empty();
      state->arrived.notify_one();
      if (state->ended) return;
    }
  }
};

Input::Input() : state_(std::make_shared<State>()) { std::thread(State::ReadOn, state_).detach(); }
Input::~Input() = default;

bool Input::Wait(std::optional<std::chrono::milliseconds> wait) {
  std::unique_lock lock(state_->mutex);
  auto ready = [this] { return state_->Ready(); };
  if (wait) return state_->arrived.wait_for(lock, *wait, ready);
  state_->arrived.wait(lock, ready);
  return true;
}

std::string Input::Read() {
  Wait(std::nullopt);
  std::lock_guard lock(state_->mutex);
  return std::exchange(state_->bytes, {});
}

std::string ReadInput() {
  std::string text;
  for (std::string more = ReadSome(); !more.empty(); more = ReadSome()) text += more;
  return text;
}

}  // namespace graphmend::os
