// `operator new` of the program, and the memory of tree-sitter: blocks of up to 32 KiB come from
// lists of each thread.
//
// An analysis makes and drops tens of millions of small blocks, a unit at a time, and parsing
// between them blocks of all sizes; the allocator of the C library merges and splits them all, and
// gets slow. Measured on a tree of 42 MB: a tenth less CPU time for a whole check by
// `operator new`, and another tenth by tree-sitter's, for parsing alone too.
//
// A block is preceded by a word with its size class, and goes to the list of the thread that frees
// it. Memory is not given back; a thread that ends leaves its lists to the next. Not part of builds
// with a sanitizer, which bring their own.
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <new>

#include "syntax/allocator.h"

namespace {

constexpr std::size_t kAlignment = __STDCPP_DEFAULT_NEW_ALIGNMENT__;
constexpr std::size_t kHeader = sizeof(std::uint64_t);  // right before the block
// Sizes, with the header: each multiple of the alignment to 1 KiB, then four steps to each
// doubling.
constexpr std::size_t kEven = 64, kSteps = 4, kDoublings = 5;
constexpr std::size_t kClasses = kEven + kSteps * kDoublings;
constexpr std::size_t kSlab = 256 * 1024;
constexpr std::uint64_t kOfLibrary = ~std::uint64_t{0};  // the class of what malloc made

constexpr auto kSizes = [] {
  std::array<std::size_t, kClasses> sizes = {};
  for (std::size_t i = 0; i < kEven; ++i) sizes[i] = (i + 1) * kAlignment;
  for (std::size_t i = kEven; i < kClasses; ++i) {
    const std::size_t step = (i - kEven) % kSteps + 1, doubling = (i - kEven) / kSteps;
    sizes[i] = (kEven * kAlignment << doubling) / kSteps * (kSteps + step);
  }
  return sizes;
}();
constexpr std::size_t kLargest = kSizes[kClasses - 1];

// The first class whose blocks hold `whole` bytes, at most kLargest.
constexpr std::size_t ClassOf(std::size_t whole) {
  if (whole <= kEven * kAlignment) return (whole - 1) / kAlignment;
  const std::size_t last = whole - 1;
  const auto doubling = static_cast<std::size_t>(std::bit_width(last) - 1) -
                        static_cast<std::size_t>(std::bit_width(kEven * kAlignment) - 1);
  const std::size_t begin = kEven * kAlignment << doubling;
  return kEven + doubling * kSteps + (last - begin) / (begin / kSteps);
}
static_assert(ClassOf(1) == 0 && ClassOf(1024) == 63 && ClassOf(1025) == 64);
static_assert(kSizes[ClassOf(1280)] == 1280 && kSizes[ClassOf(1281)] == 1536);
static_assert(kSizes[ClassOf(2048)] == 2048 && kSizes[ClassOf(2049)] == 2560);
static_assert(ClassOf(kLargest) == kClasses - 1);

struct Free {
  Free* next;
};

struct Pool {
  Free* lists[kClasses] = {};
  char* at = nullptr;  // what is left of the newest slab
  char* end = nullptr;
  Pool* next_idle = nullptr;
};

std::mutex idle_mutex;
Pool* idle = nullptr;

Pool* TakePool() {
  {
    std::lock_guard lock(idle_mutex);
    if (Pool* pool = idle) {
      idle = pool->next_idle;
      return pool;
    }
  }
  void* memory = std::malloc(sizeof(Pool));
  return memory ? new (memory) Pool() : nullptr;
}

// Trivial, so that it can be used while other objects of the thread are destroyed.
constinit thread_local Pool* pool_of_thread = nullptr;

struct GiveBack {
  ~GiveBack() {
    if (!pool_of_thread) return;
    std::lock_guard lock(idle_mutex);
    pool_of_thread->next_idle = idle;
    idle = pool_of_thread;
    pool_of_thread = nullptr;
  }
};

Pool* PoolOfThread() {
  if (pool_of_thread) return pool_of_thread;
  pool_of_thread = TakePool();
  thread_local GiveBack at_exit;
  return pool_of_thread;
}

std::uint64_t& HeaderOf(void* block) { return static_cast<std::uint64_t*>(block)[-1]; }

void* FromLibrary(std::size_t size) {
  if (size > SIZE_MAX - kAlignment) return nullptr;
  void* memory = std::malloc(size + kAlignment);
  if (!memory) return nullptr;
  void* block = static_cast<char*>(memory) + kAlignment;
  HeaderOf(block) = kOfLibrary;
  return block;
}

void* FromPool(std::size_t size) {
  const std::size_t index = ClassOf(size + kHeader);
  Pool* pool = PoolOfThread();
  if (!pool) return nullptr;
  if (Free* block = pool->lists[index]) {
    pool->lists[index] = block->next;
    return block;  // its header still tells the class
  }
  const std::size_t whole = kSizes[index];
  if (static_cast<std::size_t>(pool->end - pool->at) < whole) {
    char* slab = static_cast<char*>(std::malloc(kSlab));
    if (!slab) return nullptr;
    pool->at = slab + (kAlignment - kHeader);  // blocks are aligned, not their headers
    pool->end = slab + kSlab;
  }
  void* block = pool->at + kHeader;
  pool->at += whole;
  HeaderOf(block) = index;
  return block;
}

void* Allocate(std::size_t size) {
  return size <= kLargest - kHeader ? FromPool(size) : FromLibrary(size);
}

void Release(void* block) {
  if (!block) return;
  const std::uint64_t index = HeaderOf(block);
  Pool* pool = index == kOfLibrary ? nullptr : PoolOfThread();
  if (pool) {
    auto* free = static_cast<Free*>(block);
    free->next = pool->lists[index];
    pool->lists[index] = free;
  } else if (index == kOfLibrary) {
    std::free(static_cast<char*>(block) - kAlignment);
  }
}

// ---- for tree-sitter, which is written in C: it ends where there is no memory ----
void* OrEnd(void* block) {
  if (!block) std::abort();
  return block;
}

void* AllocateZeroed(std::size_t count, std::size_t size) {
  if (size > 0 && count > SIZE_MAX / size) std::abort();
  return std::memset(OrEnd(Allocate(count * size)), 0, count * size);
}

void* Reallocate(void* block, std::size_t size) {
  if (!block) return OrEnd(Allocate(size));
  const std::uint64_t index = HeaderOf(block);
  if (index == kOfLibrary) {
    // The header moves along.
    void* memory = size > SIZE_MAX - kAlignment
                       ? nullptr
                       : std::realloc(static_cast<char*>(block) - kAlignment, size + kAlignment);
    return static_cast<char*>(OrEnd(memory)) + kAlignment;
  }
  const std::size_t held = kSizes[index] - kHeader;
  if (size <= held) return block;
  void* larger = OrEnd(Allocate(size));
  std::memcpy(larger, block, held);
  Release(block);
  return larger;
}

[[maybe_unused]] const bool kUsed = [] {
  graphmend::syntax::SetAllocator({[](std::size_t size) { return OrEnd(Allocate(size)); },
                                   AllocateZeroed, Reallocate, Release});
  return true;
}();

}  // namespace

void* operator new(std::size_t size) {
  for (;;) {
    if (void* block = Allocate(size)) return block;
    const std::new_handler handler = std::get_new_handler();
    if (!handler) throw std::bad_alloc();
    handler();
  }
}

void operator delete(void* block) noexcept { Release(block); }
void operator delete(void* block, std::size_t) noexcept { Release(block); }
