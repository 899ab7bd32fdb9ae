#!/usr/bin/env python3
"""Fills subprojects/ with the sources of the parser, of RapidJSON and of RE2; with --all also with
CLI11 and toml++, which systems have and an sdist must bring.

They come from the release archives that subprojects/*.wrap name. Where those cannot be reached (a
company mirror, a build sandbox), the same releases come through pip and npm, from the packages in
which their authors publish them too. Meson takes a directory that is already there as it is.

    python3 ci/fetch_deps.py            fetch what is missing
    python3 ci/fetch_deps.py --all      and what systems have
    python3 ci/fetch_deps.py --check    exit 1 when something is missing
"""

import argparse
import configparser
import hashlib
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import urllib.error
import urllib.request
from pathlib import Path
from typing import NamedTuple

SUBPROJECTS = Path(__file__).resolve().parent.parent / "subprojects"


class Package(NamedTuple):
    wrap: str  # subprojects/<wrap>.wrap
    manager: str  # "pip" or "npm"
    spec: str
    sha256: str
    folder: str  # what of the package, a folder or one file, becomes ...
    target: str  # ... this folder, or file, of the subproject


PACKAGES = [
    Package(
        "tree-sitter", "pip", "tree-sitter==0.26.1",
        "9919cbaf02d17fa9a4cd0e6da496aecf901b758e6eacf122eee393e3ef08aacd",
        "tree_sitter-0.26.1/tree_sitter/core/lib", "lib",
    ),
    # The grammar's sdist lacks scanner.c; its npm package is complete.
    Package(
        "tree-sitter-python", "npm", "tree-sitter-python@0.25.0",
        "63b76b3fa8181fd79eaad4abcdb21e2babcb504dbfc7710a89934fa456d26096",
        "package/src", "src",
    ),
    # Newer than the last release, of 2016, which Clang has refused since its version 19.
    Package(
        "rapidjson", "pip", "python-rapidjson==1.20",
        "115f08c86d2df7543c02605e77c84727cdabc4b08310d2f097e953efeaaa73eb",
        "python_rapidjson-1.20/rapidjson/include", "include",
    ),
    # The package carries the release as it is, beside a module that is not wanted.
    Package(
        "re2", "npm", "re2@1.19.0",
        "0c808d5787308d423ab28eb197c62a0d4b26e4315cd2f9bb4a56d3bf533a8113",
        "package/vendor", "",
    ),
]
# Fetched for an sdist alone.
OF_SYSTEMS = [
    # The header that CLI11 makes of its own release 2.5.0.
    Package(
        "cli11", "pip", "highspy==1.16.0",
        "83519368321b1ac0ed508b8562b335928b6fd249e2ab42ff0218491e1486d985",
        "highspy-1.16.0/extern/cli11/CLI11.hpp", "include/CLI/CLI.hpp",
    ),
    Package(
        "tomlplusplus", "pip", "pytomlpp==1.1.0",
        "61a0f73e7ba2fe8bba4e99ce6d2701491885850b53aad8f3e46d03c4b31e594d",
        "pytomlpp-1.1.0/third_party/tomlplusplus/include", "include",
    ),
]


class FetchError(Exception):
    pass


def wrap_of(name: str) -> configparser.SectionProxy:
    parser = configparser.ConfigParser(interpolation=None)
    parser.read(SUBPROJECTS / f"{name}.wrap")
    return parser["wrap-file"]


def directory_of(package: Package) -> Path:
    """The folder the wrap unpacks into."""
    return SUBPROJECTS / wrap_of(package.wrap)["directory"]


def clean_environment() -> dict:
    """Without what a surrounding PEP 517 build leaves behind for its own backend only."""
    return {k: v for k, v in os.environ.items() if not k.startswith("_PYPROJECT_HOOKS_")}


def download_archive(package: Package, folder: Path) -> Path:
    url = wrap_of(package.wrap)["source_url"]
    path = folder / "archive.tar.gz"
    try:
        with urllib.request.urlopen(url, timeout=20) as response:
            path.write_bytes(response.read())
    except (OSError, urllib.error.URLError) as error:
        raise FetchError(f"{url}: {error}") from error
    return path


def download_package(package: Package, folder: Path) -> Path:
    if package.manager == "pip":
        name = package.spec.split("==")[0]
        command = [
            sys.executable, "-m", "pip", "--disable-pip-version-check", "download", "--quiet",
            "--no-deps", "--no-binary", name, "--dest", ".", package.spec,
        ]
    else:
        npm = shutil.which("npm")
        if npm is None:
            raise FetchError(f"npm is needed to fetch {package.spec}; install the package `npm`")
        command = [npm, "pack", "--silent", package.spec]
    done = subprocess.run(
        command, cwd=folder, env=clean_environment(), text=True,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )
    archives = [p for p in folder.iterdir() if p.suffix in (".gz", ".tgz")]
    if done.returncode != 0 or len(archives) != 1:
        raise FetchError(f"`{' '.join(command)}` did not bring {package.spec}:\n{done.stdout}")
    return archives[0]


def unpack(archive: Path, sha256: str, folder: str, target: Path) -> None:
    """What is below `folder` in the archive goes to `target`."""
    digest = hashlib.sha256(archive.read_bytes()).hexdigest()
    if digest != sha256:
        raise FetchError(f"{archive.name}: SHA-256 is {digest}, expected {sha256}")
    with tarfile.open(archive) as tar:
        for member in tar.getmembers():
            if not member.isfile() or not (member.name + "/").startswith(folder + "/"):
                continue
            inner = Path(member.name[len(folder) + 1:])  # "." for the file itself
            if inner.is_absolute() or ".." in inner.parts:
                raise FetchError(f"{archive.name}: unsafe path {member.name}")
            path = target / inner
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(tar.extractfile(member).read())


def fetch(package: Package) -> None:
    wrap = wrap_of(package.wrap)
    target = directory_of(package)
    overlay = SUBPROJECTS / "packagefiles" / package.wrap
    if target.is_dir():
        shutil.copytree(overlay, target, dirs_exist_ok=True)  # it may have changed since
        return
    # Beside the target, so that the final rename is atomic: an interrupted run leaves no half.
    with tempfile.TemporaryDirectory(dir=SUBPROJECTS, prefix=".fetch-") as scratch:
        downloads = Path(scratch) / "downloads"
        downloads.mkdir()
        tree = Path(scratch) / "tree"
        try:
            archive = download_archive(package, downloads)
        except FetchError as error:
            print(f"{error}; trying {package.manager}", file=sys.stderr, flush=True)
            archive = download_package(package, downloads)
            unpack(archive, package.sha256, package.folder, tree / package.target)
        else:
            unpack(archive, wrap["source_hash"], wrap["directory"], tree)
        shutil.copytree(overlay, tree, dirs_exist_ok=True)
        tree.rename(target)


def missing() -> list:
    return [p for p in PACKAGES if not directory_of(p).is_dir()]


def fetch_all(of_systems: bool = False) -> None:
    for package in PACKAGES + (OF_SYSTEMS if of_systems else []):
        fetch(package)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--check", action="store_true", help="only say whether all is there")
    parser.add_argument("--all", action="store_true", help="fetch what systems have, too")
    arguments = parser.parse_args()
    if arguments.check:
        for package in missing():
            print(f"missing: {package.spec}", file=sys.stderr)
        return 1 if missing() else 0
    try:
        fetch_all(arguments.all)
    except FetchError as error:
        print(f"fetch_deps: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
