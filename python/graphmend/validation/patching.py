"""`graphmend patch`: fixes of installed packages, as patches that a project keeps and reviews.

A target is a package, a module or subpackage of one (`transformers.models.t5`), or a file of one. The
packages are those of the interpreter that runs this; none of them is imported. What a patch is and
when it holds: ../patch_files.py; how it is applied: ../patch_import.py.
"""

from __future__ import annotations

import functools
import importlib.machinery
import importlib.metadata
import json
import os
import sys
import tempfile

from .. import patch_files, patch_import
from . import linter, writing
from . import patch as unified
from .request import UsageError, choice, options_of_fixes, unfold
from .visible import visible


class _Target:
    """A file or folder of an installed package; `root` is where packages are installed."""

    def __init__(self, path: str, root: str):
        self.path, self.root = path, root


def _top_level(name: str):
    spec = importlib.machinery.PathFinder.find_spec(name)
    if spec is None or not (spec.origin or spec.submodule_search_locations):
        raise UsageError(
            f"{name} is not installed for {sys.executable}",
            "name a package, a module of one or a file; --python names another interpreter",
        )
    return spec


def _of_module(name: str) -> _Target:
    top, *rest = name.split(".")
    spec = _top_level(top)
    if not spec.submodule_search_locations:
        if rest or not (spec.origin or "").endswith(".py"):
            raise UsageError(f"{name} is not Python source", f"{top} is {spec.origin}")
        return _Target(spec.origin, os.path.dirname(spec.origin))
    for folder in spec.submodule_search_locations:
        path = os.path.join(folder, *rest)
        for candidate in (path, path + ".py"):
            if os.path.exists(candidate):
                return _Target(candidate, os.path.dirname(folder))
    raise UsageError(f"{name} is not a module of {top}", f"looked for in {next(iter(spec.submodule_search_locations))}")


def _of_file(path: str) -> _Target:
    real = os.path.realpath(path)
    if not os.path.exists(real):
        raise UsageError(f"{path}: no such file")
    for entry in sys.path:
        root = os.path.realpath(entry) if entry else ""
        if root and real.startswith(root + os.sep) and "packages" in os.path.basename(root):
            return _Target(real, root)
    raise UsageError(
        f"{path} is not in a package installed for {sys.executable}",
        "files of your own are fixed in place, with `graphmend check --fix`",
    )


def resolve(word: str) -> _Target:
    if os.sep in word or word.endswith(".py") or (os.altsep and os.altsep in word):
        return _of_file(word)
    if not all(part.isidentifier() for part in word.split(".")):
        raise UsageError(f"`{word}` is not the name of a package or module", "a file is named by its path: ./" + word)
    return _of_module(word)


@functools.lru_cache(maxsize=None)
def _package_of(top: str) -> str:
    """ "transformers 4.52.4": the distribution that a top-level name comes from, and its release."""
    try:
        names = importlib.metadata.packages_distributions().get(top)
        distribution = names[0] if names else top
    except AttributeError:  # Python 3.9
        distribution = top
    try:
        return f"{distribution} {importlib.metadata.version(distribution)}"
    except importlib.metadata.PackageNotFoundError:
        return f"{top} unknown"


def _is_made(fix: dict, fixing: list) -> bool:
    if fix["applicability"] == "safe" or "--unsafe-fixes" in fixing:
        return True
    return fix["name"] == "outline-region"  # offered only where it is asked for


def _fix_lines(program: str, paths: list, fixing: list) -> dict:
    """By absolute path: what is mended, a line each; what may differ below it."""
    beside = [option for option in fixing if option != "--unsafe-fixes"]
    text = linter.run(program, ["check", "--exit-zero", "--output-format", "json", *beside, *paths])
    lines: dict = {}
    for found in json.loads(text)["findings"]:
        for fix in found["fixes"][:1]:
            if not _is_made(fix, fixing):
                continue
            said = lines.setdefault(linter.absolute(found["path"]), [])
            said.append(f"line {found['location']['line']}, {found['code']}: {visible(fix['title'])}")
            if fix["difference"]:
                said.append(f"  unsafe: {visible(fix['difference'])}")
    return lines


