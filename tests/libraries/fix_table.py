#!/usr/bin/env python3
"""The fix table: programs around libraries, before and after `graphmend check --fix`, run by torch.

    fix_table.py [--graphmend PROGRAM] [--fix-args "--fix --unsafe-fixes"] [--python PYTHON]
                 [--programs DIR] [--truth FILE] [--tree DIR] [--with PACKAGE,…] [--src DIR,…]
                 [--runtime-path DIR]
                 [--only NAME,…] [--jobs N] [--limit SECONDS] [--keep DIR] [--json FILE]

Each library is copied twice together with its programs, and one copy is fixed in place. A program
then runs compiled from both copies, with the same seeds and the backend eager, so that equal means
to the bit: what each compiled call gets and gives, all that the program holds at the end (state,
gradients), random state, messages in order, and the exception that ends it. Where the two differ,
the original also runs uncompiled, twice: what is as it was uncompiled counts as equal, and what
differs between those two is left out. A program of a library that no fix changed is not run: its
breaks are those of truth.json. Exit status 1 where a program differs, raises anew, or breaks more
often.
"""
import argparse
import collections
import concurrent.futures
import json
import os
import pathlib
import queue
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile

SCRIPTS = pathlib.Path(__file__).resolve().parent
FIX_PROGRAM = str(SCRIPTS / "fix_program.py")
HERE = pathlib.Path.cwd()  # the set: a folder with programs/
ENVIRONMENT = {"TORCH_DYNAMO_AUTOMATIC_DYNAMIC_LOCAL_PGO": "0", "OMP_NUM_THREADS": "1",
               "HF_HUB_OFFLINE": "1", "MPLBACKEND": "Agg", "WANDB_MODE": "disabled",
               "PYTHONHASHSEED": "0",
               "MALLOC_PERTURB_": "165"}  # memory that a program never sets is the same each time
IMPORT = re.compile(r"^\s*(?:from|import) (\w+)", re.MULTILINE)
BAD = ("DIFFERS", "RAISES", "WORSE")


