#!/usr/bin/env python3
"""Put the measurements together: truth.json, tree/ and env/.

    merge.py [--truth DIR] [--again DIR] [--site DIR] [--out truth.json] [--no-tree | --keep-truth]

tree/ gets the sources of the libraries under test and the programs; env/ those of their other pure-Python dependencies.
A break is kept where it lies. One that lies in torch or in the standard library is laid at the innermost frame outside
of them. Left out are the refusals of generator frames (GB0003), whose callers run uncompiled anyway, breaks whose place
Dynamo never traced (their callers ran uncompiled, too), and programs that failed or that broke differently when measured again.
"""
import argparse
import ast
import collections
import csv
import importlib.metadata
import json
import pathlib
import shutil

HERE = pathlib.Path.cwd()  # the set: a folder with programs/
# Never in env/: they would hide the linter's own knowledge of them, or have nothing to do with torch.
NEVER = {"torch", "torchgen", "functorch", "numpy", "scipy", "pip", "setuptools", "wheel", "pkg_resources", "_distutils_hack",
         "sympy", "pandas", "sklearn", "matplotlib", "mpl_toolkits", "numba", "llvmlite", "PIL", "cvxpy", "networkx", "statsmodels", "tensorboard",
         "build", "docs", "examples", "scripts", "test", "tests", "utils", "benchmarks", "setup", "isympy", "pylab", "botocore", "boto3"}


def blamed(event):
    """The place that a break is laid at: where it is, or the innermost frame outside of torch and the standard library."""
    ours = lambda file: not file.startswith(("/", "<", "?", "torch/"))
    if ours(event["file"]):
        return event["file"], event["line"]
    return next(((file, line) for file, line, _ in reversed(event["stack"]) if ours(file)), (event["file"], event["line"]))


def first_lines(path):
    """Line -> first line of its statement, to tell distinct statements."""
    spans = {}
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.stmt):
            body = getattr(node, "body", None)
            last = body[0].lineno - 1 if isinstance(body, list) and body else node.end_lineno
            for line in range(node.lineno, max(node.lineno, last) + 1):
                spans[line] = max(spans.get(line, 0), node.lineno)
    return spans


def ranges(lines):
    spans = []
    for line in sorted(lines):
        if spans and spans[-1][1] == line - 1:
            spans[-1][1] = line
        else:
            spans.append([line, line])
    return spans


def copy_file(old, new):
    """An extension is known by its name."""
    return pathlib.Path(new).touch() if str(old).endswith(".so") else shutil.copy(old, new)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--truth", type=pathlib.Path, default=HERE / "truth")
    parser.add_argument("--again", type=pathlib.Path, default=HERE / "truth2")
    parser.add_argument("--site", type=pathlib.Path, default=next(iter((HERE / "venv/lib").glob("python*/site-packages")), None))
    parser.add_argument("--out", type=pathlib.Path, default=HERE / "truth.json")
    parser.add_argument("--no-tree", action="store_true", help="truth.json alone")
    parser.add_argument("--keep-truth", action="store_true", help="tree/ and env/ alone, by the truth.json that is there")
    args = parser.parse_args()
    if not args.keep_truth:
        write_truth(args)
    if not args.no_tree:
        write_trees(args, json.loads(args.out.read_text())["models"])


