"""What is being done, on standard error while it lasts, where somebody looks on.

    with live.progress("entries", 3, wanted) as shown:
        shown.doing("shop:Model", "compiled")     # from any thread
        shown.done("shop:Model")

Drawn by rich, which `pip install 'graphmend[validate]'` brings; without it, or where standard error
is no terminal, nothing is shown.
"""

from __future__ import annotations

import contextlib
import os
import sys
import threading

from .visible import one_line


class Nothing:
    """Nobody looks on."""

    def doing(self, name: str, what: str) -> None:
        pass

    def done(self, name: str) -> None:
        pass


class _Shown(Nothing):
    def __init__(self, bar, task):
        self._bar, self._task = bar, task
        self._running: dict = {}
        self._lock = threading.Lock()

    def doing(self, name: str, what: str) -> None:
        with self._lock:
            self._running[name] = what
            self._say()

    def done(self, name: str) -> None:
        with self._lock:
            self._running.pop(name, None)
            self._bar.advance(self._task)
            self._say()

    def _say(self) -> None:
        text = ", ".join(f"{one_line(name)}: {what}" for name, what in self._running.items())
        self._bar.update(self._task, running=text)


def _somebody_looks_on(color: str) -> bool:
    return sys.stderr.isatty() and os.environ.get("TERM", "dumb") != "dumb" and color != "never"


@contextlib.contextmanager
def progress(what: str, total: int, color: str = "auto"):
    """Yields something with `doing` and `done`; `what` is counted up to `total`."""
    try:
        from rich import console, table
        from rich import progress as bars
    except ImportError:
        bars = None
    if bars is None or not _somebody_looks_on(color):
        yield Nothing()
        return

    rest = table.Column(no_wrap=True, overflow="ellipsis", ratio=1)
    columns = [
        bars.SpinnerColumn(),
        bars.MofNCompleteColumn(),
        bars.TextColumn("{task.description}"),
        bars.BarColumn(bar_width=20),
        bars.TimeElapsedColumn(),
        bars.TextColumn("{task.fields[running]}", markup=False, table_column=rest),
    ]
    error = console.Console(stderr=True, no_color=bool(os.environ.get("NO_COLOR")))
    with bars.Progress(*columns, console=error, transient=True, expand=True) as bar:
        yield _Shown(bar, bar.add_task(what, total=total, running=""))
