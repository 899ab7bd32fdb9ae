"""The parent of all workers: from the program's request to a report and an exit status.

Exit status: 0 all entries measured, and what was asked for holds; 1 it does not; 2 an entry was not
measured, or the command line is wrong.
"""

from __future__ import annotations

import concurrent.futures
import json
import os
import signal
import sys

from . import entry as entries
from . import linter, live, pages, patch, patching, pool, proving, ray_pool, record
from . import report_html, report_markdown, report_sarif, report_text
from . import request, summary, triage, writing
from .visible import json_text, visible, without_commands


def complain(message: str, hint: str = "", kind: str = "error") -> None:
    text = f"{kind}: {visible(message)}\n" + (f"  hint: {visible(hint)}\n" if hint else "")
    sys.stderr.write(without_commands(text))


def deliver(text: str, path: str) -> None:
    """To standard output, or to a file, whole or not at all."""
    if path in ("", "-"):
        try:
            sys.stdout.write(text)
            sys.stdout.flush()
        except BrokenPipeError:  # the reader has seen enough
            os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return
    if os.path.islink(path):
        raise request.UsageError(f"cannot write {path}: it is a link, and what it leads to would change")
    try:
        writing.replace(path, text.replace("\n", os.linesep).encode())
    except OSError as error:
        raise request.UsageError(f"cannot write {path}: {error.strerror}") from None


def measure_all(plan) -> list:
    """One measurement for each entry, in their order; `jobs` at the same time."""
    if plan.ray:
        return ray_pool.measure_all(plan)

    def measure(entry):
        measured = entries.measure(entry, plan.options, lambda what: shown.doing(entry["name"], what))
        shown.done(entry["name"])
        return measured

    watched = live.progress("entries", len(plan.entries), plan.color)
    with watched as shown, concurrent.futures.ThreadPoolExecutor(plan.jobs) as threads:
        futures = [threads.submit(measure, one) for one in plan.entries]
        try:
            return [future.result() for future in futures]
        except BaseException:
            for future in futures:
                future.cancel()
            pool.stop()  # else leaving this block would wait for them
            raise


def render(report: dict, plan, measured: list) -> str:
    if plan.format == "sarif":
        ran = [one.for_linter() for one in measured if one.eager]
        log, paths = linter.sarif(plan.program, ran)
        return json_text(json.dumps(report_sarif.annotate(log, paths, report))) + "\n"
    if plan.format == "json":
        return json_text(json.dumps(report, indent=2)) + "\n"
    if plan.format == "html":
        return report_html.render(report)
    if plan.format == "markdown":
        return report_markdown.render(report)
    color = report_text.wants_color(plan.color, plan.output not in ("", "-"))
    return report_text.render(report, color)


def validate(asked: dict) -> int:
    plan = request.validate_plan(asked)
    if plan.format == "html":
        pages.require()
    measured = measure_all(plan)
    problems = [
        {"entry": entry["name"], "message": message}
        for entry, one in zip(plan.entries, measured)
        for message in one.problems
    ]
    reports = [summary.entry_report(*pair) for pair in zip(plan.entries, measured)]
    report = summary.whole(reports, plan.tool_version, problems)
    for problem in problems:
        complain(f"{problem['entry']}: {problem['message']}", kind="warning")
    try:
        text = render(report, plan, measured)
    except linter.LinterError as error:
        raise request.UsageError(f"graphmend check: {error}") from None
    deliver(text, plan.output)
    return _write_fixes(plan, measured) or report["exit_status"]


def _write_fixes(plan, measured: list) -> int:
    """The fixes that every entry which runs the file agrees on, into the user's files."""
    if not plan.write_fixes:
        return 0
    kept: dict = {}
    ran: dict = {}
    for one in measured:
        for path in one.eager["executed"] if one.before else ():
            fixed = one.sources.get(path)
            ran.setdefault(path, []).append(one)
            if fixed is not None or one.dropped:
                kept.setdefault(path, []).append(fixed)
    agreed = {path: texts[0] for path, texts in kept.items() if texts[0] and len(set(texts)) == 1}
    try:
        agreed.update(_of_several(plan, {path: ran[path] for path in kept.keys() - agreed.keys()}))
    except (linter.LinterError, patch.PatchError) as error:
        complain(f"graphmend check: {error}", kind="warning")
    for path in sorted(kept.keys() - agreed.keys()):
        complain(f"{path} is left alone: not all entries keep the same fixes", kind="warning")
    try:
        proving.write(agreed)
    except OSError as error:
        complain(f"cannot write {error.filename}: {error.strerror}")
        return summary.TROUBLE
    return 0


def _of_several(plan, ran: dict) -> dict:
    """Fixes of files of which several entries ran different lines, and each proved its own."""
    fixed = {}
    for path, entries_of in sorted(ran.items()):
        if any(one.dropped for one in entries_of):
            continue
        lines = {path: sorted({line for one in entries_of for line in one.eager["executed"][path]})}
        measured = {**entries_of[0].for_linter(), "executed": lines}
        sources = linter.fixed_sources(plan.program, measured, [], plan.options.fix, lines)
        fixed.update({name: text for name, text in sources.items() if name == path})
    return fixed


_COMMANDS = {
    "validate": validate,
    "triage": lambda asked: triage.triage(asked, deliver, complain),
    "record": lambda asked: record.record(asked, deliver, complain),
    "patch": lambda asked: patching.patch(asked, deliver, complain),
}


def _interrupt(number, frame):
    raise KeyboardInterrupt


def main() -> int:
    with os.fdopen(3, encoding="utf-8") as file:  # the program keeps its promise in python_bridge.h
        asked = json.load(file)
    if asked["command"] == "run":  # the user's program: its signals and errors are its own
        from .. import run_program

        return run_program.main(asked["operands"])
    return _answer(asked)


def _answer(asked: dict) -> int:
    # Ended from outside, the workers, which are sessions of their own, must end too.
    for name in ("SIGTERM", "SIGHUP"):
        if hasattr(signal, name):  # Windows has no SIGHUP
            signal.signal(getattr(signal, name), _interrupt)
    try:
        return _COMMANDS[asked["command"]](asked)
    except (request.UsageError, pages.MissingLibrary) as error:
        complain(str(error), error.hint)
    except KeyboardInterrupt:
        complain("interrupted")
    except Exception as error:
        import traceback

        traceback.print_exc()
        complain(f"{type(error).__name__}: {error}", "this is a bug in graphmend; please report it")
    return summary.TROUBLE
