#!/usr/bin/env python3
"""Files that are not Python: syntax_error_test.py GRAPHMEND."""
import ast
import json
import random

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

    def test_comments_between_a_decorator_and_what_it_decorates(self):
        body = "        if x.sum() > 0:\n            return x\n        return -x\n"
        for comment in ("# note", "    # note", "        # note", "#    @cache\n\n  # (\n    @own(1,  # in\n# it\n 2)\n#",
                        "    @named('one', \"two\")\n# note"):
            text = ("import torch\n\n\nclass M(torch.nn.Module):\n    @torch.no_grad()\n" + comment
                    + "\n    def forward(self, x):\n" + body)
            ast.parse(text)
            self.write({"m.py": text})
            self.assertEqual(self.codes("m.py", "--ignore", "GM2,GM4"), ["GM101"], text)
            # Also beside what is wrong indeed.
            self.write({"m.py": text + "def g(:\n    pass\n"})
            found = [(f["code"], f["location"]["line"]) for f in self.check("m.py", "--ignore", "GM2,GM4")]
            last = text.count("\n") + 1
            self.assertEqual(found, [("GM101", last - 3), ("GM900", last)], text)

    def test_dumps(self):
        for text in ("lambda:labamd:ambda:lambla:lambda:ys",  # functions that belong nowhere
                     "try: pass\nexcept E as (lambda a: (lambda: a)): pass\n",
                     "class class C(lambda: 1 = lambda: 2) lambda", "def f(x:\n  lambda y\n@lambda: 3 def", "f'{lambda: {lambda: 1", BROKEN):
            self.write({"broken.py": text})
            for stage in ("syntax", "names", "flow", "facts", "models", "parse-only"):
                with self.subTest(stage, text=text):
                    done = self.run_program("dump", "--stage", stage, "broken.py")
                    self.assertIn(done.returncode, (0, 1), done.stderr)
                    self.assertNotIn("GM000", done.stdout + done.stderr)

    def test_indentation_is_judged_as_python_does(self):
        chance = random.Random(17)
        blanks = ["", "  ", "    ", "\t", "        ", "\t  ", "  \t", "\f", "    \f  ", "\\\n"]
        words = ["x = 1", "if x:", "else:", "def f():", "@f", "# note", "return (1,\n2)", "for i in x: pass", "try:",
                 "except E:", "with (\n  a as b,\n c as d\n):", "match x:", "case 1:", 'y = """\n  z\n"""', "class C:", ""]
        texts = []
        while len(texts) < 2500:
            texts.append("".join(chance.choice(blanks) + chance.choice(words) + "\n" for _ in range(chance.randint(1, 6))))
        for number, text in enumerate(texts):
            (self.root / f"m{number}.py").write_text(text)
        refused = {int(f["path"][1:-3]) for f in self.check("--select", "GM900")}
        sound = 0
        for number, text in enumerate(texts):
            try:
                ast.parse(text)
                sound += 1
                self.assertFalse(number in refused, repr(text))
            except (IndentationError, TabError) as error:
                self.assertTrue(number in refused, f"{error}: {text!r}")
            except SyntaxError:
                pass  # what else is wrong is for the parser to find
        self.assertGreater(sound, 100)



if __name__ == "__main__":
    program.main()
