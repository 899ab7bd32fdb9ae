"""The patches of installed packages that a project keeps: what stands in a file, and where files are.

    graphmend-patches/transformers@4.52.4/transformers.models.t5.modeling_t5.patch

A unified diff below a few lines that say what it is for. Its `Original` holds: a patch is for exactly
these bytes. The hunks may be edited by whoever reviews them.
"""

from __future__ import annotations

import hashlib
import os
import re
from dataclasses import dataclass, field

FOLDER = "graphmend-patches"
_FIELD = re.compile(rb"(Package|File|Original|Options): (.*)")
_MOST_BYTES = 32 * 2**20


class PatchFileError(ValueError):
    """A file that is no patch of ours, or is damaged; says where and why."""


@dataclass
class PatchFile:
    package: str  # "transformers 4.52.4": the distribution and its release
    file: str  # "transformers/models/t5/modeling_t5.py", below where packages are installed
    original: str  # "sha256:…" of the bytes that the diff is for
    options: str = ""  # that it was made with
    fixes: list = field(default_factory=list)  # lines that say what each fix does
    diff: bytes = b""
    path: str = ""  # where it was read

    @property
    def module(self) -> str:
        parts = self.file[: -len(".py")].split("/")
        return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)

    @property
    def name(self) -> str:
        distribution, _, release = self.package.partition(" ")
        return os.path.join(f"{distribution}@{release}", self.file[: -len(".py")].replace("/", ".") + ".patch")


def digest(data: bytes) -> str:
    return "sha256:" + hashlib.sha256(data).hexdigest()


def write(patch: PatchFile) -> bytes:
    head = [
        f"Package: {patch.package}",
        f"File: {patch.file}",
        f"Original: {patch.original}",
        f"Options: {patch.options}",
        "",
        *patch.fixes,
        "",
    ]
    return ("\n".join(head) + "\n").encode() + patch.diff


def read(path: str) -> PatchFile:
    """Raises PatchFileError and OSError."""
    with open(path, "rb") as file:
        text = file.read(_MOST_BYTES + 1)
    if len(text) > _MOST_BYTES:
        raise PatchFileError(f"{path} is larger than {_MOST_BYTES >> 20} MiB")
    head, _, diff = text.partition(b"\n--- ")
    found = {}
    for line in head.split(b"\n"):
        match = _FIELD.fullmatch(line.rstrip(b"\r"))
        if match:
            try:
                found.setdefault(match[1].decode(), match[2].decode())
            except UnicodeDecodeError:
                raise PatchFileError(f"{path}: {match[1].decode()} is not UTF-8") from None
    for name in ("Package", "File", "Original"):
        if not found.get(name):
            raise PatchFileError(f"{path} is not a graphmend patch: it has no line `{name}: …`")
    parts = found["File"].split("/")
    if not found["File"].endswith(".py") or not all(part.isidentifier() for part in [*parts[:-1], parts[-1][:-3]]):
        raise PatchFileError(f"{path}: `{found['File']}` is not a module of a package")
    if not re.fullmatch("sha256:[0-9a-f]{64}", found["Original"]):
        raise PatchFileError(f"{path}: `Original` is not a SHA-256")
    fixes = [line.decode(errors="replace") for line in head.split(b"\n") if line.startswith(b"line ")]
    return PatchFile(
        package=found["Package"],
        file=found["File"],
        original=found["Original"],
        options=found.get("Options", ""),
        fixes=fixes,
        diff=b"--- " + diff,
        path=path,
    )


def below(folder: str) -> list:
    """The paths of all patches in a folder of patches, in order."""
    found = []
    for directory, folders, names in os.walk(folder):
        folders.sort()
        found += [os.path.join(directory, name) for name in sorted(names) if name.endswith(".patch")]
    return found


def find_folder(start: str) -> str:
    """The nearest folder of patches at `start` or above it; "" where there is none."""
    folder = os.path.abspath(start)
    while True:
        candidate = os.path.join(folder, FOLDER)
        if os.path.isdir(candidate):
            return candidate
        parent = os.path.dirname(folder)
        if parent == folder:
            return ""
        folder = parent
