"""Which fixes keep an entry what it was: measured, not believed.

All fixes are laid over the sources together. Where the entry then differs, says something else or
breaks more often, the fixes of each rule in each file are tried alone, and those that pass are tried
together; what fails is dropped, and named. A fix of lines that did not run proves nothing: it is left
out from the start, and named too. The user's files are written only in the end, by `write`.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, field

from . import linter, writing
from .faults import Fault


@dataclass
class Proof:
    sources: dict = field(default_factory=dict)  # path -> fixed bytes, of the fixes that are kept
    dropped: list = field(default_factory=list)  # {"path", "code", "why"}
    unreached: dict = field(default_factory=dict)  # path -> (bytes as kept, bytes with what did not run)
    arm: dict | None = None  # the measurement with the fixes that are kept


def objection(before: dict, after: dict) -> str:
    """Why the fixed entry is not as good as the one before; "" where it is."""
    if after["output"] not in ("equal", "no tensor"):
        return "its results are " + {"differs": "others"}.get(after["output"], after["output"])
    if not after["effects"]["said_equal"]:
        return "its messages differ"
    if not after["effects"]["rng_equal"]:
        return "it leaves the random generators in a different state"
    first = [arm["marks"][0][0] for arm in (before, after)]
    later = [len(arm["breaks"]) - n for arm, n in zip((before, after), first)]
    if first[1] > first[0] or later[1] > later[0]:
        return "it breaks the graph more often"
    return ""


class Prover:
    """`run(sources)` measures the entry with fixed sources laid over; raises Fault."""

    def __init__(self, program: str, measured: dict, run, fixing: list):
        self._program, self._measured, self._run, self._fixing = program, measured, run, fixing

    def _fixed(self, files: list, codes: list, reached: bool = True) -> dict:
        lines = {file: self._measured["executed"][file] for file in files} if reached else None
        measured = {**self._measured, "executed": dict.fromkeys(files)}
        return linter.fixed_sources(self._program, measured, codes, self._fixing, lines)

    def _unreached(self, files: list, sources: dict) -> dict:
        """What would be changed besides, had it run."""
        unreached = {}
        for path, whole in self._fixed(files, [], reached=False).items():
            kept = sources.get(path)
            if kept is None:
                with open(path, "rb") as file:
                    kept = file.read()
            if kept != whole:
                unreached[path] = (kept, whole)
        return unreached

    def _try(self, sources: dict) -> tuple:
        """(the arm, or None where it could not be measured; the objection to it)."""
        try:
            arm = self._run(sources)
        except Fault as fault:
            return None, f"{fault.detail}"
        return arm, objection(self._measured["before"], arm)

    def prove(self, findings: list) -> Proof:
        files = sorted(self._measured["executed"])
        sources = self._fixed(files, [])
        unreached = self._unreached(files, sources)
        if not sources:
            return Proof(unreached=unreached)
        arm, why = self._try(sources)
        proof = self._one_by_one(findings, why) if why else Proof(sources, arm=arm)
        proof.unreached = unreached
        return proof

    def _one_by_one(self, findings: list, why_not_all: str) -> Proof:
        proof, good = Proof(), {}
        groups = sorted({(finding["file"], finding["code"]) for finding in findings})
        for file, code in groups:
            sources = self._fixed([file], [code])
            if not sources:
                continue
            _, why = self._try(sources)
            if why:
                proof.dropped.append({"path": file, "code": code, "why": why})
            else:
                good.setdefault(file, []).append(code)
        for file, codes in good.items():
            proof.sources.update(self._fixed([file], codes))
        if proof.sources:
            proof.arm, why = self._try(proof.sources)
            if why:  # each alone is right, together they are not
                everything = [(f, c) for f, codes in good.items() for c in codes]
                proof.dropped += [{"path": f, "code": c, "why": why_not_all} for f, c in everything]
                proof.sources, proof.arm = {}, None
        return proof


def lay_out(sources: dict, folder: str) -> dict:
    """Writes the fixed sources below `folder`; {original: where it is}, as overlay.install takes."""
    laid = {}
    for number, (path, text) in enumerate(sorted(sources.items())):
        laid[path] = os.path.join(folder, f"{number}.py")
        with open(laid[path], "wb") as file:
            file.write(text)
    return laid


def write(sources: dict) -> None:
    """Replaces the user's files, each whole or not at all. Raises OSError."""
    for path, text in sorted(sources.items()):
        writing.replace(path, text, os.stat(path).st_mode & 0o7777)
