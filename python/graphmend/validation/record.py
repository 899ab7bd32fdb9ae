"""`graphmend stubs record`: does what stubs say of graph breaks hold on the installed torch?

The program hands over each @breaks row as JSON: the name of what it is of, its place, ids, releases
and probe. Each probe runs in a process of its own, which may do what it likes to itself.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys

from . import request, summary

_WORKER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "record_worker.py")
_SECONDS = 120


def _ask(asked: dict) -> dict:
    try:
        done = subprocess.run(
            [sys.executable, _WORKER], input=json.dumps(asked), capture_output=True, text=True,
            encoding="utf-8", errors="replace", timeout=_SECONDS,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return {"error": f"took more than {_SECONDS} s"}
    line = done.stdout.rpartition("\x1e")[2]
    try:
        return json.loads(line)
    except ValueError:
        last = (done.stderr.strip().splitlines() or ["no reason given"])[-1]
        return {"error": f"the process ended with status {done.returncode}: {last}"}


def _release(version: str) -> int:
    return int(version.split(".")[1])


def judge(row: dict, minor: int, measure) -> tuple:
    """What is to be said of one row: ("holds", …), ("differs", …), or why it was not measured."""
    if not row["since"] <= minor < row["before"]:
        return "other release", f"the row is not of torch 2.{minor}"
    if not row["probe"]:
        return ("unmeasured", row["unmeasured"]) if row["unmeasured"] else ("no probe", "")
    measured = measure(row["probe"])
    if "error" in measured:
        return "failed", measured["error"]
    ids = measured["ids"]
    said = ", ".join(ids) or "no graph break"
    # A release that knows no ids, or a row without one: that it breaks is what there is to say.
    holds = bool(ids) and (not row["ids"] or "GB????" in ids or bool(set(row["ids"]) & set(ids)))
    return ("holds", said) if holds else ("differs", f"measured: {said}")


def record(asked: dict, deliver, complain) -> int:
    rows = [json.loads(text) for text in asked["operands"]]
    found = _ask({})
    if "torch" not in found:
        raise request.UsageError(
            f"torch cannot be imported by {sys.executable}: {found.get('error', '')}",
            "--python names the environment that has it",
        )
    counts: dict = {}
    lines = []
    for row in rows:
        verdict, why = judge(row, _release(found["torch"]), lambda probe: _ask({"probe": probe}))
        counts[verdict] = counts.get(verdict, 0) + 1
        ids = " ".join(row["ids"])
        lines.append(f"{verdict:13}  {row['path']}:{row['line']}: {row['name']} {ids}".rstrip())
        if why:
            lines[-1] += f" ({why})"
    counted = ", ".join(f"{number} {verdict}" for verdict, number in sorted(counts.items()))
    lines.append(f"{len(rows)} rows on torch {found['torch']}" + (f": {counted}" if counted else ""))
    deliver("\n".join(lines) + "\n", "")
    if counts.get("failed"):
        return summary.TROUBLE
    return 1 if counts.get("differs") else 0
