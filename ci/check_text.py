#!/usr/bin/env python3
"""Check what a reader sees first: the text of the sources themselves.

  - UTF-8, line feeds, a newline at the end, no trailing blanks, no tabs
  - C++ at most 100 columns wide and 400 lines long; a longer file says why in its first comment,
    in a sentence with the words "long because"
  - a header begins with a comment that says what it defines
  - no notes to self, and no path of somebody's machine

Exit status: 0 sound, 1 not, one line for each place.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDERS = ["src", "rules", "fixes", "sarif", "tests", "ci", "python", "examples", "docs", "site", "wasm", "editors", ".ci", ".github"]
SUFFIXES = {".h", ".cpp", ".def", ".py", ".pyi", ".md", ".build", ".json", ".toml", ".sh", ".yml", ".js", ".ts", ".mjs", ".css", ".html"}
MADE = {"__pycache__", "node_modules", "dist", "out"}
CPP = {".h", ".cpp"}
WIDTH, LENGTH = 100, 400
NOTE_TO_SELF = re.compile(r"\b(TO" + r"DO|FIX" + r"ME|XX" + r"X|HA" + r"CK)\b")
MACHINE_PATH = re.compile(r"(?<![\w.])/(work|root|home/\w+|tmp/\w+)/")


def problems_of(path):
    name = path.relative_to(ROOT).as_posix()
    data = path.read_bytes()
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        return [f"{name}: is not UTF-8: {error}"]
    found = []
    if text and not text.endswith("\n"):
        found.append(f"{name}: ends without a newline")
    if "\r" in text:
        found.append(f"{name}: has carriage returns")
    lines = text.splitlines()
    cpp = path.suffix in CPP
    for number, line in enumerate(lines, 1):
        where = f"{name}:{number}"
        if line != line.rstrip() and path.suffix != ".md":
            found.append(f"{where}: blanks at the end of the line")
        if "\t" in line and cpp:
            found.append(f"{where}: a tab")
        if cpp and len(line) > WIDTH:
            found.append(f"{where}: {len(line)} columns, more than {WIDTH}")
        if MACHINE_PATH.search(line):
            found.append(f"{where}: a path of somebody's machine")
        if NOTE_TO_SELF.search(line):
            found.append(f"{where}: a note to self")
    if cpp:
        head = []
        for line in lines:
            if not line.startswith("//"):
                break
            head.append(line)
        if path.suffix == ".h" and not head:
            found.append(f"{name}: a header that does not say what it defines")
        if len(lines) > LENGTH and "long because" not in " ".join(head):
            found.append(f"{name}: {len(lines)} lines, more than {LENGTH}, and no reason")
    return found


def main():
    files = sorted(
        path
        for folder in FOLDERS
        for path in (ROOT / folder).rglob("*")
        if path.is_file() and path.suffix in SUFFIXES and not MADE & set(path.parts)
    )
    problems = [problem for path in files for problem in problems_of(path)]
    print(*problems, sep="\n", end="\n" if problems else "")
    print(f"{len(files)} files, {len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
