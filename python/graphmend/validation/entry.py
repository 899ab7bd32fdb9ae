"""Measures one entry: its arms, each in a worker process, and what they say together.

    measure(entry, options) → {"name", "before": …, "after": … or None, "fault": … or None}

Runs wherever the worker can: in the front end, in one of its threads, in a Ray task.
"""

from __future__ import annotations

import os
import tempfile
from dataclasses import dataclass, field

from . import pool
from .faults import Fault


@dataclass
class Options:
    python: str = ""
    sys_path: list = field(default_factory=lambda: ["."])


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

    def tensors(self, name: str) -> str:
        return os.path.join(self._folder, name + ".pt")

    def run(self, arm: str, name: str, reference: str = "", overlay: dict | None = None) -> dict:
        job = {
            "entry": self._entry,
            "arm": arm,
            "overlay": overlay or {},
            "sys_path": self._options.sys_path,
            "write_tensors": self.tensors(name),
            "reference": self.tensors(reference) if reference else "",
        }
        limits = pool.Limits(self._entry["seconds"], self._entry["memory_bytes"])
        return pool.run(job, limits, self._options.python)


def _non_deterministic(arms: _Arms) -> list:
    """Eager a second time: the differences from the first, empty where there are none."""
    return arms.run("eager-again", "again", reference="eager")["compared"]


def _judge(arms: _Arms, eager: dict, compiled: dict, again: list | None) -> tuple:
    """Adds `output` and `effects` to a compiled arm; returns it and eager's second run, if made."""
    verdict = "equal"
    if eager["no_tensor"]:
        verdict = "no tensor"
    elif not _equal(compiled["compared"]):
        # Whose fault is it? A program that differs from itself cannot be compared.
        again = _non_deterministic(arms) if again is None else again
        verdict = "differs" if _equal(again) else "non-deterministic"
    compiled["output"] = verdict
    compiled["effects"] = _same_effects(eager, compiled)
    return compiled, again


def measure(entry: dict, options: Options, overlay: dict | None = None) -> dict:
    """Never raises Fault: a fault is part of the result."""
    result = {"name": entry["name"], "before": None, "after": None, "fault": None}
    with tempfile.TemporaryDirectory(prefix="graphmend-") as folder:
        arms = _Arms(entry, options, folder)
        try:
            eager = arms.run("eager", "eager")
            for key in ("executed", "environment", "function", "root"):
                result[key] = eager[key]
            before = arms.run("compiled", "before", reference="eager")
            result["before"], again = _judge(arms, eager, before, None)
            if overlay:
                after = arms.run("compiled", "after", reference="eager", overlay=overlay)
                result["after"], _ = _judge(arms, eager, after, again)
        except Fault as fault:
            result["fault"] = fault.as_json()
    return result
