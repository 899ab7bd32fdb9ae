"""Reads graph breaks out of what torch writes, in three forms, which may be mixed in one file:

  TORCH_LOGS=graph_breaks    lines "V1121 10:00:00.0 PID file.py:1] [0/0] [__graph_breaks] text", also
                             where a launcher or a CI system has put something before them
  TORCH_TRACE=FOLDER         a line of the same kind with JSON, its payload below, behind tabs
  torch._dynamo.explain()    "Break Reasons:" as print shows it

Needs no torch.
"""

from __future__ import annotations

import json
import os
import re
from dataclasses import dataclass, field

from . import reading, trace

_RECORD = re.compile(
    r"(?P<key>[VIWEC]\d{4} \d\d:\d\d:\d\d\.\d+ \d+ \S+:\d+\]) ?"
    r"(?:\[(?P<compile_id>!?\d+/\d+(?:_\d+)?)\] )?(?:\[__\w+\] ?)?(?P<text>.*)"
)
_EXPLAINED = re.compile(r"\s*<FrameSummary file (?P<file>.+), line (?P<line>\d+) in (?P<name>.+)>")
_REASON = re.compile(r"\s*Break Reason \d+:\s*$")


class LogError(Exception):
    """A log cannot be read; the message names it."""


@dataclass
class Log:
    path: str
    breaks: list = field(default_factory=list)  # of trace.Break
    compilations: list = field(default_factory=list)  # see Compilation, in their order
    explained: bool = False  # has explain's output, which misses breaks


@dataclass
class Compilation:
    """One compilation of a frame, as far as a log tells of it."""

    compile_id: str
    frame: dict | None = None  # see trace.frame_of; only TORCH_TRACE has it
    found: trace.Break | None = None  # the break that ended it


def _files(path: str) -> list:
    if not os.path.isdir(path):
        return [path]
    found = [
        os.path.join(folder, name)
        for folder, _, names in os.walk(path)
        for name in names
        if name.endswith((".log", ".txt")) and not os.path.islink(os.path.join(folder, name))
    ]
    if not found:
        raise LogError(f"{path} holds no .log file, as TORCH_TRACE writes them")
    return sorted(found)


class _Reader:
    """Gathers the lines of a record, which end where the next one begins."""

    def __init__(self, log: Log):
        self._log = log
        self._key, self._compile_id, self._lines = None, "", []
        self._by_id: dict = {}

    def feed(self, line: str) -> None:
        record = _RECORD.search(line)
        if record:
            self._prefixed(record)
        elif self._key == "trace" and line.startswith("\t"):
            self._lines.append(line[1:])
        elif self._key == "plain" or trace.HEAD.match(line.strip()):
            self._plain(line)
        else:
            self.finish()

    def _prefixed(self, record) -> None:
        text = record["text"]
        if text.startswith("{"):
            self.finish()
            metadata = self._metadata(text)
            if metadata.get("artifact", {}).get("name") == trace.ARTIFACT:
                self._begin("trace", trace.compile_id(metadata), [])
            elif isinstance(metadata.get("compilation_metrics"), dict):
                frame = trace.frame_of(metadata)
                self._compilation(frame["compile_id"]).frame = frame
            return
        head = trace.HEAD.match(text.strip())
        if record["key"] != self._key or head:
            self.finish()
            if head:
                self._begin(record["key"], (record["compile_id"] or "").lstrip("!"), [text])
        elif self._key:
            self._lines.append(text)

    def _plain(self, line: str) -> None:
        if trace.HEAD.match(line.strip()):
            self.finish()
            self._begin("plain", "", [])
        self._lines.append(line)

    @staticmethod
    def _metadata(text: str) -> dict:
        try:
            value = json.loads(text)
        except (ValueError, RecursionError):  # a line that was cut off, or nested beyond reason
            return {}
        return value if isinstance(value, dict) else {}

    def _begin(self, key: str, compile_id: str, lines: list) -> None:
        self._key, self._compile_id, self._lines = key, compile_id, lines

    def _compilation(self, compile_id: str) -> Compilation:
        """That of this id; one of its own where a log tells none."""
        if not compile_id or compile_id not in self._by_id:
            self._by_id[compile_id] = Compilation(compile_id)
            self._log.compilations.append(self._by_id[compile_id])
        return self._by_id[compile_id]

    def finish(self) -> None:
        if self._key is not None and self._lines:
            found = trace.parse_reason("\n".join(self._lines))
            found.compile_id = self._compile_id
            if found.file:
                self._log.breaks.append(found)
                compilation = self._compilation(found.compile_id)
                compilation.found = compilation.found or found
        self._key, self._lines = None, []


def _explained(lines: list, log: Log) -> None:
    """The breaks of explain's output: "Break Reason 1:", "Reason: …", "User Stack:", frames."""
    number = 0
    while number < len(lines):
        if not _REASON.match(lines[number]):
            number += 1
            continue
        log.explained = True
        text, frames = [], []
        number += 1
        while number < len(lines) and not _REASON.match(lines[number]):
            frame = _EXPLAINED.match(lines[number])
            if frame:
                frames.append(trace.Frame(frame["file"], int(frame["line"]), frame["name"]))
            elif frames:
                break
            text.append(lines[number])
            number += 1
        found = trace.parse_reason("\n".join(text))
        if frames:
            found.file, found.line, found.stack = frames[-1].file, frames[-1].line, frames
            log.breaks.append(found)


def read(path: str, text: str | None = None) -> Log:
    """All breaks in a file or a folder, in order; `text` is read in place of a file. LogError."""
    log = Log(path)
    for name in [path] if text is not None else _files(path):
        try:
            content = reading.read_text(name, reading.MOST_LOG) if text is None else text
        except OSError as error:
            raise LogError(f"{name}: {error.strerror}") from None
        lines = content.splitlines()
        reader = _Reader(log)
        for line in lines:
            reader.feed(line)
        reader.finish()
        _explained(lines, log)
    return log
