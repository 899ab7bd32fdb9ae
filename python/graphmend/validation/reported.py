"""What a worker reports, judged before anything is made of it: the user's code runs in its process and
may write there, too. What is not as it must be is a fault of the entry.
"""

from __future__ import annotations

import json

from .faults import KINDS, Fault

# A type, [what each item is], {str: what each value is}, {name: what is there at least}, or
# Maybe(what it is where it is not None).
_NUMBER = (int, float)
_LINES = {str: [int]}
_CALL = {"said": [str], "rng": str}
_COMPARED = [{str: {"equal": bool, "differences": [dict]}}]
_ENVIRONMENT = {"torch": str, "python": str, "device": str, "device_name": str}


class Maybe:
    def __init__(self, shape):
        self.shape = shape


_PLACE = {"file": str, "line": int}
_BREAK = {
    **_PLACE,
    **dict.fromkeys(("gb", "title", "explanation", "context", "compile_id"), str),
    "hints": [str],
    "stack": [_PLACE],
    "first_party": Maybe({**_PLACE, "function": str}),
}
_FRAME = {
    **_PLACE,
    **dict.fromkeys(("compile_id", "function", "recompiled_because"), str),
    "ops": int,
    "skipped": bool,
    "seconds": _NUMBER,
}
_COSTS = dict.fromkeys(("outside_ms", "host_reads", "synchronisations"), _NUMBER)
_SHAPES = {
    "eager": {
        "calls": [_CALL],
        "executed": _LINES,
        "no_tensor": bool,
        "function": str,
        "root": str,
        "environment": _ENVIRONMENT,
    },
    "eager-again": {"compared": _COMPARED},
    "compiled": {
        "calls": [_CALL],
        "marks": [[int]],
        "graph_ops": [int],
        "breaks": [_BREAK],
        "frames": [_FRAME],
        "traced": _LINES,
        "compared": _COMPARED,
        "fullgraph": {"ok": bool, "reason": str, "gb": str},
        "environment": _ENVIRONMENT,
    },
    "profile": {
        **_COSTS,
        "pass_ms": _NUMBER,
        "bytes_copied": _NUMBER,
        "breaks": [{**_PLACE, **_COSTS, "gb": str}],
        "trace": str,
    },
}
_REPLIES = {"cold": _NUMBER, "warm": [_NUMBER], "facts": {str: _NUMBER}}


def fits(value, shape) -> bool:
    if isinstance(shape, Maybe):
        return value is None or fits(value, shape.shape)
    if isinstance(shape, list):
        return isinstance(value, list) and all(fits(item, shape[0]) for item in value)
    if isinstance(shape, dict) and str in shape:
        return isinstance(value, dict) and all(fits(item, shape[str]) for item in value.values())
    if isinstance(shape, dict):
        return isinstance(value, dict) and all(
            name in value and fits(value[name], part) for name, part in shape.items()
        )
    if shape is int and isinstance(value, bool):
        return False
    return isinstance(value, shape)


def garbled(what: str) -> Fault:
    return Fault("garbled", what, "does the code of the entry write to files that are not its own?")


def read(text: str):
    """A line of JSON. Raises Fault."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise garbled(f"no JSON: {text[:60]!r}") from None


def event(text: str) -> dict:
    """One event: where the worker is, what it measured, or a fault. Raises Fault."""
    found = read(text)
    if not isinstance(found, dict):
        raise garbled(f"no event: {text[:60]!r}")
    if "phase" in found and not isinstance(found["phase"], str):
        raise garbled(f"no phase: {text[:60]!r}")
    return found


def fault(found) -> Fault:
    """The fault that a worker reports."""
    if not fits(found, {"kind": str, "detail": str, "hint": str}) or found["kind"] not in KINDS:
        return garbled(f"no fault: {str(found)[:60]!r}")
    return Fault(found["kind"], found["detail"], found["hint"])


def reply(order: str, line: str):
    """The answer to an order of bench. Raises Fault."""
    found = read(line)
    if not fits(found, _REPLIES[order.partition(" ")[0]]) or found == []:
        raise garbled(f"no answer to `{order}`: {line[:60]!r}")
    return found


def result(arm: str, found) -> dict:
    """What was measured by an arm. Raises Fault."""
    if not fits(found, _SHAPES.get(arm, {})):
        raise garbled(f"no result of the arm `{arm}`: {str(found)[:60]!r}")
    if arm == "compiled" and not all(len(mark) == 3 for mark in found["marks"]):
        raise garbled("no marks of three numbers")
    if arm == "compiled" and not len(found["marks"]) == len(found["calls"]) > 0:
        raise garbled("not a mark for each call")
    return found
