"""Finds torch.compile graph breaks in Python source.

The work is done by the program `graphmend`, which this package installs; `run` calls it.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Sequence

__all__ = ["__version__", "find_program", "run"]


def __getattr__(name: str) -> str:
    # Fixed code imports graphmend.runtime, and so this file: what only `run` needs waits for it.
    if name == "__version__":
        from importlib.metadata import PackageNotFoundError, version

        try:
            return version("graphmend")
        except PackageNotFoundError:  # run from where the sources are, as `graphmend validate` may
            return "0"
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def find_program() -> str:
    """The path of the program that belongs to this installation.

    Raises FileNotFoundError where it is not to be found.
    """
    name = "graphmend" + (sysconfig.get_config_var("EXE") or "")
    user_scheme = sysconfig.get_preferred_scheme("user")
    # A `pip install --target` puts bin/ beside the package.
    beside = os.path.join(os.path.dirname(os.path.dirname(__file__)), "bin")
    folders = [
        sysconfig.get_path("scripts"),
        sysconfig.get_path("scripts", scheme=user_scheme),
        beside,
    ]
    for folder in folders:
        path = os.path.join(folder, name)
        if os.path.isfile(path):
            return path
    found = shutil.which(name)
    if found is not None:
        return found
    raise FileNotFoundError(f"the program {name} is not in {', '.join(folders)} nor on PATH")


def run(arguments: Sequence[str], **options) -> subprocess.CompletedProcess:
    """`graphmend ARGUMENTS…`; `options` go to subprocess.run."""
    return subprocess.run([find_program(), *arguments], **options)


def main() -> int:
    try:
        program = find_program()
    except FileNotFoundError as error:
        print(f"graphmend: {error}", file=sys.stderr)
        return 2
    if os.name == "posix":
        # Replace this process: signals and the exit status are then the program's own.
        os.execv(program, [program, *sys.argv[1:]])
    return subprocess.run([program, *sys.argv[1:]]).returncode
