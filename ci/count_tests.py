"""Ends a test run: what each failed test printed last, then one line for all runs, how many tests
passed, failed and were skipped. With --totals-only, that line alone."""

import argparse
import json
import sys
from collections import Counter
from pathlib import Path

PASSED = {"OK", "EXPECTEDFAIL"}
SHOWN_LINES = 30  # of a failed test, its last

parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("logs", nargs="+", type=Path, help="what Meson wrote of a run; one that is not there counts nothing")
parser.add_argument("--totals-only", action="store_true")
arguments = parser.parse_args()
counts = Counter()
for log in arguments.logs:
    if not log.exists():
        continue
    for test in map(json.loads, log.read_text().splitlines()):
        result = test["result"]
        kind = "passed" if result in PASSED else "skipped" if result == "SKIP" else "failed"
        counts[kind] += 1
        if kind == "failed" and not arguments.totals_only:
            output = (test.get("stdout", "") + test.get("stderr", "")).splitlines()
            print(f"\n{test['name']} ({log.parent.parent}): {result}", *output[-SHOWN_LINES:], sep="\n    ")
print(f"\n{counts['passed']} passed, {counts['failed']} failed, {counts['skipped']} skipped")
sys.exit(0 if counts["passed"] and not counts["failed"] else 1)
