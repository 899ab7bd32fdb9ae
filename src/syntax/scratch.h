// Child lists under construction. Lists nest as the syntax does, so all lists of one element type
// share one stack: a `ListBuilder` owns what lies above its mark until it moves into the arena.
// Only the youngest builder on a stack may be used.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "base/arena.h"

namespace graphmend::syntax {

template <class T>
class ListBuilder {
 public:
  explicit ListBuilder(std::vector<T>& stack) : stack_(stack), mark_(stack.size()) {}
  ~ListBuilder() { stack_.resize(mark_); }
  ListBuilder(const ListBuilder&) = delete;
  ListBuilder& operator=(const ListBuilder&) = delete;

  void Add(T item) { stack_.push_back(item); }
  std::size_t size() const { return stack_.size() - mark_; }
  bool empty() const { return size() == 0; }
  T& operator[](std::size_t i) { return stack_[mark_ + i]; }
  const T& operator[](std::size_t i) const { return stack_[mark_ + i]; }
  std::span<const T> Finish(base::Arena& arena) const {
    return arena.Copy(std::span<const T>(stack_.data() + mark_, size()));
  }
  // As `Finish`, and starts over.
  std::span<const T> Take(base::Arena& arena) {
    const std::span<const T> taken = Finish(arena);
    stack_.resize(mark_);
    return taken;
  }

 private:
  std::vector<T>& stack_;
  std::size_t mark_;
};

}  // namespace graphmend::syntax
