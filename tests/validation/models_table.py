"""Validates the models of models/pyproject.toml and writes what was measured to docs/validated.md.

    models_table.py PROGRAM [--rows t5,bart] [--json FILE] [--from FILE] [--against FOLDER]

--json keeps the whole report, --from reads one instead of measuring; --against compares the breaks
of each row, as a multiset of (file, line, GB id) in the first call and in the later ones, with those
in FOLDER/<row>.json: objects with `breaks` and `breaks_later`, each a list of `file`, `line`, `gb`.
Needs torch 2.13 and transformers 4.52.4 in the environment of this interpreter. Takes minutes for
each row. Exit status 1 when a row fails or differs.
"""

import argparse
import collections
import json
import os
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
PROJECT = HERE / "models"
DOCS = HERE.parents[1] / "docs"
PACKAGE = HERE.parents[1] / "python" / "graphmend"
HEAD = """\
# Validated transformers models

Measured by `graphmend validate` on torch {torch} (CPU) with transformers 4.52.4, eager backend,
`dynamic=False`; written by `tests/validation/models_table.py PROGRAM`. "First call" counts graph
breaks of the first call, "later" those of the calls after it, with other inputs. "Confirmed" are
the findings of `graphmend check` that were seen to break; "run time only" are breaks of the first
and later calls for which there is no finding.

"""


def settings():
    import tomllib

    with open(PROJECT / "pyproject.toml", "rb") as file:
        return tomllib.load(file)["tool"]["graphmend"]["validate"]


def measure(program, rows, extra=()):
    """The report of `graphmend validate` on the rows, [] meaning all."""
    table = settings()
    names = [entry["name"] for entry in table["entries"]]
    for row in rows or names:
        if row not in names:
            raise SystemExit(f"no row {row}; rows: {', '.join(names)}")
    with tempfile.TemporaryDirectory() as folder:
        text = (PROJECT / "pyproject.toml").read_text()
        head, *entries = text.split("[[tool.graphmend.validate.entries]]\n")
        wanted = [e for e in entries if not rows or json.loads(e.split("\n")[0][7:]) in rows]
        separator = "[[tool.graphmend.validate.entries]]\n"
        pathlib.Path(folder, "pyproject.toml").write_text(separator.join([head, *wanted]))
        command = [program, "validate", "--output-format", "json", "--python", sys.executable]
        command += extra
        environment = {**os.environ, "GRAPHMEND_PACKAGE": str(PACKAGE)}
        done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)
    if not done.stdout:
        raise SystemExit(done.stderr)
    return json.loads(done.stdout)


def multisets(entry):
    """Of (file, line, GB id): first call, later calls. Places are Dynamo's own."""
    first = entry["before"]["breaks"]

    def place(found):
        file = found["dynamo_file"].rpartition("/site-packages/")[2]
        return file, found["dynamo_line"], found["gb"] or None

    places = [place(found) for found in entry["breaks"]]
    return collections.Counter(places[:first]), collections.Counter(places[first:])


def differences(entry, folder):
    """One line for each break that only one side has."""
    with open(pathlib.Path(folder, entry["name"] + ".json"), encoding="utf-8") as file:
        reference = json.loads(file.read().strip().splitlines()[-1])
    lines = []
    for name, mine in zip(("breaks", "breaks_later"), multisets(entry)):
        theirs = collections.Counter((b["file"], b["line"], b["gb"]) for b in reference[name])
        for place in sorted((mine - theirs) + (theirs - mine), key=str):
            lines.append(f"{entry['name']}: {name} {place}: {mine[place]} here, {theirs[place]} there")
    return lines


def row(entry):
    before = entry["before"]
    verdicts = collections.Counter(finding["verdict"] for finding in entry["findings"])
    places = collections.Counter(
        (os.path.basename(found["path"]), found["line"], found["gb"]) for found in entry["breaks"]
    )
    listed = ", ".join(
        f"{file}:{line} {gb}" + (f" ×{n}" if n > 1 else "") for (file, line, gb), n in sorted(places.items())
    )
    cells = [
        entry["name"],
        before["breaks"],
        before["breaks_later"],
        before["graphs"],
        "yes" if before["fullgraph"] else "no",
        before["output"],
        verdicts["confirmed"],
        len(entry["runtime_only"]),
        listed,
    ]
    return "| " + " | ".join(map(str, cells)) + " |"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", type=os.path.abspath)
    parser.add_argument("--rows", type=lambda text: text.split(","), default=[])
    parser.add_argument("--json", type=pathlib.Path)
    parser.add_argument("--from", dest="source", type=pathlib.Path)
    parser.add_argument("--against", type=pathlib.Path)
    options = parser.parse_args()
    if options.source:
        report = json.loads(options.source.read_text())
    else:
        report = measure(options.program, options.rows)
    if options.json:
        options.json.write_text(json.dumps(report, indent=1))
    bad, lines = 0, []
    for entry in report["entries"]:
        if entry["fault"]:
            print(f"{entry['name']}: {entry['fault']['title']}: {entry['fault']['detail']}")
            bad += 1
            continue
        lines.append(row(entry))
        if options.against:
            found = differences(entry, options.against)
            print(*(found or [f"{entry['name']}: same {sum(map(len, [entry['breaks']]))} breaks"]), sep="\n")
            bad += bool(found)
    columns = "| model | first call | later | graphs | fullgraph | results | confirmed | run time only | breaks |"
    text = HEAD.format(torch=report["entries"][0]["environment"]["torch"].partition("+")[0])
    text += "\n".join([columns, "|---" * 9 + "|", *lines]) + "\n"
    if not options.rows and not bad:
        (DOCS / "validated.md").write_text(text)
    print(text[len(HEAD) - 60 :])
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
