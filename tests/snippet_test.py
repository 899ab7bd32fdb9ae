#!/usr/bin/env python3
"""Run a built graphmend on the snippets, whose markers hold what torch.compile did to them.

    snippet_test.py GRAPHMEND [--all] [--problems]

Needs no torch: the truth is recorded (snippets/remeasure.py measures it again). Each snippet is
copied with two lines behind it that compile and call what its build() returns.

    found        lines marked BREAK with a firm finding on their statement
    false alarm  a finding of any level on a line marked OK, or anywhere in a snippet without a break

Of the families in REQUIRED at least SHARE of the BREAK lines must be found, without a false alarm.
"""
import argparse
import ast
import collections
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import urllib.parse

SNIPPETS = pathlib.Path(__file__).resolve().parent / "snippets"
DRIVER = "\n\n_fn, _args, _kwargs = build()\ntorch.compile(_fn)(*_args, **_kwargs)\n"
MARKER = re.compile(r"#\s*(BREAK(?:\[[^\]]*\])?|OK)\s*$")
SHARE = 0.80
REQUIRED = """
    data-dependent-assert data-dependent-branch data-dependent-loop data-dependent-predicate
    data-dependent-raise tensor-item tensor-tolist tensor-as-index scalar-arg-from-tensor
    dynamic-shape-op boolean-mask-index print logging warnings
""".split()


def statements(text):
    """Line of a statement's first line, by each line of its header."""
    first = {}
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, (ast.stmt, ast.ExceptHandler)):
            body = getattr(node, "body", None)
            last = body[0].lineno - 1 if isinstance(body, list) and body else node.end_lineno
            for line in range(node.lineno, max(node.lineno, last) + 1):
                first[line] = max(first.get(line, 0), node.lineno)
    return lambda line: first.get(line, line)


def findings(graphmend, files):
    """{file: [(line, firm, code)]} from one run over copies of the files."""
    with tempfile.TemporaryDirectory() as work:
        for file in files:
            copy = pathlib.Path(work) / file.relative_to(SNIPPETS)
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_text(file.read_text() + DRIVER)
        done = subprocess.run([graphmend, "check", "--no-cache", "--output-format", "sarif", work],
                              capture_output=True, text=True, cwd=work)
        if done.returncode not in (0, 1):
            sys.exit(f"graphmend ended with exit status {done.returncode}:\n{done.stderr[-2000:]}")
        found = collections.defaultdict(list)
        for result in json.loads(done.stdout)["runs"][0]["results"]:
            place = result["locations"][0]["physicalLocation"]
            uri = urllib.parse.unquote(place["artifactLocation"]["uri"])
            file = SNIPPETS / pathlib.PurePosixPath(*pathlib.PurePosixPath(uri).parts[-2:])
            found[file].append((place["region"]["startLine"], result["level"] != "note", result["ruleId"]))
        return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("graphmend", type=lambda p: str(pathlib.Path(p).resolve()))
    parser.add_argument("--all", action="store_true", help="show the other families as well; they cannot fail")
    parser.add_argument("--problems", action="store_true", help="list misses and false alarms of the families that pass")
    options = parser.parse_args()

    files = sorted(f for f in SNIPPETS.glob("*/*.py") if options.all or f.parent.name in REQUIRED)
    found = findings(options.graphmend, files)
    families = collections.defaultdict(lambda: {"lines": 0, "found": 0, "alarms": 0, "problems": []})
    for file in files:
        family, text = families[file.parent.name], file.read_text()
        of = statements(text)
        marks = {n: m[1] for n, line in enumerate(text.splitlines(), 1) if (m := MARKER.search(line))}
        breaks = {n for n, mark in marks.items() if mark.startswith("BREAK")}
        hit = {of(line) for line, firm, _ in found[file] if firm}
        for line in sorted(breaks):
            family["lines"] += 1
            family["found"] += of(line) in hit
            if of(line) not in hit:
                family["problems"].append(f"missed      {file.relative_to(SNIPPETS)}:{line}")
        quiet = {of(n) for n, mark in marks.items() if mark == "OK"} - {of(n) for n in breaks}
        for line, _, code in found[file]:
            if of(line) in quiet or not breaks:
                family["alarms"] += 1
                family["problems"].append(f"false alarm {file.relative_to(SNIPPETS)}:{line} {code}")

    failed = 0
    for name, family in sorted(families.items()):
        good = family["alarms"] == 0 and family["found"] >= SHARE * family["lines"]
        failed += not good and name in REQUIRED
        verdict = "ok  " if good else "FAIL" if name in REQUIRED else "    "
        print(f"{verdict} {name:26} {family['found']:>3} of {family['lines']:>3} found, {family['alarms']} false alarms")
        if options.problems or not good and name in REQUIRED:
            for problem in family["problems"]:
                print("       " + problem)
    print(f"{len(files)} snippets, {failed} families below {SHARE:.0%} or with a false alarm")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
