"""Measures one entry: its arms, each in a worker process, and what they say together.

    measure(entry, options) → Measured

Runs wherever the worker can: in a thread of the front end, or in a Ray task.
"""

from __future__ import annotations

import os
import re
import tempfile
from dataclasses import dataclass, field

from . import bench, linter, patch, pool, proving
from .faults import Fault


@dataclass
class Options:
    python: str = ""
    sys_path: list = field(default_factory=lambda: ["."])
    program: str = ""  # "" leaves findings and fixes out
    fix: list | None = None  # options of `check --fix` to measure with too; None: without fixes
    folder: str = "."  # where the workers run
    bench: list = field(default_factory=list)  # backends to compare the speed of
    profile: str = ""  # folder for traces


@dataclass
class Measured:
    """What was measured; `fault` says why what is missing is missing."""

    eager: dict | None = None
    before: dict | None = None
    after: dict | None = None
    fault: dict | None = None
    findings: list = field(default_factory=list)
    sources: dict = field(default_factory=dict)  # path -> fixed bytes that proved equal
    dropped: list = field(default_factory=list)  # see proving.Proof
    unreached: dict = field(default_factory=dict)  # see proving.Proof
    problems: list = field(default_factory=list)
    bench: dict = field(default_factory=dict)  # see bench.measure
    profile: dict = field(default_factory=dict)  # "before", "after": see profiling.run

    def for_linter(self) -> dict:
        return {key: self.eager[key] for key in ("executed", "function", "root")}


def _equal(compared: list) -> bool:
    return all(group["equal"] for call in compared for group in call.values())


def _same_effects(eager: dict, other: dict) -> dict:
    """Whether messages and random generators went the same way, call by call."""
    differences = []
    pairs = zip(eager["calls"], other["calls"])
    for number, (theirs, ours) in enumerate(pairs):
        if theirs["said"] != ours["said"]:
            gone = [text for text in theirs["said"] if text not in ours["said"]]
            new = [text for text in ours["said"] if text not in theirs["said"]]
            differences.append(
                {"call": number, "gone": gone[:8], "new": new[:8], "reordered": not (gone or new)}
            )
    rng = [a["rng"] == b["rng"] for a, b in zip(eager["calls"], other["calls"])]
    return {"said_equal": not differences, "said": differences, "rng_equal": all(rng)}


class _Arms:
    """The worker processes of one entry, and the folder that holds their tensors."""

    def __init__(self, entry: dict, options: Options, folder: str):
        self._entry, self._options, self._folder = entry, options, folder
        self.eager: dict = {}
        self._again: list | None = None

    def _tensors(self, name: str) -> str:
        return os.path.join(self._folder, name + ".pt")

    def _run(self, arm: str, reference: str = "", overlay: dict | None = None, **more) -> dict:
        job = {
            "entry": self._entry,
            "arm": arm,
            "overlay": overlay or {},
            "sys_path": self._options.sys_path,
            "write_tensors": self._tensors(arm),
            "reference": self._tensors(reference) if reference else "",
            **more,
        }
        limits = pool.Limits(self._entry["seconds"], self._entry["memory_bytes"])
        return pool.run(job, limits, self._options.python, self._options.folder)

    def run_eager(self) -> dict:
        self.eager = self._run("eager")
        return self.eager

    def run_profile(self, name: str, sources: dict) -> dict:
        stem = re.sub(r"[^\w.-]+", "_", self._entry["name"])
        trace = os.path.join(os.path.abspath(self._options.profile), f"{stem}.{name}.json.gz")
        with tempfile.TemporaryDirectory(prefix="graphmend-") as folder:
            overlay = proving.lay_out(sources, folder)
            return self._run("profile", overlay=overlay, backend="eager", trace=trace)

    def run_compiled(self, sources: dict | None = None) -> dict:
        """Compiled, with `sources` laid over; judged by the eager run."""
        with tempfile.TemporaryDirectory(prefix="graphmend-") as folder:
            overlay = proving.lay_out(sources or {}, folder)
            arm = self._run("compiled", "eager", overlay)
        arm["output"] = "no tensor" if self.eager["no_tensor"] else "equal"
        if not _equal(arm["compared"]):
            # Whose doing is it? A program that differs from itself cannot be compared.
            if self._again is None:
                self._again = self._run("eager-again", "eager")["compared"]
            arm["output"] = "differs" if _equal(self._again) else "non-deterministic"
        arm["effects"] = _same_effects(self.eager, arm)
        return arm


def _look_up(measured: Measured, options: Options, arms: _Arms) -> None:
    """The linter's findings in what ran, and the fixes that prove equal."""
    try:
        measured.findings = linter.findings(options.program, measured.for_linter())
        if options.fix is None:
            return
        about = {**measured.for_linter(), "before": measured.before}
        prover = proving.Prover(options.program, about, arms.run_compiled, options.fix)
        proof = prover.prove(measured.findings)
        measured.sources, measured.dropped = proof.sources, proof.dropped
        measured.unreached = proof.unreached
        measured.after = proof.arm
    except (linter.LinterError, patch.PatchError) as error:
        measured.problems.append(f"graphmend check: {error}")


def measure(entry: dict, options: Options, say=lambda what: None) -> Measured:
    """Never raises Fault: a fault is part of the result. `say` is told what begins."""
    measured = Measured()
    with tempfile.TemporaryDirectory(prefix="graphmend-") as folder:
        arms = _Arms(entry, options, folder)
        try:
            say("eager")
            measured.eager = arms.run_eager()
            say("compiled")
            measured.before = arms.run_compiled()
        except Fault as fault:
            measured.fault = fault.as_json()
            return measured
        if options.program:
            say("findings" if options.fix is None else "fixes")
            _look_up(measured, options, arms)
        try:
            _time(measured, entry, options, arms, say)
        except Fault as fault:
            measured.problems.append(f"timing: {fault.detail}")
    return measured


def _time(measured: Measured, entry: dict, options: Options, arms: _Arms, say) -> None:
    if options.bench:
        measured.bench = bench.measure(entry, measured.sources, options, options.bench, say)
    if options.profile:
        say("profile")
        measured.profile["before"] = arms.run_profile("before", {})
        if measured.sources:
            measured.profile["after"] = arms.run_profile("after", measured.sources)
