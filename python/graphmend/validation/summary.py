"""The report as data: what every form of output shows. README.md of this folder lists the fields."""

from __future__ import annotations

import difflib
import os
from collections import Counter

from . import verdicts

REPORT_VERSION = 1
OK, FAILED, TROUBLE = 0, 1, 2  # exit statuses


def shown_path(path: str) -> str:
    """Relative to the working directory or to the folder of installed packages, where below it."""
    real = os.path.realpath(path)
    here = os.path.join(os.path.realpath(os.getcwd()), "")
    for marker in ("/site-packages/", "/dist-packages/"):
        if marker in real:
            return real.partition(marker)[2]
    return real[len(here) :] if real.startswith(here) else real


def _differences(arm: dict) -> list:
    """One line for each tensor that differs from the reference."""
    lines = []
    for number, call in enumerate(arm["compared"]):
        for group, compared in call.items():
            for one in compared["differences"]:
                where = f"call {number}, {group}: {one['what']}"
                if "kind" in one:
                    lines.append(f"{where} is {one['kind'][1]}, was {one['kind'][0]}")
                elif "gone" in one:
                    lines.append(f"{where}: gone {one['gone']}, new {one['new']}")
                else:
                    ulp = f", {one['ulp']} ulp" if one["ulp"] is not None else ""
                    size = f"{one['elements']} of {one['of']} elements"
                    lines.append(f"{where} differs by up to {one['largest']}{ulp} in {size}")
    return lines


def _effect_lines(effects: dict) -> list:
    lines = []
    for one in effects["said"]:
        where = f"call {one['call']}"
        lines += [f"{where}: no longer said: {text}" for text in one["gone"]]
        lines += [f"{where}: newly said: {text}" for text in one["new"]]
        if one["reordered"]:
            lines.append(f"{where}: said in a different order or number")
    if not effects["rng_equal"]:
        lines.append("the random generators are left in a different state")
    return lines


def _break(found: dict) -> dict:
    file, line = verdicts.place_of(found)
    return {
        "path": shown_path(file),
        "file": file,
        "line": line,
        "dynamo_file": found["file"],
        "dynamo_line": found["line"],
        "gb": found["gb"],
        "title": found["title"],
        "explanation": found["explanation"],
        "hints": found["hints"],
        "context": found["context"],
        "compile_id": found["compile_id"],
        "skips_frame": "frame skipped" in found["context"],
        "code": verdicts.source_line(file, line),
        "stack": found["stack"],
    }


def figures(arm: dict) -> dict:
    """The row of an arm in the table before → after."""
    breaks, frames, graphs = arm["marks"][0]
    recompiles = [frame for frame in arm["frames"] if frame["recompiled_because"]]
    return {
        "breaks": breaks,
        "breaks_later": len(arm["breaks"]) - breaks,
        "graphs": graphs,
        "graphs_later": len(arm["graph_ops"]) - graphs,
        "ops": sum(arm["graph_ops"][:graphs]),
        "skipped_frames": sum(frame["skipped"] for frame in arm["frames"][:frames]),
        "recompiles": len(recompiles),
        "recompile_reasons": [
            {"function": frame["function"], "reason": frame["recompiled_because"]}
            for frame in recompiles
        ],
        "fullgraph": arm["fullgraph"]["ok"],
        "fullgraph_reason": arm["fullgraph"]["reason"],
        "output": arm["output"],
        "differences": _differences(arm),
        "messages_equal": arm["effects"]["said_equal"],
        "random_equal": arm["effects"]["rng_equal"],
        "effects": _effect_lines(arm["effects"]),
        "seconds": arm["seconds"],
        "attempts": arm["attempts"],
    }


def _timeline(arm: dict) -> list:
    """Compiled frames in order, each with the break that ended it."""
    ended_by = {}
    for number, found in enumerate(arm["breaks"]):
        ended_by.setdefault(found["compile_id"], number)
    return [
        {**frame, "path": shown_path(frame["file"]), "break": ended_by.get(frame["compile_id"])}
        for frame in arm["frames"]
    ]


def _gates(entry: dict, before: dict, after: dict | None) -> list:
    """What was asked for and does not hold; after the fixes, where there are any."""
    current = after or before
    failed = []
    if entry["max_breaks"] is not None and current["breaks"] > entry["max_breaks"]:
        failed.append(f"{current['breaks']} graph breaks, at most {entry['max_breaks']} are allowed")
    if entry["require"] == "fullgraph" and not current["fullgraph"]:
        failed.append(f"fullgraph=True raises: {current['fullgraph_reason']}")
    return failed


