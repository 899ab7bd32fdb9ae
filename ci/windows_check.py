#!/usr/bin/env python3
"""Builds graphmend for Windows and runs its tests on Wine: windows_check.py [FOLDER]

Needs Debian's packages g++-mingw-w64-x86-64, wine64 and the libraries of ci/setup --tools; exit
status 77 says that something is missing. FOLDER, `build/windows` unless given, keeps the build.
Takes about ten minutes, nearly all of it compiling.
"""
import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys

import cross_headers

ROOT = pathlib.Path(__file__).resolve().parent.parent
TOOLS = ["meson", "ninja", "pkg-config", "x86_64-w64-mingw32-g++-posix", "x86_64-w64-mingw32-windres", "wine"]
HEADERS = {"CLI11": "CLI", "RapidJSON": "rapidjson", "tomlplusplus": "toml++", "doctest": "doctest"}
# What every Windows has.
SYSTEM = re.compile(r"(KERNEL32|ADVAPI32|msvcrt|SHELL32|USER32|WS2_32|api-ms-win-[\w-]+)\.dll", re.IGNORECASE)


def run(*command, **options):
    print("+", *command, flush=True)
    return subprocess.run([str(word) for word in command], check=True, **options)


def missing():
    tools = [tool for tool in TOOLS if not shutil.which(tool)]
    return tools + cross_headers.missing(HEADERS)


def build(folder, jobs):
    headers = folder / "headers"
    cross_headers.provide(headers, HEADERS)
    if not (folder / "build.ninja").exists():
        run("meson", "setup", folder, ROOT, "--cross-file", ROOT / "ci/windows.cross", "--buildtype=plain",
            "-Doptimization=1", "-Dwerror=true", "-Dstatic_runtime=true",
            "--force-fallback-for=tree-sitter,tree-sitter-python,re2", f"-Dpkg_config_path={headers}")
    run("ninja", "-C", folder, *(["-j", jobs] if jobs else []))


def check_libraries(program):
    text = run("x86_64-w64-mingw32-objdump", "-p", program, capture_output=True, text=True).stdout
    foreign = [name for name in re.findall(r"DLL Name: (\S+)", text) if not SYSTEM.fullmatch(name)]
    if foreign:
        sys.exit(f"{program.name} needs {', '.join(foreign)}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("folder", nargs="?", default=ROOT / "build/windows", type=pathlib.Path)
    parser.add_argument("--jobs", "-j")
    arguments = parser.parse_args()
    if absent := missing():
        print(f"skipped: not here: {', '.join(absent)}")
        return 77
    folder = arguments.folder.resolve()
    build(folder, arguments.jobs)
    program = folder / "src/graphmend.exe"
    check_libraries(program)
    # No prefix of the user's, no windows, no chatter, and names of files in UTF-8.
    os.environ.update(WINEPREFIX=str(folder / "wine"), WINEDEBUG="-all", DISPLAY="", LC_ALL="C.UTF-8")
    run("wine", "wineboot", "--init", stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    run("wine", folder / "tests/graphmend_unit.exe", cwd=ROOT)
    run("wine", folder / "tests/graphmend_cases.exe", "tests/cases", "rules", "fixes", cwd=ROOT)
    run(sys.executable, ROOT / "tests/windows_test.py", program, folder / "tests/fake_interpreter.exe")
    return 0


if __name__ == "__main__":
    sys.exit(main())
