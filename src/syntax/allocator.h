// Where tree-sitter takes its memory from.
#pragma once

#include <cstddef>

namespace graphmend::syntax {

// As malloc, calloc, realloc and free, but none returns null.
struct Allocator {
  void* (*allocate)(std::size_t size);
  void* (*allocate_zeroed)(std::size_t count, std::size_t size);
  void* (*reallocate)(void* block, std::size_t size);
  void (*release)(void* block);
};

// Before anything is parsed; without it, the C library's.
void SetAllocator(const Allocator& allocator);

}  // namespace graphmend::syntax