def make(program: str, targets: list, fixing: list) -> list:
    """The patches that mend what can be mended in the targets, by `check --fix` with these options."""
    paths = [target.path for target in targets]
    said = _fix_lines(program, paths, fixing)
    with tempfile.TemporaryDirectory(prefix="graphmend-") as folder:
        path = os.path.join(folder, "fixes.diff")
        linter.run(program, ["check", "--fix", "--diff", *fixing, "-o", path, *paths])
        with open(path, "rb") as file:
            diff = file.read()
    made = []
    for name, hunks in unified.split(diff):
        path = linter.absolute(name)
        root = next(t.root for t in targets if path == t.path or path.startswith(t.path + os.sep))
        relative = os.path.relpath(path, root).replace(os.sep, "/")
        if not relative.endswith(".py"):
            continue
        with open(path, "rb") as file:
            data = file.read()
        unified.apply(data, hunks)
        top = relative.partition("/")[0].removesuffix(".py")
        header = f"--- a/{relative}\n+++ b/{relative}\n".encode()
        made.append(
            patch_files.PatchFile(
                package=_package_of(top),
                file=relative,
                original=patch_files.digest(data),
                options=" ".join(fixing) or "--fix",
                fixes=said.get(path, []),
                diff=header + b"\n".join(hunks),
            )
        )
    return made


def _write(folder: str, patch: patch_files.PatchFile) -> str:
    path = os.path.join(folder, patch.name)
    if os.path.islink(path) or os.path.islink(os.path.dirname(path)):
        raise UsageError(f"cannot write {path}: it is a link, and what it leads to would change")
    os.makedirs(os.path.dirname(path), exist_ok=True)
    writing.replace(path, patch_files.write(patch))
    return path


def _remove_stale(folder: str, targets: list, made: list) -> list:
    """Patches of the targets' files that have no fix any more, for the release that is installed."""
    names = {patch.name for patch in made}
    removed = []
    for path in patch_files.below(folder):
        patch = patch_files.read(path)
        top = patch.file.partition("/")[0].removesuffix(".py")
        for target in targets:
            file = os.path.join(target.root, *patch.file.split("/"))
            inside = file == target.path or file.startswith(target.path + os.sep)
            if inside and patch.name not in names and patch.package == _package_of(top):
                os.remove(path)
                removed.append(path)
                break
    return removed


def check(folder: str) -> tuple:
    """[(patch, why it does not hold; "" where it does)] of a folder of patches."""
    return [(patch, patch_import.status(patch)) for patch in map(patch_files.read, patch_files.below(folder))]


def _check(folder: str, deliver, output: str) -> int:
    if not os.path.isdir(folder):
        raise UsageError(f"{folder}: no such folder", "`graphmend patch PACKAGE` makes it")
    results = check(folder)
    lines = [f"{patch.path}: {'ok' if not why else why}" for patch, why in results]
    bad = sum(1 for _, why in results if why)
    count = f"{len(results)} patch{'es' * (len(results) != 1)}"
    lines.append(f"{count}, all of them fit" if not bad else f"{count}, of which {bad} cannot be applied")
    deliver("".join(visible(line) + "\n" for line in lines), output)
    return 1 if bad else 0


def _make(asked: dict, folder: str, given: dict, deliver, complain) -> int:
    targets = [resolve(word) for word in asked["operands"]]
    made = make(asked["program"], targets, options_of_fixes(given))
    lines = []
    if "diff" in given:
        lines = [patch_files.write(patch).decode(errors="replace") for patch in made]
        deliver("\n".join(lines), given.get("output-file", ""))
        return 1 if made else 0
    if os.path.islink(folder):
        raise UsageError(f"cannot write to {folder}: it is a link")
    for patch in made:
        fixes = sum(1 for line in patch.fixes if line.startswith("line "))
        lines.append(f"{_write(folder, patch)}: {fixes} fix{'es' * (fixes != 1)}")
    if os.path.isdir(folder):
        lines += [f"{path}: removed, there is nothing to fix" for path in _remove_stale(folder, targets, made)]
    deliver("".join(visible(line) + "\n" for line in lines), given.get("output-file", ""))
    if not made:
        hint = "" if "unsafe-fixes" in given else "--unsafe-fixes also takes those that may differ, and says how"
        complain("there is nothing to fix in " + ", ".join(asked["operands"]), hint, kind="note")
    else:
        complain(
            f"review what is in {folder} and commit it",
            "`import graphmend.patches` first in the program, or `graphmend run PROGRAM`, applies it",
            kind="note",
        )
    return 0


def patch(asked: dict, deliver, complain) -> int:
    given = unfold(asked["options"], ())
    folder = given.get("folder", patch_files.FOLDER)
    choice("--color", given.get("color", "auto"), ("auto", "always", "never"))
    try:
        if "check" in given:
            if asked["operands"]:
                raise UsageError("--check looks at all patches of a folder; name no package")
            return _check(folder, deliver, given.get("output-file", ""))
        if not asked["operands"]:
            raise UsageError("nothing to patch", "name a package, a module of one or a file of one")
        return _make(asked, folder, given, deliver, complain)
    except patch_files.PatchFileError as error:
        raise UsageError(str(error)) from None
    except linter.LinterError as error:
        raise UsageError(f"graphmend check: {error}") from None
    except OSError as error:
        raise UsageError(f"{error.filename}: {error.strerror}") from None
