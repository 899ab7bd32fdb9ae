// Data as bytes, for one program to read what it wrote itself.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace graphmend::cache {

class Writer {
 public:
  // Seven bits a byte, the lowest first.
  void Number(std::uint64_t number) {
    for (; number >= 0x80; number >>= 7) bytes_ += static_cast<char>(number | 0x80);
    bytes_ += static_cast<char>(number);
  }
  void Text(std::string_view text) {
    Number(text.size());
    bytes_ += text;
  }
  template <class T, class Write>
  void List(const std::vector<T>& items, Write write) {
    Number(items.size());
    for (const T& item : items) write(item);
  }
  std::string Take() { return std::move(bytes_); }

 private:
  std::string bytes_;
};

// Never reads beyond the end: where something is missing, or is more than can be meant, `failed` is
// true from then on, numbers are 0 and texts empty.
class Reader {
 public:
  explicit Reader(std::string_view bytes) : bytes_(bytes) {}

  std::uint64_t Number() {
    std::uint64_t number = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
      if (bytes_.empty()) return Fail();
      const auto byte = static_cast<unsigned char>(bytes_.front());
      bytes_.remove_prefix(1);
      number |= std::uint64_t{byte & 0x7fu} << shift;
      if (byte < 0x80) return number;
    }
    return Fail();
  }
  // An unsigned number that T holds.
  template <std::unsigned_integral T>
  T As() {
    return static_cast<T>(AtMost(std::numeric_limits<T>::max()));
  }
  // A member of an enum whose members are counted from 0 to `last`.
  template <class Enum>
  Enum UpTo(Enum last) {
    return static_cast<Enum>(AtMost(static_cast<std::uint64_t>(last)));
  }
  std::string Text() {
    const std::uint64_t size = Number();
    if (size > bytes_.size()) return Fail(), std::string();
    std::string text(bytes_.substr(0, size));
    bytes_.remove_prefix(size);
    return text;
  }
  template <class Read>
  auto List(Read read) {
    std::vector<decltype(read())> items;
    // Each item takes a byte at least.
    for (std::uint64_t left = Count(); left > 0 && !failed_; --left) items.push_back(read());
    return items;
  }

  bool failed() const { return failed_; }
  bool AtEnd() const { return bytes_.empty() && !failed_; }

 private:
  std::uint64_t Fail() {
    failed_ = true;
    bytes_ = {};
    return 0;
  }
  std::uint64_t AtMost(std::uint64_t most) {
    const std::uint64_t number = Number();
    return number > most ? Fail() : number;
  }
  std::uint64_t Count() { return AtMost(bytes_.size()); }

  std::string_view bytes_;
  bool failed_ = false;
};

}  // namespace graphmend::cache
