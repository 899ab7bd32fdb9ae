#!/usr/bin/env python3
"""Builds the linter as WebAssembly for the site's playground: playground.py [FOLDER]

Needs Debian's package emscripten and the libraries of ci/setup --tools; exit status 77 says that
something is missing. FOLDER, `build-wasm` unless given, keeps the build; what the page loads is
FOLDER/wasm/graphmend_wasm.js and .wasm. Takes some three minutes on two cores, nearly all of it
compiling; later builds compile what changed.
"""
import argparse
import pathlib
import shutil
import subprocess
import sys

import cross_headers

ROOT = pathlib.Path(__file__).resolve().parent.parent
TOOLS = ["meson", "ninja", "pkg-config", "em++"]
HEADERS = {"CLI11": "CLI", "tomlplusplus": "toml++"}


def run(*command):
    print("+", *command, flush=True)
    subprocess.run([str(word) for word in command], check=True)


def build(folder, jobs):
    headers = folder / "headers"
    cross_headers.provide(headers, HEADERS)
    if not (folder / "build.ninja").exists():
        run("meson", "setup", folder, ROOT, "--cross-file", ROOT / "ci/wasm.cross", "--buildtype=plain",
            "-Doptimization=2", "-Dunity=on", "-Dallocator=system",
            "--force-fallback-for=tree-sitter,tree-sitter-python,re2,RapidJSON", f"-Dpkg_config_path={headers}")
    run("ninja", "-C", folder, "-k", "0", *(["-j", jobs] if jobs else []), "wasm/graphmend_wasm.js")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("folder", nargs="?", default=ROOT / "build-wasm", type=pathlib.Path)
    parser.add_argument("--jobs", "-j")
    arguments = parser.parse_args()
    absent = [tool for tool in TOOLS if not shutil.which(tool)] + cross_headers.missing(HEADERS)
    if absent:
        print(f"skipped: not here: {', '.join(absent)}")
        return 77
    build(arguments.folder.resolve(), arguments.jobs)
    return 0


if __name__ == "__main__":
    sys.exit(main())
