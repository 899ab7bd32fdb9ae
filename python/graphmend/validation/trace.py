"""Graph breaks as Dynamo's structured trace tells them.

The payload of a `dynamo_graph_break_reason` artifact is the one record that holds every break
(`counters["graph_break"]` and "graphs minus one" miss some). Its text is read here, whether it
comes from a running compiler, from a TORCH_TRACE directory or from TORCH_LOGS=graph_breaks.
Needs no torch.
"""

from __future__ import annotations

import re
from dataclasses import asdict, dataclass, field

ARTIFACT = "dynamo_graph_break_reason"

# The second form is that of a break that was shown before.
HEAD = re.compile(r"Graph break (?:\(.*\) )?in user code at (.+):(\d+)")
_FRAME = re.compile(r'^\s*File "(?P<file>[^"]+)", line (?P<line>\d+), in (?P<function>.+?)\s*$')
_OWN = "/graphmend/validation/"
_ID = re.compile(r"gb(\d+)\.html")
_FIELDS = ("Explanation", "Hint", "Developer debug context")


@dataclass
class Frame:
    file: str
    line: int
    function: str = ""


@dataclass
class Break:
    """One graph break. `file` and `line` are Dynamo's; `stack` leads there, outermost first."""

    file: str
    line: int
    gb: str = ""  # "GB0170"; "" where torch gives none
    title: str = ""
    explanation: str = ""
    hints: list = field(default_factory=list)
    context: str = ""
    stack: list = field(default_factory=list)  # of Frame
    compile_id: str = ""  # frame/recompilation, as tlparse shows it

    def as_json(self) -> dict:
        return asdict(self)

    def place_in(self, is_first_party) -> Frame | None:
        """The innermost frame of the user's own code: where the break is to be mended."""
        for frame in reversed(self.stack or [Frame(self.file, self.line)]):
            if is_first_party(frame.file):
                return frame
        return None


def _first_title(lines: list) -> str:
    # "Graph Break Reason: …" either is the title or says during which bytecode it happened;
    # then the title is the paragraph behind.
    for number, line in enumerate(lines):
        head, found, rest = line.partition("Reason:")
        if not found or head.strip() not in ("Graph Break", ""):
            continue
        rest = rest.strip()
        announces = rest.startswith("Encountered graph break when attempting to trace")
        if not announces and not rest.endswith("Graph break encountered:"):
            return rest
        following = (later.strip() for later in lines[number + 1 :])
        return next((later for later in following if later), rest)
    return ""


def _paragraphs(lines: list) -> dict:
    """`Explanation: …`, `Hint: …` with their continuation lines."""
    found: dict = {name: [] for name in _FIELDS}
    current = None
    for line in lines:
        name = next((n for n in _FIELDS if line.strip().startswith(n + ":")), None)
        if name:
            current = [line.strip()[len(name) + 1 :].strip()]
            found[name].append(current)
        elif "For more details about this graph break" in line:
            current = None
        elif current is not None and line.strip():
            current.append(line.strip())
    return {name: ["\n".join(text) for text in texts] for name, texts in found.items()}


def _frames(lines: list) -> list:
    """Without those of the worker that makes the call, wherever its copy of this package lies."""
    matches = map(_FRAME.match, lines)
    frames = [Frame(m["file"], int(m["line"]), m["function"]) for m in matches if m]
    return [frame for frame in frames if _OWN not in frame.file.replace("\\", "/")]


def parse_reason(payload: str) -> Break:
    """The break that one payload tells. A text without a place gives file "" and line 0."""
    head, _, rest = payload.partition("User code traceback:")
    stack_text = rest.partition("Traceback (most recent call last)")[0] if rest else ""
    if not rest:
        head = head.partition("Traceback (most recent call last)")[0]
        stack_text = head
    lines = head.splitlines()
    stack = _frames(stack_text.splitlines())
    place = HEAD.search(payload)
    if place:
        file, line = place[1], int(place[2])
    elif stack:
        file, line = stack[-1].file, stack[-1].line
    else:
        file, line = "", 0
    gb = _ID.search(payload)
    texts = _paragraphs(lines)
    return Break(
        file=file,
        line=line,
        gb="GB" + gb[1] if gb else "",
        title=_first_title(lines),
        explanation="\n".join(texts["Explanation"]),
        hints=texts["Hint"],
        context="\n".join(texts["Developer debug context"]),
        stack=stack,
    )


def compile_id(metadata: dict) -> str:
    """`[1/0]` of tlparse from a record's metadata; "" where it has none."""
    if metadata.get("frame_id") is None:
        return ""
    return f"{metadata['frame_id']}/{metadata.get('frame_compile_id', 0)}"


def frame_of(metadata: dict) -> dict:
    """The compilation that a record with `compilation_metrics` tells of."""
    metrics = metadata["compilation_metrics"]
    return {
        "compile_id": compile_id(metadata) or str(metrics.get("compile_id") or ""),
        "function": metrics.get("co_name") or "",
        "file": metrics.get("co_filename") or "",
        "line": metrics.get("co_firstlineno") or 0,
        "ops": metrics.get("graph_op_count") or 0,
        # Nothing was installed for the frame: it runs uncompiled from now on.
        "skipped": bool(metrics.get("fail_type")),
        "recompiled_because": metrics.get("recompile_reason") or "",
        "seconds": round(metrics.get("entire_frame_compile_time_s") or 0.0, 3),
    }
