"""`--bench`: latency of an entry in eager, compiled before and compiled after the fixes.

Each arm is a process that waits for orders, so that only one runs at a time and their turns can be
interleaved: a machine that becomes slower becomes so for all of them. Two sessions, in opposite
orders, each with fresh processes and without caches, give the first call and the warm ones.

    measure(entry, sources, …) → {backend: {"eager" | "before" | "after": row}}

A row: median_ms, low_ms, high_ms (quartiles), per_second, cold_s, calls; on a GPU also
peak_memory and cuda_graph_launches.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import tempfile
import threading

from . import pool, proving, reported
from .faults import Fault

ROUNDS = 8
SLICE_SECONDS = 0.25  # of one arm's turn
_MOST_CALLS = 40  # in one turn


class _Arm:
    """A worker process that answers orders: "cold", "warm N", "facts"."""

    def __init__(self, job: dict, seconds: float, python: str, cwd: str, folder: str):
        self._seconds = seconds
        job_path = os.path.join(folder, "job")
        self._log = os.path.join(folder, "log")
        replies, write = os.pipe()
        events = os.path.join(folder, "events")
        with open(job_path, "w", encoding="utf-8") as file:
            json.dump({**job, "events": events, "replies": write}, file)
        environment = {
            **pool.environment(),
            "TORCHINDUCTOR_FORCE_DISABLE_CACHES": "1",
            "TORCHINDUCTOR_CACHE_DIR": os.path.join(folder, "cache"),
        }
        with open(self._log, "wb") as log:
            self._process = subprocess.Popen(
                [python, pool.WORKER, job_path],
                stdin=subprocess.PIPE,
                stdout=log,
                stderr=log,
                env=environment,
                cwd=cwd,
                start_new_session=True,
                pass_fds=[write],
                text=True,
            )
        os.close(write)
        self._events = events
        self._replies = os.fdopen(replies, encoding="utf-8")

    def ask(self, order: str):
        with pool.alive(self._process, ends=False):
            return self._ask(order)

    def _ask(self, order: str):
        timer = threading.Timer(self._seconds, pool.kill, [self._process])
        timer.start()
        try:
            self._process.stdin.write(order + "\n")
            self._process.stdin.flush()
            line = self._replies.readline()
        except BrokenPipeError:
            line = ""
        finally:
            expired = not timer.is_alive()
            timer.cancel()
        if line:
            return reported.reply(order, line)
        if expired:
            raise Fault("timeout", f"{order}: more than {self._seconds:g} s")
        for event in pool.read_events(self._events):
            if "fault" in event:
                raise reported.fault(event["fault"])
        self._process.wait()
        raise Fault("crash", f"{order}: {pool.tail(self._log)[-300:]}")

    def close(self) -> None:
        self._replies.close()
        self._process.stdin.close()
        try:
            self._process.wait(10)
        except subprocess.TimeoutExpired:
            pass
        pool.kill(self._process)


def _turn(arm: _Arm) -> int:
    """How many calls fill a turn."""
    warm = arm.ask("warm 3")
    return max(1, min(_MOST_CALLS, int(SLICE_SECONDS / max(statistics.median(warm), 1e-6))))


def _session(jobs: dict, order: list, start, say) -> dict:
    """{arm: {"cold": s, "warm": [s, …], "facts": {…}}} of fresh processes."""
    arms, result = {}, {}
    try:
        for name in order:  # alone on the machine: the others wait for orders
            say(f"first call, {name}")
            arms[name] = start(jobs[name])
            result[name] = {"cold": arms[name].ask("cold"), "warm": []}
        calls = {name: _turn(arms[name]) for name in order}
        for number in range(ROUNDS):
            say(f"warm calls, round {number + 1} of {ROUNDS}")
            for name in order:
                result[name]["warm"] += arms[name].ask(f"warm {calls[name]}")
        for name in order:
            result[name]["facts"] = arms[name].ask("facts")
    finally:
        for arm in arms.values():
            arm.close()
    return result


def _row(sessions: list) -> dict:
    warm = sorted(seconds for session in sessions for seconds in session["warm"])
    low, middle, high = statistics.quantiles(warm, n=4)
    return {
        "median_ms": 1000 * middle,
        "low_ms": 1000 * low,
        "high_ms": 1000 * high,
        "per_second": 1 / middle,
        "cold_s": min(session["cold"] for session in sessions),
        "calls": len(warm),
        **sessions[-1]["facts"],
    }


def measure(entry: dict, sources: dict, options, backends: list, say=lambda what: None) -> dict:
    """Raises Fault. Without `sources` there is no "after"."""
    result = {}
    with tempfile.TemporaryDirectory(prefix="graphmend-") as folder:
        overlay = proving.lay_out(sources, folder)

        def start(job):
            own = tempfile.mkdtemp(dir=folder)
            return _Arm(job, entry["seconds"], options.python, options.folder, own)

        for backend in backends:
            common = {"entry": entry, "arm": "bench", "sys_path": options.sys_path, "overlay": {}}
            jobs = {
                "eager": {**common, "backend": ""},
                "before": {**common, "backend": backend},
                "after": {**common, "backend": backend, "overlay": overlay},
            }
            order = [name for name in jobs if name != "after" or sources]
            sessions = []
            for number, turn in enumerate((order, order[::-1]), 1):
                told = lambda what, number=number: say(f"{backend}, session {number} of 2, {what}")  # noqa: B023, E731
                sessions.append(_session(jobs, turn, start, told))
            result[backend] = {name: _row([s[name] for s in sessions]) for name in order}
    return result
