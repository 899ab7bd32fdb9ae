#!/usr/bin/env python3
"""What the steps of action.yml run.

    run.py install    an environment with the release INPUT_VERSION; its program is an output of the step
    run.py check      checks INPUT_PATHS: annotations on standard output, SARIF in a file, the table
                      in the job's summary; the exit status and the count are outputs of the step
    run.py upload     gives the SARIF file to code scanning
    run.py compare    prints how findings differ from those at the commit BASE, as Markdown
    run.py comment    writes standard input into this workflow's own comment on PULL_REQUEST

GRAPHMEND is the program; INPUT_ARGS are further options of it. What the token GH_TOKEN may not do is said in
one line, and is no failure: what was found stays in the job's summary and decides the result.
"""
import collections
import json
import os
import pathlib
import shlex
import subprocess
import sys
import tempfile

import github
import install

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "python"))
from graphmend.validation.visible import markdown, markdown_code, without_commands  # noqa: E402

LONGEST_COMMENT = 65_000  # characters; GitHub takes 65,536, with the mark
EMPTY_BASELINE = '{"version": 1, "findings": []}\n'


def command(paths, formats, *options):
    words = [os.environ["GRAPHMEND"], "check"]
    for name in formats:
        words += ["-o", name]
    return [*words, *shlex.split(os.environ.get("INPUT_ARGS", "")), *options, *paths]


def paths():
    return shlex.split(os.environ.get("INPUT_PATHS", "."))


def append(variable, text):
    path = os.environ.get(variable)
    if path:
        with open(path, "a", encoding="utf-8") as file:
            file.write(text)


def set_up():
    program = install.install(
        pathlib.Path(os.environ.get("RUNNER_TEMP", tempfile.gettempdir()), "graphmend"), os.environ.get("INPUT_VERSION", ""))
    append("GITHUB_OUTPUT", f"program={program}\n")
    return 0


def check():
    with tempfile.TemporaryDirectory() as scratch:
        table = pathlib.Path(scratch, "table.md")
        report = pathlib.Path(scratch, "report.json")
        annotate = os.environ.get("INPUT_ANNOTATE", "true") == "true"
        done = subprocess.run(command(paths(), [
            "github" if annotate else "concise", f"sarif:{os.environ.get('INPUT_SARIF_FILE', 'graphmend.sarif')}",
            f"markdown:{table}", f"json:{report}"]))
        if table.exists():
            append("GITHUB_STEP_SUMMARY", table.read_text(encoding="utf-8"))
        if not report.exists():
            return done.returncode or 2
        findings = len(json.loads(report.read_text(encoding="utf-8"))["findings"])
    append("GITHUB_OUTPUT", f"exit-status={done.returncode}\nfindings={findings}\n")
    # Findings fail the last step, so that those between still run; trouble fails this one.
    return done.returncode if done.returncode > 1 else 0


def upload():
    sarif = pathlib.Path(os.environ.get("INPUT_SARIF_FILE", "graphmend.sarif")).read_bytes()
    try:
        github.upload_sarif(sarif)
    except github.Refused as refusal:
        print(f"::notice title=graphmend::code scanning did not accept the report ({refusal}); what was found is in the job's summary")
    return 0


def shortened(text):
    """Whole lines, as many as a comment takes."""
    if len(text) <= LONGEST_COMMENT:
        return text
    kept = text[:LONGEST_COMMENT].rpartition("\n")[0]
    return f"{kept}\n\n… and {text.count(chr(10), len(kept))} more lines\n"


def comment():
    text = shortened(sys.stdin.read())
    if not text.strip():  # the comparison has said why
        return 0
    try:
        github.comment(os.environ["PULL_REQUEST"], text)
    except github.Refused as refusal:
        print(f"::notice title=graphmend::the pull request got no comment ({refusal}); its text is in the job's summary")
        append("GITHUB_STEP_SUMMARY", "\n" + text)
    return 0


def findings_in(folder, scratch, where):
    """All findings below the folder; known ones too, for a baseline may be new in this pull request."""
    baseline = pathlib.Path(scratch, "no-baseline.json")
    baseline.write_text(EMPTY_BASELINE, encoding="utf-8")
    there = [path for path in where if os.path.exists(os.path.join(folder, path))]
    if not there:
        return []
    words = command(there, ["json"], "--baseline", str(baseline))
    done = subprocess.run(words, cwd=folder, stdout=subprocess.PIPE)
    if done.returncode > 1 or not done.stdout:
        raise RuntimeError(f"graphmend ended with exit status {done.returncode}")
    return json.loads(done.stdout)["findings"]


def names(findings):
    """Findings without their lines, which move."""
    return collections.Counter((f["path"], f["code"], f["function"], f["message"]) for f in findings)


def findings_at(base, scratch):
    """What is found at a commit, which is fetched where the clone is shallow."""
    tree = pathlib.Path(scratch, "base")
    # What the tree brings along has no part in it: neither hooks nor a monitor of files.
    git = ["git", "-c", "core.hooksPath=/dev/null", "-c", "core.fsmonitor=false"]
    run = lambda *words: subprocess.run([*git, *words], check=True, stdout=sys.stderr)
    if subprocess.run(["git", "cat-file", "-e", base + "^{commit}"], stderr=subprocess.DEVNULL).returncode:
        run("fetch", "--quiet", "--depth=1", "origin", base)
    run("worktree", "add", "--quiet", "--detach", str(tree), base)
    try:
        return findings_in(tree, scratch, paths())
    finally:
        run("worktree", "remove", "--force", str(tree))


def compare():
    with tempfile.TemporaryDirectory() as scratch:
        try:
            after = findings_in(".", scratch, paths())
            before = findings_at(os.environ["BASE"], scratch)
        except (RuntimeError, OSError, subprocess.CalledProcessError) as error:
            # Standard output is the comment's.
            print(f"::notice title=graphmend::the base of the pull request could not be compared: {error}", file=sys.stderr)
            return 0
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
    sys.stdin.reconfigure(encoding="utf-8")
    steps = {"install": set_up, "check": check, "upload": upload, "compare": compare, "comment": comment}
    sys.exit(steps[sys.argv[1]]())
