#!/usr/bin/env python3
"""What `graphmend check` finds does not depend on the order of definitions nor of files.

    order_test.py GRAPHMEND [CASE FILE.md…]

Each case of tests/cases and rules, each program of tests/snippets, the examples and two packages
with models are written again with their definitions in another order: neighbouring functions and
classes, and neighbouring methods of a class, but that what one of them names while it is defined
(bases, decorators, defaults) stays before it. Files that no other file mentions get other names, so
that they sort differently. Then code, severity, function and the text of the line of all findings
must be the same.

Exit status: 0 the same, 1 different, one line for each finding. The packages are left out where
they cannot be had.
"""
import ast
import collections
import concurrent.futures
import json
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import zipfile

from remeasure_cases import cases_of

ROOT = pathlib.Path(__file__).resolve().parent.parent
PACKAGES = ["einops==0.8.2", "vit-pytorch==1.26.11"]
ORDERS = ["reversed", 1, 2]  # or a seed
DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


def names_when_defined(node):
    """Names that are evaluated when the definition is, not when it is called."""
    if isinstance(node, ast.ClassDef):
        parts = [*node.decorator_list, *node.bases, *(k.value for k in node.keywords)]
        for statement in node.body:
            parts += [] if isinstance(statement, DEFINITIONS) else [statement]
            if isinstance(statement, DEFINITIONS):
                yield from names_when_defined(statement)
    else:
        arguments = node.args
        parts = [*node.decorator_list, *arguments.defaults, *filter(None, arguments.kw_defaults), node.returns]
        every = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, arguments.vararg, arguments.kwarg]
        parts += [a.annotation for a in every if a]
    for part in filter(None, parts):
        yield from (n.id for n in ast.walk(part) if isinstance(n, ast.Name))


def runs(body):
    """Neighbouring definitions."""
    run = []
    for statement in [*body, None]:
        if isinstance(statement, DEFINITIONS):
            run.append(statement)
            continue
        if len(run) > 1:
            yield run
        run = []


def another_order(run, order):
    """Indices of the definitions: those that one names when it is defined stay before it, and so do
    others of its own name."""
    needed = [{*names_when_defined(d), d.name} for d in run]
    tied = lambda i, j: run[i].name in needed[j] or run[j].name in needed[i]
    before = [{i for i in range(j) if tied(i, j)} for j in range(len(run))]
    choose = max if order == "reversed" else random.Random(order).choice
    placed = []
    while len(placed) < len(run):
        placed.append(choose([j for j in range(len(run)) if j not in placed and before[j] <= set(placed)]))
    return placed


def first_line(node):
    return min([node.lineno, *(d.lineno for d in node.decorator_list)])


def permuted(text, order):
    """The text with its definitions in another order."""
    try:
        tree = ast.parse(text)
    except SyntaxError:
        return text
    lines = text.splitlines(keepends=True)
    bodies = [tree.body] + [n.body for n in ast.walk(tree) if isinstance(n, ast.ClassDef)]
    # Inner runs first: a class may be moved as a whole afterwards. Moving keeps the number of lines.
    for body in sorted(bodies, key=lambda b: -b[0].col_offset if b else 0):
        for run in runs(body):
            move(lines, run, order)
    return "".join(lines)


def move(lines, run, order):
    """Permutes what these neighbours occupy, each with the comments above it."""
    ends = [d.end_lineno for d in run]
    starts = [first_line(run[0]) - 1, *ends[:-1]]
    pieces = [lines[start:end] for start, end in zip(starts, ends)]
    if pieces[-1] and not pieces[-1][-1].endswith("\n"):
        pieces[-1][-1] += "\n"
    lines[starts[0]:ends[-1]] = [line for i in another_order(run, order) for line in pieces[i]]