def write_truth(args):
    with open(HERE / "families.csv") as file:  # program prefix, top-level package, PyPI name
        families = sorted(csv.reader(file), key=lambda row: -len(row[0]))
    kinds, cache, models = collections.Counter(), {}, {}
    tops = {top for _, top, _ in families}  # rows "-" name further libraries that are not a program's own

    def statement(file, line):
        if file not in cache:
            cache[file] = first_lines(HERE / file if file.startswith("programs/") else args.site / file)
        return file, cache[file].get(line, line)

    def inside(file):
        return file.startswith("programs/") or (file.split("/")[0] in tops and file.endswith(".py"))

    def kept_breaks(result):
        kept, outside = {}, set()
        traced = {statement(file, line) for file, lines in result["traced"].items() if inside(file) for line in lines}
        for event in result["breaks"]:
            file, line = blamed(event)
            if event["gb"] == "GB0003":
                kinds["generator frames"] += 1
            elif not inside(file):
                outside.add((file, line))
            elif (file, line) != (event["file"], event["line"]) and statement(file, line) not in traced:
                kinds["laid at untraced lines"] += 1
            else:
                kept.setdefault(statement(file, line), [file, line, event["gb"], ""])
        return kept, outside

    for path in sorted(args.truth.glob("*.json")):
        name, result = path.stem, json.loads(path.read_text())
        family = next((row for row in families if name == row[0] or name.startswith(row[0] + "_")), None)
        if result["error"] or not family or not (HERE / "programs" / path.with_suffix(".py").name).exists():
            kinds["failed" if result["error"] else "no family"] += 1
            continue
        kept, outside = kept_breaks(result)
        again = args.again / path.name
        if again.exists():
            second = json.loads(again.read_text())
            if second["error"] or set(kept_breaks(second)[0]) != set(kept):
                kinds["flaky"] += 1
                print("flaky:", name, *sorted(set(kept) ^ set(kept_breaks(second)[0]))[:4] if not second["error"] else [second["error"]])
                continue
        elif kept:
            kinds["measured once"] += 1
        _, top, package = family
        models[name] = {"breaks": list(kept.values()), "breaks_outside": len(outside), "family": top, "graphs": result["graphs"],
                        "package": f"{package} (PyPI)", "pypi": True, "version": importlib.metadata.distribution(package).version if not args.site else
                        next(d.version for d in importlib.metadata.distributions(path=[str(args.site)]) if (d.metadata["Name"] or "").lower().replace("_", "-") == package.lower().replace("_", "-")),
                        "traced": {file: ranges(lines) for file, lines in sorted(result["traced"].items()) if inside(file)}}
    roots = sorted({m["family"] for m in models.values()})
    truth = {"models": dict(sorted(models.items())), "roots": roots, "torch": "2.13.0"}
    args.out.write_text(json.dumps(truth, sort_keys=True, separators=(",", ":")) + "\n")
    broken = [m for m in models.values() if m["breaks"]]
    print(f"{len(models)} programs, {len(roots)} libraries, {len(broken)} break, at {len({tuple(b[:2]) for m in broken for b in m['breaks']})} places,"
          f" {sum(m['breaks_outside'] for m in models.values())} outside;", dict(kinds))


def write_trees(args, models):
    roots = sorted({m["family"] for m in models.values()})
    source = lambda folder, names: [n for n in names if not ((pathlib.Path(folder) / n).is_dir() or n.endswith((".py", ".pyi", ".typed", ".so"))) or n == "__pycache__"]
    wanted = roots + sorted({file.split("/")[0] for m in models.values() for file in m["traced"]} - set(roots) - {"programs"})
    copy = lambda old, new: shutil.copytree(old, new, ignore=source, copy_function=copy_file) if old.is_dir() else shutil.copy(old, new)
    tree, env = HERE / "tree.new", HERE / "env.new"
    for folder in (tree, env):
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
    for top in wanted:
        copy(args.site / top, tree / top)
    (tree / "programs").mkdir()
    for name in models:
        shutil.copy(HERE / "programs" / f"{name}.py", tree / "programs")
    for entry in sorted(args.site.iterdir()):
        module = entry.name.removesuffix(".py")
        if module in NEVER or not module.isidentifier() or module.startswith("_") or (tree / entry.name).exists():
            continue
        if entry.suffix == ".py" or entry.is_dir() and next(entry.rglob("*.py"), None):
            copy(entry, env / entry.name)
    for folder in (tree, env):
        old = folder.with_suffix("")
        if old.exists():
            old.rename(old.with_suffix(".old"))
        folder.rename(old)
        shutil.rmtree(old.with_suffix(".old"), ignore_errors=True)


if __name__ == "__main__":
    main()
