# What ci/test and ci/validate share; they read it in the top folder.
#
# Which half a test belongs to is said by its suites in tests/meson.build: `validation` and `fuzz` are
# ci/validate's, everything else ci/test's. The suite `sanitized` is run by both, by ci/validate in a
# build of its own with the sanitizers.

pip_install() {
  .venv/bin/pip --disable-pip-version-check install --quiet "$@"
}

configure() { # folder option…
  folder=$1
  shift
  if [ -f "$folder/build.ninja" ]; then meson configure "$folder" "$@"
  else meson setup "$folder" "$@"
  fi
}

# How a folder is built that is not there yet: the files of a folder as one, for most of the compiler's
# work is to read headers, and without debug information, which is nearly a third of the rest. Whoever
# goes on to change files wants `meson setup build`, which compiles each for itself.
fast="-Dunity=on -Ddebug=false"

# The build that both halves test: warnings are errors. A folder that is there already keeps what it
# was configured with.
build_program() {
  options=$fast
  [ ! -f build/build.ninja ] || options=""
  configure build -Dwerror=true $options
  meson compile -C build
}

# Runs suites of a build; a failure is kept in $failed, so that the rest still runs. The results go to
# meson-logs/NAME.json.
failed=""
run_tests() { # folder name option…
  folder=$1
  name=$2
  shift 2
  rm -f "$folder/meson-logs/$name.json"
  meson test -C "$folder" --no-rebuild --print-errorlogs --logbase "$name" "$@" || failed=yes
}

# The version of the newest Clang that has libFuzzer; nothing where there is none. Older ones than 17
# do not compile all of the program.
find_clang() {
  for version in 21 20 19 18 17; do
    if echo 'extern "C" int LLVMFuzzerTestOneInput(char*, long) { return 0; }' |
        "clang++-$version" -x c++ -fsanitize=fuzzer - -o /dev/null 2>/dev/null; then
      echo "$version"
      return
    fi
  done
}

# Ends a script: what failed, how many tests there were, and the exit status.
finish() { # result file…
  python ci/count_tests.py "$@" || failed=yes
  [ -z "$failed" ]
}
