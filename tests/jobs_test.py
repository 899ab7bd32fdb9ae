#!/usr/bin/env python3
"""`graphmend check` writes the same bytes whatever the number of jobs: jobs_test.py GRAPHMEND PATH…

Every output format is compared between one job and eight, eight twice, since what depends on
timing may hide once.
"""
import pathlib
import subprocess
import sys


FORMATS = ("full", "concise", "grouped", "json", "json-lines", "sarif", "github", "gitlab", "junit",
           "rdjson", "pylint", "azure", "markdown")


def run(graphmend, paths, output_format, jobs):
    done = subprocess.run([graphmend, "check", "--no-cache", "--jobs", str(jobs), "--output-format", output_format, *paths],
                          capture_output=True)
    if done.returncode not in (0, 1):
        sys.exit(f"graphmend ended with exit status {done.returncode}:\n{done.stderr.decode(errors='replace')[-2000:]}")
    return done.returncode, done.stdout, done.stderr


def main():
    graphmend, paths = sys.argv[1], sys.argv[2:]
    files = sum(1 for path in paths for _ in pathlib.Path(path).rglob("*.py"))
    different = 0
    for output_format in FORMATS:
        one = run(graphmend, paths, output_format, 1)
        for jobs in (8, 8):
            many = run(graphmend, paths, output_format, jobs)
            if many == one:
                continue
            different += 1
            for number, (a, b) in enumerate(zip(one[1].splitlines(), many[1].splitlines()), 1):
                if a != b:
                    print(f"{output_format}, line {number}: one job {a[:200]!r}, {jobs} jobs {b[:200]!r}")
                    break
            else:
                print(f"{output_format}: the outputs differ in length or exit status")
    print(f"{files} files, {len(FORMATS)} formats, {different} differences")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
