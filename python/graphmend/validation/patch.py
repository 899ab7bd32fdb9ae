"""Applies a unified diff, as `graphmend check --fix --diff` prints it, to bytes in memory."""

from __future__ import annotations

import re

_HUNK = re.compile(rb"@@ -(\d+)(?:,(\d+))? \+\d+(?:,\d+)? @@")


class PatchError(ValueError):
    """The diff does not fit the text it is for."""


def split(diff: bytes) -> list:
    """[(path, lines of its hunks)] of a diff over several files, in order."""
    files: list = []
    lines = diff.split(b"\n")
    for number, line in enumerate(lines):
        header = line.startswith(b"+++ ") and number and lines[number - 1].startswith(b"--- ")
        if header:
            name = line[4:].split(b"\t")[0]
            if name.startswith(b"b/"):
                name = name[2:]
            if files:
                files[-1][1].pop()  # the "--- " line of this file
            files.append((name.decode("utf-8", "surrogateescape"), []))
        elif files:
            files[-1][1].append(line)
    return files


def apply(text: bytes, hunks: list) -> bytes:
    """Raises PatchError where a hunk's context is not what the text holds."""
    old = text.split(b"\n")
    new, at, number = [], 0, 0
    while number < len(hunks):
        match = _HUNK.match(hunks[number])
        number += 1
        if not match:
            continue
        count = 1 if match[2] is None else int(match[2])
        start = int(match[1]) - 1 if count else int(match[1])
        if start < at:
            raise PatchError("hunks overlap")
        new += old[at:start]
        at = start
        while number < len(hunks) and not _HUNK.match(hunks[number]):
            line = hunks[number]
            number += 1
            if line[:1] == b"+":
                new.append(line[1:])
            elif line[:1] in (b" ", b"-"):
                if at >= len(old) or old[at] != line[1:]:
                    raise PatchError(f"line {at + 1} is not what the diff expects")
                if line[:1] == b" ":
                    new.append(line[1:])
                at += 1
    return b"\n".join(new + old[at:])