def _diffs(sources: dict) -> list:
    """What the fixes that are kept change: {"path", "diff"} of each file."""
    diffs = []
    for path, fixed in sorted(sources.items()):
        with open(path, "rb") as file:
            texts = [data.decode(errors="replace").splitlines() for data in (file.read(), fixed)]
        shown = shown_path(path)
        lines = difflib.unified_diff(*texts, f"a/{shown}", f"b/{shown}", lineterm="")
        diffs.append({"path": shown, "file": path, "diff": "\n".join(lines) + "\n"})
    return diffs


def _unreached(fixes: dict) -> list:
    """What would be changed where nothing ran: {"path", "diff"} of each file."""
    diffs = []
    for path, texts in sorted(fixes.items()):
        lines = [text.decode(errors="replace").splitlines() for text in texts]
        shown = shown_path(path)
        diff = difflib.unified_diff(*lines, f"a/{shown}", f"b/{shown}", lineterm="")
        diffs.append({"path": shown, "diff": "\n".join(diff) + "\n"})
    return diffs


def _slower(bench: dict) -> list:
    """One text for each backend under which the fixed entry takes longer than before."""
    texts = []
    for backend, rows in bench.items():
        before, after = rows.get("before"), rows.get("after")
        # Beyond what the quartiles of both leave open.
        if before and after and after["low_ms"] > before["high_ms"] and after["median_ms"] > before["median_ms"]:
            times = after["median_ms"] / before["median_ms"]
            texts.append(
                f"under {backend} the fixed entry takes {times:.2f} times as long:"
                f" {before['median_ms']:.3g} → {after['median_ms']:.3g} ms"
            )
    return texts


def entry_report(entry: dict, measured) -> dict:
    report = {
        "name": entry["name"],
        "train": entry["train"],
        "fault": measured.fault,
        "environment": measured.eager and measured.eager["environment"],
        "before": None,
        "after": None,
        "breaks": [],
        "breaks_after": [],
        "findings": [],
        "runtime_only": [],
        "timeline": [],
        "timeline_after": [],
        "fixes": _diffs(measured.sources),
        "dropped_fixes": [{**one, "path": shown_path(one["path"])} for one in measured.dropped],
        "unreached_fixes": _unreached(measured.unreached),
        "failed_gates": [],
        "slower": [],
        "bench": {},
        "profile": {},
    }
    if not measured.before:
        return report
    judged, missed = verdicts.judge(measured)
    report["before"] = figures(measured.before)
    report["breaks"] = [_break(found) for found in measured.before["breaks"]]
    report["findings"] = [{**found, "shown": shown_path(found["file"])} for found in judged]
    report["runtime_only"] = [
        {**_break(found), "report": verdicts.report_of(found, report["environment"])}
        for found in missed
    ]
    report["timeline"] = _timeline(measured.before)
    report["bench"], report["profile"] = measured.bench, measured.profile
    report["slower"] = _slower(measured.bench)
    if measured.after:
        report["after"] = figures(measured.after)
        report["breaks_after"] = [_break(found) for found in measured.after["breaks"]]
        report["timeline_after"] = _timeline(measured.after)
    report["failed_gates"] = _gates(entry, report["before"], report["after"])
    return report


def exit_status(entries: list) -> int:
    if any(entry["fault"] for entry in entries):
        return TROUBLE
    wrong = any(entry["failed_gates"] for entry in entries)
    wrong |= any(entry["after"] and entry["after"]["output"] == "differs" for entry in entries)
    return FAILED if wrong else OK


def whole(entries: list, tool_version: str, problems: list) -> dict:
    verdict_counts = Counter(f["verdict"] for entry in entries for f in entry["findings"])
    return {
        "version": REPORT_VERSION,
        "tool": {"name": "graphmend", "version": tool_version},
        "exit_status": exit_status(entries),
        "totals": {
            "entries": len(entries),
            "measured": sum(entry["before"] is not None for entry in entries),
            "breaks": sum(entry["before"]["breaks"] for entry in entries if entry["before"]),
            "runtime_only": sum(len(entry["runtime_only"]) for entry in entries),
            "verdicts": dict(sorted(verdict_counts.items())),
        },
        "problems": problems,
        "entries": entries,
    }
