"""Puts what the linter says beside what torch did.

    confirmed      torch broke the graph there
    not reached    the line did not run with these inputs
    not observed   it ran, and torch did not break there; `why` says if torch never looked at it
    mended         confirmed before the fix, and gone after it
    still breaks   confirmed before and after the fix
    diverges       confirmed; with its fix the entry's results or messages are others

A break that no finding stands for is runtime-only, and comes with a report that can be sent in.
"""

from __future__ import annotations

import difflib
import os

from . import reading

CONFIRMED, NOT_REACHED, NOT_OBSERVED = "confirmed", "not reached", "not observed"
MENDED, STILL_BREAKS, DIVERGES = "mended", "still breaks", "diverges"


def place_of(found: dict) -> tuple:
    """(file, line) where a break is to be mended: the user's frame, else Dynamo's own."""
    own = found["first_party"]
    return (os.path.realpath(own["file"]), own["line"]) if own else (found["file"], found["line"])


def _lines(span: dict) -> range:
    return range(span["line"], span["end_line"] + 1)


def matches(finding: dict, found: dict) -> bool:
    file, line = place_of(found)
    if file != finding["file"]:
        return False
    if line in _lines(finding["location"]):
        return True
    # Dynamo gives the line of the instruction; a call over several lines may name another of it.
    same_id = found["gb"] and found["gb"] in finding["gb_ids"]
    return same_id and line in _lines(finding["statement"])


def _line_map(before: list, after: list) -> dict:
    """Line of the text after a fix → line before, for lines that did not change."""
    matcher = difflib.SequenceMatcher(None, before, after, autojunk=False)
    mapped = {}
    for block in matcher.get_matching_blocks():
        for offset in range(block.size):
            mapped[block.b + offset + 1] = block.a + offset + 1
    return mapped


class Fixed:
    """Where a break after the fixes was before them."""

    def __init__(self, sources: dict):
        """`sources`: {path: fixed bytes}; the path still holds what was there before."""
        self._maps = {}
        for path, fixed in sources.items():
            with open(path, "rb") as file:
                lines = _line_map(file.read().split(b"\n"), fixed.split(b"\n"))
            self._maps[os.path.realpath(path)] = lines

    def before(self, found: dict) -> dict | None:
        """The break as if in the unfixed file; None where the fix itself wrote the line."""
        file, line = place_of(found)
        if file in self._maps:
            if line not in self._maps[file]:
                return None
            line = self._maps[file][line]
        return {**found, "first_party": {"file": file, "line": line, "function": ""}}


def _unobserved(finding: dict, measured) -> tuple:
    executed = measured.eager["executed"].get(finding["file"], [])
    span = _lines(finding["location"])
    if not any(line in span for line in executed):
        return NOT_REACHED, "no line of it ran with these inputs"
    traced = measured.before["traced"].get(finding["file"], [])
    if not any(line in span for line in traced):
        return NOT_OBSERVED, "it ran uncompiled: torch did not trace it, for an earlier break"
    return NOT_OBSERVED, "torch traced it and did not break the graph"


def judge(measured) -> tuple:
    """(findings with `verdict`, `why` and `breaks`; breaks that no finding stands for)."""
    before, after = measured.before, measured.after
    left = []
    if after:
        fixed = Fixed(measured.sources)
        left = [moved for moved in map(fixed.before, after["breaks"]) if moved]
    dropped = {(one["path"], one["code"]): one["why"] for one in measured.dropped}
    judged, explained = [], set()
    for finding in measured.findings:
        own = [n for n, found in enumerate(before["breaks"]) if matches(finding, found)]
        explained.update(own)
        if not own:
            verdict, why = _unobserved(finding, measured)
        elif (finding["file"], finding["code"]) in dropped:
            verdict, why = DIVERGES, "its fix is dropped: " + dropped[finding["file"], finding["code"]]
        elif not after:
            verdict, why = CONFIRMED, ""
        elif any(matches(finding, found) for found in left):
            verdict, why = STILL_BREAKS, ""
        else:
            verdict, why = MENDED, ""
        judged.append({**finding, "verdict": verdict, "why": why, "breaks": own})
    missed = [found for n, found in enumerate(before["breaks"]) if n not in explained]
    return judged, missed


def report_of(found: dict, environment: dict) -> str:
    """A text to send in for a break that the linter does not know of."""
    file, line = place_of(found)
    lines = [
        f"torch {environment['torch']} broke the graph where graphmend said nothing.",
        f"{found['gb'] or 'no GB id'}: {found['title']}",
        f"at {os.path.basename(file)}:{line}",
    ]
    code = source_line(file, line)
    if code:
        lines.append(f"    {code}")
    if found["context"]:
        lines.append(f"context: {found['context'].splitlines()[0]}")
    return "\n".join(lines)


def source_line(file: str, line: int) -> str:
    try:
        return reading.read_text(file, reading.MOST_SOURCE).splitlines()[line - 1].strip()
    except (OSError, IndexError):
        return ""
