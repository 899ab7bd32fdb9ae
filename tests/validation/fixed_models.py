"""What fixing does to a whole library: transformers, fixed in a copy.

    fixed_models.py PROGRAM [--rows t5,bart] [--no-imports] [--keep FOLDER]

1. `check --fix --unsafe-fixes` on a copy, twice: the second time changes nothing.
2. Each changed file parses; lines outside of the fixes' own are as they were (`--diff` of the
   original is what changed). Each changed module imports as before, or fails as before.
3. The models of models/pyproject.toml that have no graph break left compile with fullgraph=True
   under the backends eager, aot_eager and inductor, and calls with inputs of the same shapes
   compile nothing after the first; but once more where a buffer is rebound that another attribute
   holds before the first call, as which tensors are the same one is guarded on.
4. Under inductor, with emulate_precision_casts, the fixed models give the outputs and buffers of the
   unfixed ones to the bit (fusion may drop roundings without that flag), and the gradients but for
   the order in which contributions of several uses are added.
5. Where something differs under inductor, the fixed program is also run with a graph break wherever
   the unfixed one broke (`broken_alike`): then all is equal to the bit, gradients too.

Needs torch 2.13 and transformers 4.52.4 in the environment of this interpreter. Takes minutes.
Exit status 1 when something does not hold.
"""

import argparse
import ast
import importlib.util
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

import broken_alike
import models_table

BACKENDS = ("eager", "aot_eager", "inductor")

# Prints one JSON object a module: the exception's type, or nothing.
IMPORTS = """
import importlib, json, sys, warnings
warnings.simplefilter("ignore")
found = {}
for name in sys.stdin.read().split():
    try:
        importlib.import_module(name)
        found[name] = ""
    except BaseException as error:
        found[name] = type(error).__name__
print(json.dumps(found))
"""

# Prints, for a model and a backend: what stood in the way, and how many graphs each call made.
WHOLE = """
import json, sys
import torch
from graphmend.validation import request, load
entry = json.loads(sys.argv[1])
backend = sys.argv[2]
loaded = load.load(entry, "cpu")
counters = torch._dynamo.utils.counters
graphs, shapes, problem = [], [], ""
try:
    compiled = torch.compile(loaded.callee, backend=backend, fullgraph=True, dynamic=False)
    with torch.no_grad():
        for call in loaded.calls * 2:
            call = load.fresh(call)
            values = list(call.args) + [call.kwargs[k] for k in sorted(call.kwargs)]
            shapes.append([list(v.shape) for v in values if isinstance(v, torch.Tensor)])
            compiled(*call.args, **call.kwargs)
            graphs.append(counters["stats"]["unique_graphs"])
except Exception as error:
    problem = type(error).__name__ + ": " + (str(error).strip().splitlines() or [""])[0]
print(json.dumps({"graphs": graphs, "shapes": shapes, "problem": problem}))
"""

# Saves, for a model, the outputs, buffers and gradients of each call; prints what stopped it and
# where graphs broke.
VALUES = """
import json, sys
import torch
import torch._inductor.config as inductor
from graphmend.validation import load, observe, tensors
inductor.emulate_precision_casts = True
inductor.fallback_random = True
torch.set_num_threads(1)  # threads add in the order in which they come
loaded = load.load(json.loads(sys.argv[1]), "cpu")
compiled = torch.compile(loaded.callee, backend="inductor", dynamic=False)
found, problem = [], ""
recorder = observe.Recorder().__enter__()
try:
    for call in loaded.calls:
        load.seed_everything(load.RUN_SEED)
        call = load.fresh(call)
        values = dict(tensors.named_tensors(compiled(*call.args, **call.kwargs)))
        losses = [t.float().sum() for t in values.values() if t.requires_grad]
        if losses:
            sum(losses).backward()
        gradients = {}
        if loaded.module is not None:
            values |= {"buffer " + name: t for name, t in loaded.module.named_buffers()}
            for name, parameter in loaded.module.named_parameters():
                if parameter.grad is not None and parameter.grad.any():
                    gradients[name] = parameter.grad.clone()
        found.append(({name: t.detach().clone() for name, t in values.items()}, gradients))
        loaded.module is not None and loaded.module.zero_grad()
except Exception as error:
    problem = type(error).__name__ + ": " + (str(error).strip().splitlines() or [""])[0]
torch.save(found, sys.argv[2])
breaks = sorted({(one.file, one.line) for one in recorder.breaks})
print(json.dumps({"problem": problem, "breaks": breaks}))
"""
# Roundings of the largest value among all gradients: some are nothing but rounding, as that of a
# bias which softmax takes out again. One graph adds what several uses of a tensor contribute in
# another order than autograd does between graphs; that is no doing of the rewrites.
MOST_ROUNDING = 32


