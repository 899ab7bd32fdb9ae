"""What a call does besides returning: printed lines, log records and warnings, in their order.

torch's own messages are left out: which of them appear depends on compiling, not on the program.
"""

from __future__ import annotations

import io
import logging
import os
import sys
import warnings


class _Lines(io.TextIOBase):
    def __init__(self, hear):
        self._hear, self._rest = hear, ""

    def writable(self):
        return True

    def write(self, text):
        *lines, self._rest = (self._rest + text).split("\n")
        for line in lines:
            self._hear(line)
        return len(text)

    def finish(self):
        if self._rest:
            self._hear(self._rest)
        self._rest = ""


def _is_torch(path: str) -> bool:
    torch = sys.modules.get("torch")
    return torch is not None and path.startswith(os.path.dirname(torch.__file__) + os.sep)


class Ears:
    """`with Ears() as ears: …; ears.said` is a list like "print text", "log WARNING name: text".

    Records are heard where they are made, so that neither `propagate` nor handlers matter.
    """

    def __init__(self):
        self.said: list = []

    def __enter__(self):
        self._factory = logging.getLogRecordFactory()
        self._show, self._stdout = warnings.showwarning, sys.stdout
        self._lines = _Lines(lambda line: self.said.append(f"print {line}"))
        logging.setLogRecordFactory(self._record)
        warnings.showwarning = self._warning
        sys.stdout = self._lines
        return self

    def __exit__(self, *_):
        self._lines.finish()
        logging.setLogRecordFactory(self._factory)
        warnings.showwarning, sys.stdout = self._show, self._stdout

    def _record(self, name, *rest, **options):
        record = self._factory(name, *rest, **options)
        if name.partition(".")[0] != "torch":
            try:
                text = record.getMessage()
            except Exception as error:  # logging itself would print this and go on
                text = f"<{type(error).__name__}: {error}>"
            self.said.append(f"log {record.levelname} {name}: {text}")
        return record

    def _warning(self, message, category, filename, lineno, file=None, line=None):
        if not _is_torch(filename):
            self.said.append(f"warning {category.__name__}: {message}")
