"""What the tests of the whole program share: a project in a directory of its own, and the program.

Each test file runs as `FILE GRAPHMEND [unittest options]`. A test that needs something that is not
installed is skipped.
"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import textwrap
import unittest

GRAPHMEND = ""
SKIPPED = 77  # what meson shows as skipped: not one test could run

# One firm finding of each of two rules (GM101, GM201), in a method that is compiled.
MODEL = textwrap.dedent("""\
    import torch


    class Model(torch.nn.Module):
        def forward(self, x):
            if x.sum() > 0:
                print("positive")
            return x
    """)


class ProjectTest(unittest.TestCase):
    """`self.root` is an empty directory, the working directory of the program."""

    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.root = pathlib.Path(scratch.name).resolve()

    def write(self, files):
        for name, text in files.items():
            path = self.root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(textwrap.dedent(text))

    def run_program(self, *arguments, stdin="", cwd=None, environment=None):
        return subprocess.run(
            [GRAPHMEND, *map(str, arguments)], cwd=cwd or self.root, input=stdin, text=True,
            capture_output=True, timeout=120,
            env={**os.environ, "NO_COLOR": "1", "GRAPHMEND_CACHE_DIR": "", **(environment or {})},
        )

    def check(self, *arguments, **options):
        """The findings of `check`, as the JSON report has them."""
        done = self.run_program("check", "--output-format", "json", *arguments, **options)
        self.assertIn(done.returncode, (0, 1), done.stderr)
        return json.loads(done.stdout)["findings"]

    def codes(self, *arguments, **options):
        return sorted(finding["code"] for finding in self.check(*arguments, **options))

    def refused(self, *arguments, **options):
        """What a run that fails says."""
        done = self.run_program(*arguments, **options)
        self.assertEqual(done.returncode, 2, done.stdout + done.stderr)
        self.assertEqual(done.stdout, "")
        return done.stderr


def main():
    global GRAPHMEND
    # The test file imported this module under its own name; __main__ is another.
    sys.modules["program"].GRAPHMEND = str(pathlib.Path(sys.argv.pop(1)).resolve())
    result = unittest.main(module="__main__", verbosity=1, exit=False).result
    for test, why in result.skipped:
        print(f"skipped: {test}: {why}", file=sys.stderr)
    if not result.wasSuccessful():
        sys.exit(1)
    sys.exit(SKIPPED if result.skipped and len(result.skipped) >= result.testsRun else 0)
