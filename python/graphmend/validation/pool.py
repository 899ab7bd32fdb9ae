"""Runs jobs in worker processes of their own, each with a time and a memory limit.

A worker that dies (a signal, the kernel's memory killer) is started once more; then it is a fault
of its entry. One that runs past its limit is killed with all it started, and is not retried: it
would take as long again.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from dataclasses import dataclass

from . import reported
from .faults import Fault

WORKER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "worker.py")
_STARTING = ("starting", "importing torch")  # phases
_START_UP_SECONDS = 300.0
_POLL_SECONDS = 0.2
_MOST_REPORTED = 256 << 20  # bytes
_TAIL = 2000  # characters of what a dead worker printed last


@dataclass
class Limits:
    seconds: float = 600.0
    memory_bytes: int = 0  # 0: none


def read_events(path: str) -> list:
    """The events so far. A line that its writer did not finish is left out. Raises Fault."""
    try:
        with open(path, "rb") as file:
            data = file.read(_MOST_REPORTED + 1)
    except FileNotFoundError:
        return []
    if len(data) > _MOST_REPORTED:
        raise reported.garbled("too much of it")
    lines = data.decode(errors="replace").split("\n")[:-1]
    return [reported.event(line) for line in lines if line]


def last_phase(events: list) -> str:
    phases = [event["phase"] for event in events if "phase" in event]
    return phases[-1] if phases else "starting"


def tail(path: str) -> str:
    with open(path, "rb") as file:
        file.seek(0, os.SEEK_END)
        file.seek(max(0, file.tell() - _TAIL))
        return file.read().decode(errors="replace").strip()


class Stopped(Exception):
    """The run was interrupted while this worker was at work."""


_live: set = set()  # processes, for `stop`
_live_lock = threading.Lock()
_stopped = threading.Event()


def stop() -> None:
    """Kills all workers, and lets no other start."""
    _stopped.set()
    with _live_lock:
        for process in _live:
            kill(process, wait=False)


@contextlib.contextmanager
def alive(process: subprocess.Popen, ends: bool = True):
    """While the worker is at work, `stop` knows of it; `ends`: afterwards it is dead."""
    with _live_lock:
        _live.add(process)
    try:
        if _stopped.is_set():
            raise Stopped
        yield
    finally:
        with _live_lock:
            _live.discard(process)
        if ends and process.poll() is None:
            kill(process)


def kill(process: subprocess.Popen, wait: bool = True) -> None:
    # With all that the user's code has started: a session, or on Windows the tree of processes.
    if os.name == "nt":
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "check": False}
        subprocess.run(["taskkill", "/T", "/F", "/PID", str(process.pid)], **quiet)
    else:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
    if wait:
        process.wait()


def _death(status: int, events: list, printed: str) -> Fault:
    phase = last_phase(events)
    lines = printed.splitlines()
    last = next((line.strip() for line in reversed(lines) if line.strip()), "")
    if status >= 0:
        return Fault("crash", f"{phase}: exit status {status}" + (f": {last}" if last else ""))
    name = signal.Signals(-status).name
    if -status == signal.SIGKILL:
        hint = "the kernel does this when memory runs out; --memory-limit makes it an error of the entry"
        return Fault("out-of-memory", f"{phase}: killed by {name}", hint)
    return Fault("crash", f"{phase}: {name}" + (f" ({last})" if last else ""))


def environment() -> dict:
    """Of a worker: the user's, without bytecode, downloads or other people's traces."""
    variables = dict(os.environ)
    for name in ("TORCH_TRACE", "TORCH_LOGS", "TORCH_COMPILE_DEBUG"):
        variables.pop(name, None)
    variables["PYTHONDONTWRITEBYTECODE"] = "1"
    variables["PYTHONFAULTHANDLER"] = "1"
    variables.setdefault("HF_HUB_OFFLINE", "1")
    variables.setdefault("TOKENIZERS_PARALLELISM", "false")
    return variables


def _wait(process: subprocess.Popen, seconds: float, events_path: str) -> int:
    """The exit status. The clock starts when torch is imported: its import says nothing about the
    entry, and takes long on a busy machine. Raises subprocess.TimeoutExpired."""
    start_up = time.monotonic() + max(seconds, _START_UP_SECONDS)
    deadline = None
    while True:
        try:
            return process.wait(timeout=_POLL_SECONDS)
        except subprocess.TimeoutExpired:
            now = time.monotonic()
            if deadline is None and last_phase(read_events(events_path)) not in _STARTING:
                deadline = now + seconds
            if now > (deadline or start_up):
                raise


def _once(job: dict, limits: Limits, python: str, cwd: str, folder: str) -> dict:
    job_path, events_path, log_path = (os.path.join(folder, n) for n in ("job", "events", "log"))
    for path in (events_path, log_path):
        open(path, "wb").close()
    with open(job_path, "w", encoding="utf-8") as file:
        json.dump({**job, "events": events_path, "memory_limit": limits.memory_bytes}, file)
    started = time.monotonic()
    with open(log_path, "wb") as log:
        process = subprocess.Popen(
            [python, WORKER, job_path],
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            env=environment(),
            cwd=cwd,
            start_new_session=True,
        )
    try:
        with alive(process):
            status = _wait(process, limits.seconds, events_path)
    except subprocess.TimeoutExpired:
        phase = last_phase(read_events(events_path))
        detail = f"{phase}: more than {limits.seconds:g} s"
        raise Fault("timeout", detail, "--timeout gives it more time") from None
    if _stopped.is_set():
        raise Stopped
    seconds = time.monotonic() - started
    events = read_events(events_path)
    for event in events:
        if "fault" in event:
            raise reported.fault(event["fault"])
        if "result" in event:
            result = reported.result(job["arm"], event["result"])
            return {**result, "seconds": round(seconds, 2)}
    raise _death(status, events, tail(log_path))


def run(job: dict, limits: Limits, python: str = sys.executable, cwd: str = ".") -> dict:
    """What the worker measured, with `seconds` and `attempts`. Raises Fault."""
    for attempt in (1, 2):
        with tempfile.TemporaryDirectory(prefix="graphmend-") as folder:
            try:
                return {**_once(job, limits, python, cwd, folder), "attempts": attempt}
            except OSError as error:
                raise Fault("crash", f"the worker cannot be started: {error}") from error
            except Fault as fault:
                # Only a death is worth another try: of a crash, or by the kernel.
                if attempt == 2 or fault.kind != "crash" and "killed by" not in fault.detail:
                    if attempt == 2:
                        fault.detail += " (twice)"
                    raise
    raise AssertionError("unreachable")