def run(code, source, *arguments, text=""):
    """The last line that the code prints, as JSON; the sources at `source` come first."""
    path = os.pathsep.join([str(source), str(models_table.PACKAGE.parent)])
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments],
        input=text,
        env={**os.environ, "PYTHONPATH": path, "HF_HUB_OFFLINE": "1", "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
    )
    lines = done.stdout.strip().splitlines()
    if not lines:
        raise SystemExit(f"nothing printed (exit status {done.returncode}):\n{done.stderr[-2000:]}")
    return json.loads(lines[-1])


def fix(program, folder):
    done = subprocess.run(
        [program, "check", "--isolated", "--fix", "--unsafe-fixes", "--exit-zero", "-o", os.devnull, folder],
        capture_output=True,
        text=True,
    )
    if done.returncode:
        raise SystemExit(f"check --fix: exit status {done.returncode}\n{done.stderr[-2000:]}")


def contents(folder):
    return {p.relative_to(folder): p.read_bytes() for p in sorted(folder.rglob("*.py"))}


def fixed_copy(program, work, problems):
    """Folders before/ and after/, and the files that differ."""
    origin = pathlib.Path(importlib.util.find_spec("transformers").origin).parent
    for arm in ("before", "after"):
        shutil.copytree(origin, work / arm / "transformers")
        for info in origin.parent.glob("transformers-*.dist-info"):
            shutil.copytree(info, work / arm / info.name)
    before = contents(work / "before")
    fix(program, work / "after" / "transformers")
    once = contents(work / "after")
    fix(program, work / "after" / "transformers")
    twice = contents(work / "after")
    again = [path for path in once if once[path] != twice[path]]
    problems += [f"{path}: fixing a second time changes it" for path in again]
    changed = [path for path in before if before[path] != once[path]]
    for path in changed:
        try:
            ast.parse(once[path])
        except SyntaxError as error:
            problems.append(f"{path}: no longer parses: {error}")
    print(f"{len(before)} files, {len(changed)} changed, {len(again)} changed again by a second run")
    return changed


def check_imports(work, changed, problems):
    names = "\n".join(".".join(p.with_suffix("").parts).removesuffix(".__init__") for p in changed)
    results = [run(IMPORTS, work / arm, text=names) for arm in ("before", "after")]
    differ = [name for name in results[0] if results[0][name] != results[1][name]]
    for name in differ:
        problems.append(f"{name}: imports as {results[1][name] or 'a module'}, before as {results[0][name] or 'a module'}")
    works = sum(not error for error in results[0].values())
    print(f"{len(results[0])} changed modules, {works} can be imported, {len(differ)} import in another way")


def entries(rows):
    from graphmend.validation import request

    for values in models_table.settings()["entries"]:
        if not rows or values["name"] in rows:
            yield values["name"], request.make_entry(values)


def check_rows(work, rows, problems):
    whole = 0
    for name, entry in entries(rows):
        verdicts = []
        for backend in BACKENDS:
            found = run(WHOLE, work / "after", json.dumps(entry), backend)
            more = [
                i
                for i in range(1, len(found["graphs"]))
                if found["graphs"][i] > found["graphs"][i - 1]
                and found["shapes"][i] in found["shapes"][:i]
            ]
            verdict = found["problem"][:60] or ("whole, compiles once more" if more else "whole")
            if len(more) > 1:
                verdict = f"calls {', '.join(str(i + 1) for i in more)} compile"
                problems.append(f"{name}, {backend}: {verdict} for shapes that were seen")
            verdicts.append(verdict)
        whole += all(verdict.startswith("whole") for verdict in verdicts)
        print(f"{name:16} " + "  ".join(f"{b}: {v}" for b, v in zip(BACKENDS, verdicts)), flush=True)
    print(f"{whole} models are one graph under {', '.join(BACKENDS)}")


