#!/usr/bin/env python3
"""How the cost of a check grows with the tree, and what a small one takes.

    ci/bench_growth.py PACKAGE [--program build/src/graphmend] [--max-growth 1.25] [--max-small 100]

Checks 1, 2, 4 and 8 copies of a package, each under a name of its own, and compares the CPU time of
a copy with that of the first; then a project of 20 of its files with some 10,000 lines, whose wall
time counts. Exit status 1 when a copy among eight costs more than `--max-growth` times the only one,
or the small project takes longer than `--max-small` milliseconds.
"""

import argparse
import os
import pathlib
import shutil
import statistics
import sys
import tempfile
import time

from bench_check import default_program, measure

COPIES = (1, 2, 4, 8)
FILES, LINES = 20, 10_000


def check(program, tree):
    return [program, "check", "--no-cache", "--isolated", "--output-format", "sarif", "-o", os.devnull, str(tree)]


def small_project(package, folder):
    """Files of neighbouring length whose lines add up; the count of lines."""
    sizes = []
    for path in sorted(package.rglob("*.py")):
        text = path.read_text(encoding="utf-8", errors="replace")
        if "def forward" in text:
            sizes.append((text.count("\n"), path))
    sizes.sort(key=lambda entry: (entry[0], entry[1]))
    first = next((i for i in range(len(sizes) - FILES)
                  if sum(lines for lines, _ in sizes[i:i + FILES]) >= LINES), 0)
    chosen = sizes[first:first + FILES]
    for number, (_, path) in enumerate(chosen):
        shutil.copy(path, folder / f"part_{number}.py")
    return len(chosen), sum(lines for lines, _ in chosen)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("package", type=pathlib.Path)
    parser.add_argument("--program", default=default_program())
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--max-growth", type=float, default=1.25)
    parser.add_argument("--max-small", type=float, default=100, help="milliseconds")
    options = parser.parse_args()
    good, first = True, None
    with tempfile.TemporaryDirectory() as scratch:
        tree = pathlib.Path(scratch, "tree")
        for copies in COPIES:
            for number in range(copies):
                copy = tree / f"copy_{number}"
                if not copy.exists():
                    shutil.copytree(options.package, copy)
            runs = [measure(check(options.program, tree), (0, 1, 2)) for _ in range(options.runs + 1)][1:]
            cost = statistics.median(run.cpu for run in runs)
            each = cost / copies
            first = first or each
            print(f"{copies} ×  CPU {cost:7.2f} s  a copy {each:6.2f} s  {each / first:5.2f} of the first"
                  f"  peak {max(run.memory for run in runs):6.0f} MiB", flush=True)
        good &= each / first <= options.max_growth
        project = pathlib.Path(scratch, "small")
        project.mkdir()
        files, lines = small_project(options.package, project)
        walls = []
        for _ in range(10 * options.runs):
            started = time.perf_counter()
            measure(check(options.program, project), (0, 1, 2))
            walls.append(1000 * (time.perf_counter() - started))
        wall = statistics.median(walls)
        print(f"{files} files, {lines} lines: {wall:.0f} ms (min {min(walls):.0f}, max {max(walls):.0f})")
        good &= wall <= options.max_small
    print("good" if good else "TOO MUCH")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
