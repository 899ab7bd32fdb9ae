#include "os/temporaries.h"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <csignal>
#include <cstring>
#include <mutex>

namespace graphmend::os {
namespace {

// What a handler of a signal may touch: no memory is taken or given back.
struct Slot {
  std::atomic<bool> taken{false};  // by a writer
  std::atomic<bool> named{false};  // directory and name hold
  int directory = -1;
  char name[64] = {};
};
std::array<Slot, 16> slots;
std::once_flag installed;

constexpr int kEndingSignals[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};

extern "C" void RemoveTemporaries(int signal) {
  for (Slot& slot : slots)
    if (slot.named.load()) ::unlinkat(slot.directory, slot.name, 0);
  // The handler was for once: now the process ends as it would have.
  ::raise(signal);
}

// Signals that are ignored (nohup) or handled stay so.
void Install() {
  for (const int signal : kEndingSignals) {
    struct sigaction now = {};
    if (::sigaction(signal, nullptr, &now) != 0 || now.sa_handler != SIG_DFL) continue;
    struct sigaction handler = {};
    handler.sa_handler = RemoveTemporaries;
    handler.sa_flags = static_cast<int>(SA_RESETHAND | SA_NODEFER);
    ::sigemptyset(&handler.sa_mask);
    ::sigaction(signal, &handler, nullptr);
  }
}

}  // namespace

int RememberTemporary(int directory, const std::string& name) {
  std::call_once(installed, Install);
  if (name.size() >= sizeof slots[0].name) return -1;
  for (std::size_t i = 0; i < slots.size(); ++i) {
    bool free = false;
    if (!slots[i].taken.compare_exchange_strong(free, true)) continue;
    slots[i].directory = directory;
    std::memcpy(slots[i].name, name.c_str(), name.size() + 1);
    slots[i].named.store(true);
    return static_cast<int>(i);
  }
  return -1;
}

void ForgetTemporary(int slot) {
  if (slot < 0) return;
  Slot& one = slots[static_cast<std::size_t>(slot)];
  one.named.store(false);
  one.taken.store(false);
}

}  // namespace graphmend::os
