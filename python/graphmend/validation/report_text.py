"""The report for a terminal."""

from __future__ import annotations

import os
import sys

from .visible import one_line, without_commands

_CODES = {"bold": "1", "dim": "2", "red": "1;31", "yellow": "1;33", "green": "1;32", "blue": "1;34"}
_TONES = {
    "confirmed": "yellow",
    "still breaks": "yellow",
    "diverges": "red",
    "mended": "green",
    "not reached": "dim",
    "not observed": "dim",
}


def wants_color(choice: str, to_file: bool) -> bool:
    """As `graphmend check` decides it: NO_COLOR, then FORCE_COLOR, then the terminal."""
    if choice != "auto":
        return choice == "always"
    if to_file or os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return os.environ["FORCE_COLOR"] != "0"
    return sys.stdout.isatty() and os.environ.get("TERM", "dumb") != "dumb"


class Painter:
    def __init__(self, color: bool):
        self._color = color

    def __call__(self, tone: str, text: str) -> str:
        return f"\x1b[{_CODES[tone]}m{text}\x1b[0m" if self._color else text


def count(number: int, noun: str) -> str:
    return f"{number} {noun}" + ("" if number == 1 else "s")


_ROWS = (
    ("graph breaks", "breaks"),
    ("  in later calls", "breaks_later"),
    ("graphs", "graphs"),
    ("ops in them", "ops"),
    ("skipped frames", "skipped_frames"),
    ("recompiles", "recompiles"),
    ("fullgraph=True", "fullgraph"),
    ("results as in eager", "output"),
    ("messages as in eager", "messages_equal"),
    ("random state as in eager", "random_equal"),
)


def cell(figures: dict | None, key: str) -> str:
    if figures is None:
        return ""
    value = figures[key]
    return {True: "yes", False: "no"}.get(value, str(value)) if isinstance(value, bool) else str(value)


def table_rows(entry: dict) -> list:
    """(label, before, after) of an entry; after is "" where nothing was fixed."""
    return [(label, cell(entry["before"], key), cell(entry["after"], key)) for label, key in _ROWS]


def verdict_line(entry: dict) -> str:
    if entry["fault"] and not entry["before"]:
        return f"not measured: {entry['fault']['title']}"
    before, after = entry["before"], entry["after"]
    text = count(before["breaks"], "graph break")
    if after:
        text += f" → {after['breaks']}"
    text += f", {count((after or before)['graphs'], 'graph')}"
    return text


def _entry(entry: dict, paint: Painter) -> list:
    lines = [f"{paint('bold', one_line(entry['name']))}: {verdict_line(entry)}"]
    if entry["fault"]:
        fault = entry["fault"]
        lines.append(f"  {paint('red', fault['title'])}: {one_line(fault['detail'])}")
        if fault["hint"]:
            lines.append(f"  {paint('blue', 'hint:')} {one_line(fault['hint'])}")
    if not entry["before"]:
        return lines
    environment = entry["environment"]
    lines.append(f"  torch {environment['torch']} on {environment['device_name']}")
    lines += _table(entry) + _timing(entry)
    for figures in filter(None, (entry["before"], entry["after"])):
        lines += [f"  {one_line(text)}" for text in figures["differences"] + figures["effects"]]
    lines += _findings(entry, paint) + _runtime_only(entry, paint)
    for fix in entry["fixes"]:
        lines.append(f"  {paint('green', 'fixes that proved equal')}:")
        lines += ["    " + one_line(line) for line in fix["diff"].splitlines()]
    for one in entry["dropped_fixes"]:
        lines.append(f"  {paint('red', 'dropped')}: fixes of {one['code']} in {one_line(one['path'])}: {one_line(one['why'])}")
    for fix in entry["unreached_fixes"]:
        lines.append(f"  {paint('yellow', 'not reached, so left out')}: what else would change in {one_line(fix['path'])}:")
        lines += ["    " + one_line(line) for line in fix["diff"].splitlines()]
    lines += [f"  {paint('red', 'SLOWER')}: {one_line(text)}" for text in entry["slower"]]
    lines += [f"  {paint('red', 'failed:')} {one_line(text)}" for text in entry["failed_gates"]]
    return lines


def _table(entry: dict) -> list:
    rows = table_rows(entry)
    width = max(len(label) for label, _, _ in rows)
    return [
        f"    {label:{width}}  {before}" + (f" → {after}" if after else "")
        for label, before, after in rows
    ]


def _timing(entry: dict) -> list:
    lines = []
    for backend, rows in entry["bench"].items():
        for name, row in rows.items():
            spread = f"{row['low_ms']:.3g}–{row['high_ms']:.3g}"
            text = f"{row['median_ms']:.3g} ms ({spread}), first call {row['cold_s']:.2f} s"
            lines.append(f"    {backend}, {name}: {text}")
    for name, profile in entry["profile"].items():
        whole = f"{profile['outside_ms']:.3g} of {profile['pass_ms']:.3g} ms outside compiled graphs"
        lines.append(f"    {name}: {whole}, {profile['host_reads']:g} host reads ({one_line(profile['trace'])})")
        for cost in profile["breaks"]:
            place = f"{one_line(os.path.basename(cost['file']))}:{cost['line']} {cost['gb']}"
            reads = f", {cost['host_reads']:g} host reads" if cost["host_reads"] else ""
            lines.append(f"      {place}: {cost['outside_ms']:.3g} ms{reads}")
    return lines


def _findings(entry: dict, paint: Painter) -> list:
    lines = []
    for finding in entry["findings"]:
        place = f"{one_line(finding['shown'])}:{finding['location']['line']}"
        verdict = paint(_TONES[finding["verdict"]], finding["verdict"])
        times = f" ({len(finding['breaks'])} times)" if len(finding["breaks"]) > 1 else ""
        lines.append(f"  {verdict}{times}: {place} {finding['code']} {one_line(finding['message'])}")
        if finding["why"]:
            lines.append(f"      {one_line(finding['why'])}")
    return lines


def _runtime_only(entry: dict, paint: Painter) -> list:
    lines = []
    for found in entry["runtime_only"]:
        head = paint("yellow", "runtime only")
        lines.append(f"  {head}: {one_line(found['path'])}:{found['line']} {found['gb']} {one_line(found['title'])}")
        if found["code"]:
            lines.append(f"      {one_line(found['code'])}")
    return lines


def render(report: dict, color: bool) -> str:
    paint = Painter(color)
    blocks = ["\n".join(_entry(entry, paint)) for entry in report["entries"]]
    totals = report["totals"]
    verdicts = ", ".join(f"{n} {name}" for name, n in totals["verdicts"].items())
    measured = f"{totals['measured']} of {count(totals['entries'], 'entry').replace('entrys', 'entries')}"
    last = f"Measured {measured}: {count(totals['breaks'], 'graph break')}"
    if verdicts:
        last += f"; findings: {verdicts}"
    slower = sum(bool(entry["slower"]) for entry in report["entries"])
    if slower:
        last += f"; {paint('red', 'SLOWER after the fixes')}: {slower} of {len(report['entries'])}"
    if totals["runtime_only"]:
        last += f"; {totals['runtime_only']} only at run time"
    return without_commands("\n\n".join([*blocks, last]) + "\n")
