"""The process that runs one arm of one entry: `python worker.py JOB.json`.

The job says the entry and the arm; events go to the job's `events` file, one JSON object in a line:

    {"phase": "importing" | "building" | "call 0" | …}   before it starts, so that a death has a place
    {"fault": {…}}                                       the entry cannot be measured
    {"result": {…}}                                      what this arm measured

Arms: `eager` (the reference; writes its tensors), `compiled` (compares with the reference), and
those of bench.py and profiling.py. Everything the user's code prints goes where the parent pointed
standard output.
"""

from __future__ import annotations

import sys

if __name__ == "__main__":
    # The folder of this script: its modules are not to be found by their short names.
    sys.path.pop(0)

import contextlib
import hashlib
import json
import os
import random


def _bootstrap():
    """Makes `graphmend` importable from beside this file, without changing sys.path for others."""
    import importlib.util

    if "graphmend" in sys.modules:
        return
    folder = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    spec = importlib.util.spec_from_file_location(
        "graphmend", os.path.join(folder, "__init__.py"), submodule_search_locations=[folder]
    )
    package = importlib.util.module_from_spec(spec)
    sys.modules["graphmend"] = package
    spec.loader.exec_module(package)


class Events:
    def __init__(self, path: str):
        self._file = open(path, "a", encoding="utf-8")

    def send(self, **event):
        # Flushed at once: what was sent outlives a crash.
        self._file.write(json.dumps(event) + "\n")
        self._file.flush()


def limit_memory(limit_bytes: int) -> None:
    """Private memory of this process: what it asks for beyond fails inside of it."""
    if not limit_bytes:
        return
    import resource

    resource.setrlimit(resource.RLIMIT_DATA, (limit_bytes, limit_bytes))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def import_torch():
    from graphmend.validation.faults import OLDEST_TORCH, Fault, describe

    try:
        import torch
    except Exception as error:
        hint = f"the interpreter is {sys.executable}; --python chooses another"
        raise Fault("torch-missing", describe(error), hint) from error
    release = tuple(int(part) for part in str(torch.__version__).split("+")[0].split(".")[:2])
    if release < OLDEST_TORCH:
        needed = ".".join(map(str, OLDEST_TORCH))
        raise Fault("torch-too-old", f"{torch.__version__} is installed, {needed} is needed")
    return torch


def choose_device(torch, wanted: str) -> str:
    from graphmend.validation.faults import Fault

    if wanted == "auto":
        return "cuda" if torch.cuda.is_available() else "cpu"
    if wanted.startswith("cuda"):
        index = int(wanted.partition(":")[2] or 0)
        if index >= torch.cuda.device_count():
            detail = f"{wanted}: torch {torch.__version__} sees {torch.cuda.device_count()} GPUs"
            raise Fault("no-device", detail, "--device cpu runs without one")
    return wanted


def _rng_digest(torch, device: str) -> str:
    sha = hashlib.sha256(torch.get_rng_state().numpy().tobytes())
    if device.startswith("cuda"):
        sha.update(torch.cuda.get_rng_state(device).numpy().tobytes())
    sha.update(repr(random.getstate()).encode())
    numpy = sys.modules.get("numpy")
    if numpy is not None:
        sha.update(repr(numpy.random.get_state()[1:]).encode())
    return sha.hexdigest()[:16]


def run_call(torch, callee, call, loaded, entry, device: str) -> tuple:
    """(tensors by group, what it said and the state of the generators)."""
    from graphmend.validation import ears, load, tensors

    given = load.fresh(call)
    train = entry.get("train", False)
    if train:
        for _, tensor in tensors.named_tensors([given.args, given.kwargs]):
            if tensor.is_floating_point():
                tensor.requires_grad_(True)
    load.seed_everything(load.RUN_SEED)
    with ears.Ears() as heard, contextlib.nullcontext() if train else torch.no_grad():
        output = callee(*given.args, **given.kwargs)
    outputs = list(tensors.named_tensors(output))
    groups = {"outputs": [(name, tensors.to_host(t)) for name, t in outputs]}
    if train:
        groups["gradients"] = _gradients(torch, outputs, given, loaded, tensors)
    # Both after the backward pass: what it changed is part of the call.
    groups["inputs"] = [
        (name, tensors.to_host(t))
        for name, t in tensors.named_tensors([given.args, given.kwargs], "input")
    ]
    module = loaded.module
    if module is not None:
        groups["buffers"] = [(name, tensors.to_host(t)) for name, t in module.named_buffers()]
    return groups, {"said": heard.said, "rng": _rng_digest(torch, device)}


