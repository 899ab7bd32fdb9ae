#!/usr/bin/env python3
"""Prints what CHANGELOG.md says of a release: release_notes.py VERSION

Exit status 1 where the release is not ready: meson.build, the recipes and the changelog must name it, and
the changelog its date.
"""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def named_versions() -> dict:
    """The version, by each file that names one."""
    patterns = {
        "meson.build": r"(?m)^  version: '([^']+)'",
        "packaging/conda/recipe.yaml": r'(?m)^  version: "([^"]+)"$',
        "packaging/homebrew/graphmend.rb": r"graphmend-(.+)\.tar\.gz",
    }
    return {name: re.search(pattern, (ROOT / name).read_text(encoding="utf-8"))[1] for name, pattern in patterns.items()}


def section(version: str) -> tuple:
    """What stands behind the version in its heading, and the text below; None where there is none."""
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    for heading, body in re.findall(r"(?ms)^## (.*?)$\n(.*?)(?=^## |\Z)", text):
        name, _, rest = heading.partition(" ")
        if name.strip("[]") == version:
            return rest, body.strip()
    return None


def main() -> int:
    if len(sys.argv) != 2:
        print(__doc__.splitlines()[0], file=sys.stderr)
        return 2
    version = sys.argv[1]
    problems = [f"{name} names {other}" for name, other in named_versions().items() if other != version]
    notes = section(version)
    if notes is None:
        problems.append("CHANGELOG.md has no section for it")
    elif not re.fullmatch(r"\(\d{4}-\d{2}-\d{2}\)", notes[0]):
        problems.append(f"CHANGELOG.md gives no date for it, but {notes[0] or 'nothing'}")
    if problems:
        print(f"release {version}: {'; '.join(problems)}", file=sys.stderr)
        return 1
    print(notes[1])
    return 0


if __name__ == "__main__":
    sys.exit(main())
