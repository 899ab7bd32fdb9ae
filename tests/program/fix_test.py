#!/usr/bin/env python3
"""Fixes as the command line gives them: fix_test.py GRAPHMEND.

What each fix makes of the code is tested by the cases; here it is what is written, said and returned.
"""
import json
import os

import program
from program import ProjectTest

# One fix that is safe, one that is not, and a finding without any.
CODE = """\
import torch


class Model(torch.nn.Module):
    def forward(self, x):
        print("in")
        s = x.sum()
        if s > 0:
            y = x * 2
        else:
            y = x * 3
        return list(y[y > 0])
"""
SAFE = CODE.replace("import torch\n", "import torch\nimport graphmend.runtime\n").replace(
    "        print(", "        graphmend.runtime.print(")
NEEDED = ("1 file now imports graphmend.runtime: add graphmend to the project's dependencies, or choose "
          "--side-effects=inline\n")
WHERE = "        y = torch.where(s > 0, x * 2, x * 3)\n"
UNSAFE = SAFE[: SAFE.index("        if s")] + WHERE + SAFE[SAFE.index("        return"):]


class FixTest(ProjectTest):
    def setUp(self):
        super().setUp()
        self.write({"model.py": CODE})

    def text(self, name="model.py"):
        return (self.root / name).read_text()

    def fix(self, *arguments, **options):
        done = self.run_program("check", "-o", "concise", *arguments, **options)
        return done.returncode, done.stdout, done.stderr

    def test_fix(self):
        status, out, said = self.fix("--fix")
        self.assertEqual(self.text(), SAFE)
        self.assertEqual(status, 1)
        self.assertRegex(out, r"^model.py:9:12: GM101 [^\n]*\nmodel.py:13:21: GM402 [^\n]*\nFound 2 graph breaks")
        self.assertEqual(said, "Fixed 1 graph break in 1 file\n" + NEEDED)
        # A second run has nothing to do.
        self.assertEqual(self.fix("--fix")[2], "Nothing was fixed\n")
        self.assertEqual(self.text(), SAFE)

    def test_unsafe_fixes(self):
        status, out, said = self.fix("--fix", "--unsafe-fixes")
        self.assertEqual(self.text(), UNSAFE)
        self.assertEqual((status, said), (1, "Fixed 2 graph breaks in 1 file\n" + NEEDED))
        self.assertIn("GM402", out)

    def test_diff(self):
        status, out, said = self.fix("--diff")
        self.assertEqual(self.text(), CODE)
        self.assertEqual((status, said), (1, "Would fix 1 graph break in 1 file\n"))
        changes = [line for line in out.splitlines() if line.startswith(("+", "-"))]
        self.assertEqual(changes, ["--- a/model.py", "+++ b/model.py", "+import graphmend.runtime",
                                   '-        print("in")', '+        graphmend.runtime.print("in")'])
        self.assertIn("+" + WHERE, self.fix("--diff", "--unsafe-fixes")[1])
        self.write({"model.py": UNSAFE})
        self.assertEqual(self.fix("--diff"), (0, "", "Nothing to fix\n"))

    def test_fix_only(self):
        self.assertEqual(self.fix("--fix-only"), (0, "", "Fixed 1 graph break in 1 file\n" + NEEDED))
        self.assertEqual(self.text(), SAFE)

    def test_show_fixes(self):
        said = self.fix("--fix", "--show-fixes")[2]
        self.assertIn("model.py:\n  line 6: GM201 keep the message, and the graph whole, with graphmend.runtime\n", said)

    def test_show_fixes_says_what_may_differ(self):
        said = self.fix("--fix", "--unsafe-fixes", "--show-fixes")[2]
        self.assertRegex(said, r"  line 8: GM101 run both sides and select with torch\.where\n    unsafe: [^\n]+\n")
        self.assertRegex(said, r"  line 6: GM201 [^\n]+\n  line 8")

    def test_fix_lines(self):
        lines = self.root / "lines"
        path = self.root / "model.py"
        for listed, want in (("6", SAFE), ("8-11", UNSAFE.replace("graphmend.runtime.print", "print").replace("import graphmend.runtime\n", "")),
                             ("1-99", UNSAFE), ("12", CODE)):
            self.write({"model.py": CODE})
            lines.write_text(f"{path}:{listed}\n")
            self.fix("--fix", "--unsafe-fixes", "--fix-lines", "lines", str(path))
            self.assertEqual(self.text(), want, listed)
        # Lines are those of the file as it was, in each round.
        self.write({"model.py": CODE.replace('        print("in")\n', "").replace("            y = x * 2", '            print("in")\n            y = x * 2')})
        lines.write_text(f"{path}:7-12\n")
        self.fix("--fix", "--unsafe-fixes", "--fix-lines", "lines", str(path))
        self.assertIn("when=predicate", self.text())
        for listed in ("model.py", "model.py:0", "model.py:3-2", "model.py:x"):
            lines.write_text(listed + "\n")
            status, _, said = self.fix("--fix", "--fix-lines", "lines")
            self.assertEqual(status, 2)
            self.assertIn(f"`{listed}` names no lines of a file", said)
        self.assertEqual(self.fix("--fix", "--fix-lines", "none")[0], 2)

    def test_exit_status_on_fix(self):
        only_print = CODE[: CODE.index("        s =")] + "        return x\n"
        for options, status in (((), 0), (("--exit-non-zero-on-fix",), 1)):
            self.write({"model.py": only_print})
            self.assertEqual(self.fix("--fix", *options)[0], status)
            self.assertEqual(self.fix("--fix", *options)[0], 0)
        self.write({"model.py": CODE})
        self.assertEqual(self.fix("--fix", "--exit-zero")[0], 0)

    def test_what_is_not_reported_is_not_fixed(self):
        self.write({"graphmend.toml": 'ignore = ["GM201"]\n'})
        self.assertEqual(self.fix("--fix")[2], "Nothing was fixed\n")
        self.write({"graphmend.toml": "", "model.py": CODE.replace('print("in")', 'print("in")  # graphmend: ignore')})
        self.assertEqual(self.fix("--fix")[2], "Nothing was fixed\n")
        self.write({"model.py": CODE, "graphmend.toml": 'baseline = "known.json"\n'})
        self.run_program("check", "--update-baseline")
        self.assertEqual(self.fix("--fix")[2], "Nothing was fixed\n")
        self.assertEqual(self.text(), CODE)

    def test_standard_input(self):
        status, out, _ = self.fix("--fix", "-", "--stdin-filename", "model.py", stdin=CODE)
        self.assertEqual((status, out), (1, SAFE))
        self.assertEqual(self.text(), CODE)
        self.assertEqual(self.fix("--fix", "-", stdin="x = 1\n")[:2], (0, "x = 1\n"))

    def test_bytes_that_stay(self):
        path = self.root / "model.py"
        path.write_bytes(b"\xef\xbb\xbf" + CODE.replace("\n", "\r\n").encode())
        os.chmod(path, 0o640)
        self.fix("--fix")
        self.assertEqual(path.read_bytes(), b"\xef\xbb\xbf" + SAFE.replace("\n", "\r\n").encode())
        self.assertEqual(path.stat().st_mode & 0o777, 0o640)

    def test_form_feeds(self):
        # One begins the column anew: what were put before it would indent nothing.
        head = "import torch\n\n\nclass Model(torch.nn.Module):\n    def forward(self, x):\n"
        self.write({"page.py": head + "\f        return x.item()\n", "next.py": head + "\f        y = x\n        return x.item()\n"})
        status, _, said = self.fix("--fix", "--unsafe-fixes", "page.py", "next.py")
        self.assertEqual(status, 1)
        self.assertNotIn("GM000", said)
        self.assertEqual(self.text("page.py"), head + "\f        return x.item()\n")
        self.assertIn("\f        y = x\n        with graphmend.capture.numbers():\n            return x.item()\n", self.text("next.py"))

    def test_contradictions(self):
        for option in ("--watch", "--staged", "--add-ignore", "--update-baseline"):
            self.assertIn("--fix and --diff cannot be used with", self.refused("check", "--fix", option))

    def test_in_reports(self):
        by_code = {finding["code"]: finding for finding in self.check()}
        self.assertEqual({code: f["fixes"][0]["applicability"] for code, f in by_code.items() if f["fixes"]},
                         {"GM101": "unsafe", "GM201": "safe"})
        self.assertTrue(by_code["GM402"]["no_fix"])
        # A suggestion is one edit, and this one needs its import.
        rdjson = json.loads(self.run_program("check", "-o", "rdjson").stdout)
        self.assertEqual([d.get("suggestions", []) for d in rdjson["diagnostics"]], [[], [], []])


