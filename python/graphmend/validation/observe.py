"""In the worker: records what Dynamo does, and which lines run without it.

    with Recorder() as recorder: compiled(x)
    recorder.breaks, recorder.frames, recorder.traced

Breaks and frames come from torch's structured trace, the log that TORCH_TRACE writes: a handler on
its logger gets each record as it is made.
"""

from __future__ import annotations

import logging
import os
import site
import sys
import sysconfig
import threading

from . import trace


class FirstParty:
    """Whether a file is the user's own: below the working directory or the entry's package, and
    not torch, the standard library or another installed package."""

    def __init__(self, defined_in: list, extra: list):
        paths = sysconfig.get_paths()
        installed = {paths["purelib"], paths["platlib"], *site.getsitepackages()}
        installed.add(site.getusersitepackages())
        self._installed = self._folders(installed)
        self._library = self._folders([paths["stdlib"], paths["platstdlib"]])
        own = [_package_folder(file) for file in defined_in] + [os.path.abspath(p) for p in extra]
        self._own = self._folders(own)
        self._here = self._folders([os.getcwd()])
        self._known: dict = {}

    @staticmethod
    def _folders(paths) -> tuple:
        return tuple(os.path.join(os.path.realpath(path), "") for path in paths)

    def __call__(self, file: str) -> bool:
        if file not in self._known:
            self._known[file] = self._decide(os.path.realpath(file)) and os.path.isfile(file)
        return self._known[file]

    def _decide(self, path: str) -> bool:
        if "/torch/_dynamo/" in path or path.startswith(_OWN):
            return False
        if (path + os.sep).startswith(self._own):
            return True
        return path.startswith(self._here) and not path.startswith(self._installed + self._library)


_OWN = os.path.join(os.path.dirname(os.path.dirname(os.path.realpath(__file__))), "")


def _package_folder(file: str) -> str:
    """The top package that `file` is in; the file itself where it is in none."""
    folder = os.path.dirname(os.path.abspath(file))
    top = None
    while os.path.isfile(os.path.join(folder, "__init__.py")):
        top, folder = folder, os.path.dirname(folder)
    return top or os.path.abspath(file)


class Recorder(logging.Handler):
    """Breaks and compiled frames in the order in which they happen."""

    def __init__(self):
        super().__init__(logging.DEBUG)
        self.breaks: list = []  # of trace.Break
        self.frames: list = []  # see trace.frame_of
        self.traced: dict = {}  # file -> set of lines that Dynamo went through

    def __enter__(self):
        from torch._logging._internal import trace_log

        self._log = trace_log
        trace_log.addHandler(self)
        self._watch_lines()
        return self

    def __exit__(self, *_):
        self._log.removeHandler(self)
        if self._translator is not None:
            self._translator.starts_line = self._starts_line

    def _watch_lines(self):
        # A private method; without it "not traced" cannot be told from "traced, no break".
        try:
            from torch._dynamo.symbolic_convert import InstructionTranslatorBase as translator

            self._translator, self._starts_line = translator, translator.starts_line
        except (ImportError, AttributeError):
            self._translator = None
            return
        original, traced = self._starts_line, self.traced

        def starts_line(this, line):
            traced.setdefault(this.f_code.co_filename, set()).add(line)
            return original(this, line)

        translator.starts_line = starts_line

    def emit(self, record):
        metadata, payload = getattr(record, "metadata", None), getattr(record, "payload", None)
        if not isinstance(metadata, dict):
            return
        if metadata.get("artifact", {}).get("name") == trace.ARTIFACT and payload:
            found = trace.parse_reason(payload)
            found.compile_id = trace.compile_id(metadata)
            self.breaks.append(found)
        elif "compilation_metrics" in metadata:
            self.frames.append(trace.frame_of(metadata))


class ExecutedLines:
    """The lines of files that run, for the files that `wanted` accepts."""

    def __init__(self, wanted):
        self._wanted = wanted
        self.lines: dict = {}  # file -> set of lines

    def __enter__(self):
        self._previous = sys.gettrace()
        sys.settrace(self._call)
        threading.settrace(self._call)
        return self

    def __exit__(self, *_):
        sys.settrace(self._previous)
        threading.settrace(None)

    def _call(self, frame, event, argument):
        file = frame.f_code.co_filename
        if not self._wanted(file):
            return None
        lines = self.lines.setdefault(file, set())
        lines.add(frame.f_lineno)

        def local(inner, what, value):
            if what == "line":
                lines.add(inner.f_lineno)
            return local

        return local
