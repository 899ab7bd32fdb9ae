#include "names/readers.h"

namespace graphmend::names {

Readers::Epoch Readers::Begin() {
  std::lock_guard lock(mutex_);
  return *running_.insert(++now_).first;
}

void Readers::End(Epoch begun) {
  std::lock_guard lock(mutex_);
  running_.erase(begun);
}

Readers::Epoch Readers::Oldest() {
  std::lock_guard lock(mutex_);
  return running_.empty() ? now_ + 1 : *running_.begin();
}

}  // namespace graphmend::names
