// The memory of the program and of tree-sitter comes from mimalloc, where it was built with it
// (Meson's option `allocator`).
//
// An analysis makes and drops tens of millions of small blocks, a unit at a time, and parsing
// between them blocks of all sizes; the allocator of the C library merges and splits them all, and
// gets slow. ci/bench_check.py measures both: build with either and compare.
#include <mimalloc-new-delete.h>
#include <mimalloc.h>

#include <cstdlib>

#include "syntax/allocator.h"

namespace {

template <class... Arguments, class Allocate>
void* OrAbort(Allocate allocate, Arguments... arguments) {
  void* block = allocate(arguments...);
  if (block == nullptr) std::abort();
  return block;
}

// A unit of analysis frees all at once what the next one asks for bit by bit: what is free stays
// for a tenth of a second. To give it back to the system at once took an eighth more time, most of
// it on pages that came back empty, and a twelfth less at the peak (transformers 5.6.2).
constexpr mi_option_t kDelay =
#if MI_MALLOC_VERSION >= 210
    mi_option_purge_delay;
#else
    mi_option_decommit_delay;
#endif

constexpr long kMilliseconds = 100;

[[maybe_unused]] const bool kUsed = [] {
  mi_option_set_default(kDelay, kMilliseconds);
  graphmend::syntax::SetAllocator(
      {[](std::size_t size) { return OrAbort(mi_malloc, size); },
       [](std::size_t count, std::size_t size) { return OrAbort(mi_calloc, count, size); },
       [](void* block, std::size_t size) { return OrAbort(mi_realloc, block, size); }, mi_free});
  return true;
}();

}  // namespace
