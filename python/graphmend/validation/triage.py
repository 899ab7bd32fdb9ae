"""`graphmend triage LOG…`: the breaks in logs of torch, each once, with its rule and what to do.

  folded     breaks of one place and kind are one, with the number of times and compilations
  cascade    a break that torch suspects an earlier one of is shown below that one
  rule       the finding of `graphmend check` at that place, where the file is on this machine;
             else the rules that stand for torch's id
  source     of the project below the working directory, or of an installed package; a log may name
             any other file, which is then not looked at
"""

from __future__ import annotations

import json
import os
import sys

from . import linter, live, logs, pages, reading, report_text, request, triage_html, verdicts
from .visible import json_text, one_line, without_commands
from .visible import markdown as escape
from .visible import markdown_code as code
from .summary import shown_path

REPORT_VERSION = 1
_CASCADE = "may have been caused by an earlier graph break"
# explain() prints Dynamo's internal reason instead of the id.
_INTERNAL = {"generic_jump": "GB0170"}


def _is_own(file: str) -> bool:
    """Of the user or of a package of models, not torch or the standard library."""
    normal = file.replace(os.sep, "/")
    for packages in ("/site-packages/", "/dist-packages/"):
        if packages in normal:
            return not normal.partition(packages)[2].startswith("torch/")
    return "/lib/python3" not in normal and not normal.startswith("<")


def fold(breaks: list) -> list:
    """One item for each place and kind, in the order of first appearance."""
    items: dict = {}
    for found in breaks:
        gb = found.gb or next((g for word, g in _INTERNAL.items() if word in found.title), "")
        place = found.place_in(_is_own)
        file, line = (place.file, place.line) if place else (found.file, found.line)
        key = (os.path.realpath(file), line, gb or found.title)
        if not key[2]:  # "suppressed due to duplicate graph break": only the place is left
            key = next((known for known in items if known[:2] == key[:2]), key)
        item = items.get(key)
        if item is None:
            item = items[key] = {
                "file": key[0],
                "path": shown_path(file),
                "line": line,
                "gb": gb,
                "title": found.title,
                "explanation": found.explanation,
                "hints": [hint for hint in found.hints if _CASCADE not in hint],
                "context": found.context,
                "skips_frame": False,
                "times": 0,
                "compile_ids": [],
                "cascade": bool(items) and any(_CASCADE in hint for hint in found.hints),
                "code": verdicts.source_line(key[0], line) if reading.is_source(key[0]) else "",
                "finding": None,
                "rules": [],
            }
        item["times"] += 1
        item["skips_frame"] |= "frame skipped" in found.context
        if not item["explanation"]:  # explain says less of a break than the log does
            item["title"], item["explanation"] = found.title, found.explanation
        if found.compile_id and found.compile_id not in item["compile_ids"]:
            item["compile_ids"].append(found.compile_id)
    return list(items.values())


def _compilation(one) -> dict:
    """A compilation for the timeline: `found` is where its break is to be mended."""
    found = one.found
    place = (found.place_in(_is_own) or found) if found else None
    frame = one.frame or {
        "compile_id": one.compile_id,
        "function": getattr(place, "function", "") or "?",
        "file": place.file if place else "",
        "line": place.line if place else 0,
        "ops": None,  # such a log does not count them
        "skipped": "frame skipped" in found.context if found else False,
        "recompiled_because": "",
    }
    broke = place and {
        "gb": found.gb, "title": found.title, "path": shown_path(place.file), "line": place.line
    }  # fmt: skip
    return {"frame": {**frame, "path": shown_path(frame["file"])}, "found": broke}


def _attach_rules(program: str, items: list, problems: list) -> None:
    rules = linter.rules(program)
    files = sorted({item["file"] for item in items if reading.is_source(item["file"])})
    findings: list = []
    if files:
        try:
            measured = {"executed": dict.fromkeys(files), "function": "", "root": ""}
            findings = linter.findings(program, measured)
        except linter.LinterError as error:
            problems.append(f"graphmend check: {error}")
    for item in items:
        place = {"gb": item["gb"], "first_party": item, "file": item["file"]}
        matching = [finding for finding in findings if verdicts.matches(finding, place)]
        exact = [finding for finding in matching if item["gb"] in finding["gb_ids"]]
        item["finding"] = (exact or matching or [None])[0]
        item["rules"] = [
            {"code": rule["code"], "name": rule["name"], "summary": rule["summary"]}
            for rule in rules
            if item["gb"] in rule["gb_ids"]
        ]


