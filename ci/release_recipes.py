#!/usr/bin/env python3
"""Writes version and hash of an sdist into the recipes: release_recipes.py SDIST FOLDER

FOLDER gets recipe.yaml for conda-forge and graphmend.rb for Homebrew, as packaging/ has them.
"""

import hashlib
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
RECIPES = ["packaging/conda/recipe.yaml", "packaging/homebrew/graphmend.rb"]
NO_HASH = "0" * 64


def filled(text: str, version: str, digest: str) -> str:
    """The recipe of another release; only what names the release changes."""
    (before,) = set(re.findall(r"graphmend-(\d+\.\d+\.\d+\w*)\.tar\.gz", text)) or set(
        re.findall(r'(?m)^  version: "([^"]+)"$', text)
    )
    return text.replace(before, version).replace(NO_HASH, digest)


def main() -> int:
    if len(sys.argv) != 3:
        print(__doc__.splitlines()[0], file=sys.stderr)
        return 2
    sdist, folder = Path(sys.argv[1]), Path(sys.argv[2])
    version = re.fullmatch(r"graphmend-(.+)\.tar\.gz", sdist.name)
    if version is None:
        print(f"release_recipes: {sdist.name} is no sdist of graphmend", file=sys.stderr)
        return 2
    digest = hashlib.sha256(sdist.read_bytes()).hexdigest()
    folder.mkdir(parents=True, exist_ok=True)
    for name in RECIPES:
        text = filled((ROOT / name).read_text(encoding="utf-8"), version[1], digest)
        (folder / Path(name).name).write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
