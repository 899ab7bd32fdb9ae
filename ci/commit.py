#!/usr/bin/env python3
"""Prints the commit that the sources are of, with its date, as `graphmend --version` shows them:

    commit.py [FILE]    "5e5cc4d 2026-11-24", or "5e5cc4d-dirty …" where files were changed since

Nothing is printed where it cannot be told. An sdist has it in the file COMMIT.
"""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def git(*words: str) -> str:
    try:
        done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True)
    except OSError:
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""


def commit() -> str:
    kept = ROOT / "COMMIT"
    if kept.exists():
        return kept.read_text(encoding="utf-8").strip()
    # A tree of ours may lie within somebody else's repository.
    top = git("rev-parse", "--show-toplevel")
    if not top or not os.path.samefile(top, ROOT):
        return ""
    name = git("describe", "--always", "--dirty", "--exclude=*")
    return f"{name} {git('log', '-1', '--format=%cs')}".strip()


if __name__ == "__main__":
    print(commit())
    sys.exit(0)
