#!/usr/bin/env python3
"""Notebooks: notebook_test.py GRAPHMEND."""
import ast
import json
import pathlib
import random
import re

import program
from program import MODEL, ProjectTest

ROOT = pathlib.Path(__file__).resolve().parents[2]


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
        # The place in the file, and in the cell.
        self.assertIn("if x.sum() > 0:", lines[branch["location"]["line"] - 1])
        self.assertEqual((branch["location"]["cell"], branch["location"]["cell_line"]), (3, 5))
        self.assertNotIn("cell", branch["message"])
        self.assertIn("positive", lines[printed["location"]["line"] - 1])
        report = lambda name: self.run_program("check", "--output-format", name).stdout
        for name in ("github", "sarif", "junit", "gitlab", "rdjson", "azure", "pylint"):
            self.assertIn("cell 3, line 5", report(name), name)
        self.assertIn("model.ipynb:cell 3:5:12: GM101 ", report("concise"))
        self.assertIn("| `model.ipynb:cell 3:5:12` |", report("markdown"))
        self.assertIn("model.ipynb:\n  cell 3:5:12 GM101 ", report("grouped"))
        self.assertIn(" --> model.ipynb:cell 3:5:12 in Model.forward\n  |\n5 |         if x.sum() > 0:\n", report("full"))

    def test_why(self):
        self.save(json.dumps(notebook(*self.CELLS), indent=1))
        line = self.check()[0]["location"]["line"]
        said = self.run_program("why", "model.ipynb:cell 3:5").stdout
        self.assertTrue(said.startswith("model.ipynb:cell 3:5:         if x.sum() > 0:\n"), said)
        self.assertIn("GM101", said)
        self.assertEqual(said, self.run_program("why", "model.ipynb:cell 3:5:12").stdout)
        self.assertEqual(said, self.run_program("why", f"model.ipynb:{line}").stdout)
        for place in ("cell 1:1", "cell 3:99", "cell 9:1"):
            self.assertIn("has no code on line", self.refused("why", f"model.ipynb:{place}"))

    def test_on_one_line(self):
        self.save(json.dumps(notebook(*self.CELLS)))
        self.assertEqual([(f["location"]["cell"], f["location"]["cell_line"]) for f in self.check()], [(3, 5), (3, 6)])

    def test_cells_of_other_languages(self):
        self.save(json.dumps(notebook("%%bash\nif x; then\n", "%%time\nimport torch\n", *self.CELLS[2:]), indent=1))
        self.assertEqual(self.codes(), ["GM101", "GM201"])
        self.save(json.dumps(notebook(*self.CELLS, language="R"), indent=1))
        self.assertEqual(self.codes(), [])

    def test_suppressions(self):
        cells = [cell.replace("> 0:", "> 0:  # graphmend: ignore[GM101]") if isinstance(cell, str) else cell for cell in self.CELLS]
        self.save(json.dumps(notebook(*cells), indent=1))
        self.assertEqual(self.codes(), ["GM201"])

    def test_add_ignore(self):
        for layout in ({"indent": 1}, {}):
            self.save(json.dumps(notebook(*self.CELLS), **layout))
            done = self.run_program("check", "--add-ignore=it is meant")
            self.assertEqual((done.returncode, done.stdout), (0, "Added 2 comments to 1 file\n"), done.stderr)
            commented = [cell if isinstance(cell, tuple) else
                         cell.replace("> 0:", "> 0:  # graphmend: ignore[GM101] it is meant").replace(
                             'print("positive")', 'print("positive")  # graphmend: ignore[GM201] it is meant')
                         for cell in self.CELLS]
            self.assertEqual((self.root / "model.ipynb").read_text(), json.dumps(notebook(*commented), **layout))
            self.assertEqual(self.codes(), [])
        # Where a line cannot end in a comment, it stands above.
        text = "import torch\n@torch.compile\ndef f(x):\n    print('''a\n''')\n    print(x)"
        self.save(json.dumps(notebook(text), indent=1))
        self.assertEqual(self.run_program("check", "--add-ignore").returncode, 0)
        self.assertEqual(self.codes(), [])
        (cell,) = json.loads((self.root / "model.ipynb").read_text())["cells"]
        self.assertEqual(cell["source"][3:5], ["    # graphmend: ignore[GM201]\n", "    print('''a\n"])

    def test_standard_input(self):
        found = self.check("-", "--stdin-filename", "x.ipynb", stdin=json.dumps(notebook(*self.CELLS), indent=1))
        self.assertEqual(len(found), 2)

    def test_broken_notebooks(self):
        self.write({"model.py": MODEL})
        for text in ("{", "[" * 100_000, '{"cells": [{"cell_type": "code", "source": "\\ud800"}]}'):
            self.save(text)
            done = self.run_program("check", "--output-format", "concise")
            self.assertEqual(done.returncode, 2, text[:20])
            self.assertIn("model.ipynb:1: not a valid notebook", done.stderr)
            self.assertIn("GM101", done.stdout)
        for text in ("", "{}", "[]", "5", '{"cells": 5}', '{"cells": [5, {"source": 5}, {"cell_type": "code", "source": [[["x"]], 5]}]}',
                     '{"cells": {"source": "x"}}', '{"cells": [{"cell_type": "code", "source": "x = (\\n"}]}'):
            self.save(text)
            self.assertIn(self.run_program("check", "--output-format", "concise").returncode, (0, 1), text)


