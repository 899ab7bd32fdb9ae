#!/usr/bin/env python3
"""What README and docs show is what the program prints: readme_test.py GRAPHMEND [--update].

Runs each `$ graphmend …` of their console blocks in the top folder and compares the output;
--update writes it into the pages instead.
"""
import difflib
import pathlib
import re
import shlex
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
BLOCK = re.compile(r"(?ms)^```console\n\$ graphmend (?P<arguments>[^\n]*)\n(?P<output>.*?)^```$")


def main():
    program = pathlib.Path(sys.argv[1]).resolve()

    def real(block):
        done = subprocess.run(
            [program, *shlex.split(block["arguments"])], cwd=ROOT, text=True,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        )
        return f"```console\n$ graphmend {block['arguments']}\n{done.stdout}```"

    different = 0
    for page in [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]:
        before = page.read_text()
        after, blocks = BLOCK.subn(real, before)
        if blocks == 0 and page.name == "README.md":
            sys.exit("README.md shows no output of the program")
        if "--update" in sys.argv:
            if before != after:
                page.write_text(after)
            continue
        different += before != after
        name = page.relative_to(ROOT).as_posix()
        sys.stdout.writelines(difflib.unified_diff(
            before.splitlines(True), after.splitlines(True), name, "what the program prints"))
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
