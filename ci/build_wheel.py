#!/usr/bin/env python3
"""Builds wheel and sdist for a release: build_wheel.py FOLDER

The program may need nothing but libc (and what belongs to it); the wheel's tag says from which
version on, so that pip installs it wherever it runs. At the end the wheel is installed into an empty
environment and run. Needs binutils' readelf.
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import venv
import zipfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
ALLOWED = re.compile(r"(libc|libm|libpthread|libdl|librt)\.so\.\d+|ld-linux-[\w-]+\.so\.\d+")


def run(*command, **options):
    print("+", *command, flush=True)
    return subprocess.run([str(word) for word in command], check=True, **options)


def needs(program):
    """The libraries that the program loads, and the newest version of glibc's symbols."""
    text = run("readelf", "-W", "-d", "-V", program, capture_output=True, text=True).stdout
    libraries = re.findall(r"NEEDED.*\[(.*)\]", text)
    versions = [tuple(map(int, v.split("."))) for v in re.findall(r"GLIBC_([\d.]+)", text)]
    return libraries, max(versions)


def main():
    folder = pathlib.Path(sys.argv[1]).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch:
        scratch = pathlib.Path(scratch)
        tools = scratch / "tools"
        venv.create(tools, with_pip=True)
        pip = [tools / "bin/python", "-m", "pip", "--disable-pip-version-check", "--quiet"]
        run(*pip, "install", "build", "wheel")
        run(tools / "bin/python", "-m", "build", "--sdist", "--outdir", folder, ROOT)
        (source,) = folder.glob("*.tar.gz")
        # From the sdist, so that it is known to build.
        run(*pip, "wheel", "--no-deps", "--wheel-dir", scratch / "built", source)
        (built,) = (scratch / "built").glob("*.whl")
        with zipfile.ZipFile(built) as wheel:
            (name,) = [n for n in wheel.namelist() if n.endswith("/graphmend") and ".data/" in n or n.endswith("scripts/graphmend")][:1]
            program = pathlib.Path(wheel.extract(name, scratch / "program"))
        libraries, glibc = needs(program)
        foreign = [library for library in libraries if not ALLOWED.fullmatch(library)]
        if foreign:
            sys.exit(f"the program needs {', '.join(foreign)}")
        platform = f"manylinux_{glibc[0]}_{glibc[1]}_{os.uname().machine}"
        run(tools / "bin/python", "-m", "wheel", "tags", "--platform-tag", platform, "--remove", built,
            stdout=subprocess.DEVNULL)
        (tagged,) = (scratch / "built").glob("*.whl")
        tagged = tagged.rename(folder / tagged.name)
        bare = scratch / "bare"
        venv.create(bare, with_pip=True)
        run(bare / "bin/python", "-m", "pip", "--disable-pip-version-check", "--quiet", "install", "--no-index", tagged)
        run(bare / "bin/graphmend", "check", "--exit-zero", ROOT / "examples", env={"PATH": "/nowhere"},
            stdout=subprocess.DEVNULL)
        run(bare / "bin/python", "-m", "graphmend", "--version", cwd=scratch)
    print(f"{tagged.name}: {tagged.stat().st_size / 1e6:.1f} MB, needs glibc {glibc[0]}.{glibc[1]}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
