#!/usr/bin/env python3
"""Builds the site as HTML: build.py GRAPHMEND FOLDER [--module FOLDER]

The pages are docs/*.md, and what is made from the program itself and the sources: a page for each
rule, each kind of fix, each of PyTorch's ids that a rule covers and each project. A link that leads
nowhere is an error. --module names where ci/playground.py built the linter as WebAssembly; without
it the playground says that it is not there. Needs mkdocs-material (ci/setup --tools).
"""
import argparse
import os
import pathlib
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
MODULE = ["graphmend_wasm.js", "graphmend_wasm.wasm"]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("graphmend", type=pathlib.Path)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--module", type=pathlib.Path)
    arguments = parser.parse_args()
    folder = arguments.folder.resolve()
    environment = {
        **os.environ,
        "GRAPHMEND_PROGRAM": str(arguments.graphmend.resolve()),
        "PYTHONDONTWRITEBYTECODE": "1",
        "NO_MKDOCS_2_WARNING": "1",
    }
    command = [sys.executable, "-m", "mkdocs", "build", "--quiet", "--strict", "--config-file", HERE / "mkdocs.yml"]
    done = subprocess.run([*command, "--site-dir", folder], env=environment, check=False)
    if done.returncode != 0:
        return 1
    shutil.copy(HERE.parent / "docs/graphmend.schema.json", folder)
    if arguments.module:
        for name in MODULE:
            shutil.copy(arguments.module / name, folder / "assets" / name)
    print(f"{sum(1 for _ in folder.rglob('*.html'))} pages in {folder}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
