#!/usr/bin/env python3
"""How much a whole check costs beside parsing alone: CPU time, as a ratio, and peak memory.

    ci/bench_check.py TREE [--program build/src/graphmend] [--runs 5] [--max-ratio 2.0]

Runs `graphmend check --output-format sarif` and `graphmend dump --stage=parse-only` in turns over
the same tree, after one unmeasured run of each that warms the page cache, and compares the medians
of user + system time. Only the ratio means something on another machine. Exit status 1 when the
ratio or the memory is above its limit.
"""

import argparse
import os
import shutil
import statistics
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple


class Cost(NamedTuple):
    cpu: float  # seconds, all threads
    memory: float  # MiB at the peak


def measure(command: list, allowed: tuple) -> Cost:
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    errors = process.stderr.read()
    _, status, usage = os.wait4(process.pid, 0)
    code = os.waitstatus_to_exitcode(status)
    process.returncode = code
    if code not in allowed:
        sys.exit(f"{' '.join(command)}: exit status {code}\n{errors.decode(errors='replace')}")
    return Cost(usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)


def default_program() -> str:
    built = Path(__file__).resolve().parent.parent / "build/src/graphmend"
    return str(built) if built.exists() else shutil.which("graphmend") or str(built)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("tree", help="directory of Python files")
    parser.add_argument("--program", default=default_program())
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--jobs", type=int, help="passed on to both")
    parser.add_argument("--max-ratio", type=float, default=2.0)
    parser.add_argument("--max-memory", type=float, default=1024, help="MiB")
    options = parser.parse_args()

    jobs = ["--jobs", str(options.jobs)] if options.jobs else []
    # Findings (1) are no failure, nor is a tree with a file that cannot be read (2).
    commands = {
        "check": ([options.program, "check", "--no-cache", *jobs, "--output-format", "sarif", "-o", os.devnull,
                   options.tree], (0, 1, 2)),
        "parse": ([options.program, "dump", *jobs, "--stage=parse-only", options.tree], (0, 2)),
    }
    costs = {name: [] for name in commands}
    for run in range(options.runs + 1):
        for name, (command, allowed) in commands.items():
            cost = measure(command, allowed)
            if run > 0:
                costs[name].append(cost)
    for name, runs in costs.items():
        cpu = [c.cpu for c in runs]
        print(f"{name}  CPU median {statistics.median(cpu):7.3f} s"
              f"  (min {min(cpu):.3f}, max {max(cpu):.3f}, {len(cpu)} runs)"
              f"  peak {max(c.memory for c in runs):7.1f} MiB")
    ratio = (statistics.median(c.cpu for c in costs["check"])
             / statistics.median(c.cpu for c in costs["parse"]))
    memory = max(c.memory for c in costs["check"])
    good = ratio <= options.max_ratio and memory <= options.max_memory
    print(f"ratio {ratio:.2f} (at most {options.max_ratio:g}), "
          f"peak {memory:.0f} MiB (at most {options.max_memory:g}): {'good' if good else 'TOO MUCH'}")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
