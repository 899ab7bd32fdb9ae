// `Result<T>`: a value, or what went wrong in the user's environment (a file, an option, a
// setting), with a hint for mending it. Carried up to `cli`, which prints it and exits 2.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <variant>

namespace graphmend::base {

struct Error {
  std::string message;  // one line, no full stop, names the place
  std::string hint;     // what to do about it; may be empty
};

template <class T>
class Result {
 public:
  Result(T value) : state_(std::move(value)) {}      // NOLINT: implicit by design
  Result(Error error) : state_(std::move(error)) {}  // NOLINT: implicit by design
  explicit operator bool() const { return std::holds_alternative<T>(state_); }
  T& operator*() { return std::get<T>(state_); }
  const T& operator*() const { return std::get<T>(state_); }
  T* operator->() { return &std::get<T>(state_); }
  const T* operator->() const { return &std::get<T>(state_); }
  const Error& error() const { return std::get<Error>(state_); }

 private:
  std::variant<T, Error> state_;
};

}  // namespace graphmend::base
