"""Patches of installed packages: `graphmend patch`, `graphmend run` and `import graphmend.patches`.

    patch_test.py PROGRAM PACKAGE

No torch is needed: what runs has a module of that name which says what it was asked for.
"""

import hashlib
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

PROGRAM, PACKAGE = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
GATE = """\
import torch
from torch import nn


class Gate(nn.Module):
    def forward(self, x):
        if x.sum() > 0:
            x = x + 1
        return x


def where_am_i():
    return __file__
"""
GROUPS = """\
import torch
from torch import nn


class Means(nn.Module):
    def forward(self, x: torch.Tensor, labels: torch.Tensor):
        out = torch.zeros_like(x)
        for k in torch.unique(labels):
            out[labels == k] = x[labels == k].mean(0)
        return out
"""
CLEAN = "def double(x):\n    return x * 2\n"
TORCH = """\
import sys, types
class Module: pass
nn = types.ModuleType("torch.nn")
nn.Module = Module
sys.modules["torch.nn"] = nn
def where(condition, a, b):
    return ("where", condition, a, b)
"""
TENSOR = """\
class Tensor:
    def sum(self): return self
    def __gt__(self, other): return True
    def __add__(self, other): return "added"
"""
USE = """\
import sys
from shapes.gate import Gate, where_am_i
from tensor import Tensor
print(type(Gate().forward(Tensor())).__name__, where_am_i(), sys.argv[1:], __name__)
"""


