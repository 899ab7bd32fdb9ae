#include "server/transport.h"

#include <algorithm>
#include <cctype>
#include <charconv>

namespace graphmend::server {
namespace {

constexpr std::size_t kLongestHeader = 64 << 10;
constexpr std::size_t kLongestMessage = 256 << 20;

bool IsName(std::string_view line, std::string_view name) {
  if (line.size() < name.size()) return false;
  for (std::size_t i = 0; i < name.size(); ++i)
    if (std::tolower(static_cast<unsigned char>(line[i])) != name[i]) return false;
  return true;
}

}  // namespace

void MessageReader::Feed(std::string_view bytes) {
  if (!broken_.empty()) return;
  pending_ += bytes;
  while (CutOne()) {
  }
  // What was cut goes all at once: a client may send thousands of small messages together.
  pending_.erase(0, begin_);
  begin_ = 0;
}

bool MessageReader::CutOne() {
  const std::string_view rest = std::string_view(pending_).substr(begin_);
  std::size_t end = rest.find("\r\n\r\n");
  if (end == std::string::npos) {
    if (rest.size() > kLongestHeader) broken_ = "a header without an end";
    return false;
  }
  std::optional<std::size_t> length;
  std::string_view header = rest.substr(0, end);
  while (!header.empty()) {
    std::string_view line = header.substr(0, header.find("\r\n"));
    header.remove_prefix(std::min(header.size(), line.size() + 2));
    constexpr std::string_view kLength = "content-length:";
    if (!IsName(line, kLength)) continue;
    line.remove_prefix(kLength.size());
    while (line.starts_with(' ')) line.remove_prefix(1);
    std::size_t number = 0;
    auto [stop, error] = std::from_chars(line.data(), line.data() + line.size(), number);
    if (error != std::errc() || stop != line.data() + line.size() || number > kLongestMessage) {
      broken_ = "a Content-Length that is not a length: " + std::string(line.substr(0, 40));
      return false;
    }
    length = number;
  }
  std::size_t begin = end + 4;
  if (length && rest.size() - begin < *length) return false;
  if (length) messages_.emplace_back(rest.substr(begin, *length));
  begin_ += begin + length.value_or(0);
  return true;
}

std::optional<std::string> MessageReader::Next() {
  if (messages_.empty()) return std::nullopt;
  std::string message = std::move(messages_.front());
  messages_.pop_front();
  return message;
}

std::string Framed(std::string_view message) {
  return "Content-Length: " + std::to_string(message.size()) + "\r\n\r\n" + std::string(message);
}

}  // namespace graphmend::server
