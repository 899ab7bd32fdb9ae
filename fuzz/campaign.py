"""What one campaign has at hand: the program, chance from a seed, when to stop, and a place for what it finds."""
import dataclasses
import os
import pathlib
import random
import re
import shutil
import subprocess
import tempfile
import time

# What must never be seen, whatever was read.
DEFECT = re.compile(rb"GM000|Sanitizer|runtime error:|did not settle|terminate called")
# Files are made and removed by the thousand.
MEMORY = pathlib.Path("/dev/shm")


@dataclasses.dataclass
class Done:
    status: int | None  # None: it took too long
    output: bytes
    errors: bytes

    def defect(self):
        """What is wrong, whatever was read; empty: nothing."""
        if self.status is None:
            return "takes too long"
        if self.status < 0 or self.status > 2:
            return f"ends with status {self.status}: {self.errors[-2000:].decode(errors='replace')}"
        found = DEFECT.search(self.errors)
        return self.errors[max(0, found.start() - 300):found.end() + 1500].decode(errors="replace") if found else ""


class Campaign:
    """Goes on until `count` things were tried or the time is over."""

    def __init__(self, name, program, seed, keep, count=None, seconds=None, every=print):
        self.name, self.program, self.seed = name, pathlib.Path(program).resolve(), seed
        self.random = random.Random(f"{name} {seed}")
        self.keep = pathlib.Path(keep)
        self.wanted, self.end = count, None if seconds is None else time.monotonic() + seconds
        self.begun, self.told, self.every = time.monotonic(), time.monotonic(), every
        self.tried = 0
        self.notes = {}  # what else was counted
        self.faults = []
        self.scratch = pathlib.Path(tempfile.mkdtemp(prefix=f"graphmend-{name}-", dir=MEMORY if MEMORY.is_dir() else None))

    def close(self):
        shutil.rmtree(self.scratch, ignore_errors=True)

    def goes_on(self):
        if time.monotonic() - self.told > 60:
            self.told = time.monotonic()
            self.every(self.summary())
        return ((self.wanted is None or self.tried < self.wanted)
                and (self.end is None or time.monotonic() < self.end) and len(self.faults) < 20)

    def did(self, count=1, **notes):
        self.tried += count
        for name, more in notes.items():
            self.notes[name] = self.notes.get(name, 0) + more

    def fault(self, what, files=()):
        """`files`: {name: bytes}, kept to be looked at."""
        place = self.keep / f"{self.name}-{self.seed}-{len(self.faults)}"
        place.mkdir(parents=True, exist_ok=True)
        for name, data in dict(files).items():
            (place / name.replace("/", "_")).write_bytes(data if isinstance(data, bytes) else data.encode())
        (place / "what.txt").write_text(what)
        self.faults.append(what)
        self.every(f"{self.name}: FAULT, kept in {place}: {what[:600]}")

    def folder(self):
        """An empty one."""
        return pathlib.Path(tempfile.mkdtemp(dir=self.scratch))

    def environment(self, **more):
        return {**os.environ, "NO_COLOR": "1", "GRAPHMEND_CACHE_DIR": "", "UBSAN_OPTIONS": "print_stacktrace=1",
                "ASAN_OPTIONS": "detect_leaks=0:allocator_may_return_null=1", **more}

    def run(self, *arguments, cwd, timeout=300, environment=None, **options):
        command = [self.program, *arguments]
        try:
            done = subprocess.run(command, cwd=cwd, capture_output=True, stdin=subprocess.DEVNULL, timeout=timeout,
                                  env=environment or self.environment(), **options)
        except subprocess.TimeoutExpired:
            return Done(None, b"", b"")
        return Done(done.returncode, done.stdout, done.stderr)

    def summary(self):
        notes = "".join(f", {count:,} {name.replace('_', ' ')}" for name, count in sorted(self.notes.items()))
        return (f"{self.name}: {self.tried:,} tried{notes}, {len(self.faults)} faults, "
                f"{time.monotonic() - self.begun:,.0f} s")
