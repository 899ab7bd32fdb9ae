"""Lays fixed sources over the user's files, in this process only.

    install({"/project/model.py": "/elsewhere/model.py"})

A module whose file is a key is compiled from the bytes of the other file under its own name, so
that `__file__`, data beside it, places in messages and `inspect.getsource` stay right. The tree is
not written to: not the sources, and no bytecode either.
"""

from __future__ import annotations

import importlib.machinery
import io
import linecache
import os
import sys
import tokenize


def _lines(data: bytes) -> list:
    encoding, _ = tokenize.detect_encoding(io.BytesIO(data).readline)
    text = io.TextIOWrapper(io.BytesIO(data), encoding, newline=None).read()
    return text.splitlines(keepends=True)


def show(path: str, data: bytes) -> None:
    """From now on tracebacks and `inspect` see `data` as the lines of the file at `path`."""
    # No modification time: linecache then never compares it with the file on disk.
    linecache.cache[path] = (len(data), None, _lines(data), path)


def read(folder: str) -> dict:
    """{original: replacement} of a folder that mirrors absolute paths: FOLDER/project/model.py."""
    found = {}
    for directory, _, names in os.walk(folder):
        for name in names:
            path = os.path.join(directory, name)
            found[os.path.join("/", os.path.relpath(path, folder))] = path
    return found


def install(replacements: dict) -> None:
    """From now on. Modules that are imported already stay as they are: call it first."""
    if not replacements:
        return
    overlaid = {}
    for original, replacement in replacements.items():
        with open(replacement, "rb") as file:
            overlaid[os.path.realpath(original)] = file.read()
    loader = importlib.machinery.SourceFileLoader
    plain_get_code, plain_get_data = loader.get_code, loader.get_data

    def get_code(self, fullname):
        path = self.get_filename(fullname)
        data = overlaid.get(os.path.realpath(path))
        if data is None:
            return plain_get_code(self, fullname)
        show(path, data)
        return self.source_to_code(data, path)

    def get_data(self, path):
        data = overlaid.get(os.path.realpath(path))
        return plain_get_data(self, path) if data is None else data

    loader.get_code, loader.get_data = get_code, get_data
    sys.dont_write_bytecode = True
