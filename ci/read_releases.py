#!/usr/bin/env python3
"""Write rules/gb_since.txt: since which release of torch each id of a graph break is reported.

    ci/read_releases.py WHEEL… [--write]

The wheels are those of torch, one for each minor release; they are opened, never installed or run,
and any platform's will do. From each comes `torch/_dynamo/graph_break_registry.json`, which releases
before 2.8 do not have: they break the graph without naming an id. The newest wheel's release must
have every id of the older ones, and rules/gb_registry.json holds its titles.

Without `--write` the file is compared. Exit status: 0 up to date, 1 not.
"""
import argparse
import json
import pathlib
import re
import sys
import zipfile

RULES = pathlib.Path(__file__).resolve().parent.parent / "rules"
REGISTRY = "torch/_dynamo/graph_break_registry.json"


def read(wheel):
    """The release of a wheel, (2, 9), and the ids and titles of its registry."""
    named = re.match(r"torch-(\d+)\.(\d+)\.", wheel.name)
    if not named:
        sys.exit(f"{wheel}: not a wheel of torch")
    with zipfile.ZipFile(wheel) as archive:
        registry = json.loads(archive.read(REGISTRY)) if REGISTRY in archive.namelist() else {}
    return (int(named[1]), int(named[2])), {gb: entries[0]["Gb_type"] for gb, entries in registry.items()}


def first_releases(releases):
    since = {}
    for release, ids in sorted(releases.items()):
        gone = sorted(set(since) - set(ids))
        if gone:
            sys.exit(f"torch {release[0]}.{release[1]} no longer has {', '.join(gone)}: an id has an end, too")
        for gb in ids:
            since.setdefault(gb, release)
    return since


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("wheels", nargs="+", type=pathlib.Path, metavar="WHEEL")
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()

    releases = dict(map(read, options.wheels))
    since = first_releases(releases)
    known = json.loads((RULES / "gb_registry.json").read_text())
    newest = max(releases)
    problems = []
    if known["torch"] == f"{newest[0]}.{newest[1]}" and set(known["ids"]) != set(releases[newest]):
        problems.append("rules/gb_registry.json has other ids than the newest wheel")
    missing = sorted(set(known["ids"]) - set(since))
    if missing:
        problems.append(f"no wheel has {', '.join(missing)}")

    text = "".join(f"{gb} {major}.{minor}\n" for gb, (major, minor) in sorted(since.items()) if gb in known["ids"])
    target = RULES / "gb_since.txt"
    if options.write:
        target.write_text(text)
    elif not target.exists() or target.read_text() != text:
        problems.append("rules/gb_since.txt is not what the wheels say: run it with --write")
    for problem in problems:
        print(problem)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
