"""What the shipped fixes win: warm latency and first call under inductor, before and after.

    speed_table.py PROGRAM [--rows t5,bart] [--json FILE] [--from FILE]

Measures the models of models/pyproject.toml by `graphmend validate --diff --unsafe-fixes --bench`,
arms interleaved, caches off, and writes docs/speed.md: the rows that reach 0 breaks. Exit status 1
where there are fewer than 8 such rows, where the geometric mean of warm latency is above 0.88 or that
of the first call above 1.0, or a row's warm latency is above 1.05. Takes many minutes; nothing else
should run on the machine.
"""

import argparse
import json
import math
import os
import pathlib
import sys

import models_table

WARM, COLD, WORST, ROWS = 0.88, 1.0, 1.05, 8
HEAD = """\
# What the fixes gain

Measured by `graphmend validate --diff --unsafe-fixes --bench` on torch {torch} (CPU, inductor, caches
off), written by `tests/validation/speed_table.py PROGRAM`: rows whose fixes proved equal and leave no
graph break. Latency is the median of interleaved warm calls with quartiles, in milliseconds.

| model | breaks | eager | before | after | after / before | first call before | after | after / before |
|---|---|---|---|---|---|---|---|---|
"""


def mean(ratios):
    return math.exp(sum(map(math.log, ratios)) / len(ratios)) if ratios else float("nan")


def spread(row):
    return f"{row['median_ms']:.3g} ({row['low_ms']:.3g}–{row['high_ms']:.3g})"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", type=os.path.abspath)
    parser.add_argument("--rows", type=lambda text: text.split(","), default=[])
    parser.add_argument("--json", type=pathlib.Path)
    parser.add_argument("--from", dest="source", type=pathlib.Path)
    options = parser.parse_args()
    if options.source:
        report = json.loads(options.source.read_text())
    else:
        extra = ["--diff", "--unsafe-fixes", "--bench"]
        report = models_table.measure(options.program, options.rows, extra)
    if options.json:
        options.json.write_text(json.dumps(report, indent=1))
    for problem in report["problems"]:
        print(f"{problem['entry']}: {problem['message']}", file=sys.stderr)
    lines, warm, cold = [], [], []
    for entry in report["entries"]:
        rows = entry["bench"].get("inductor", {})
        whole = entry["after"] and not entry["after"]["breaks"] + entry["after"]["breaks_later"]
        if not whole or "after" not in rows:
            continue
        before, after = rows["before"], rows["after"]
        warm.append(after["median_ms"] / before["median_ms"])
        cold.append(after["cold_s"] / before["cold_s"])
        total = entry["before"]["breaks"] + entry["before"]["breaks_later"]
        cells = [entry["name"], f"{total} → 0", *map(spread, (rows["eager"], before, after))]
        cells += [f"{warm[-1]:.2f}", f"{before['cold_s']:.1f} s", f"{after['cold_s']:.1f} s", f"{cold[-1]:.2f}"]
        lines.append("| " + " | ".join(cells) + " |")
    lines.append(f"| geometric mean | | | | | {mean(warm):.2f} | | | {mean(cold):.2f} |")
    text = HEAD.format(torch=report["entries"][0]["environment"]["torch"].partition("+")[0])
    text += "\n".join(lines) + "\n"
    reached = len(warm) >= ROWS and mean(warm) <= WARM and mean(cold) <= COLD and max(warm) <= WORST
    print(text)
    if not options.rows:
        (models_table.DOCS / "speed.md").write_text(text)
    return 0 if reached else 1


if __name__ == "__main__":
    sys.exit(main())
