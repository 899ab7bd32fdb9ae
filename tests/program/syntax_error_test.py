#!/usr/bin/env python3
"""Files that are not Python: syntax_error_test.py GRAPHMEND."""
import json

import program
from program import MODEL, ProjectTest

BROKEN = "def f(x:\n    pass\n"


class SyntaxErrorTest(ProjectTest):
    def test_nothing_is_compiled(self):
        self.write({"broken.py": BROKEN, "sound.py": "x = 1\n"})
        done = self.run_program("check", "--output-format", "concise")
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertRegex(done.stdout, r"^broken\.py:1:1: GM900 invalid syntax")
        self.assertNotIn("sound.py", done.stdout)
        self.assertIn("Found 1 syntax error", done.stdout)

    def test_beside_what_is_compiled(self):
        self.write({"broken.py": BROKEN, "model.py": MODEL, "pkg/__init__.py": "", "pkg/other.py": "x = = 1\n"})
        found = [(f["path"], f["code"]) for f in self.check()]
        self.assertEqual(found, [("broken.py", "GM900"), ("model.py", "GM101"), ("model.py", "GM201"), ("pkg/other.py", "GM900")])

    def test_selection_and_suppression(self):
        self.write({"broken.py": BROKEN})
        self.assertEqual(self.run_program("check", "--ignore", "GM900").returncode, 0)
        self.write({"broken.py": "# graphmend: ignore-file[GM900] a template\n" + BROKEN})
        self.assertEqual(self.codes(), [])

    def test_input_and_notebook(self):
        self.assertEqual(self.codes("-", stdin=BROKEN), ["GM900"])
        cell = {"cell_type": "code", "source": BROKEN, "metadata": {}, "outputs": [], "execution_count": None}
        notebook = {"cells": [cell], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
        self.write({"n.ipynb": json.dumps(notebook, indent=1)})
        self.assertEqual(self.codes(), ["GM900"])

    def test_kept_results(self):
        self.write({"broken.py": BROKEN})
        for text, codes in ((BROKEN, ["GM900"]), (BROKEN, ["GM900"]), ("def f(x): pass\n", []), (BROKEN, ["GM900"])):
            self.write({"broken.py": text})
            self.assertEqual(self.codes(environment={"GRAPHMEND_CACHE_DIR": str(self.root / "kept")}), codes)


if __name__ == "__main__":
    program.main()
