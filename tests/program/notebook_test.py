#!/usr/bin/env python3
"""Notebooks: notebook_test.py GRAPHMEND."""
import json

import program
from program import MODEL, ProjectTest


def notebook(*cells, language="python"):
    """Each cell is code, or ("markdown", text)."""
    made = []
    for cell in cells:
        kind, text = cell if isinstance(cell, tuple) else ("code", cell)
        made.append({"cell_type": kind, "id": "x", "metadata": {"source": "y"}, "source": text.splitlines(keepends=True),
                     **({"execution_count": 1, "outputs": [{"text": ["if x.sum() > 0:\n"]}]} if kind == "code" else {})})
    return {"cells": made, "metadata": {"language_info": {"name": language}}, "nbformat": 4, "nbformat_minor": 5}


class NotebookTest(ProjectTest):
    CELLS = [("markdown", "# A model\n"), "%matplotlib inline\n!pip install torch\nimport torch\nfiles = !ls\n",
             MODEL.replace("import torch\n", ""), "model = torch.compile(Model())\nmodel?"]

    def save(self, text, name="model.ipynb"):
        (self.root / name).write_text(text, newline="")

    def test_notebooks(self):
        text = json.dumps(notebook(*self.CELLS), indent=1)
        self.save(text)
        lines = text.split("\n")
        (branch, printed) = self.check()
        self.assertEqual((branch["code"], printed["code"]), ("GM101", "GM201"))
        # The place in the file, and the cell.
        self.assertIn("if x.sum() > 0:", lines[branch["location"]["line"] - 1])
        self.assertTrue(branch["message"].endswith("(cell 3, line 5)"), branch["message"])
        self.assertIn("positive", lines[printed["location"]["line"] - 1])
        for name in ("full", "concise", "github", "sarif", "junit", "gitlab", "rdjson", "markdown", "azure", "pylint"):
            out = self.run_program("check", "--output-format", name).stdout
            self.assertIn("cell 3, line 5", out, name)

    def test_on_one_line(self):
        self.save(json.dumps(notebook(*self.CELLS)))
        self.assertEqual([f["message"].split("(")[-1] for f in self.check()], ["cell 3, line 5)", "cell 3, line 6)"])

    def test_cells_of_other_languages(self):
        self.save(json.dumps(notebook("%%bash\nif x; then\n", "%%time\nimport torch\n", *self.CELLS[2:]), indent=1))
        self.assertEqual(self.codes(), ["GM101", "GM201"])
        self.save(json.dumps(notebook(*self.CELLS, language="R"), indent=1))
        self.assertEqual(self.codes(), [])

    def test_suppressions(self):
        cells = [cell.replace("> 0:", "> 0:  # graphmend: ignore[GM101]") if isinstance(cell, str) else cell for cell in self.CELLS]
        self.save(json.dumps(notebook(*cells), indent=1))
        self.assertEqual(self.codes(), ["GM201"])
        before = (self.root / "model.ipynb").read_bytes()
        self.assertIn("not written into notebooks", self.run_program("check", "--add-ignore").stderr)
        self.assertEqual((self.root / "model.ipynb").read_bytes(), before)

    def test_standard_input(self):
        found = self.check("-", "--stdin-filename", "x.ipynb", stdin=json.dumps(notebook(*self.CELLS), indent=1))
        self.assertEqual(len(found), 2)

    def test_broken_notebooks(self):
        self.write({"model.py": MODEL})
        for text in ("{", "[" * 100_000, '{"cells": [{"cell_type": "code", "source": "\\ud800"}]}'):
            self.save(text)
            done = self.run_program("check", "--output-format", "concise")
            self.assertEqual(done.returncode, 2, text[:20])
            self.assertIn("model.ipynb:1: no valid notebook", done.stderr)
            self.assertIn("GM101", done.stdout)
        for text in ("", "{}", "[]", "5", '{"cells": 5}', '{"cells": [5, {"source": 5}, {"cell_type": "code", "source": [[["x"]], 5]}]}',
                     '{"cells": {"source": "x"}}', '{"cells": [{"cell_type": "code", "source": "x = (\\n"}]}'):
            self.save(text)
            self.assertIn(self.run_program("check", "--output-format", "concise").returncode, (0, 1), text)


if __name__ == "__main__":
    program.main()
