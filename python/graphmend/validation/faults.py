"""What can go wrong with one entry, and how it is said.

A fault ends the measurement of its entry and no other; the report shows it in place of figures.
"""

from __future__ import annotations

# kind -> what the report calls it
KINDS = {
    "torch-missing": "torch cannot be imported",
    "torch-too-old": "torch is too old",
    "no-device": "the device is not available",
    "not-importable": "the entry cannot be imported",
    "bad-entry": "the entry is not something that can be compiled",
    "construct-raises": "building the entry raises",
    "inputs-raise": "making the inputs raises",
    "call-raises": "the call raises, even without compiling",
    "compile-raises": "the call raises only when compiled",
    "timeout": "ran past the time limit",
    "out-of-memory": "ran out of memory",
    "crash": "the process died",
    "garbled": "what the process reports cannot be read",
}

OLDEST_TORCH = (2, 6)  # the first release whose trace has what is read here


class Fault(Exception):
    """`kind` is a key of KINDS; `detail` one line, or several with a traceback's end."""

    def __init__(self, kind: str, detail: str, hint: str = ""):
        assert kind in KINDS, kind
        super().__init__(detail)
        self.kind, self.detail, self.hint = kind, detail, hint

    def as_json(self) -> dict:
        return {
            "kind": self.kind,
            "title": KINDS[self.kind],
            "detail": self.detail,
            "hint": self.hint,
        }


def is_out_of_memory(error: BaseException) -> bool:
    """torch has its own exception on a GPU, and only a text on the CPU."""
    if isinstance(error, MemoryError) or type(error).__name__ == "OutOfMemoryError":
        return True
    text = str(error)
    return "DefaultCPUAllocator" in text or "Cannot allocate memory" in text


def describe(error: BaseException) -> str:
    """`ValueError: text (file.py:12)`, the place being the innermost outside of this package."""
    import traceback

    text = f"{type(error).__name__}: {error}".strip().rstrip(":")
    frames = traceback.extract_tb(error.__traceback__)
    own = __file__.rpartition("/")[0] + "/"
    outside = [f for f in frames if not f.filename.startswith((own, "<frozen"))]
    return f"{text} ({outside[-1].filename}:{outside[-1].lineno})" if outside else text
