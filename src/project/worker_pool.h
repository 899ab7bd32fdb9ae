// The only threads there are: `Run(n, work)` calls work(0) … work(n - 1), each once, on as many
// threads as were asked for. Results go into slots by index, so nothing depends on who ran what.
#pragma once

#include <cstddef>
#include <functional>

namespace graphmend::project {

class WorkerPool {
 public:
  // 0: as many as the machine offers.
  explicit WorkerPool(unsigned jobs);

  // Returns when all is done. If some call threw, the exception of the lowest index is thrown on.
  void Run(std::size_t count, const std::function<void(std::size_t)>& work) const;

 private:
  unsigned jobs_;
};

}  // namespace graphmend::project
