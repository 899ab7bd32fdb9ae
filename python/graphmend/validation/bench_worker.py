"""In the worker: answers the orders of bench.py, one JSON value in a line for each.

    cold      seconds of the first call
    warm N    [seconds, …] of N further calls
    facts     what a GPU has to say: peak_memory in bytes, cuda_graph_launches in a call
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import sys
import time

from . import load, tensors


class _Callee:
    def __init__(self, torch, job: dict, loaded, device: str):
        entry = job["entry"]
        self._torch, self._loaded, self._call = torch, loaded, loaded.calls[0]
        self._train = entry.get("train", False)
        self._cuda = device.startswith("cuda")
        self._function = loaded.callee
        if job["backend"]:
            self._function = torch.compile(
                loaded.callee, backend=job["backend"], dynamic=entry.get("dynamic")
            )

    def _wait(self):
        if self._cuda:
            self._torch.cuda.synchronize()

    def timed(self) -> float:
        given = load.fresh(self._call)
        grad = contextlib.nullcontext() if self._train else self._torch.no_grad()
        with grad, contextlib.redirect_stdout(io.StringIO()):
            self._wait()
            started = time.perf_counter()
            output = self._function(*given.args, **given.kwargs)
            if self._train:
                found = [t for _, t in tensors.named_tensors(output) if t.requires_grad]
                sum(t.float().sum() for t in found).backward()
            self._wait()
            seconds = time.perf_counter() - started
        if self._train and self._loaded.module is not None:
            self._loaded.module.zero_grad()
        return seconds

    def facts(self) -> dict:
        if not self._cuda:
            return {}
        profiler = self._torch.profiler
        with profiler.profile(activities=[profiler.ProfilerActivity.CUDA, profiler.ProfilerActivity.CPU]) as found:
            self.timed()
        launches = sum(event.count for event in found.key_averages() if "GraphLaunch" in event.key)
        return {
            "peak_memory": self._torch.cuda.max_memory_allocated(),
            "cuda_graph_launches": launches,
        }


def serve(torch, job: dict, loaded, is_first_party, events, device: str) -> dict:
    # The other arms run on one thread, to be equal to the bit; here speed counts.
    torch.set_num_threads(len(os.sched_getaffinity(0)))
    callee = _Callee(torch, job, loaded, device)
    load.seed_everything(load.RUN_SEED)
    with os.fdopen(job["replies"], "w", encoding="utf-8") as replies:
        for order in sys.stdin:
            word, _, number = order.strip().partition(" ")
            if word == "cold":
                answer = callee.timed()
            elif word == "warm":
                answer = [callee.timed() for _ in range(int(number))]
            else:
                answer = callee.facts()
            replies.write(json.dumps(answer) + "\n")
            replies.flush()
    return {}
