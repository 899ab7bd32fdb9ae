#!/usr/bin/env python3
"""What the steps of action.yml run.

    run.py check      checks INPUT_PATHS: annotations on standard output, SARIF in a file, the table
                      in the job's summary; the exit status and the count are outputs of the step
    run.py compare    prints how findings differ from those at the commit BASE, as Markdown

GRAPHMEND is the program; INPUT_ARGS are further options of it.
"""
import collections
import json
import os
import pathlib
import shlex
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "python"))
from graphmend.validation.visible import markdown, markdown_code, without_commands  # noqa: E402


def command(*formats):
    words = [os.environ["GRAPHMEND"], "check"]
    for name in formats:
        words += ["-o", name]
    return [*words, *shlex.split(os.environ.get("INPUT_ARGS", "")), *shlex.split(os.environ.get("INPUT_PATHS", "."))]


def append(variable, text):
    path = os.environ.get(variable)
    if path:
        with open(path, "a", encoding="utf-8") as file:
            file.write(text)


def check():
    with tempfile.TemporaryDirectory() as scratch:
        table = pathlib.Path(scratch, "table.md")
        report = pathlib.Path(scratch, "report.json")
        annotate = os.environ.get("INPUT_ANNOTATE", "true") == "true"
        done = subprocess.run(command(
            "github" if annotate else "concise", f"sarif:{os.environ.get('INPUT_SARIF_FILE', 'graphmend.sarif')}",
            f"markdown:{table}", f"json:{report}"))
        if table.exists():
            append("GITHUB_STEP_SUMMARY", table.read_text(encoding="utf-8"))
        if not report.exists():
            return done.returncode or 2
        findings = len(json.loads(report.read_text(encoding="utf-8"))["findings"])
    append("GITHUB_OUTPUT", f"exit-status={done.returncode}\nfindings={findings}\n")
    # Findings fail the last step, so that those between still run; trouble fails this one.
    return done.returncode if done.returncode > 1 else 0


def findings_in(folder):
    done = subprocess.run(command("json"), cwd=folder, stdout=subprocess.PIPE)
    if done.returncode > 1 or not done.stdout:
        sys.exit(f"graphmend ended with exit status {done.returncode}")
    return json.loads(done.stdout)["findings"]


def names(findings):
    """Findings without their lines, which move."""
    return collections.Counter((f["path"], f["code"], f["function"], f["message"]) for f in findings)


def compare():
    base = os.environ["BASE"]
    after = findings_in(".")
    with tempfile.TemporaryDirectory() as scratch:
        tree = pathlib.Path(scratch, "base")
        # What the tree brings along has no part in it: neither hooks nor a monitor of files.
        git = ["git", "-c", "core.hooksPath=/dev/null", "-c", "core.fsmonitor=false"]
        run = lambda *words: subprocess.run([*git, *words], check=True, stdout=sys.stderr)
        if subprocess.run(["git", "cat-file", "-e", base + "^{commit}"], stderr=subprocess.DEVNULL).returncode:
            run("fetch", "--quiet", "--depth=1", "origin", base)
        run("worktree", "add", "--quiet", "--detach", str(tree), base)
        try:
            before = findings_in(tree)
        finally:
            run("worktree", "remove", "--force", str(tree))
    print(table(before, after))
    return 0


def table(before, after):
    new, gone = names(after) - names(before), names(before) - names(after)
    lines = ["### graph breaks found by graphmend", "", f"**{len(before)} → {len(after)}**", ""]
    rules = sorted({(f["code"], f["name"]) for f in [*before, *after]})
    if rules:
        lines += ["| rule | | before | after |", "|---|---|--:|--:|"]
    for code, name in rules:
        counts = [sum(f["code"] == code for f in side) for side in (before, after)]
        lines.append(f"| {code} | {name} | {counts[0]} | {counts[1]} |")
    places = collections.defaultdict(list)
    for finding in after:
        places[(finding["path"], finding["code"], finding["function"], finding["message"])].append(finding["location"]["line"])
    if new:
        lines += ["", f"New ({sum(new.values())}):", ""]
    for key, count in sorted(new.items(), key=lambda item: str(item[0])):
        for line in places[key][-count:]:
            lines.append(f"- {markdown_code(f'{key[0]}:{line}')} {key[1]} {markdown(key[3])}")
    if gone:
        lines += ["", f"Gone: {sum(gone.values())}"]
    return without_commands("\n".join(lines))


if __name__ == "__main__":
    sys.stdout.reconfigure(encoding="utf-8")  # the tables have more than what Windows has
    sys.exit({"check": check, "compare": compare}[sys.argv[1]]())
