#!/usr/bin/env python3
"""Break graphmend on purpose, in each of the ways of ci/mutants.toml, and see that a test notices.

A mutant is a change of one place that makes the program wrong: a join that forgets one side, a
`del` that does nothing, a fix that is called safe and is not. Its text occurs exactly once in its
file, else this fails: the table must not rot. Unit tests and cases have to kill each of them, by a
failure, a crash or by not ending. One that survives shows what is not tested.

    ci/mutants.py                 all, one after the other: about a minute each
    ci/mutants.py NAME…           only these
    ci/mutants.py --list          their names and what each stands for
    ci/mutants.py --check         only whether the text of each occurs exactly once; a test of meson's

The tree is copied to build-mutants/ and built there; nothing else is written to, so that it can be
interrupted at any time, and the next run takes up the copy as it is.

Exit status: 0 all are killed, 1 one survives, 2 the table or the build is at fault, 77 Python is
older than 3.11.
"""
import argparse
import collections
import contextlib
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import time

try:
    import tomllib
except ImportError:
    print("skipped: tomllib is missing, which Python has from 3.11 on")
    sys.exit(77)
try:
    import fcntl
    import resource
except ImportError:  # Windows
    fcntl = resource = None

ROOT = pathlib.Path(__file__).resolve().parent.parent
TABLE = ROOT / "ci/mutants.toml"
TARGETS = ["tests/graphmend_cases", "tests/graphmend_unit"]
# What a mutant that never ends, or never stops to grow, may take of each test program.
SECONDS, BYTES = 300, 6 << 30

Mutant = collections.namedtuple("Mutant", "name file text replacement stands_for")


class Fault(Exception):
    """Nothing that a mutant has done."""


def load():
    rows = tomllib.loads(TABLE.read_text())["mutant"]
    wrong = [row for row in rows if set(row) != set(Mutant._fields)]
    if wrong:
        raise Fault(f"{TABLE.name}: {wrong[0].get('name', wrong[0])}: has other keys than {', '.join(Mutant._fields)}")
    return [Mutant(**row) for row in rows]


def faults(mutants):
    """What is wrong with the table, one line each."""
    names = collections.Counter(mutant.name for mutant in mutants)
    yield from (f"{name}: is there {count} times" for name, count in names.items() if count > 1)
    for mutant in mutants:
        path = ROOT / mutant.file
        count = path.read_text().count(mutant.text) if path.is_file() else None
        if count is None:
            yield f"{mutant.name}: there is no {mutant.file}"
        elif count != 1:
            yield f"{mutant.name}: its text occurs {count} times in {mutant.file}, not once"
        if mutant.text == mutant.replacement:
            yield f"{mutant.name}: changes nothing"


class Copy:
    """The tree, copied to where it may be changed, and built there."""

    def __init__(self, folder, jobs):
        self.tree = folder
        self.build = folder / "build"
        self.jobs = jobs

    def refresh(self):
        """Makes the copy what the tree is; what is the same stays untouched, and so built."""
        listed = subprocess.run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
                                cwd=ROOT, check=True, capture_output=True, text=True).stdout
        names = {name for name in listed.split("\0") if name and (ROOT / name).is_file()}
        for name in names:
            self.put(name, (ROOT / name).read_bytes())
            shutil.copymode(ROOT / name, self.tree / name)
        for path in self.tree.rglob("*"):
            name = path.relative_to(self.tree).as_posix()
            if path.is_file() and name not in names and not name.startswith(("subprojects/", "build/", "lock")):
                path.unlink()
        # Fetched sources, which git does not know.
        for path in (ROOT / "subprojects").iterdir():
            if path.is_dir() and not (self.tree / "subprojects" / path.name).exists():
                shutil.copytree(path, self.tree / "subprojects" / path.name)

    def put(self, name, content):
        path = self.tree / name
        if path.is_file() and path.read_bytes() == content:
            return
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)

    def configure(self):
        if (self.build / "build.ninja").exists():
            return
        environment = dict(os.environ)
        if shutil.which("mold"):
            environment.setdefault("CXX_LD", "mold")
        # What a mutant leaves unused is no error.
        run(["meson", "setup", self.build, self.tree, "-Doptimization=1", "-Ddebug=false", "-Db_ndebug=false",
             "-Dwerror=false"], env=environment)

    def make(self):
        """None, or what the compiler says."""
        done = subprocess.run(["ninja", "-C", self.build, *(["-j", str(self.jobs)] if self.jobs else []), *TARGETS],
                              capture_output=True, text=True)
        return None if done.returncode == 0 else done.stdout[-3000:]

    @contextlib.contextmanager
    def mutated(self, mutant):
        before = (self.tree / mutant.file).read_text()
        try:
            self.put(mutant.file, before.replace(mutant.text, mutant.replacement).encode())
            yield
        finally:
            self.put(mutant.file, before.encode())

    def first_failure(self):
        """What a test says first against the program as it is; None: nothing."""
        for target, options, name_of in ((TARGETS[0], ["--stop"], case),
                                         (TARGETS[1], ["--abort-after=1"], unit_test)):
            try:
                done = subprocess.run([self.build / target, *options], cwd=self.tree, timeout=SECONDS, text=True,
                                      errors="replace", stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                      preexec_fn=limit_memory if resource else None)
            except subprocess.TimeoutExpired:
                return f"{pathlib.Path(target).name} does not end within {SECONDS} s"
            if done.returncode != 0:
                return name_of(done.stdout) or f"{pathlib.Path(target).name} ends with status {done.returncode}"
        return None


