#!/usr/bin/env python3
"""What `meson dist` adds to the files of git: the sources of the libraries, so that the sdist builds
without a network, and the commit that it was made of."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import fetch_deps

# Of RE2, toml++ and others, what no build reads.
LEFT_OUT = shutil.ignore_patterns("testing", "tests", "test", "benchlog", "doc", "docs", "examples", ".git*")


def main() -> int:
    target = Path(os.environ["MESON_DIST_ROOT"])
    for package in fetch_deps.PACKAGES + fetch_deps.OF_SYSTEMS:
        source = fetch_deps.directory_of(package)
        if not source.is_dir():
            print(f"make_sdist: {source.name} is missing; `ci/fetch_deps.py --all` fetches it", file=sys.stderr)
            return 1
        shutil.copytree(source, target / "subprojects" / source.name, ignore=LEFT_OUT)
    commit = subprocess.run([sys.executable, Path(__file__).with_name("commit.py")], stdout=subprocess.PIPE, check=True)
    (target / "COMMIT").write_bytes(commit.stdout)
    return 0


if __name__ == "__main__":
    sys.exit(main())