class Patches(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name).resolve()
        self.site = self.folder / "site-packages"
        self.project = self.folder / "project"
        self.project.mkdir()
        for path, text in {
            "shapes/__init__.py": "",
            "shapes/gate.py": GATE,
            "shapes/clean.py": CLEAN,
            "shapes-1.2.dist-info/METADATA": "Metadata-Version: 2.1\nName: shapes\nVersion: 1.2\n",
            "shapes-1.2.dist-info/top_level.txt": "shapes\n",
            "shapes-1.2.dist-info/RECORD": "shapes/__init__.py,,\nshapes/gate.py,,\n",
        }.items():
            file = self.site / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text)
        libraries = self.folder / "libraries"
        libraries.mkdir()
        (libraries / "torch.py").write_text(TORCH)
        (libraries / "tensor.py").write_text(TENSOR)
        (self.project / "use.py").write_text(USE)
        self.patch = self.project / "graphmend-patches/shapes@1.2/shapes.gate.patch"

    def environment(self, *more):
        kept = {k: v for k, v in os.environ.items() if not k.startswith(("GRAPHMEND_", "VIRTUAL_", "CONDA_"))}
        paths = [str(self.site), str(self.folder / "libraries"), *more]
        return {**kept, "PYTHONPATH": os.pathsep.join(paths), "GRAPHMEND_PACKAGE": PACKAGE, "GRAPHMEND_CACHE_DIR": ""}

    def graphmend(self, *words, status=0, cwd=None):
        done = subprocess.run(
            [PROGRAM, *words, *([] if words[0] == "run" else ["--python", sys.executable])],
            cwd=cwd or self.project, env=self.environment(), capture_output=True, text=True,
        )
        self.assertEqual(done.returncode, status, f"{words}\n{done.stdout}{done.stderr}")
        return done

    def python(self, *words, status=0):
        done = subprocess.run(
            [sys.executable, *words], cwd=self.project, capture_output=True, text=True,
            env=self.environment(os.path.dirname(PACKAGE)),
        )
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return done

    def make(self, *words):
        return self.graphmend("patch", *words, "--unsafe-fixes")

    def test_a_patch_says_what_it_is_for_and_what_it_does(self):
        said = self.make("shapes")
        self.assertEqual([str(p) for p in sorted(self.project.rglob("*.patch"))], [str(self.patch)])
        text = self.patch.read_text()
        for line in (
            "Package: shapes 1.2",
            "File: shapes/gate.py",
            "Original: sha256:" + hashlib.sha256(GATE.encode()).hexdigest(),
            "Options: --unsafe-fixes",
            "line 7, GM101: run both sides and select with torch.where",
            "+        x = torch.where(x.sum() > 0, x + 1, x)",
        ):
            self.assertIn(line + "\n", text)
        self.assertRegex(text, r"\n  unsafe: .*dtype")
        self.assertIn("shapes.gate.patch: 1 fix\n", said.stdout)
        self.assertEqual((self.site / "shapes/gate.py").read_text(), GATE)

    def test_a_loop_becomes_an_operator_on_request(self):
        (self.site / "shapes/groups.py").write_text(GROUPS)
        self.assertIn("nothing to fix", self.graphmend("patch", "shapes.groups").stderr)
        self.graphmend("patch", "shapes.groups", "--outline")
        (patch,) = self.project.rglob("*.patch")
        text = patch.read_text()
        self.assertIn("Options: --outline\n", text)
        self.assertRegex(text, r"GM401: run it uncompiled, as one operator of the graph\n  unsafe: ")
        self.assertIn("+@graphmend.outline.region(", text)
        said = self.graphmend("patch", "shapes", "--side-effects", "aloud", status=2)
        self.assertIn("`aloud` is not known", said.stderr)

    def test_the_patch_is_one_that_git_applies(self):
        self.make("shapes")
        subprocess.run(["git", "apply", str(self.patch)], cwd=self.site, check=True)
        self.assertIn("torch.where", (self.site / "shapes/gate.py").read_text())

    def test_targets(self):
        for word in ("shapes.gate", str(self.site / "shapes/gate.py")):
            with self.subTest(word):
                self.make(word)
                self.patch.unlink()
        self.assertIn("nothing to fix", self.make("shapes.clean").stderr)
        for word, why in (
            ("no_such_thing", "is not installed"),
            ("shapes.nope", "is not a module of shapes"),
            ("shapes-x", "is not the name of a package"),
            ("./use.py", "is not in a package installed"),
            ("./none.py", "no such file"),
        ):
            with self.subTest(word):
                self.assertIn(why, self.graphmend("patch", word, status=2).stderr)
        self.assertIn("nothing to patch", self.graphmend("patch", status=2).stderr)

    def test_safe_fixes_alone_unless_asked(self):
        said = self.graphmend("patch", "shapes")
        self.assertIn("--unsafe-fixes also takes", said.stderr)
        self.assertFalse(self.patch.exists())

    def test_diff_writes_nothing(self):
        said = self.graphmend("patch", "shapes", "--unsafe-fixes", "--diff", status=1)
        self.assertIn("+        x = torch.where(", said.stdout)
        self.assertFalse((self.project / "graphmend-patches").exists())

    def test_what_has_no_fix_any_more_loses_its_patch(self):
        self.make("shapes")
        (self.site / "shapes/gate.py").write_text(CLEAN)
        self.assertIn("shapes.gate.patch: removed", self.make("shapes").stdout)
        self.assertFalse(self.patch.exists())

    def test_run_applies_them_in_memory(self):
        self.make("shapes")
        plain = self.python("use.py")
        self.assertEqual(plain.stdout.split()[0], "str")
        done = self.graphmend("run", "use.py", "--fast", "-x")
        words = f"tuple {self.site / 'shapes/gate.py'} ['--fast', '-x'] __main__\n"
        self.assertEqual(done.stdout, words)
        self.assertEqual(done.stderr, "graphmend.patches: 1 file of shapes 1.2 patched in memory\n")
        self.assertEqual(self.python("-m", "graphmend", "run", "use.py", "--fast", "-x").stdout, words)
        self.assertEqual(self.python("-m", "graphmend", "run", "-m", "use", "--fast", "-x").stdout, words)
        self.assertEqual((self.site / "shapes/gate.py").read_text(), GATE)
        # What is kept of a compiled module is that of the file on disk.
        self.assertEqual(self.python("use.py").stdout.split()[0], "str")

    def test_importing_applies_them(self):
        self.make("shapes")
        code = "import graphmend.patches, inspect\nfrom shapes import gate\nprint(inspect.getsource(gate.Gate))"
        (self.project / "program.py").write_text(code)
        self.assertIn("torch.where(", self.python("program.py").stdout)

    def test_another_file_is_left_alone(self):
        self.make("shapes")
        (self.site / "shapes/gate.py").write_text(GATE.replace("x + 1", "x + 2"))
        done = self.graphmend("run", "use.py")
        self.assertEqual(done.stdout.split()[0], "str")
        self.assertIn("PatchWarning", done.stderr)
        self.assertIn("is not the file that the patch was made from", done.stderr)

    def test_what_is_imported_before_is_said(self):
        self.make("shapes")
        (self.project / "late.py").write_text("import shapes.gate\nimport graphmend.patches\n")
        self.assertIn("shapes.gate was imported before graphmend.patches", self.python("late.py").stderr)

    def test_check(self):
        self.assertIn("no such folder", self.graphmend("patch", "--check", status=2).stderr)
        self.make("shapes")
        self.assertIn("1 patch, all of them fit", self.graphmend("patch", "--check").stdout)
        text = self.patch.read_text()
        self.patch.write_text(text.replace("-            x = x + 1", "-            x = x + 9"))
        self.assertIn("the diff does not fit: line", self.graphmend("patch", "--check", status=1).stdout)
        self.patch.write_text(text)
        (self.site / "shapes/gate.py").write_text(CLEAN)
        said = self.graphmend("patch", "--check", status=1).stdout
        self.assertIn("is not the file that the patch was made from, of shapes 1.2", said)
        self.assertIn("1 patch, of which 1 cannot be applied", said)

    def test_damaged_patches(self):
        self.make("shapes")
        text = self.patch.read_text()
        for damaged, why in (
            ("", "it has no line `Package: …`"),
            (text.replace("File: shapes/gate.py", "File: ../../x.py"), "is not a module of a package"),
            (text.replace("Original: sha256:", "Original: md5:"), "`Original` is not a SHA-256"),
        ):
            with self.subTest(why):
                self.patch.write_text(damaged)
                self.assertIn(why, self.graphmend("patch", "--check", status=2).stderr)
                done = self.graphmend("run", "use.py")  # goes on without it
                self.assertIn(why, done.stderr)
                self.assertEqual(done.stdout.split()[0], "str")

    def test_nothing_is_written_through_a_link(self):
        elsewhere = self.folder / "elsewhere"
        elsewhere.mkdir()
        (self.project / "graphmend-patches").symlink_to(elsewhere)
        self.assertIn("it is a link", self.graphmend("patch", "shapes", "--unsafe-fixes", status=2).stderr)
        self.assertEqual(list(elsewhere.iterdir()), [])

    def test_the_program_is_its_own(self):
        (self.project / "fails.py").write_text("import sys\nsys.exit(7)\n")
        self.graphmend("run", "fails.py", status=7)
        (self.project / "raises.py").write_text("raise ValueError('mine')\n")
        said = self.graphmend("run", "raises.py", status=1).stderr
        self.assertIn("ValueError: mine", said)
        self.assertNotIn("bug in graphmend", said)
        self.assertIn("no such file", self.graphmend("run", "none.py", status=2).stderr)
        self.assertIn("usage:", self.graphmend("run", status=2).stderr)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], "-v"])
