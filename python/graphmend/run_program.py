"""`python -m graphmend run [-m MODULE | FILE] [ARGUMENT…]`: a Python program with its patches applied.

The program is run as `python` would run it: as `__main__`, with its own folder first on the path.
"""

from __future__ import annotations

import os
import sys

USAGE = "usage: graphmend run [-m MODULE | FILE] [ARGUMENT...]"


def main(arguments: list) -> int:
    as_module = arguments[:1] == ["-m"]
    words = arguments[1:] if as_module else arguments
    if not words or (words[0].startswith("-") and not as_module):
        sys.stderr.write(USAGE + "\n")
        return 2
    if not as_module and not os.path.exists(words[0]):
        sys.stderr.write(f"error: {words[0]}: no such file\n")
        return 2
    sys.argv[:] = words
    start = os.getcwd() if as_module else os.path.dirname(os.path.realpath(words[0]))
    if sys.path and sys.path[0] in ("", os.getcwd()):  # that of `python -m graphmend`
        sys.path.pop(0)
    sys.path.insert(0, start)
    if not os.environ.get("GRAPHMEND_PATCHES"):
        from . import patch_files

        folder = patch_files.find_folder(start)
        if folder:  # processes that the program starts find them, too
            os.environ["GRAPHMEND_PATCHES"] = folder
    import graphmend.patches  # noqa: F401

    import runpy

    if as_module:
        runpy.run_module(words[0], run_name="__main__", alter_sys=True)
    else:
        runpy.run_path(words[0], run_name="__main__")
    return 0
