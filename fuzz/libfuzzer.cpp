// libFuzzer over one target:
//
//   graphmend_fuzz --target=check [OPTION OF LIBFUZZER…] [CORPUS…]
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>

#include "python_mutator.h"
#include "targets/target.h"

namespace {

using graphmend::fuzz::Target;

const Target* g_target = nullptr;

}  // namespace

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t most);

// libFuzzer passes over what begins with two dashes.
extern "C" int LLVMFuzzerInitialize(int* argc, char*** argv) {
  constexpr std::string_view kOption = "--target=";
  for (int i = 1; i < *argc; ++i)
    if (std::string_view word = (*argv)[i]; word.starts_with(kOption))
      g_target = graphmend::fuzz::FindTarget(word.substr(kOption.size()));
  if (g_target) return 0;
  std::fputs("--target= must name one of:", stderr);
  for (const Target& target : graphmend::fuzz::Targets())
    std::fprintf(stderr, " %.*s", static_cast<int>(target.name.size()), target.name.data());
  std::fputs("\n", stderr);
  std::exit(2);
}

// Analyses allocate by the thousand: to remember where each block was allocated would take most of
// the time. A report names the place of the fault in any case.
extern "C" const char* __asan_default_options() {
  return "malloc_context_size=2:quarantine_size_mb=16:detect_stack_use_after_return=0";
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  g_target->run({reinterpret_cast<const char*>(data), size});
  return 0;
}

// Half of the changes to Python keep its structure; bytes alone seldom get past the parser.
extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t most, unsigned seed) {
  constexpr std::size_t kTiny = 8;
  if (g_target->example && size < kTiny) {
    const std::string example = g_target->example();
    size = std::min(example.size(), most);
    std::memcpy(data, example.data(), size);
  }
  if (!g_target->is_python || seed % 4 == 0) return LLVMFuzzerMutate(data, size, most);
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const std::string mutated = graphmend::fuzz::MutatePython(text, seed);
  if (mutated.size() > most || mutated == text) return LLVMFuzzerMutate(data, size, most);
  std::memcpy(data, mutated.data(), mutated.size());
  return mutated.size();
}