def rounding(before, after, largest):
    """The largest difference of two gradients, in roundings (`eps`) of `largest`."""
    import torch

    if before is None or after is None or before.shape != after.shape or before.dtype != after.dtype:
        return float("inf")
    apart = (before.double() - after.double()).abs().max().item()
    return apart / (largest * torch.finfo(before.dtype).eps)


def compare_calls(before, after):
    """Names of what differs, how many tensors there are, and the largest rounding of a gradient."""
    import torch

    differ, count, most = [], 0, 0.0
    for number, (mine, theirs) in enumerate(zip(before, after)):
        for key in sorted(mine[0].keys() | theirs[0].keys()):
            a, b = mine[0].get(key), theirs[0].get(key)
            count += 1
            if a is None or b is None or a.dtype != b.dtype or not torch.equal(a, b):
                differ.append(f"call {number + 1}: {key}")
        largest = max((gradient.abs().max().item() for gradient in mine[1].values()), default=1)
        for key in sorted(mine[1].keys() | theirs[1].keys()):
            count += 1
            apart = rounding(mine[1].get(key), theirs[1].get(key), largest)
            most = max(most, apart)
            if apart > MOST_ROUNDING:
                differ.append(f"call {number + 1}: gradient of {key}")
    return differ, count, most


def values_of(work, arm, entry):
    """What VALUES prints for a model, and what it saves."""
    import torch

    file = work / f"{arm}.pt"
    printed = run(VALUES, work / arm, json.dumps(entry), str(file))
    return printed, torch.load(file)


def broken_values(work, entry, breaks):
    """`values_of` the fixed program with a graph break wherever the unfixed one broke."""
    places = {}
    for file, line in breaks:
        if pathlib.Path(file).is_relative_to(work / "before"):
            places.setdefault(pathlib.Path(file).relative_to(work / "before"), []).append(line)
    kept = {path: (work / "after" / path).read_text() for path in places}
    try:
        for path, lines in places.items():
            text = broken_alike.insert_breaks((work / "before" / path).read_text(), kept[path], lines)
            (work / "after" / path).write_text(text)
        return values_of(work, "after", entry)[1]
    finally:
        for path, text in kept.items():
            (work / "after" / path).write_text(text)


def check_values(work, rows, problems):
    for name, entry in entries(rows):
        before, mine = values_of(work, "before", entry)
        after, theirs = values_of(work, "after", entry)
        differ, count, most = compare_calls(mine, theirs)
        if before["problem"] != after["problem"]:
            differ.append(f"stops with {after['problem']!r}, before with {before['problem']!r}")
        said = f"{len(differ)} of {count} tensors differ" if differ else f"{count} tensors equal under inductor"
        said += f", gradients but for {most:.1f} roundings" if most else ""
        said += f", both stop with {before['problem'][:60]}" if before["problem"] and not differ else ""
        if differ or most:
            apart, count, most = compare_calls(mine, broken_values(work, entry, before["breaks"]))
            if most:
                apart.append(f"gradients by {most:.1f} roundings")
            said += f"; broken alike: {f'{len(apart)} of {count} differ' if apart else f'all {count} equal'}"
            problems += [f"{name}, broken alike: {one}" for one in apart[:10]]
        print(f"{name:16} {said}", flush=True)
        problems += [f"{name}: {one}" for one in differ[:10]]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", type=os.path.abspath)
    parser.add_argument("--rows", type=lambda text: text.split(","), default=[])
    parser.add_argument("--no-imports", action="store_true")
    parser.add_argument("--keep", type=pathlib.Path)
    options = parser.parse_args()
    sys.path.insert(0, str(models_table.PACKAGE.parent))
    problems = []
    with tempfile.TemporaryDirectory() as temporary:
        work = options.keep or pathlib.Path(temporary)
        changed = fixed_copy(options.program, work, problems)
        if not options.no_imports:
            check_imports(work, changed, problems)
        check_rows(work, options.rows, problems)
        check_values(work, options.rows, problems)
    print(*problems, sep="\n")
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