class SideEffectsTest(ProjectTest):
    CODE = "import torch\n\n\n@torch.compile\ndef step(x):\n    print(x)\n    return x\n"

    def fixed(self, *arguments, settings=""):
        self.write({"model.py": self.CODE, "graphmend.toml": settings})
        self.run_program("check", "--fix", "--unsafe-fixes", *arguments)
        return (self.root / "model.py").read_text()

    def test_side_effects(self):
        ways = {"runtime": "    graphmend.runtime.print(x)\n", "inline": "    _graphmend_message(lambda x: print(x), x)\n",
                "guard": "    if not torch.compiler.is_compiling():\n        print(x)\n"}
        for way, line in ways.items():
            for text in (self.fixed("--side-effects", way), self.fixed(settings=f'side-effects = "{way}"\n'),
                         self.fixed("--side-effects", way, settings='side-effects = "runtime"\n')):
                self.assertIn(line, text)
                self.assertEqual("import graphmend.runtime" in text, way == "runtime")
        self.assertEqual(self.fixed(), self.fixed("--side-effects", "runtime"))
        # The helper in the module is known code: nothing in it is a finding, or not followed.
        fixed = self.fixed("--side-effects", "inline").splitlines()
        helper = [i for i, line in enumerate(fixed) if "<graphmend.runtime>" in line or "</graphmend.runtime>" in line]
        self.assertEqual([25], [end - begin + 1 for begin, end in [helper]])
        self.assertNotIn("in part", self.run_program("check").stdout)
        # What dropping a message means is said, and asked for.
        self.write({"model.py": self.CODE})
        (finding,) = self.check("--side-effects", "guard")
        self.assertEqual(finding["fixes"][0]["applicability"], "unsafe")

    def test_mistakes(self):
        self.write({"model.py": self.CODE})
        self.assertIn("did you mean `inline`?", self.refused("check", "--side-effects", "inlin"))
        self.write({"graphmend.toml": 'side-effects = "none"\n'})
        said = self.refused("check")
        self.assertIn("graphmend.toml:1:16: ", said)
        self.assertIn("runtime, inline, guard", said)


