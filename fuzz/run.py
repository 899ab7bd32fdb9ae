#!/usr/bin/env python3
"""Tries what must hold whatever is read, and says how often.

    fuzz/run.py [NAME…] [--short] [--hours N] [--count N] [--seed N] [--program FILE] [--fuzzer FILE] [--keep FOLDER]

Names: mutated, metamorphic, killed, raced, full_disk, storm, odd_names, and, with a fuzzer, the targets
of libFuzzer: check, reparse, server, settings, notebook, baseline, ignore, record. Without a name, all
that can be run. Without a time or a count each runs for ten seconds; --hours is shared out among the
names. What is found is kept in fuzz/found. fuzz/README.md says how to build the fuzzer.

Exit status: 0 nothing found, 1 something found, 2 it cannot be run.
"""
import argparse
import importlib
import json
import pathlib
import re
import subprocess
import sys
import time

from campaign import Campaign

HERE = pathlib.Path(__file__).resolve().parent
# Where each is, and how many are a short run.
CAMPAIGNS = {"mutated": ("mutated", "run", 150), "metamorphic": ("metamorphic", "run", 200),
             "killed": ("disturbed", "killed", 12), "raced": ("disturbed", "raced", 2),
             "full_disk": ("disturbed", "full_disk", 8), "storm": ("storm", "run", 3),
             "odd_names": ("odd_names", "run", 36)}
TARGETS = ["check", "reparse", "server", "settings", "notebook", "baseline", "ignore", "record"]


def say(text):
    print(text, flush=True)


def run_campaign(name, options, seconds):
    module, function, short = CAMPAIGNS[name]
    count = short if options.short else options.count
    campaign = Campaign(name, options.program, options.seed, options.keep, count,
                        None if count else seconds, say)
    try:
        getattr(importlib.import_module(module), function)(campaign)
    finally:
        campaign.close()
    say(campaign.summary())
    return campaign.tried, len(campaign.faults)


def run_target(name, options, seconds):
    """libFuzzer for that time; new inputs go into a folder of their own, beside the corpus that is kept."""
    found = options.keep / f"corpus-{name}"
    found.mkdir(parents=True, exist_ok=True)
    is_python = name in ("check", "reparse")
    dictionary = HERE / "dictionaries" / ("python.txt" if is_python else f"{name}.txt")
    command = [options.fuzzer, f"--target={name}", f"-artifact_prefix={options.keep}/{name}-", "-timeout=20",
               "-rss_limit_mb=4096", "-max_len=8192", "-len_control=50", "-print_final_stats=1", "-verbosity=1",
               f"-seed={options.seed + 1}", f"-max_total_time={max(1, int(seconds))}"]
    command += [f"-runs={options.count}"] if options.count else []
    # An analysis reaches thousands of places: to weigh each input by how rare its places are takes
    # libFuzzer several times as long as to run it.
    command += ["-entropic=0"] if is_python else []
    command += [f"-dict={dictionary}"] if dictionary.exists() else []
    begun = time.monotonic()
    corpus = HERE / "corpus" / ("check" if is_python else name)
    done = subprocess.run([*command, found, corpus], capture_output=True, text=True, errors="replace")
    executions = re.search(r"stat::number_of_executed_units: +(\d+)", done.stderr)
    count = int(executions[1]) if executions else 0
    if done.returncode != 0:
        say(done.stderr[-6000:])
    say(f"{name}: {count:,} executions, {int(done.returncode != 0)} faults, {time.monotonic() - begun:,.0f} s")
    return count, int(done.returncode != 0)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--short", action="store_true", help="a few seconds each, the same every time")
    parser.add_argument("--hours", type=float, help="of all names together")
    parser.add_argument("--count", type=int, help="how many of each")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--program", type=pathlib.Path, default=HERE.parent / "build/src/graphmend")
    parser.add_argument("--fuzzer", type=pathlib.Path, default=HERE.parent / "build/libfuzzer/fuzz/graphmend_fuzz")
    parser.add_argument("--keep", type=pathlib.Path, default=HERE / "found")
    options = parser.parse_args()
    has_fuzzer = options.fuzzer.exists()
    names = options.names or [*CAMPAIGNS, *(TARGETS if has_fuzzer else [])]
    if unknown := [name for name in names if name not in CAMPAIGNS and name not in TARGETS]:
        parser.error(f"there is no {unknown[0]}; there are {', '.join([*CAMPAIGNS, *TARGETS])}")
    if not has_fuzzer and any(name in TARGETS for name in names):
        parser.error(f"{options.fuzzer} is not there; fuzz/README.md says how to build it")
    if not options.program.exists() and any(name in CAMPAIGNS for name in names):
        parser.error(f"{options.program} is not there")
    options.keep.mkdir(parents=True, exist_ok=True)
    seconds = options.hours * 3600 / len(names) if options.hours else 10
    faults = 0
    for name in names:
        tried, found = (run_campaign if name in CAMPAIGNS else run_target)(name, options, seconds)
        faults += found
        with open(options.keep / "counts.jsonl", "a") as counts:
            counts.write(json.dumps({"name": name, "tried": tried, "faults": found, "seed": options.seed}) + "\n")
    return int(faults > 0)


if __name__ == "__main__":
    sys.exit(main())
