// Messages of the base protocol of LSP: `Content-Length: 42`, an empty line, 42 bytes of JSON.
#pragma once

#include <deque>
#include <optional>
#include <string>
#include <string_view>

namespace graphmend::server {

// Cuts a stream of bytes into messages. Headers that are not understood are passed over; a length
// that cannot be is a broken stream, after which nothing is certain any more.
class MessageReader {
 public:
  void Feed(std::string_view bytes);
  std::optional<std::string> Next();
  // What is wrong with the stream; empty: nothing.
  const std::string& broken() const { return broken_; }

 private:
  bool CutOne();

  std::string pending_;
  std::size_t begin_ = 0;  // of what is not cut yet, in `pending_`
  std::deque<std::string> messages_;
  std::string broken_;
};

std::string Framed(std::string_view message);

}  // namespace graphmend::server