def _gradients(torch, outputs, given, loaded, tensors):
    loss = [t.float().sum() for _, t in outputs if t.is_floating_point() and t.requires_grad]
    if not loss:
        return []
    sum(loss).backward()
    found = []
    named = loaded.module.named_parameters() if loaded.module is not None else ()
    for name, parameter in named:
        if parameter.grad is not None:
            found.append((name, tensors.to_host(parameter.grad)))
    for name, tensor in tensors.named_tensors([given.args, given.kwargs], "input"):
        if tensor.grad is not None:
            found.append((name, tensors.to_host(tensor.grad)))
    if loaded.module is not None:
        loaded.module.zero_grad()
    return found


def _raises(kind: str, error: BaseException, phase: str):
    from graphmend.validation.faults import Fault, describe, is_out_of_memory

    if is_out_of_memory(error):
        kind = "out-of-memory"
    return Fault(kind, f"{phase}: {describe(error)}")


def _line_map(lines: dict) -> dict:
    return {file: sorted(numbers) for file, numbers in sorted(lines.items())}


def _import_root(loaded) -> str:
    """The folder from which the module of the function is imported."""
    module = sys.modules.get(loaded.function.partition(":")[0])
    file = getattr(module, "__file__", None)
    if not file:
        return os.getcwd()
    up = module.__name__.count(".") + os.path.basename(file).startswith("__init__.")
    folder = os.path.dirname(os.path.abspath(file))
    for _ in range(up):
        folder = os.path.dirname(folder)
    return folder


def run_eager(torch, job, loaded, is_first_party, events, device) -> dict:
    from graphmend.validation import observe

    calls, saved = [], []
    with observe.ExecutedLines(is_first_party) as executed:
        for number, call in enumerate(loaded.calls):
            events.send(phase=f"call {number}")
            try:
                groups, rest = run_call(torch, loaded.callee, call, loaded, job["entry"], device)
            except (Exception, SystemExit) as error:
                raise _raises("call-raises", error, f"call {number}") from error
            saved.append(groups)
            calls.append(rest)
    torch.save(saved, job["write_tensors"])
    if job["reference"]:  # eager a second time
        return {"compared": _compare_calls(torch, job["reference"], saved)}
    no_tensor = all(not groups["outputs"] for groups in saved)
    return {
        "calls": calls,
        "executed": _line_map(executed.lines),
        "no_tensor": no_tensor,
        "function": loaded.function,
        "root": _import_root(loaded),
    }


def _compare_calls(torch, path: str, mine: list) -> list:
    from graphmend.validation import tensors

    reference = torch.load(path, weights_only=True)
    return [
        {name: tensors.compare(theirs[name], ours.get(name, [])) for name in theirs}
        for theirs, ours in zip(reference, mine)
    ]


def compile_callee(torch, callee, entry, backend, fullgraph=False):
    return torch.compile(
        callee, backend=backend, dynamic=entry.get("dynamic"), fullgraph=fullgraph
    )


def _fullgraph(torch, job, events, device) -> dict:
    """Compiled anew as one graph: {"ok": bool, "reason": one line}."""
    from graphmend.validation import ears, load, trace

    events.send(phase="fullgraph=True")
    torch._dynamo.reset()
    loaded = load.load(job["entry"], device)
    compiled = compile_callee(torch, loaded.callee, job["entry"], "eager", fullgraph=True)
    call = load.fresh(loaded.calls[0])
    train = job["entry"].get("train", False)
    load.seed_everything(load.RUN_SEED)
    try:
        with ears.Ears(), contextlib.nullcontext() if train else torch.no_grad():
            compiled(*call.args, **call.kwargs)
    except Exception as error:
        lines = [line.strip() for line in str(error).splitlines() if line.strip()]
        found = trace.parse_reason(str(error))
        reason = lines[0] if lines else type(error).__name__
        return {"ok": False, "reason": reason, "gb": found.gb}
    return {"ok": True, "reason": "", "gb": ""}


