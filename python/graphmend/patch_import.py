"""How patches of installed packages get into what is imported; `graphmend.patches` calls it."""

from __future__ import annotations

import importlib.machinery
import os
import sys
import warnings

from . import patch_files
from .validation import overlay
from .validation import patch as unified


class PatchWarning(UserWarning):
    """A patch that is not applied, and why."""


installed: dict = {}  # by module: the patch that is applied when it is imported


def _warn(message: str) -> None:
    warnings.warn(message, PatchWarning, stacklevel=2)


def _patched(patch: patch_files.PatchFile, data: bytes) -> bytes:
    """Raises PatchError where the diff does not fit."""
    files = unified.split(patch.diff)
    if len(files) != 1:
        raise unified.PatchError(f"the diff is over {len(files)} files")
    return unified.apply(data, files[0][1])


class _Loader(importlib.machinery.SourceFileLoader):
    """Gives what stands in the file with the patch applied, under the file's own name."""

    def __init__(self, fullname: str, path: str, patch: patch_files.PatchFile):
        super().__init__(fullname, path)
        self._patch = patch

    def get_code(self, fullname):
        path = self.get_filename(fullname)
        data = super().get_data(path)
        if patch_files.digest(data) != self._patch.original:  # since it was looked at
            _warn(f"{path} has changed while the program runs: it is left as it is")
            return super().get_code(fullname)
        data = _patched(self._patch, data)
        overlay.show(path, data)
        return self.source_to_code(data, path)


class _Finder:
    """Stands before the finders of the path, and changes the loader of what is patched alone."""

    @staticmethod
    def find_spec(fullname, path=None, target=None):
        patch = installed.get(fullname)
        if patch is None:
            return None
        spec = importlib.machinery.PathFinder.find_spec(fullname, path, target)
        if spec is None or type(spec.loader) is not importlib.machinery.SourceFileLoader:
            return spec
        try:
            with open(spec.origin, "rb") as file:
                same = patch_files.digest(file.read()) == patch.original
        except OSError:
            return spec
        if same:
            spec.loader = _Loader(fullname, spec.origin, patch)
        else:
            _warn(f"{spec.origin} is not the file that {patch.path} was made from: it is left as it is")
        return spec


def _file_of(module_file: str) -> str:
    """Where the file of a package is that would be imported; "" where it is not installed."""
    top, _, rest = module_file.partition("/")
    top = top[: -len(".py")] if not rest else top
    spec = importlib.machinery.PathFinder.find_spec(top)
    if spec is None:
        return ""
    if not rest:
        return spec.origin or ""
    for folder in spec.submodule_search_locations or ():
        path = os.path.join(folder, *rest.split("/"))
        if os.path.isfile(path):
            return path
    return ""


def status(patch: patch_files.PatchFile) -> str:
    """Why a patch cannot be applied to what is installed; "" where it can be."""
    path = _file_of(patch.file)
    if not path:
        return f"{patch.file} is not installed"
    with open(path, "rb") as file:
        data = file.read()
    if patch_files.digest(data) != patch.original:
        return f"{path} is not the file that the patch was made from, of {patch.package}"
    try:
        _patched(patch, data)
    except unified.PatchError as error:
        return f"the diff does not fit: {error}"
    return ""


def _folder() -> str:
    named = os.environ.get("GRAPHMEND_PATCHES")
    if named:
        return named
    program = getattr(sys.modules.get("__main__"), "__file__", None)
    beside = patch_files.find_folder(os.path.dirname(os.path.abspath(program))) if program else ""
    return beside or patch_files.find_folder(os.getcwd())


def install() -> None:
    """Looks for the project's patches and applies them from now on; says what it does."""
    folder = _folder()
    if not folder:
        _warn(f"there is no folder {patch_files.FOLDER} beside the program or above it; `graphmend patch` makes it")
        return
    _install(folder)
    _tell()


def _install(folder: str) -> None:
    by_package: dict = {}
    for path in patch_files.below(folder):
        try:
            patch = patch_files.read(path)
            why = status(patch)
        except (patch_files.PatchFileError, OSError) as error:
            _warn(str(error))
            continue
        if not why and patch.module in sys.modules:
            why = f"{patch.module} was imported before graphmend.patches"
        if why.endswith("is not installed") and patch.module not in installed:
            continue  # the patches of a project may be for more than one environment
        if why:
            # Another release of the same package may have a patch that fits.
            by_package.setdefault(patch.module, []).append((path, why))
            continue
        installed[patch.module] = patch
    for module, refused in by_package.items():
        if module not in installed:
            for path, why in refused:
                _warn(f"{path} is not applied: {why}. `graphmend patch` makes it again")
    if installed and _Finder not in sys.meta_path:
        sys.meta_path.insert(0, _Finder)


def _tell() -> None:
    if not installed or os.environ.get("GRAPHMEND_PATCHES_QUIET") == "1":
        return
    counts: dict = {}
    for patch in installed.values():
        counts[patch.package] = counts.get(patch.package, 0) + 1
    files = [f"{count} file{'s' * (count != 1)} of {package}" for package, count in sorted(counts.items())]
    sys.stderr.write(f"graphmend.patches: {', '.join(files)} patched in memory\n")
