"""Prints one line for all test runs: how many tests passed, failed and were skipped."""

import json
import sys
from collections import Counter
from pathlib import Path

PASSED = {"OK", "EXPECTEDFAIL"}

counts = Counter()
for log in map(Path, sys.argv[1:]):
    if log.exists():
        for line in log.read_text().splitlines():
            result = json.loads(line)["result"]
            counts["passed" if result in PASSED else "skipped" if result == "SKIP" else "failed"] += 1
print(f"{counts['passed']} passed, {counts['failed']} failed, {counts['skipped']} skipped")
sys.exit(0 if counts["passed"] and not counts["failed"] else 1)
