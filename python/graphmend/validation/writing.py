"""Writes a file whole or not at all."""

from __future__ import annotations

import os
import tempfile


def _usual_mode() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask


def replace(path: str, data: bytes, mode: int | None = None) -> None:
    """The file at `path` holds `data` from now on. Without a mode it is a new file's. Raises OSError."""
    folder = os.path.dirname(os.path.abspath(path))
    with tempfile.NamedTemporaryFile("wb", dir=folder, delete=False) as file:
        try:
            file.write(data)
        except BaseException:
            os.unlink(file.name)
            raise
    os.chmod(file.name, _usual_mode() if mode is None else mode)
    os.replace(file.name, path)