class NotebookFixTest(ProjectTest):
    """Nothing changes but the `source` of the cells that a fix is about."""

    HEAD = "%matplotlib inline\nimport torch"
    STEP = '@torch.compile\ndef step(x):\n    # say "é"\n    print("on")\n    return x'
    CELLS = [("markdown", "# print(x)\n"), HEAD, STEP, "!ls\nstep(torch.ones(2))\n"]
    FIXED = [CELLS[0], HEAD + "\nimport graphmend.runtime", STEP.replace("print(", "graphmend.runtime.print("), CELLS[3]]

    def fix(self, text, *arguments, status=0):
        path = self.root / "model.ipynb"
        path.write_bytes(text.encode())
        done = self.run_program("check", "--fix", *arguments)
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return path.read_bytes().decode()

    def test_fix(self):
        for layout in ({"indent": 1, "ensure_ascii": False}, {"indent": 1}, {"indent": 4}, {}, {"separators": (",", ":")}, {"indent": "\t"}):
            for end in ("", "\n", "\n\n"):
                made = lambda cells: json.dumps(notebook(*cells), **layout) + end
                self.assertEqual(self.fix(made(self.CELLS)), made(self.FIXED), layout)
                self.assertEqual(self.fix(made(self.FIXED)), made(self.FIXED), layout)

    def test_source_of_one_string(self):
        def made(cells):
            whole = notebook(*cells)
            for cell in whole["cells"]:
                cell["source"] = "".join(cell["source"])
            return json.dumps(whole, indent=1)
        self.assertEqual(self.fix(made(self.CELLS)), made(self.FIXED))

    def test_one_line_becomes_two(self):
        cells = ["import torch", *self.CELLS[2:]]
        for layout in ({"indent": 1}, {}):
            made = lambda head: json.dumps(notebook(head, *self.FIXED[2:]), **layout)
            fixed = self.fix(json.dumps(notebook(*cells), **layout))
            self.assertEqual(fixed, made("import torch\nimport graphmend.runtime"))

    def test_layouts_of_other_programs(self):
        text = json.dumps(notebook(*self.CELLS), indent=1, sort_keys=True)
        for made in (text.replace("\n", "\r\n"), "\ufeff" + text, text.replace('"    return x"', '"    return\\u0020x"')):
            fixed = self.fix(made)
            want, got = made.splitlines(True), fixed.splitlines(True)
            self.assertEqual([line for line in want if line not in got],
                             [line for line in want if "import torch" in line or "    print(" in line])
            self.assertEqual(len(got), len(want) + 1)
            self.assertEqual(json.loads(fixed.lstrip("\ufeff")), notebook(*self.FIXED))

    def test_lines_of_cells_with_carriage_returns(self):
        windows = [cell if isinstance(cell, tuple) else cell.replace("\n", "\r\n") for cell in self.CELLS]
        fixed = [cell if isinstance(cell, tuple) else cell.replace("\n", "\r\n") for cell in self.FIXED]
        made = lambda cells: json.dumps({**notebook(), "cells": [
            {**cell, "source": [text[1] if isinstance(text, tuple) else text]}
            for cell, text in zip(notebook(*cells)["cells"], cells, strict=True)]})
        got = json.loads(self.fix(made(windows)))["cells"]
        self.assertEqual(["".join(cell["source"]) for cell in got], [c[1] if isinstance(c, tuple) else c for c in fixed])

    def test_diff(self):
        text = json.dumps(notebook(*self.CELLS), indent=1)
        (self.root / "model.ipynb").write_text(text)
        done = self.run_program("check", "--diff")
        self.assertEqual((done.returncode, (self.root / "model.ipynb").read_text()), (1, text))
        changes = [line for line in done.stdout.splitlines() if line.startswith(("+ ", "- "))]
        self.assertEqual([c[0] + json.loads(c[1:].strip().rstrip(",")) for c in changes],
                         ["-import torch", "+import torch\n", "+import graphmend.runtime",
                          '-    print("on")\n', '+    graphmend.runtime.print("on")\n'])

    def test_standard_input(self):
        text = json.dumps(notebook(*self.CELLS), indent=1)
        done = self.run_program("check", "--fix", "-", "--stdin-filename", "x.ipynb", stdin=text)
        self.assertEqual((done.returncode, done.stdout), (0, json.dumps(notebook(*self.FIXED), indent=1)))
        self.assertEqual(list(self.root.iterdir()), [])

    def test_as_in_modules(self):
        """The code of the cases, cut into cells anywhere between two statements, is fixed as it is in a module."""
        dice = random.Random(7)
        pages = [page for folder in ("tests/cases", "rules", "fixes") for page in sorted((ROOT / folder).glob("*.md"))]
        texts = [text for page in pages for text in re.findall(r"(?ms)^```py\n(.*?)\n```", page.read_text())]
        made = {}
        for number, text in enumerate(texts):
            try:
                body = ast.parse(text).body
            except SyntaxError:
                continue
            lines = text.split("\n")
            starts = [min([node.lineno, *(d.lineno for d in getattr(node, "decorator_list", []))]) - 1 for node in body]
            cuts = [0, *sorted({start for start in starts[1:] if dice.random() < 0.6}), len(lines)]
            cells = ["\n".join(lines[a:b]) for a, b in zip(cuts, cuts[1:])]
            layout = dice.choice([{"indent": 1, "ensure_ascii": False}, {"indent": 1}, {"indent": 4}, {}])
            made[f"case_{number}"] = layout, notebook(*cells)
            self.write({f"modules/case_{number}.py": ""})
            (self.root / f"modules/case_{number}.py").write_text(text)
            (self.root / f"case_{number}.ipynb").write_text(json.dumps(made[f"case_{number}"][1], **layout))
        for folder in (self.root, self.root / "modules"):
            paths = sorted(path.name for path in folder.iterdir() if path.is_file())
            done = self.run_program("check", "--fix-only", "--unsafe-fixes", *paths, cwd=folder)
            self.assertEqual(done.returncode, 0, done.stderr)
        changed = 0
        for name, (layout, before) in made.items():
            text = (self.root / f"{name}.ipynb").read_text()
            after = json.loads(text)
            self.assertEqual(json.dumps(after, **layout), text)
            changed += after != before
            sources = ["".join(cell["source"]) for cell in after["cells"]]
            self.assertEqual("\n".join(sources), (self.root / f"modules/{name}.py").read_text(), name)
            for old, new in zip(before["cells"], after["cells"], strict=True):
                old["source"] = new["source"] = []
            self.assertEqual(after, before)
        self.assertGreater(changed, 80)

    def test_magics_stay(self):
        cells = [self.HEAD, "%%time\n" + self.STEP.replace("    print", "    %timeit x\n    files = !ls\n    print")]
        fixed = [self.FIXED[1], cells[1].replace("print(", "graphmend.runtime.print(")]
        self.assertEqual(json.loads(self.fix(json.dumps(notebook(*cells)))), notebook(*fixed))

    def test_changes_that_fit_no_cell(self):
        # The import would stand before `%%time`, which has to be first.
        lone = "%%time\ndef step(x):\n    print(1)\n    return x\nimport torch\nfast = torch.compile(step)\n"
        text = json.dumps(notebook(lone))
        self.assertEqual(self.fix(text, status=1), text)
        (finding,) = self.check()
        self.assertIn("does not stay within cells", finding["no_fix"])
        # A `source` that is not all strings cannot be put together again.
        text = json.dumps(notebook(*self.CELLS)).replace('"    return x"', '5, "    return x"')
        self.assertEqual(self.fix(text, status=1), text)

    def test_edits_of_cells_are_no_edits_of_lines(self):
        (self.root / "model.ipynb").write_text(json.dumps(notebook("x = 1  # graphmend: ignore[GM101]"), indent=1))
        (finding,) = self.check()
        self.assertEqual(len(finding["fixes"]), 1)
        self.assertNotIn("deletedRegion", self.run_program("check", "-o", "sarif").stdout)
        self.assertNotIn('"text": ""', self.run_program("check", "-o", "rdjson").stdout)


if __name__ == "__main__":
    program.main()