class UnsettledTest(ProjectTest):
    # Each round takes one condition away.
    SMALL = ("import torch\n\n\n@torch.compile\ndef f(x):\n    if x.sum() > 0:\n        return x\n"
             "    return -x if x else " + "-(x if x else " * 40 + "x" + ")" * 40 + "\n")
    CODE = SMALL + "\n# a comment" * 1_980 + "\n"

    def test_a_small_file_has_rounds_for_each_condition(self):
        self.write({"model.py": self.SMALL})
        done = self.run_program("check", "--unsafe-fixes", "--fix-only")
        self.assertEqual(done.stderr, "Fixed 41 graph breaks in 1 file\n")  # one takes two away

    def test_nothing_is_written_of_a_fix_that_does_not_settle(self):
        other = CODE.replace("        return list(y[y > 0])\n", "        return y\n")
        self.write({"model.py": self.CODE, "other.py": other})
        for arguments in (["--diff"], ["--fix"], ["--fix-only"]):
            with self.subTest(arguments):
                done = self.run_program("check", "--unsafe-fixes", "-o", "concise", *arguments)
                self.assertIn("warning: model.py: fixes did not settle in 16 rounds\n"
                              "  hint: the file was left as it was\n", done.stderr)
                self.assertNotIn("+++ model.py", done.stdout)
                if arguments == ["--fix"]:  # it is reported as it is
                    self.assertIn("model.py:6:", done.stdout)
                self.assertEqual((self.root / "model.py").read_text(), self.CODE)
        self.assertNotEqual((self.root / "other.py").read_text(), other)

    def test_a_large_file_has_fewer_rounds(self):
        self.write({"model.py": self.SMALL + "\n# a comment" * 10_000 + "\n"})
        done = self.run_program("check", "--unsafe-fixes", "-o", "concise", "--diff")
        self.assertIn("warning: model.py: fixes did not settle in 8 rounds\n", done.stderr)


class OutlineTest(program.ProjectTest):
    CODE = """import torch


@torch.compile
def spread(x: torch.Tensor, kind: torch.Tensor):
    out = torch.zeros_like(x)
    for k in torch.unique(kind):
        out[kind == k] += x[kind == k].mean(0)
    return out
"""

    def fixed(self, *arguments, settings=""):
        self.write({"model.py": self.CODE, "graphmend.toml": settings})
        self.run_program("check", "--fix", *arguments)
        return (self.root / "model.py").read_text()

    def test_outline(self):
        # Only where it is asked for; then without --unsafe-fixes, but not called safe.
        self.assertEqual(self.fixed(), self.CODE)
        text = self.fixed("--outline")
        self.write({"model.py": self.CODE})
        said = self.run_program("check", "--fix", "--outline").stderr
        self.assertIn("1 file now imports graphmend.outline: add graphmend to the project's dependencies\n", said)
        self.assertIn('@graphmend.outline.region("out")\ndef _outlined_spread(kind, out, x):\n    for k in', text)
        self.assertIn("    out = _outlined_spread(kind, out, x)\n    return out\n", text)
        self.assertEqual(self.fixed(settings="outline = true\n"), text)
        self.assertEqual(self.fixed("--no-outline", settings="outline = true\n"), self.CODE)
        # What is outlined breaks nothing any more.
        self.write({"model.py": text})
        self.assertEqual(self.check(), [])
        self.write({"model.py": self.CODE})
        fixes = [fix for finding in self.check("--outline") for fix in finding["fixes"]]
        self.assertEqual({fix["applicability"] for fix in fixes}, {"unsafe"})
        self.assertIn("is not compiled", fixes[0]["difference"])


if __name__ == "__main__":
    program.main()