def copy_sources(args, tops, names, arm):
    """The sources alone are copied; what else a package holds is linked."""
    link = lambda old, new: (shutil.copy if str(old).endswith(".py") else os.symlink)(old, new)
    arm.mkdir(parents=True)
    for top in tops:
        old = args.tree / top
        if old.is_dir():
            shutil.copytree(old, arm / top, copy_function=link,
                            ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(old, arm / top)
    for libraries in args.tree.glob("*.libs"):  # extensions look for them beside their package
        os.symlink(libraries, arm / libraries.name)
    (arm / "programs").mkdir()
    for name in names:
        shutil.copy(args.programs / f"{name}.py", arm / "programs")


def import_roots(arm, root):
    """A root that is no package is a repository: its modules are imported from inside of it."""
    inside = (arm / root).is_dir() and not (arm / root / "__init__.py").exists()
    return [arm, *([arm / root] if inside else [])]


def imported_by(package):
    """The names of the packages that a package imports."""
    return {name for path in package.rglob("*.py")
            for name in IMPORT.findall(path.read_text(errors="replace"))}


def fix(args, root, tops, names, arm):
    """Fix a copy in place; what graphmend lists as done."""
    src = ",".join(map(str, [*import_roots(arm, root), *args.src]))
    command = [*shlex.split(args.graphmend), "check", "--isolated", "--no-cache", "--fix-only",
               "--show-fixes", "--assume-compiled", "explicit", "--library-breaks", "place",
               "--src", src, *shlex.split(args.fix_args), *(str(arm / top) for top in tops),
               *(str(arm / "programs" / f"{name}.py") for name in names)]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode not in (0, 1):
        sys.exit(f"{shlex.join(command)}\n{done.stderr[-2000:]}")
    return (done.stdout + done.stderr).replace(f"{arm}/", "").splitlines()


class Runners:
    """Processes of fix_program.py, one for each job at a time."""

    def __init__(self, args):
        env = {**os.environ, **ENVIRONMENT}
        self.limit, self.runtime_path = args.limit, args.runtime_path
        self.free = queue.Queue()
        for _ in range(args.jobs):
            self.free.put(subprocess.Popen([args.python, FIX_PROGRAM], env=env, text=True,
                                           stdin=subprocess.PIPE, stdout=subprocess.PIPE))

    def run(self, root, name, arm, eager=False):
        """What fix_program.py writes of one program, or {"failed": why it wrote nothing}."""
        out = arm.parent / "runs" / f"{name}-{arm.name}{'-eager' * eager}.json"
        out.parent.mkdir(exist_ok=True)
        out.unlink(missing_ok=True)
        job = {"program": str(arm / "programs" / f"{name}.py"), "tree": str(arm), "out": str(out),
               "eager": eager, "limit": self.limit,
               "path": [*map(str, import_roots(arm, root)), self.runtime_path]}
        runner = self.free.get()
        print(json.dumps(job), file=runner.stdin, flush=True)
        status = int(runner.stdout.readline())
        self.free.put(runner)
        if status == -signal.SIGALRM:
            return {"failed": f"no end within {self.limit:g} s"}
        if not out.exists():
            last = out.with_suffix(".log").read_text(errors="replace").strip().splitlines()
            return {"failed": f"exit status {status}: {(last or ['no output'])[-1][:200]}"}
        return json.loads(out.read_text())


def facts(result):
    """What may not change, flat: {what: value}."""
    flat = {"exception": result.get("error"), "failed": result.get("failed"),
            "messages": len(result.get("said", [])), "calls": len(result.get("calls", []))}
    for number, said in enumerate(result.get("said", []), 1):
        flat[f"message {number}"] = said
    flat.update((f"random {name}", text) for name, text in result.get("random", {}).items())
    for number, call in enumerate(result.get("calls", []), 1):
        flat.update((f"call {number} {path}", text) for path, text in call.items())
    flat.update((f"end {path}", text) for path, text in result.get("end", {}).items())
    return flat


def differences(after, *references):
    """Where the fixed program is like none of the references; what it has besides is its own."""
    after, references = facts(after), [facts(reference) for reference in references]
    return {what: [reference.get(what) for reference in references] + [after.get(what)]
            for what in references[0]
            if all(after.get(what) != reference.get(what) for reference in references)}


def worded(found):
    """A few words for a table row."""
    first, *others = found
    what = f"{first}: {found[first][0]!s:.80} -> {found[first][-1]!s:.80}"
    return what + (f" (and {len(others)} more)" if others else "")


def judge(runners, root, name, folder, before, after):
    """(verdict, what differs)."""
    found, note = differences(after, before), ""
    if found:
        eager = runners.run(root, name, folder / "before", eager=True)
        again = runners.run(root, name, folder / "before", eager=True)
        varying = differences(again, eager)
        found = {what: values for what, values in differences(after, before, eager).items()
                 if what not in varying}
        note = f", but for {len(varying)} values that vary from run to run" if varying else ""
    if found and ("failed" in after or found.get("exception", [None])[-1]):
        return f"RAISES ANEW {worded(found)}", found
    if found:
        return f"DIFFERS {worded(found)}", found
    more = len(after["breaks"]) > len(before["breaks"])
    return ("WORSE, equal" if more else "equal") + note, found


def measure_program(runners, root, name, program, folder, changed):
    """A row of the table; what is not run breaks where truth.json says."""
    known = [[file, line, gb, ""] for file, line, gb, *_ in program["breaks"]]
    row = {"before": known, "after": known, "ran": False, "differences": {},
           "verdict": "nothing fixed" if known else "nothing to fix"}
    if not changed:
        return row
    before = runners.run(root, name, folder / "before")
    if "failed" in before:
        return {**row, "verdict": f"not measured: {before['failed']}"}
    row.update(ran=True, before=before["breaks"], after=before["breaks"])
    if not changed & set(before["files"]):
        return row
    after = runners.run(root, name, folder / "after")
    verdict, found = judge(runners, root, name, folder, before, after)
    return {**row, "after": after.get("breaks", []), "verdict": verdict, "differences": found}


def measure_library(args, runners, root, programs):
    """The rows of one library's programs, by name."""
    folder = args.work / root
    shutil.rmtree(folder, ignore_errors=True)
    # A program may run through a second library of the set: that one is fixed as well.
    tops = {root} | {f.split("/")[0] for p in programs.values() for f in p["traced"]}
    if args.beside:
        tops |= args.beside & imported_by(args.tree / root)
    tops = sorted(top for top in tops - {"programs"} if (args.tree / top).exists())
    for arm in ("before", "after"):
        copy_sources(args, tops, programs, folder / arm)
    done = fix(args, root, tops, programs, folder / "after")
    changed = {str(path.relative_to(folder / "before")) for path in folder.glob("before/**/*.py")
               if path.read_bytes() != (folder / "after" / path.relative_to(
                   folder / "before")).read_bytes()}
    rows = {name: measure_program(runners, root, name, program, folder, changed)
            for name, program in programs.items() if not args.only or name in args.only.split(",")}
    if not args.keep:
        shutil.rmtree(folder)
    return {name: {**row, "library": root, "fixes": done} for name, row in rows.items()}


def statements(breaks):
    return len({(file, line) for file, line, *_ in breaks})


def print_row(name, row):
    before, after = row["before"], row["after"]
    print(f"{name:28} events {len(before):>3} -> {len(after):<3} statements "
          f"{statements(before):>2} -> {statements(after):<2} {row['verdict']}", flush=True)


def print_totals(rows):
    whole = [row for row in rows if not row["verdict"].startswith("RAISES")]
    ran = [row for row in whole if row["ran"]]
    print("without the programs that raise anew, whose breaks end early:")
    for what, count, those in (("events of the programs that ran", len, ran),
                               ("statements", statements, whole)):
        before, after = (sum(count(row[arm]) for row in those) for arm in ("before", "after"))
        share = (before - after) / max(1, before)
        print(f"break {what}: {before} -> {after}, {share:.0%} mended")
    kinds = collections.Counter(re.match("[A-Z]+|[^,:]+", row["verdict"])[0] for row in rows)
    print("programs:", ", ".join(f"{count} {kind}" for kind, count in kinds.most_common()))
    left = collections.Counter(event[2] or "?" for row in rows for event in row["after"])
    print("left:", ", ".join(f"{count} {gb}" for gb, count in left.most_common(12)))


def arguments():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--graphmend", default="graphmend")
    parser.add_argument("--fix-args", default="--fix --unsafe-fixes")
    parser.add_argument("--python", default=str(HERE / "venv/bin/python"),
                        help="runs the programs; it has torch and what the libraries need")
    parser.add_argument("--programs", type=pathlib.Path, default=HERE / "programs")
    parser.add_argument("--truth", type=pathlib.Path, default=HERE / "truth.json")
    parser.add_argument("--tree", type=pathlib.Path, help="the packages that are copied",
                        default=next(HERE.glob("venv/lib/python*/site-packages"), None))
    parser.add_argument("--with", dest="beside", default="",
                        help="packages of the tree that are fixed beside each library that imports "
                             "them")
    parser.add_argument("--src", default=f"{HERE / 'tree'},{HERE / 'env'}",
                        help="where graphmend looks up imports besides; never a folder with torch")
    parser.add_argument("--runtime-path", default=str(SCRIPTS.parent.parent / "python"),
                        help="folder with the package graphmend, which fixes may import")
    parser.add_argument("--only", help="only these programs")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--limit", type=float, default=180, help="seconds for one run")
    parser.add_argument("--keep", type=pathlib.Path, help="keep the copies here")
    parser.add_argument("--json", type=pathlib.Path)
    args = parser.parse_args()
    args.beside = set(filter(None, args.beside.split(",")))
    args.src = [path for path in map(pathlib.Path, args.src.split(",")) if path.exists()]
    args.tree, args.programs = args.tree.resolve(), args.programs.resolve()
    args.work = (args.keep or pathlib.Path(tempfile.mkdtemp(prefix="fix-table-"))).resolve()
    return args


def main():
    args = arguments()
    libraries = collections.defaultdict(dict)
    for name, program in json.loads(args.truth.read_text())["models"].items():
        root = program["family"].split("/")[0]
        if (args.tree / root).exists() and (args.programs / f"{name}.py").exists():
            libraries[root][name] = program
    if args.only:  # what is fixed depends on all the programs of a library
        libraries = {root: programs for root, programs in libraries.items()
                     if programs.keys() & set(args.only.split(","))}
    rows, runners = {}, Runners(args)
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        for measured in pool.map(lambda item: measure_library(args, runners, *item),
                                 sorted(libraries.items())):
            rows.update(measured)
            for name, row in measured.items():
                print_row(name, row)
            if args.json:  # as far as it is, in case that it is stopped
                args.json.write_text(json.dumps(rows, indent=1))
    print_totals(list(rows.values()))
    if not args.keep:
        shutil.rmtree(args.work)
    sys.exit(any(row["verdict"].startswith(BAD) for row in rows.values()))


if __name__ == "__main__":
    main()