def _lines(item: dict, paint) -> list:
    indent = "    " if item["cascade"] else "  "
    head = f"{one_line(item['path'])}:{item['line']}"
    what = " ".join(filter(None, [item["gb"], one_line(item["title"])]))
    times = f" ({item['times']} times)" if item["times"] > 1 else ""
    lines = [f"{indent}{paint('bold', head)}{times}: {what}"]
    inner = indent + "    "
    if item["code"]:
        lines.append(f"{inner}{one_line(item['code'])}")
    if item["skips_frame"]:
        lines.append(f"{inner}the whole function runs without compilation")
    finding = item["finding"]
    if finding:
        lines.append(f"{inner}{paint('yellow', finding['code'])} {one_line(finding['message'])}")
        if finding["help"]:
            lines.append(f"{inner}{paint('blue', 'help:')} {one_line(finding['help'])}")
        for fix in finding.get("fixes") or []:
            lines.append(f"{inner}{paint('green', 'fix:')} {one_line(fix['title'])} ({fix['applicability']})")
        return lines
    if item["explanation"]:
        lines.append(f"{inner}{one_line(item['explanation'])}")
    for rule in item["rules"]:
        lines.append(f"{inner}{paint('yellow', rule['code'])} {rule['summary']}")
    if not item["rules"]:
        lines += [f"{inner}{paint('blue', 'hint:')} {one_line(h)}" for h in item["hints"][:2]]
    return lines


def render_text(report: dict, color: bool) -> str:
    paint = report_text.Painter(color)
    blocks = []
    for item in report["breaks"]:
        blocks += _lines(item, paint)
    total = report_text.count(report["records"], "graph break")
    places = report_text.count(len(report["breaks"]), "place")
    blocks.append(f"\n{total} at {places}" if blocks else "There is no graph break in these logs")
    cascades = sum(item["cascade"] for item in report["breaks"])
    if cascades:
        blocks[-1] += f"; {cascades} may go away with the one above"
    return without_commands("\n".join(blocks) + "\n")


def render_markdown(report: dict) -> str:
    lines = [f"## {report['records']} graph breaks at {len(report['breaks'])} places", ""]
    if report["breaks"]:
        lines += ["| place | times | break | rule |", "|---|---|---|---|"]
    for item in report["breaks"]:
        finding = item["finding"]
        rule = f"{finding['code']}: {escape(finding['message'])}" if finding else ""
        rule = rule or "; ".join(f"{r['code']}: {escape(r['summary'])}" for r in item["rules"])
        place = code(f"{item['path']}:{item['line']}") + (" (cascade)" if item["cascade"] else "")
        what = escape(f"{item['gb']} {item['title']}".strip())
        lines.append(f"| {place} | {item['times']} | {what} | {rule} |")
    return without_commands("\n".join(lines) + "\n")


def make_report(paths: list, program: str, tool_version: str, shown=None) -> dict:
    """Raises UsageError where a log cannot be read. `shown`: of live.progress."""
    shown = shown or live.Nothing()
    breaks, problems, compilations = [], [], []
    for path in paths:
        shown.doing(path, "reading")
        try:
            log = logs.read(path, sys.stdin.read() if path == "-" else None)
        except logs.LogError as error:
            raise request.UsageError(str(error)) from None
        breaks += log.breaks
        compilations += map(_compilation, log.compilations)
        if log.explained:
            problems.append(f"{path}: explain() leaves out breaks; TORCH_LOGS=graph_breaks has all")
        elif not log.breaks:
            problems.append(f"{path}: no graph break in it")
        shown.done(path)
    items = fold(breaks)
    shown.doing("graphmend check", "looking up rules")
    _attach_rules(program, items, problems)
    return {
        "version": REPORT_VERSION,
        "tool": {"name": "graphmend", "version": tool_version},
        "logs": paths,
        "records": len(breaks),
        "breaks": items,
        "compilations": compilations,
        "problems": problems,
    }


def triage(asked: dict, deliver, complain) -> int:
    given = request.unfold(asked["options"], ())
    wanted = request.choice(
        "--output-format", given.get("output-format", "full"), request.FORMATS["triage"]
    )
    if wanted == "html":
        pages.require()
    if not asked["operands"]:
        hint = "for example TORCH_LOGS=graph_breaks python train.py 2>log; graphmend triage log"
        raise request.UsageError("no log is named", hint)
    operands = asked["operands"]
    with live.progress("logs", len(operands), given.get("color", "auto")) as shown:
        report = make_report(operands, asked["program"], asked["tool_version"], shown)
    for problem in report["problems"]:
        complain(problem, kind="warning")
    output = given.get("output-file", "")
    if wanted == "json":
        text = json_text(json.dumps(report, indent=2)) + "\n"
    elif wanted == "markdown":
        text = render_markdown(report)
    elif wanted == "html":
        text = triage_html.render(report)
    else:
        color = report_text.wants_color(given.get("color", "auto"), output not in ("", "-"))
        text = render_text(report, color)
    deliver(text, output)
    return 0