def renamed(files, order):
    """{name: other name}: modules that no other file mentions sort in another order."""
    names, ranked = {}, sorted(files, reverse=True)
    if order != "reversed":
        random.Random(order).shuffle(ranked)
    for rank, name in enumerate(ranked):
        path = pathlib.PurePosixPath(name)
        word = re.compile(rf"\b{re.escape(path.stem)}\b")
        free = (path.suffix == ".py" and not path.stem.startswith("__")
                and not any(word.search(text) for other, text in files.items() if other != name))
        names[name] = str(path.with_name(f"m{rank:04}_{path.name}")) if free else name
    return names


def findings(graphmend, files, settings, names):
    """What is found: [(file, severity, code, function, line)…] with how often."""
    with tempfile.TemporaryDirectory() as scratch:
        root = pathlib.Path(scratch)
        for name, text in {**files, "graphmend.toml": settings}.items():
            path = root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        done = subprocess.run([graphmend, "check", "--output-format", "json", "."], cwd=root, capture_output=True,
                              text=True, env={**os.environ, "GRAPHMEND_CACHE_DIR": ""})
    if done.returncode not in (0, 1):
        return collections.Counter({("", "", f"exit status {done.returncode}", "", done.stderr): 1})
    back = {new: old for old, new in names.items()}
    found = collections.Counter()
    for f in json.loads(done.stdout)["findings"]:
        line = files[f["path"]].splitlines()[f["location"]["line"] - 1].strip()
        found[back.get(f["path"], f["path"]), f["severity"], f["code"], f["function"] or "", line] += 1
    return found


def differences(graphmend, title, files, settings):
    """What is found in one order alone, one line each."""
    same = {name: name for name in files}
    first = findings(graphmend, files, settings, same)
    for order in ORDERS:
        names = renamed(files, order)
        other = {names[name]: permuted(text, order) if name.endswith(".py") else text
                 for name, text in files.items()}
        if list(other.values()) == list(files.values()) and len(files) == 1:
            continue
        second = findings(graphmend, other, settings, names)
        for which, found in [("not", first - second), ("only", second - first)]:
            for path, severity, code, function, line in found:
                yield f"{title}: {which} in order {order}: {path}: {severity} {code} in {function or 'the module'}: {line}"


def cases(paths):
    """(title, files, settings) of each case."""
    for path in paths:
        for title, files, settings, _ in cases_of(path):
            yield f"{path.relative_to(ROOT)}::{title}", files, settings


def programs():
    """The same of each program of tests/snippets, and of the examples together."""
    for path in sorted((ROOT / "tests/snippets").glob("*/*.py")):
        yield str(path.relative_to(ROOT)), {path.name: path.read_text()}, ""
    examples = {str(p.relative_to(ROOT)): p.read_text() for p in (ROOT / "examples").rglob("*.py")}
    yield "examples", examples, ""


def packages(scratch):
    """The same of each package that can be had."""
    for package in PACKAGES:
        subprocess.run([sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", scratch, package],
                       capture_output=True)
    for wheel in sorted(pathlib.Path(scratch).glob("*.whl")):
        with zipfile.ZipFile(wheel) as archive:
            files = {name: archive.read(name).decode() for name in archive.namelist() if name.endswith(".py")}
        yield wheel.name.split("-")[0], files, 'assume-compiled = "modules"\n'


def main():
    graphmend = str(pathlib.Path(sys.argv[1]).resolve())
    paths = [pathlib.Path(p).resolve() for p in sys.argv[2:]]
    every = paths or sorted([*(ROOT / "tests/cases").glob("*.md"), *(ROOT / "rules").glob("*.md"), *(ROOT / "fixes").glob("*.md")])
    with tempfile.TemporaryDirectory() as scratch, concurrent.futures.ThreadPoolExecutor() as pool:
        work = [*cases(every), *([] if paths else [*programs(), *packages(scratch)])]
        results = list(pool.map(lambda one: list(differences(graphmend, *one)), work))
    for line in (line for lines in results for line in lines):
        print(line)
    print(f"{len(work)} programs, {sum(map(bool, results))} depend on the order")
    return 1 if any(results) else 0


if __name__ == "__main__":
    sys.exit(main())
