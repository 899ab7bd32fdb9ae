"""Ends a test run: what each failed test printed last, then one line for all runs, how many tests
passed, failed and were skipped."""

import json
import sys
from collections import Counter
from pathlib import Path

PASSED = {"OK", "EXPECTEDFAIL"}
SHOWN_LINES = 30  # of a failed test, its last

counts = Counter()
for log in map(Path, sys.argv[1:]):
    if not log.exists():
        continue
    for test in map(json.loads, log.read_text().splitlines()):
        result = test["result"]
        kind = "passed" if result in PASSED else "skipped" if result == "SKIP" else "failed"
        counts[kind] += 1
        if kind == "failed":
            output = (test.get("stdout", "") + test.get("stderr", "")).splitlines()
            print(f"\n{test['name']} ({log.parent.parent}): {result}", *output[-SHOWN_LINES:], sep="\n    ")
print(f"\n{counts['passed']} passed, {counts['failed']} failed, {counts['skipped']} skipped")
sys.exit(0 if counts["passed"] and not counts["failed"] else 1)
