// The standard streams, as bytes: no line end and no encoding is changed on the way.
#pragma once

#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

namespace graphmend::os {

enum class Stream { Output, Error };

// To be called once, before anything is written: a reader that goes away is an error of `Write`
// from then on, not the end of the program, and a console understands escape sequences.
void PrepareStreams();

// Whether somebody looks at it: a terminal that understands escape sequences.
bool IsTerminal(Stream stream);

// How many characters a line of it takes; 0 where it is no terminal, or does not tell.
std::size_t TerminalColumns(Stream stream);

// All of `text`, which is UTF-8. std::errc::broken_pipe: the reader has gone.
std::error_code Write(Stream stream, std::string_view text);

// Standard input, as it arrives. There may be one of these.
class Input {
 public:
  Input();
  ~Input();
  Input(const Input&) = delete;
  Input& operator=(const Input&) = delete;

  // Whether `Read` has something to say, after at most `wait`; none: for ever.
  bool Wait(std::optional<std::chrono::milliseconds> wait);
  // What can be read now; waits where that is nothing. Empty: the input has ended.
  std::string Read();

 private:
  struct State;
  std::shared_ptr<State> state_;
};

// Standard input to its end.
std::string ReadInput();

}  // namespace graphmend::os
