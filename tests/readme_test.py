#!/usr/bin/env python3
"""What the README shows is what the program prints: readme_test.py GRAPHMEND [--update].

Runs each `$ graphmend …` of its console blocks in the top folder and compares the output;
--update writes it into the README instead.
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
    readme = ROOT / "README.md"

    def real(block):
        done = subprocess.run(
            [program, *shlex.split(block["arguments"])], cwd=ROOT, text=True,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        )
        return f"```console\n$ graphmend {block['arguments']}\n{done.stdout}```"

    before = readme.read_text()
    after, blocks = BLOCK.subn(real, before)
    if blocks == 0:
        sys.exit("README.md shows no output of the program")
    if "--update" in sys.argv:
        readme.write_text(after)
        return 0
    sys.stdout.writelines(difflib.unified_diff(
        before.splitlines(True), after.splitlines(True), "README.md", "what the program prints"))
    return 0 if before == after else 1


if __name__ == "__main__":
    sys.exit(main())
