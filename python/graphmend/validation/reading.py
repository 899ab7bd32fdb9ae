"""Reading files that a log, or somebody else's tree, names: regular files only, which nobody has to be
waited for, and no more than is right."""

from __future__ import annotations

import os
import stat
import sys
import sysconfig

MOST_SOURCE = 256 << 20
MOST_LOG = 1 << 30


class NotRead(OSError):
    """`strerror` says why, in words that follow the name of the file."""

    def __init__(self, path: str, why: str):
        super().__init__(0, why, path)


def _why_no_file(mode: int) -> str:
    if stat.S_ISREG(mode):
        return ""
    return "is a directory" if stat.S_ISDIR(mode) else "is not a file"


def read_bytes(path: str, most: int) -> bytes:
    """Raises OSError; NotRead where it is there and no file, or too large."""
    if why := _why_no_file(os.stat(path).st_mode):
        raise NotRead(path, why)
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0) | getattr(os, "O_BINARY", 0)
    with open(os.open(path, flags), "rb") as file:
        if why := _why_no_file(os.fstat(file.fileno()).st_mode):  # it has become something else
            raise NotRead(path, why)
        content = file.read(most + 1)
    if len(content) > most:
        raise NotRead(path, f"is larger than {most >> 20} MiB")
    return content


def read_text(path: str, most: int) -> str:
    return read_bytes(path, most).decode("utf-8", "replace").replace("\r\n", "\n")


def _roots() -> list:
    """Where code lies that a log may speak of: the project, and what is installed."""
    installed = [sysconfig.get_path(name) for name in ("stdlib", "purelib", "platlib")]
    packages = [path for path in sys.path if os.path.basename(path) in ("site-packages", "dist-packages")]
    return [os.path.realpath(path) for path in (os.getcwd(), *installed, *packages) if path]


def is_source(path: str) -> bool:
    """Whether the file may be looked at because somebody else names it: Python source of the project
    below the working directory, or of an installed package."""
    if not path.endswith((".py", ".pyi")):
        return False
    try:
        real = os.path.realpath(path)
        within = any(os.path.commonpath([root, real]) == root for root in _roots())
        return within and real.endswith((".py", ".pyi")) and stat.S_ISREG(os.stat(real).st_mode)
    except (OSError, ValueError):
        return False
