// Stands in for Python in windows_test.py: prints its arguments, a line each, then the request on
// file descriptor 3 and standard input, and ends with exit status 7.
#include <io.h>

#include <cstdio>

namespace {

void Copy(int descriptor) {
  char buffer[4096];
  for (int got; (got = _read(descriptor, buffer, sizeof buffer)) > 0;)
    std::fwrite(buffer, 1, static_cast<std::size_t>(got), stdout);
  std::puts("");
}

}  // namespace

int main(int argc, char** argv) {
  for (int i = 1; i < argc; ++i) std::puts(argv[i]);
  Copy(3);
  Copy(0);
  return 7;
}