def limit_memory():
    resource.setrlimit(resource.RLIMIT_AS, (BYTES, BYTES))


def unit_test(output):
    """The test case of the first error; others may only say something."""
    name = None
    for line in output.splitlines():
        if line.startswith("TEST CASE:"):
            name = line.strip()
        elif " ERROR: " in line:
            return name
    return name


def case(output):
    line = next(iter(output.splitlines()), "")
    return line if len(line) < 150 else line[:149] + "…"


def run(command, **options):
    if subprocess.run([str(word) for word in command], **options).returncode != 0:
        raise Fault(f"failed: {' '.join(str(word) for word in command)}")


def examine(copy, mutant):
    """Whether a test kills it; prints its line."""
    start = time.monotonic()
    with copy.mutated(mutant):
        if complaint := copy.make():
            raise Fault(f"{mutant.name}: does not compile\n{complaint}")
        failure = copy.first_failure()
    seconds = time.monotonic() - start
    print(f"{'killed' if failure else 'SURVIVED':8}  {mutant.name}  ({seconds:.0f} s)  {failure or mutant.stands_for}",
          flush=True)
    return failure is not None


def examine_all(mutants, arguments):
    folder = arguments.folder.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    with open(folder / "lock", "w") as lock:
        if fcntl:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                raise Fault(f"{folder} is in use; --folder names another one") from None
        copy = Copy(folder, arguments.jobs)
        copy.refresh()
        copy.configure()
        if complaint := copy.make():
            raise Fault(f"the tree does not compile\n{complaint}")
        if failure := copy.first_failure():
            raise Fault(f"a test fails without any mutant: {failure}")
        survivors = [mutant.name for mutant in mutants if not examine(copy, mutant)]
    print(f"{len(mutants)} mutants, {len(mutants) - len(survivors)} killed")
    if survivors:
        print("survivors:", *survivors)
    return 1 if survivors else 0


def selected(mutants, names):
    unknown = set(names) - {mutant.name for mutant in mutants}
    if unknown:
        raise Fault(f"no mutant is called {', '.join(sorted(unknown))}; --list names them")
    return [mutant for mutant in mutants if not names or mutant.name in names]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help="only these mutants")
    parser.add_argument("--list", action="store_true", help="what there is")
    parser.add_argument("--check", action="store_true", help="only that each text occurs exactly once")
    parser.add_argument("--jobs", "-j", type=int, help="how many files are compiled at once")
    parser.add_argument("--folder", type=pathlib.Path, default=ROOT / "build-mutants", help="where it builds")
    arguments = parser.parse_args()
    # Whatever ends this, the copy is put right and the test that runs is ended.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    try:
        mutants = selected(load(), arguments.names)
        if arguments.list:
            for mutant in mutants:
                print(f"{mutant.name:28}  {mutant.file}: {mutant.stands_for}")
            return 0
        wrong = list(faults(mutants))
        if wrong:
            raise Fault("\n".join(wrong))
        if arguments.check:
            print(f"{len(mutants)} mutants, each in its place")
            return 0
        return examine_all(mutants, arguments)
    except Fault as fault:
        print(fault)
        return 2
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
