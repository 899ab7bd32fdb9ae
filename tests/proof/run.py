#!/usr/bin/env python3
"""Proof by machine: programs made up for each kind of fix do the same before and after.

    run.py [--kind K]… [--seed S] [--count N] [--fired N] [--seconds T] [--graphmend PATH] [--python PATH]
           [--device cuda]

For each kind a generator writes programs, `graphmend check` fixes them, once with safe fixes and once
with unsafe ones too, and both are called on the same tensors: the original uncompiled is what has to
come out of the fixed one, uncompiled and compiled by the backends eager, aot_eager and inductor. What
may differ is what the applied fixes say (`differences.py`): of a safe one nothing, of an unsafe one
what its difference names. Compared are results with dtype, strides, sharing of storage and bits,
changed arguments, buffers and attributes, gradients, random state, messages in order, exceptions.

A program in which no fix of its kind was applied counts as declined. A batch has `--count` programs of
each kind (10), which graphmend fixes all together. One batch is tried; with `--seconds` more are until the
time is over, with `--fired N` until a fix was made in N programs of each kind (a kind that has them is left
out from then on). Every program runs uncompiled; a share of them is compiled, by default one in five by eager and
aot_eager, and one in a hundred by inductor (`--compile`, `--inductor`: shares). Where the compiled
original differs from the uncompiled one in the same way, the difference is the compiler's, not the
fix's. With `--device cuda` all tensors are on the GPU, those that a program makes as well.
Exit status 0, 1 where a program differs, 77 without torch.
"""

import argparse
import ast
import dataclasses
import difflib
import json
import os
import pathlib
import re
import select
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import compare  # noqa: E402
import differences  # noqa: E402
import kinds  # noqa: E402
import shell  # noqa: E402

SKIPPED = 77
BATCH = 2000  # programs, where no number of them is asked for
# What a program says that keeps to the CPU, given tensors on another device.
ELSEWHERE = ("to be on cpu, but", "Expected all tensors to be on the same device")
COMPILED = ("eager", "aot_eager", "inductor")
# Inductor rounds by what it compiles together, which docs/fixing.md says.
ROUNDED = {"last bits", "gradient last bits"}
# A graph that fails has run nothing where tracing finds the error, and writes nothing back where it is
# run: what a call that raises said and changed before. With breaks the graph is a smaller one. It is so
# of every program that is compiled, and docs/fixing.md says it once.
# Of two errors of a program it is then the other one that shows.
BEFORE_FAILURE = {"said before a failure", "written before a failure", "error while tracing"}
# What a graph of the whole cannot do, and pieces of it between breaks can.
LIMITS = (
    # An input that is a view of a leaf, changed in place through detach().
    "a view of a leaf Variable that requires grad is being used in an in-place operation",
    # An input whose elements share memory, changed in place.
    "more than one element of the written-to tensor refers to a single memory location",
    # A warning of torch's own, which a gradient that is computed in one graph has no reason for.
    "Casting complex values to real discards the imaginary part",
    "degrees of freedom is <= 0",
)


@dataclasses.dataclass
class Case:
    kind: str
    number: int
    program: shell.Program
    arms: dict = dataclasses.field(default_factory=dict)  # "safe" and "unsafe": (path, [(title, difference)])


@dataclasses.dataclass
class Tally:
    fired: int = 0
    declined: int = 0
    unsafe: int = 0  # of those that fired, by an unsafe fix
    compiled: int = 0
    inductor: int = 0
    wrong: int = 0
    broken: int = 0  # the generator's own: does not run at all
    compilers: int = 0  # differences that the compiled original has, too


# ---- fixing -------------------------------------------------------------------------------------
def fix(graphmend, folder, options, extra):
    """What was applied in each file: {name: [(title, difference)]}."""
    command = [graphmend, "check", "--fix", "--fix-only", "--show-fixes", "--no-cache", *options, *extra, str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=1200)
    if done.returncode not in (0, 1):
        print(f"graphmend exits with {done.returncode}:\n" + "\n".join(line for line in (done.stdout + done.stderr).splitlines() if "GM000" in line or "defect" in line))
    applied, name = {}, None
    for line in done.stderr.splitlines():
        if match := re.match(r"^(\S.*\.py):$", line):
            name = pathlib.Path(match.group(1)).name
        elif match := re.match(r"^  line \d+: \w+ (.*)$", line):
            applied.setdefault(name, []).append([match.group(1), ""])
        elif match := re.match(r"^    unsafe: (.*)$", line):
            applied[name][-1][1] = match.group(1)
    return applied


