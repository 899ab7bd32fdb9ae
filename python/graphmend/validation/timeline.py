"""Where the boxes of a timeline go: compiled graphs in their order, and the breaks between them.

    layout(frames, breaks, costs, scale) → Drawing, which templates/base.html draws
    recompiled(frames)                   → each recompilation, with how often

A box is as wide as its graph has operations, by the same scale before and after the fixes, so that
both can be compared by eye. What does not fit in a row goes on in the next.
"""

from __future__ import annotations

from dataclasses import dataclass, field

WIDTH = 920  # of a row, in the units of the drawing
ROW = 74
HEIGHT = 34  # of a box
_LEAST, _MOST = 52, 300
_CUT = 46
_MOST_BOXES = 400  # of a timeline; the table below has all


@dataclass
class Box:
    x: float
    y: float
    width: float
    text: str
    title: str
    kind: str  # "graph", "again" (recompiled) or "skipped"


@dataclass
class Cut:
    x: float
    y: float
    text: str
    cost: str
    title: str


@dataclass
class Drawing:
    boxes: list = field(default_factory=list)
    cuts: list = field(default_factory=list)
    height: int = ROW
    left_out: int = 0
    summary: str = ""


def most_ops(*timelines: list) -> int:
    return max((frame["ops"] or 0 for frames in timelines for frame in frames), default=1) or 1


def _box(frame: dict, scale: int) -> tuple:
    width = _LEAST + (_MOST - _LEAST) * ((frame["ops"] or 0) / scale) ** 0.5
    title = f"{frame['function']}, {frame['path']}:{frame['line']}"
    if frame["skipped"]:
        return _LEAST + 34, "uncompiled", title + ", runs uncompiled", "skipped"
    # A log of graph breaks alone does not say how many there are.
    text = "graph" if frame["ops"] is None else f"{frame['ops']} op" + ("" if frame["ops"] == 1 else "s")
    if frame["recompiled_because"]:
        return width, text, f"{title}, recompiled: {frame['recompiled_because']}", "again"
    return width, text, title, "graph"


def _summary(frames: list, cuts: int) -> str:
    # What is compiled without an operation is no graph.
    graphs = sum(frame["ops"] != 0 and not frame["skipped"] for frame in frames)
    again = sum(bool(frame["recompiled_because"]) for frame in frames)
    text = f"{graphs} compiled graph{'' if graphs == 1 else 's'}, {cuts} break{'' if cuts == 1 else 's'}"
    return text + (f", {again} of the graphs recompiled" if again else "")


def layout(frames: list, breaks: list, costs: dict, scale: int) -> Drawing:
    """`costs`: milliseconds by the number of a break, where it was profiled."""
    drawing = Drawing(left_out=max(0, len(frames) - _MOST_BOXES))
    x, y = 0.0, 0

    def place(width: float) -> tuple:
        nonlocal x, y
        if x and x + width > WIDTH:
            x, y = 0.0, y + ROW
        at = (x, y)
        x += width + 4
        return at

    for frame in frames[:_MOST_BOXES]:
        width, text, title, kind = _box(frame, scale)
        at = place(width)
        drawing.boxes.append(Box(*at, width, text, title, kind))
        number = frame["break"]
        if number is not None and number < len(breaks):
            found = breaks[number]
            at = place(_CUT)
            cost = f"{costs[number]:.2g} ms" if number in costs else ""
            title = f"{found['gb']} {found['title']} at {found['path']}:{found['line']}"
            drawing.cuts.append(Cut(*at, f"line {found['line']}", cost, title))
    drawing.height = y + ROW
    drawing.summary = _summary(frames, len(drawing.cuts))
    return drawing


def recompiled(frames: list) -> list:
    """(frame, times): what was compiled again, each function and reason once."""
    found: dict = {}
    for frame in frames:
        if frame["recompiled_because"]:
            key = (frame["function"], frame["path"], frame["line"], frame["recompiled_because"])
            first, times = found.get(key, (frame, 0))
            found[key] = (first, times + 1)
    return list(found.values())
