"""In the worker: `--profile`, what the graph breaks cost in a forward pass.

The pass is run compiled, warm, under torch.profiler, whose trace is kept for its viewers
(chrome://tracing, Perfetto). Each compiled graph is marked in it; the time between two of them is
time outside, and belongs to the breaks there. Host reads, device synchronisations and
copies between host and device are found among the profiler's events by their name, and belong to
the break on whose line, by the recorded Python stack, they were made.
"""

from __future__ import annotations

import contextlib
import gzip
import json
import re
import time

from . import load, observe

PASSES = 3
_READS = ("aten::_local_scalar_dense",)
_SYNCHRONISES = ("cudaStreamSynchronize", "cudaDeviceSynchronize", "cudaEventSynchronize")
_STACK = re.compile(r"(?P<file>.+)\((?P<line>\d+)\): ")


class _Marker:
    """A backend that marks each graph's run and notes when it was."""

    def __init__(self, torch, backend: str):
        from torch._dynamo.backends.registry import lookup_backend

        self._torch, self._compile = torch, lookup_backend(backend)
        self.runs: list = []  # (compile id, start, end)
        self.graphs = 0

    def __call__(self, module, inputs):
        compiled = self._compile(module, inputs)
        current = self._torch._guards.CompileContext.current_compile_id()
        compile_id = str(current) if current is not None else ""
        name = f"graphmend graph {self.graphs}"
        self.graphs += 1

        def run(*arguments):
            started = time.perf_counter()
            with self._torch.profiler.record_function(name):
                result = compiled(*arguments)
            self.runs.append((compile_id, started, time.perf_counter()))
            return result

        return run


def outside(runs: list, started: float, ended: float, breaks: list) -> tuple:
    """(seconds outside of compiled graphs, {index of break: its share of them}).

    `runs`: (compile id, start, end) of each graph. The gap behind a graph is that of the break which
    ended it, shared with breaks that left no graph of their own and lie between it and the next.
    """
    by_id: dict = {}
    for number, found in enumerate(breaks):
        by_id.setdefault(found.compile_id, number)
    ends = [by_id.get(compile_id) for compile_id, _, _ in runs]
    ran = {compile_id for compile_id, _, _ in runs}
    without_graph = [n for n, found in enumerate(breaks) if found.compile_id not in ran]
    total, shares, at = 0.0, {}, started
    for number, (start, end) in enumerate([run[1:] for run in runs] + [(ended, ended)]):
        gap = max(0.0, start - at)
        total, at = total + gap, max(at, end)
        behind = [index for index in ends[:number] if index is not None]
        ahead = [index for index in ends[number:] if index is not None]
        low, high = max(behind, default=-1), min(ahead, default=len(breaks))
        causes = [n for n in without_graph if low < n < high]
        if number and ends[number - 1] is not None:
            causes.append(ends[number - 1])
        for cause in causes:
            shares[cause] = shares.get(cause, 0.0) + gap / len(causes)
    return total, shares


def _line_of(stack: list, breaks: list):
    places = {(found.file, found.line): number for number, found in reversed(list(enumerate(breaks)))}
    for frame in stack or []:
        match = _STACK.match(frame)
        if match and (match["file"], int(match["line"])) in places:
            return places[match["file"], int(match["line"])]
    return None


def _events(profile, breaks: list) -> tuple:
    """(totals, {index of break: counts}) of host reads and synchronisations."""
    totals = {"host_reads": 0, "synchronisations": 0}
    shares: dict = {}
    for event in profile.events():
        kind = (
            "host_reads" if event.name in _READS
            else "synchronisations" if event.name in _SYNCHRONISES else None
        )  # fmt: skip
        if kind is None:
            continue
        totals[kind] += 1
        number = _line_of(event.stack, breaks)
        if number is not None:
            share = shares.setdefault(number, dict.fromkeys(totals, 0))
            share[kind] += 1
    return totals, shares


def _copied(path: str) -> int:
    """Bytes copied between host and device, from the trace file."""
    with gzip.open(path, "rt", encoding="utf-8") as file:
        events = json.load(file).get("traceEvents", [])
    between = ("DtoH", "HtoD")
    return sum(
        int(event.get("args", {}).get("bytes", 0))
        for event in events
        if event.get("cat") == "gpu_memcpy" and any(way in event.get("name", "") for way in between)
    )


def run(torch, job, loaded, is_first_party, events, device: str) -> dict:
    profiler = torch.profiler
    marker = _Marker(torch, job["backend"])
    torch._dynamo.reset()
    compiled = torch.compile(loaded.callee, backend=marker, dynamic=job["entry"].get("dynamic"))
    grad = contextlib.nullcontext() if job["entry"].get("train") else torch.no_grad()

    def once():
        given = load.fresh(loaded.calls[0])
        started = time.perf_counter()
        compiled(*given.args, **given.kwargs)
        if device.startswith("cuda"):
            torch.cuda.synchronize()
        return started, time.perf_counter()

    with grad:
        events.send(phase="compiling")
        with observe.Recorder() as recorder:
            once()
            once()
        breaks = recorder.breaks
        events.send(phase="profiling")
        passes = []
        kinds = [profiler.ProfilerActivity.CPU]
        if device.startswith("cuda"):
            kinds.append(profiler.ProfilerActivity.CUDA)
        with profiler.profile(activities=kinds, with_stack=True) as profile:
            for _ in range(PASSES):
                marker.runs.clear()
                started, ended = once()
                passes.append((ended - started, *outside(marker.runs, started, ended, breaks)))
    profile.export_chrome_trace(job["trace"])
    passes.sort(key=lambda one: one[0])
    whole, lost, shares = passes[len(passes) // 2]
    totals, counts = _events(profile, breaks)
    costs = []
    for number in sorted(shares.keys() | counts.keys()):
        found = breaks[number]
        per_pass = {kind: n / PASSES for kind, n in counts.get(number, {}).items()}
        costs.append(
            {
                "number": number,  # among the breaks, in their order
                "file": found.file,
                "line": found.line,
                "gb": found.gb,
                "outside_ms": 1000 * shares.get(number, 0.0),
                "host_reads": per_pass.get("host_reads", 0),
                "synchronisations": per_pass.get("synchronisations", 0),
            }
        )
    return {
        "pass_ms": 1000 * whole,
        "outside_ms": 1000 * lost,
        "host_reads": totals["host_reads"] / PASSES,
        "synchronisations": totals["synchronisations"] / PASSES,
        "bytes_copied": _copied(job["trace"]) / PASSES,
        "breaks": sorted(costs, key=lambda cost: -cost["outside_ms"]),
        "trace": job["trace"],
    }
