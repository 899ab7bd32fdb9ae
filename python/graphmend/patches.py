"""Applies a project's patches of installed packages, in memory, as the packages are imported.

    import graphmend.patches    # before what it patches

`graphmend patch` writes the patches. They are looked for in the folder that $GRAPHMEND_PATCHES names,
else in `graphmend-patches` beside the program or in a folder above it. A patch holds for exactly the
file that it was made from: where another one is installed, that file stays as it is, and a warning
says so. Nothing on disk is touched, bytecode included.

One line on standard error says what is patched; GRAPHMEND_PATCHES_QUIET=1 keeps it away.
"""

from .patch_import import PatchWarning, install, installed

__all__ = ["PatchWarning", "installed"]

install()
