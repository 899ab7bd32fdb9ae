#include "project/worker_pool.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace graphmend::project {

WorkerPool::WorkerPool(unsigned jobs)
    : jobs_(jobs > 0 ? jobs : std::max(1u, std::thread::hardware_concurrency())) {}

void WorkerPool::Run(std::size_t count, const std::function<void(std::size_t)>& work) const {
  std::atomic<std::size_t> next = 0;
  std::mutex mutex;
  std::exception_ptr failure;
  std::size_t failed_at = count;
  auto drain = [&] {
    for (std::size_t i; (i = next.fetch_add(1, std::memory_order_relaxed)) < count;) {
      try {
        work(i);
      } catch (...) {
        std::lock_guard lock(mutex);
        if (i < failed_at) {
          failed_at = i;
          failure = std::current_exception();
        }
      }
    }
  };
  // `drain` does not throw, so each thread is joined. Not every library has std::jthread.
  std::vector<std::thread> threads;
  std::size_t helpers = std::min<std::size_t>(jobs_, count);
  try {
    for (std::size_t i = 1; i < helpers; ++i) threads.emplace_back(drain);
  } catch (const std::system_error&) {
    // The system gives no more threads; those that there are do the work.
  }
  drain();
  for (std::thread& thread : threads) thread.join();
  if (failure) std::rethrow_exception(failure);
}

}  // namespace graphmend::project
