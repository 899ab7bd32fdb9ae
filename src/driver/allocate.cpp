// `operator new` of the program: blocks of up to a kilobyte come from lists of each thread.
//
// An analysis makes and drops tens of millions of small blocks, a unit at a time; the allocator of
// the C library merges and splits them all, and tree-sitter's larger blocks, which stay with it,
// get slow amid them. Measured on a tree of 42 MB: a tenth less CPU time for a whole check.
//
// A block is preceded by a word with its size class, and goes to the list of the thread that frees
// it. Memory is not given back; a thread that ends leaves its lists to the next. Not part of builds
// with a sanitizer, which bring their own.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <mutex>
#include <new>

namespace {

constexpr std::size_t kAlignment = __STDCPP_DEFAULT_NEW_ALIGNMENT__;
constexpr std::size_t kHeader = sizeof(std::uint64_t);  // right before the block
constexpr std::size_t kClasses = 64;
constexpr std::size_t kLargest = kClasses * kAlignment;  // with the header
constexpr std::size_t kSlab = 256 * 1024;
constexpr std::uint64_t kOfLibrary = ~std::uint64_t{0};  // the class of what malloc made

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
  const std::size_t index = (size + kHeader - 1) / kAlignment;
  Pool* pool = PoolOfThread();
  if (!pool) return nullptr;
  if (Free* block = pool->lists[index]) {
    pool->lists[index] = block->next;
    return block;  // its header still tells the class
  }
  const std::size_t whole = (index + 1) * kAlignment;
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

}  // namespace

void* operator new(std::size_t size) {
  for (;;) {
    void* block = size <= kLargest - kHeader ? FromPool(size) : FromLibrary(size);
    if (block) return block;
    const std::new_handler handler = std::get_new_handler();
    if (!handler) throw std::bad_alloc();
    handler();
  }
}

void operator delete(void* block) noexcept {
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

void operator delete(void* block, std::size_t) noexcept { operator delete(block); }
