"""The parent of all workers: from the program's request to a report and an exit status.

Exit status: 0 all entries measured, and what was asked for holds; 1 it does not; 2 an entry was not
measured, or the command line is wrong.
"""

from __future__ import annotations

import concurrent.futures
import json
import os
import sys
import tempfile

from . import entry as entries
from . import linter, report_markdown, report_text, request, summary, triage


def complain(message: str, hint: str = "", kind: str = "error") -> None:
    text = f"{kind}: {message}\n" + (f"  hint: {hint}\n" if hint else "")
    sys.stderr.write(text)


def deliver(text: str, path: str) -> None:
    """To standard output, or to a file, whole or not at all."""
    if path in ("", "-"):
        try:
            sys.stdout.write(text)
            sys.stdout.flush()
        except BrokenPipeError:  # the reader has seen enough
            os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return
    folder = os.path.dirname(os.path.abspath(path))
    try:
        with tempfile.NamedTemporaryFile("w", dir=folder, delete=False, encoding="utf-8") as file:
            file.write(text)
        mask = os.umask(0)
        os.umask(mask)
        os.chmod(file.name, 0o666 & ~mask)
        os.replace(file.name, path)
    except OSError as error:
        raise request.UsageError(f"cannot write {path}: {error.strerror}") from None


def _reported(entry: dict, measured: dict, plan, problems: list) -> dict:
    if not measured["before"]:
        return summary.entry_report(entry, measured, [])
    findings = []
    try:
        found = linter.check(plan.program, measured)
        findings = [{**f, "shown": summary.shown_path(f["file"])} for f in found["findings"]]
    except linter.LinterError as error:
        problems.append({"entry": entry["name"], "message": f"graphmend check: {error}"})
    return summary.entry_report(entry, measured, findings)


def measure_all(plan) -> list:
    """One measurement for each entry, in their order; `jobs` at the same time."""
    with concurrent.futures.ThreadPoolExecutor(plan.jobs) as pool:
        futures = [pool.submit(entries.measure, one, plan.options) for one in plan.entries]
        try:
            return [future.result() for future in futures]
        except BaseException:
            for future in futures:
                future.cancel()
            raise


def render(report: dict, plan) -> str:
    if plan.format == "json":
        return json.dumps(report, indent=2) + "\n"
    if plan.format == "markdown":
        return report_markdown.render(report)
    color = report_text.wants_color(plan.color, plan.output not in ("", "-"))
    return report_text.render(report, color)


def validate(asked: dict) -> int:
    plan = request.validate_plan(asked)
    problems: list = []
    measured = measure_all(plan)
    reports = [_reported(*pair, plan, problems) for pair in zip(plan.entries, measured)]
    report = summary.whole(reports, plan.tool_version, problems)
    for problem in problems:
        complain(f"{problem['entry']}: {problem['message']}", kind="warning")
    deliver(render(report, plan), plan.output)
    return report["exit_status"]


_COMMANDS = {
    "validate": validate,
    "triage": lambda asked: triage.triage(asked, deliver, complain),
}


def main() -> int:
    try:
        with os.fdopen(3, encoding="utf-8") as file:  # the program keeps its promise in handover.h
            asked = json.load(file)
        return _COMMANDS[asked["command"]](asked)
    except request.UsageError as error:
        complain(str(error), error.hint)
    except KeyboardInterrupt:
        complain("interrupted")
    except Exception as error:
        import traceback

        traceback.print_exc()
        complain(f"{type(error).__name__}: {error}", "this is a defect of graphmend; please report it")
    return summary.TROUBLE