def run_compiled(torch, job, loaded, is_first_party, events, device) -> dict:
    from graphmend.validation import observe

    graphs, calls, saved, marks = [], [], [], []

    def counting_backend(module, _):
        graphs.append(sum(node.op.startswith("call") for node in module.graph.nodes))
        return module.forward

    torch._dynamo.reset()
    compiled = compile_callee(torch, loaded.callee, job["entry"], counting_backend)
    with observe.Recorder() as recorder:
        for number, call in enumerate(loaded.calls):
            events.send(phase=f"call {number}, compiled")
            try:
                groups, rest = run_call(torch, compiled, call, loaded, job["entry"], device)
            except (Exception, SystemExit) as error:
                raise _raises("compile-raises", error, f"call {number}") from error
            saved.append(groups)
            calls.append(rest)
            marks.append((len(recorder.breaks), len(recorder.frames), len(graphs)))
    breaks = [_break_json(found, is_first_party) for found in recorder.breaks]
    torch.save(saved, job["write_tensors"])
    result = {
        "calls": calls,
        "marks": marks,
        "graph_ops": graphs,
        "breaks": breaks,
        "frames": recorder.frames,
        "traced": _line_map({f: n for f, n in recorder.traced.items() if is_first_party(f)}),
        "compared": _compare_calls(torch, job["reference"], saved),
    }
    result["fullgraph"] = _fullgraph(torch, job, events, device)
    return result


def _break_json(found, is_first_party) -> dict:
    place = found.place_in(is_first_party)
    own = {"file": place.file, "line": place.line, "function": place.function} if place else None
    return {**found.as_json(), "first_party": own}


def measure(job: dict, events: Events) -> dict:
    from graphmend.validation import load, observe, overlay

    entry = job["entry"]
    overlay.install(job.get("overlay") or {})
    sys.dont_write_bytecode = True
    for path in reversed(job.get("sys_path") or ["."]):
        sys.path.insert(0, os.path.abspath(path))
    events.send(phase="importing torch")
    torch = import_torch()
    import torch._dynamo

    # One thread: sums in another order would differ in the last bit.
    torch.set_num_threads(1)
    device = choose_device(torch, entry.get("device", "auto"))
    from graphmend.validation import bench_worker, profiling

    events.send(phase="importing and building the entry")
    loaded = load.load(entry, device)
    is_first_party = observe.FirstParty(loaded.defined_in, entry.get("first_party") or [])
    arms = {
        "eager": run_eager,
        "eager-again": run_eager,
        "compiled": run_compiled,
        "bench": bench_worker.serve,
        "profile": profiling.run,
    }
    result = arms[job["arm"]](torch, job, loaded, is_first_party, events, device)
    name = torch.cuda.get_device_name(device) if device.startswith("cuda") else "CPU"
    result["environment"] = {
        "torch": str(torch.__version__),
        "python": sys.version.split()[0],
        "device": device,
        "device_name": name,
    }
    return result


def main(path: str) -> int:
    _bootstrap()
    from graphmend.validation.faults import Fault, describe, is_out_of_memory

    with open(path, encoding="utf-8") as file:
        job = json.load(file)
    events = Events(job["events"])
    limit_memory(job.get("memory_limit") or 0)
    try:
        events.send(result=measure(job, events))
    except Fault as fault:
        events.send(fault=fault.as_json())
    except MemoryError as error:
        events.send(fault=Fault("out-of-memory", describe(error)).as_json())
    except Exception as error:
        if not is_out_of_memory(error):
            raise
        events.send(fault=Fault("out-of-memory", describe(error)).as_json())
    return 0


if __name__ == "__main__":
    # Not a normal exit: threads and finalisers of the user's code have no say any more.
    status = main(sys.argv[1])
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(status)
