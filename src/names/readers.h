// Who reads parsed files at the same time, so that what nobody reads any more can go.
//
//   Reader   begins, is given parsed files, and ends; what it was given stays until then
//   Epoch    counts the readers that have begun, and names each; a file remembers the latest of
//   those
//            that have asked for it. A reader that began later cannot hold it.
//
// A file is let go when every reader that runs began after all that have asked for it. That needs
// no list of who holds what, and no lock where a file is asked for.
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
#include <set>

namespace graphmend::names {

class Readers {
 public:
  using Epoch = std::uint64_t;

  Epoch Begin();
  void End(Epoch begun);
  Epoch Latest() const { return now_.load(); }
  // What nobody has asked for since this one began is held by nobody.
  Epoch Oldest();

 private:
  std::atomic<Epoch> now_{1};
  std::mutex mutex_;
  std::set<Epoch> running_;
};

}  // namespace graphmend::names