def fix_all(graphmend, cases, work):
    """Writes and fixes the programs of a batch, the same options together."""
    groups = {}
    for case in cases:
        groups.setdefault(case.program.options, []).append(case)
    for options, group in groups.items():
        for arm, extra in (("original", None), ("safe", ()), ("unsafe", ("--unsafe-fixes",))):
            if arm == "unsafe" and "--outline" in options:
                # What is asked for by name needs no unsafe fixes, and is tried without.
                for case in group:
                    case.arms[arm] = case.arms["safe"]
                continue
            folder = work / arm / ("_".join(options).strip("-") or "plain")
            folder.mkdir(parents=True, exist_ok=True)
            for case in group:
                (folder / f"{case.kind}_{case.number}.py").write_bytes(case.program.source.encode())
            applied = {} if extra is None else fix(graphmend, folder, options, extra)
            for case in group:
                name = f"{case.kind}_{case.number}.py"
                case.arms[arm] = (folder / name, applied.get(name, []))


# ---- running ------------------------------------------------------------------------------------
class Worker:
    """Runs jobs in a process of its own, one at a time; one that takes too long, or with which the
    process dies, is the job's fault, and the next has a fresh process."""

    IMPORTING = 300  # seconds that a fresh process may take more

    def __init__(self, python, limit, device="cpu"):
        self.python, self.limit, self.device = python, limit, device
        self.process = None
        self.log = tempfile.TemporaryFile()

    def start(self):
        self.process = subprocess.Popen([self.python, str(HERE / "worker.py"), self.device], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.log,
                                        env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"})

    def stop(self):
        if self.process:
            self.process.kill()
            self.process.wait()
        self.process = None

    def run(self, jobs):
        found = {}
        for job in jobs:
            fresh = self.process is None
            if fresh:
                self.start()
            result = self.ask(job, self.limit + (self.IMPORTING if fresh else 0))
            if "fault" in result:
                self.stop()
            found[(job["id"], job["backend"])] = result
        return found

    def ask(self, job, limit):
        answer = b""
        ends = time.monotonic() + limit
        try:
            self.process.stdin.write(json.dumps(job).encode() + b"\n")
            self.process.stdin.flush()
        except BrokenPipeError:
            return {"fault": self.death()}
        while not answer.endswith(b"\n"):
            ready, _, _ = select.select([self.process.stdout], [], [], max(ends - time.monotonic(), 0))
            if not ready:
                return {"fault": f"took more than {limit:.0f} s"}
            chunk = os.read(self.process.stdout.fileno(), 1 << 20)
            if not chunk:
                return {"fault": self.death()}
            answer += chunk
        return json.loads(answer)

    def death(self):
        self.log.seek(0)
        return f"the process died: {self.log.read()[-400:].decode(errors='replace')}"


def jobs_of(case, arm, backends):
    path = str(case.arms[arm][0])
    return [{"id": f"{arm} {case.kind} {case.number}", "path": path, "calls": case.program.calls, "backend": backend} for backend in backends]


# ---- judging ------------------------------------------------------------------------------------
def allowed_words(applied):
    allowed, unknown = set(), []
    for _, difference in applied:
        words, rest = differences.words(difference)
        allowed |= words
        unknown += rest
    return allowed, unknown


def state_after_failure(found, reference):
    """What a call that raised left behind is a word of its own: compiled, a graph that fails writes
    nothing back."""
    failed = {number for number, call in enumerate(reference["calls"]) if call["raises"] is not None}
    out = []
    for word, where, what in found:
        match = re.match(r"call (\d+): (arguments|state)", where)
        if match and any(number <= int(match.group(1)) for number in failed) and (match.group(2) == "state" or int(match.group(1)) in failed):
            word = "written before a failure"
        out.append((word, where, what))
    return out


def without_own(found, reference, eager):
    """Without what AOTAutograd does to each graph, which shows where the same graph run by the backend
    eager does as the original: it drops a random draw that nothing uses, after which others are drawn,
    and an operation that nothing uses, with the error in it, and lays results out otherwise, by which
    kernels of half precision round otherwise."""
    if not eager or "fault" in eager:
        return found
    known = {word for word, _, _ in compare.runs(reference, eager, exact_text=False, compiled=True)}
    for word in ("random state", "raises not"):
        if word not in known and any(entry[0] == word for entry in found):
            return []
    return [entry for entry in found if entry[0] not in ROUNDED - known]


def is_past_handlers(entry, path):
    """Whether it is an error of the program that tracing finds, past a handler in it: torch does so."""
    word, _, what = entry
    return word == "raises" and "'traced': True" in what and "TorchDynamoException" not in what and "except" in path.read_text()


def asserts(path):
    return {ast.dump(node) for node in ast.walk(ast.parse(path.read_bytes())) if isinstance(node, ast.Assert)}


def judge(case, arm, results, backends):
    """[(backend, word, where, what)] that nothing allows, and how many are the compiler's own."""
    path, applied = case.arms[arm]
    key = f"{arm} {case.kind} {case.number}"
    reference = results[(f"original {case.kind} {case.number}", None)]
    allowed, unknown = allowed_words(applied)
    # An unsafe fix may raise in other words, where its tests do not ask for the words themselves.
    exact_text = not any(difference for _, difference in applied) or case.kind in kinds.KEEP_TEXT
    bad = [(None, "unknown difference", "stated", text) for text in unknown]
    compilers = 0
    if "fault" in reference or any(call["raises"] and any(text in call["raises"]["text"] for text in ELSEWHERE) for call in reference["calls"]):
        return [], 0, True
    # Dynamo lowers an assert of a tensor to an op that raises RuntimeError, wherever it compiles it.
    if "exception type" in allowed or asserts(path) & asserts(case.arms["original"][0]):
        allowed.add("asserted")
    for backend in backends:
        result = results.get((key, backend))
        if result is None:
            continue
        if "fault" in result:
            word = "device lost" if "device-side assert" in result["fault"] else "fault"
            if word not in allowed:
                bad.append((backend, word, "worker", result["fault"]))
            continue
        found = compare.runs(reference, result, exact_text=backend is None and exact_text, compiled=backend is not None)
        free = allowed | (ROUNDED if backend == "inductor" else set())
        if backend is None and "raises" in allowed:  # and earlier than another error
            found = [entry for entry in state_after_failure(found, reference) if entry[0] != "written before a failure"]
        found = [entry for entry in found if entry[0] not in free]
        if backend in ("aot_eager", "inductor"):
            kept = without_own(found, reference, results.get((key, "eager")))
            compilers, found = compilers + (len(kept) < len(found)), kept
        if backend is not None:
            found = [entry for entry in state_after_failure(found, reference) if entry[0] not in free]
            kept = [entry for entry in found if entry[0] not in BEFORE_FAILURE and not is_past_handlers(entry, path)]
            compilers, found = compilers + (len(kept) < len(found)), kept
            whole = [entry for entry in found if not any(limit in entry[2] for limit in LIMITS)]
            compilers += len(whole) < len(found)
            found = whole
        if found and backend is not None:
            compiled = results.get((f"original {case.kind} {case.number}", backend), {})
            if "calls" in compiled:
                same = {(word, where.split(".")[0]) for word, where, _ in state_after_failure(compare.runs(reference, compiled, exact_text=False, compiled=True), reference)}
                mine = [entry for entry in found if (entry[0], entry[1].split(".")[0]) not in same]
                compilers += bool(len(found) - len(mine))
                found = mine
        bad += [(backend, *entry) for entry in found]
    return bad, compilers, False


def report(case, arm, bad, out):
    original, (path, applied) = case.arms["original"][0], case.arms[arm]
    before, after = original.read_text(), path.read_text()
    print(f"\n==== {case.kind} {case.number}, {arm} fixes: differs", file=out)
    for title, difference in applied:
        print(f"  applied: {title}" + (f"; may differ: {difference}" if difference else ""), file=out)
    for backend, word, where, what in bad[:8]:
        print(f"  {backend or 'uncompiled'}: {word} at {where}: {what[:400]}", file=out)
    for number, source in enumerate(case.program.calls):
        print(f"  call {number}: {source}", file=out)
    print("".join(difflib.unified_diff(before.splitlines(True), after.splitlines(True), "before", "after", n=30)), file=out, flush=True)


def made_cases(kind, numbers, seed):
    generator, _ = kinds.KINDS[kind]
    for number in numbers:
        draw = shell.Draw(f"{seed} {kind} {number}")
        yield Case(kind, number, shell.program(draw, generator(draw)))


def count(case, tally):
    """The arms of the program in which something was applied, and whether a fix of its kind was."""
    by_arm = {}
    for arm in ("safe", "unsafe"):
        _, applied = case.arms[arm]
        if applied and (arm == "safe" or applied != case.arms["safe"][1]):
            by_arm[arm] = applied
    _, titles = kinds.KINDS[case.kind]
    fired = any(re.search(titles, title) for applied in by_arm.values() for title, _ in applied)
    tally.fired += fired
    tally.declined += not fired
    tally.unsafe += fired and not any(re.search(titles, title) for title, _ in by_arm.get("safe", []))
    return by_arm, fired


def backends_of(case, options):
    share = shell.Draw(f"{options.seed} {case.kind} {case.number} share").random.random()
    return (("eager", "aot_eager") if share < options.compile else ()) + (("inductor",) if share < options.inductor else ())


def prove_case(case, by_arm, fired, options, worker, tally, out):
    results = worker.run([job for arm in ("original", *by_arm) for job in jobs_of(case, arm, (None,))])
    backends = backends_of(case, options)
    tally.compiled += fired and bool(backends)
    tally.inductor += fired and "inductor" in backends
    results.update(worker.run([job for arm in by_arm for job in jobs_of(case, arm, backends)]))
    # The compiled original is asked only where the compiled result differs.
    asked = {entry[0] for arm in by_arm for entry in judge(case, arm, results, COMPILED)[0] if entry[0]}
    results.update(worker.run(jobs_of(case, "original", sorted(asked))))
    for arm in by_arm:
        bad, compilers, broken = judge(case, arm, results, (None, *COMPILED))
        tally.compilers += compilers
        tally.broken += broken
        if bad:
            tally.wrong += 1
            report(case, arm, bad, out)
            break


def prove(chosen, numbers, options, worker, tallies, out, over):
    """A batch: the programs of these numbers of each kind. `over`: whether the time is."""
    cases = [case for kind in chosen for case in made_cases(kind, numbers, options.seed)]
    with tempfile.TemporaryDirectory(prefix="graphmend-proof-") as folder:
        fix_all(options.graphmend, cases, pathlib.Path(folder))
        for case in cases:
            if over():
                return
            tally = tallies.setdefault(case.kind, Tally())
            if options.fired and tally.fired >= options.fired:
                continue
            by_arm, fired = count(case, tally)
            if by_arm:
                prove_case(case, by_arm, fired, options, worker, tally, out)
            if options.summary:
                write(pathlib.Path(options.summary), table(tallies) + "\n")


def table(tallies):
    rows = ["| kind | fired | of these by an unsafe fix | compiled | by inductor | declined | wrong |", "|---|---|---|---|---|---|---|"]
    rows += [f"| {kind} | {t.fired} | {t.unsafe} | {t.compiled} | {t.inductor} | {t.declined} | {t.wrong} |" for kind, t in tallies.items()]
    return "\n".join(rows)


def write(file, text):
    """As a whole or not at all: it is read while the run goes on, which may be ended at any time."""
    beside = file.with_name(file.name + ".new")
    beside.write_text(text)
    beside.replace(file)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kind", action="append", metavar="K", choices=sorted(kinds.KINDS))
    parser.add_argument("--seed", default="1")
    parser.add_argument("--first", type=int, default=0, help="number of the first program")
    parser.add_argument("--count", type=int, default=10)
    parser.add_argument("--fired", type=int, help="go on until fixes were made in so many programs of each kind")
    parser.add_argument("--seconds", type=float)
    parser.add_argument("--compile", type=float, default=0.2, help="share of the programs that is compiled by eager and aot_eager")
    parser.add_argument("--inductor", type=float, default=0.01, help="share of the programs that is compiled by inductor")
    parser.add_argument("--limit", type=float, default=120, help="seconds for one program")
    parser.add_argument("--graphmend", default="graphmend")
    parser.add_argument("--python", default=sys.executable, help="which has torch")
    parser.add_argument("--device", default="cpu", help="where all tensors are")
    parser.add_argument("--summary", help="a file for the table, rewritten after each batch")
    options = parser.parse_args()
    if subprocess.run([options.python, "-c", "import torch, numpy"], capture_output=True).returncode != 0:
        print("torch is not installed: skipped")
        return SKIPPED
    started, at = time.monotonic(), options.first
    tallies = {kind: Tally() for kind in options.kind or kinds.KINDS}
    worker = Worker(options.python, options.limit, options.device)

    def over():
        return options.seconds is not None and time.monotonic() - started > options.seconds

    def open_kinds():
        return [kind for kind, tally in tallies.items() if not options.fired or tally.fired < options.fired]

    while left := open_kinds():
        # The fewer kinds are left, the more programs of each: what starts graphmend is the batch.
        count = max(options.count, BATCH // len(left)) if options.fired else options.count
        prove(left, range(at, at + count), options, worker, tallies, sys.stdout, over)
        at += count
        if over() or not (options.seconds or options.fired):
            break
    worker.stop()
    print(table(tallies))
    return 1 if any(t.wrong for t in tallies.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
