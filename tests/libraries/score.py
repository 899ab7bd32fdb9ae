#!/usr/bin/env python3
"""Hold graphmend against what TorchDynamo did in the programs of this folder.

    score.py [--graphmend PROGRAM] [--check-args "…"] [--only NAME,…] [--misses N] [--json FILE]

Each library is checked together with its programs; tree/ and env/ (merge.py) have the sources. A
statement that breaks counts as found where a finding stands on it, firm where that is an error or
a warning. A false alarm is a firm finding on a statement that was traced and never broke. What
broke in one program and not in another hangs on something that source does not tell, and counts
for recall alone. A program's verdict is right where it breaks and has a firm finding on a
statement that it ran, or has neither.
"""
import argparse
import ast
import collections
import json
import pathlib
import shlex
import subprocess
import sys
import urllib.parse

HERE = pathlib.Path.cwd()  # the set: a folder with programs/


class Statements:
    """The first line of the innermost statement, or of the head of one, that a line is in."""

    def __init__(self, tree):
        self.tree, self.known = tree, {}

    def parsed(self, file):
        try:
            return ast.parse((self.tree / file).read_text())
        except SyntaxError:  # packages hold such files; nothing in them ran
            return ast.Module([], [])

    def of(self, file, line):
        if file not in self.known:
            first = {}
            for node in ast.walk(self.parsed(file)):
                if not isinstance(node, (ast.stmt, ast.ExceptHandler, ast.match_case)):
                    continue
                begin = node.pattern.lineno if isinstance(node, ast.match_case) else node.lineno
                body = getattr(node, "body", None)
                end = body[0].lineno - 1 if isinstance(body, list) and body else getattr(node, "end_lineno", begin)
                for number in range(begin, max(begin, end) + 1):
                    first[number] = max(first.get(number, 0), begin)
            self.known[file] = first
        return file, self.known[file].get(line, line)


def check(args, root, names, programs):
    """The findings of one library and its programs: (file below tree/, line, rule, firm)."""
    tree = HERE / "tree"
    # A program may run through a second library of the set: that one is named as well.
    tops = {root} | {file.split("/")[0] for name in names for file in programs[name]["traced"]} - {"programs"}
    command = [*shlex.split(args.graphmend), "check", "--isolated", "--no-cache", "--exit-zero", "--output-format", "sarif",
               "--assume-compiled", "explicit", "--library-breaks", "place", "--src", f"{tree},{HERE / 'env'}",
               *shlex.split(args.check_args), *(str(tree / top) for top in sorted(tops)),
               *(str(tree / "programs" / f"{name}.py") for name in names)]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode or not done.stdout:
        sys.exit(f"{shlex.join(command)}\n{done.stderr[-2000:]}")
    for run in json.loads(done.stdout)["runs"]:
        for result in run.get("results", []):
            if result.get("suppressions"):
                continue
            place = result["locations"][0]["physicalLocation"]
            parts = pathlib.PurePosixPath(urllib.parse.unquote(place["artifactLocation"]["uri"]).removeprefix("file://")).parts
            # Whatever the URI is relative to: its longest tail that names a file of the tree.
            tails = (pathlib.PurePosixPath(*parts[i:]) for i in range(len(parts)) if parts[i] != "/")
            file = next((tail for tail in tails if (tree / tail).is_file()), None)
            if file:
                yield str(file), place["region"]["startLine"], result["ruleId"], result.get("level") != "note"


def share(part, whole):
    return round(part / max(1, whole), 3)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--graphmend", default="graphmend")
    parser.add_argument("--check-args", default="")
    parser.add_argument("--only", help="only these programs")
    parser.add_argument("--misses", type=int, default=15, help="how many misses and false alarms to list")
    parser.add_argument("--json", type=pathlib.Path)
    args = parser.parse_args()
    programs = json.loads((HERE / "truth.json").read_text())["models"]
    programs = {name: p for name, p in programs.items()
                if (HERE / "tree" / p["family"]).exists() and (not args.only or name in args.only.split(","))}
    by_library = collections.defaultdict(list)
    for name, program in programs.items():
        by_library[program["family"]].append(name)

    statements = Statements(HERE / "tree")
    found, firm, count = {}, set(), 0
    for root, names in sorted(by_library.items()):
        for file, line, rule, is_firm in check(args, root, names, programs):
            statement = statements.of(file, line)
            found[statement], count = rule, count + 1
            if is_firm:
                firm.add(statement)

    broke, clean = {}, set()
    for program in programs.values():
        program["broke"] = {statements.of(file, line) for file, line, *_ in program["breaks"]}
        broke.update((statements.of(file, line), gb) for file, line, gb, _ in program["breaks"])
        program["ran"] = {statements.of(file, line) for file, spans in program["traced"].items()
                          for first, last in spans for line in range(first, last + 1)}
        clean |= program["ran"] - program["broke"]
    mixed = set(broke) & clean
    hits, alarms = set(broke) & set(found), sorted(firm & clean - set(broke))
    right = [bool(p["broke"] - mixed) == bool(firm & ((p["ran"] | p["broke"]) - mixed)) for p in programs.values()]

    text = lambda s: (HERE / "tree" / s[0]).read_text().splitlines()[s[1] - 1].strip()[:100]
    for statement in sorted(set(broke) - hits)[:args.misses]:
        print(f"miss  {statement[0]}:{statement[1]} {broke[statement]} {text(statement)}")
    for statement in alarms[:args.misses]:
        print(f"alarm {statement[0]}:{statement[1]} {found[statement]} {text(statement)}")
    figures = {"programs": len(programs), "libraries": len(by_library), "breaking statements": len(broke),
               "recall": share(len(hits), len(broke)),
               "firm recall": share(len((hits & firm) - mixed), len(set(broke) - mixed)),
               "firm precision": share(len(hits & firm), len(hits & firm) + len(alarms)), "false alarms": len(alarms),
               "right verdicts": share(sum(right), len(right)), "findings": count}
    print(json.dumps(figures))
    if args.json:
        args.json.write_text(json.dumps(figures) + "\n")


if __name__ == "__main__":
    main()
