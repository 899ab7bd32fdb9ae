#!/bin/sh
# Formats all C++ of the repository, or tells what is not formatted:
#
#   ci/format.sh [--check]
#
# Needs clang-format 23, from PyPI: pip install clang-format==23.1.5. Another one: CLANG_FORMAT=…
set -eu
cd "$(dirname "$0")/.."
mode=-i
[ "${1-}" = --check ] && mode='--dry-run --Werror'
find src rules sarif tests \( -name '*.cpp' -o -name '*.h' \) -print0 |
  xargs -0 "${CLANG_FORMAT:-clang-format}" $mode
