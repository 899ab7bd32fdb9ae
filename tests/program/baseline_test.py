#!/usr/bin/env python3
"""The baseline, and findings on changed lines: baseline_test.py GRAPHMEND."""
import json
import os
import random
import shutil
import subprocess
import textwrap
import unittest

import program
from program import MODEL, ProjectTest

MANY = textwrap.dedent("""\
    import torch


    class Model(torch.nn.Module):
        def first(self, x):
            if x.sum() > 0:
                print("first")
            return x

        def second(self, x):
            if x.sum() > 0:
                print("second")
            print(x.item())
            return x

        def forward(self, x):
            return self.first(x) + self.second(x)
    """)


class BaselineTest(ProjectTest):
    BASELINE = "graphmend-baseline.json"

    def setUp(self):
        super().setUp()
        self.write({"model.py": MANY, "graphmend.toml": f'baseline = "{self.BASELINE}"\n'})
        done = self.run_program("check", "--update-baseline")
        self.assertEqual((done.returncode, done.stdout), (0, f"{self.BASELINE} knows 6 findings\n"))

    def new(self, *arguments):
        """The code and line of what is not known."""
        return [(f["code"], f["location"]["line"]) for f in self.check(*arguments)]

    def stale(self):
        said = self.run_program("check").stderr
        return int(said.split(f"{self.BASELINE}: ")[1].split()[0]) if "no longer found" in said else 0

    def entries(self):
        return json.loads((self.root / self.BASELINE).read_text())["findings"]

    def test_known_findings_are_not_reported(self):
        done = self.run_program("check")
        self.assertEqual(done.returncode, 0)
        self.assertIn("(6 in the baseline)", done.stdout)
        self.assertEqual(self.new("--baseline", self.BASELINE, "--isolated"), [])

    def test_moved_lines_stay_known(self):
        self.write({"model.py": "# one\n# two\n\n" + MANY})
        self.assertEqual((self.new(), self.stale()), ([], 0))

    def test_reordered_functions_stay_known(self):
        head, first, second, forward = MANY.split("    def ")
        self.write({"model.py": "    def ".join([head, forward + "\n", second, first])})
        self.assertEqual((self.new(), self.stale()), ([], 0))

    def test_indented_lines_stay_known(self):
        self.write({"model.py": MANY.replace("        if x", "        if True:\n          if  x").replace("            print(\"", "              print(\"")})
        self.assertEqual((self.new(), self.stale()), ([], 0))

    def test_renamed_files_stay_known(self):
        (self.root / "pkg").mkdir()
        os.rename(self.root / "model.py", self.root / "pkg/other.py")
        self.assertEqual((self.new(), self.stale()), ([], 0))

    def test_renamed_functions_stay_known(self):
        self.write({"model.py": MANY.replace("first", "primary").replace('"primary"', '"first"')})
        self.assertEqual((self.new(), self.stale()), ([], 0))

    def test_each_new_finding_is_reported(self):
        self.write({"model.py": MANY.replace("        print(x.item())", "        print(x.item())\n        print('new')")})
        self.assertEqual(self.new(), [("GM201", 14)])
        # A copy of a known line is new: one entry is one finding.
        self.write({"model.py": MANY.replace("        print(x.item())", "        print(x.item())\n        print(x.item())")})
        self.assertEqual(self.new(), [("GM201", 14), ("GM106", 14)])
        self.write({"model.py": MANY, "copy.py": MANY})
        self.assertEqual(len(self.new()), 6)

    def test_stale_entries(self):
        self.write({"model.py": MANY.replace("        print(x.item())\n", "")})
        done = self.run_program("check")
        self.assertEqual(done.returncode, 0)
        self.assertIn("2 entries are no longer found: model.py: GM106 in Model.second: `print(x.item())`", done.stderr)
        self.assertEqual(self.run_program("check", "--error-stale-baseline").returncode, 1)
        done = self.run_program("check", "--prune-baseline")
        self.assertEqual((done.returncode, done.stdout), (0, f"Removed 2 entries from {self.BASELINE}\n"))
        self.assertEqual((len(self.entries()), self.stale()), (4, 0))
        # Pruning takes nothing new in.
        self.write({"model.py": MANY})
        self.assertEqual(len(self.new()), 2)

    def test_part_of_a_project_says_nothing_of_the_rest(self):
        self.write({"other.py": MODEL})
        self.assertEqual(self.run_program("check", "--update-baseline", "other.py").returncode, 0)
        self.assertEqual((self.new(), self.stale()), ([], 0))
        self.assertNotIn("no longer found", self.run_program("check", "other.py").stderr)
        self.assertNotIn("no longer found", self.run_program("check", "--select", "GM2").stderr)
        self.run_program("check", "--update-baseline", "--select", "GM2")
        self.assertEqual(self.new(), [])

    def test_from_another_directory(self):
        (self.root / "sub").mkdir()
        done = self.run_program("check", "--output-format", "json", "..", cwd=self.root / "sub")
        self.assertEqual(json.loads(done.stdout)["findings"], [])
        self.assertEqual(json.loads(done.stdout)["in_baseline"], 6)

    def test_broken_baselines(self):
        path = self.root / self.BASELINE
        good = path.read_text()
        for text, message in {
            "{": ":1:2: not valid JSON", "[]": "is not a baseline", '{"version": 2}': "is a baseline of version 2",
            '{"version": 1}': "has no list", '{"version": 1, "findings": [{}]}': "finding 1 needs path",
            "[" * 100_000: "not valid JSON", good.replace('"count": 1', '"count": -1'): "finding 1 needs",
        }.items():
            path.write_text(text)
            for options in ((), ("--update-baseline",), ("--prune-baseline",)):
                self.assertIn(message, self.refused("check", *options))
                self.assertEqual(path.read_text(), text)
        path.unlink()
        self.assertIn("no such baseline", self.refused("check"))

    def test_trouble_leaves_it_as_it_is(self):
        before = (self.root / self.BASELINE).read_text()
        (self.root / "broken.py").write_bytes(b"# torch def forward compile\n\xff\xfe\n")
        done = self.run_program("check", "--update-baseline")
        self.assertEqual(done.returncode, 2)
        self.assertEqual((self.root / self.BASELINE).read_text(), before)

    def test_sarif_marks_them(self):
        done = self.run_program("check", "--output-format", "sarif", "--sarif-suppressions")
        results = json.loads(done.stdout)["runs"][0]["results"]
        self.assertEqual({r["suppressions"][0]["kind"] for r in results}, {"external"})
        done = self.run_program("check", "--output-format", "sarif")
        self.assertEqual(json.loads(done.stdout)["runs"][0]["results"], [])


class GitTest(ProjectTest):
    def git(self, *arguments):
        environment = {
            **os.environ, "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull,
            "GIT_AUTHOR_NAME": "a", "GIT_AUTHOR_EMAIL": "a@b", "GIT_COMMITTER_NAME": "a", "GIT_COMMITTER_EMAIL": "a@b",
        }
        subprocess.run(["git", *arguments], cwd=self.root, check=True, capture_output=True, env=environment)


@unittest.skipUnless(shutil.which("git"), "git is not installed")
class HistoryTest(GitTest):
    """A repository that is worked on: one baseline, and then commit upon commit."""

    MODULES, COMMITS = 8, 16
    BODIES = [
        ["print('start')", "if x.sum() > 0:", "    x = x * 2"],
        ["if x.sum() > 0:", "    print('start')"],
        ["y = x.max().item()", "x = x * y"],
        ["z = x.tolist()", "x = x + len(z)"],
        ["kept = x[x > {number}]", "print(kept.shape, 'of {number}')"],
    ]

    def setUp(self):
        super().setUp()
        self.dice = random.Random(7)
        self.number = 0
        # {path: [(blank lines and comments before it, name, lines)]}
        self.tree = {f"pkg/part_{i}.py": [self.function() for _ in range(5)] for i in range(self.MODULES)}
        self.git("init", "--initial-branch=main")
        self.commit()
        self.known = len(self.check())
        done = self.run_program("check", "--baseline", "known.json", "--update-baseline")
        self.assertEqual(done.stdout, f"known.json knows {self.known} findings\n")
        self.write({"graphmend.toml": 'baseline = "known.json"\n'})

    def function(self):
        self.number += 1
        body = [line.format(number=self.number) for line in self.dice.choice(self.BODIES)]
        return ["", f"step_{self.number}", body]

    def commit(self):
        shutil.rmtree(self.root / "pkg", ignore_errors=True)
        for path, functions in self.tree.items():
            text = "import torch\n"
            for above, name, body in functions:
                lines = "".join(f"    {line}\n" for line in body)
                text += f"\n{above}\n@torch.compile\ndef {name}(x: torch.Tensor):\n{lines}    return x\n"
            self.write({path: text})
        self.git("add", "--all")
        self.git("commit", "--allow-empty", "--message=work")

    def move_lines(self):
        for function in self.dice.choice(list(self.tree.values())):
            function[0] = "\n" * self.dice.randrange(4) + "# a note\n" * self.dice.randrange(3)

    def reorder_functions(self):
        self.dice.shuffle(self.dice.choice(list(self.tree.values())))

    def rename_file(self):
        self.number += 1
        path = self.dice.choice(list(self.tree))
        folder = self.dice.choice(["pkg", "pkg/deep", "pkg/deep/er"])
        self.tree[f"{folder}/renamed_{self.number}.py"] = self.tree.pop(path)

    def add_finding(self):
        """Something that is not known; what of it must be reported."""
        self.number += 1
        text = self.dice.choice([f"print('new {self.number}')", "print('start')"])
        body = self.dice.choice(self.dice.choice(list(self.tree.values())))[2]
        body.append(text)
        return body, text

    def test_history(self):
        work = [self.move_lines, self.reorder_functions, self.rename_file]
        reported = 0
        for _ in range(self.COMMITS):
            for change in self.dice.choices(work, k=3):
                change()
            self.commit()
            done = self.run_program("check", "--output-format", "json", "--error-stale-baseline")
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            self.assertEqual(json.loads(done.stdout)["in_baseline"], self.known)
            # New ones, in the midst of it.
            added = [self.add_finding() for _ in range(self.dice.randrange(4))]
            self.dice.choice(work)()
            self.commit()
            done = self.run_program("check", "--output-format", "json", "--error-stale-baseline")
            found = json.loads(done.stdout)
            lines = [(self.root / f["path"]).read_text().splitlines()[f["location"]["line"] - 1].strip()
                     for f in found["findings"]]
            self.assertEqual(sorted(lines), sorted(text for _, text in added))
            self.assertEqual((found["in_baseline"], done.returncode), (self.known, int(bool(added))))
            reported += len(added)
            for body, text in reversed(added):
                del body[len(body) - 1 - body[::-1].index(text)]
        self.assertGreater(reported, self.COMMITS)
        self.assertGreater(self.known, 50)
        # By the end no file has kept its name.
        self.assertFalse([path for path in self.tree if "part_" in path])


@unittest.skipUnless(shutil.which("git"), "git is not installed")
class ChangesTest(GitTest):
    def setUp(self):
        super().setUp()
        self.git("init", "--initial-branch=main")
        self.write({"model.py": MODEL, "other.py": MODEL})
        self.git("add", ".")
        self.git("commit", "--message=one")

    def lines(self, *arguments):
        return [(f["path"], f["location"]["line"]) for f in self.check(*arguments)]

    def test_changed(self):
        self.assertEqual(self.lines("--changed"), [])
        self.write({"model.py": MODEL.replace("        return x", "        print('new')\n        return x")})
        self.assertEqual(self.lines("--changed"), [("model.py", 8)])
        self.write({"odd näme.py": MODEL})
        self.assertEqual(self.lines("--changed"), [("model.py", 8), ("odd näme.py", 6), ("odd näme.py", 7)])

    def test_a_change_on_the_way_counts(self):
        helper = "def helper(x):\n    print('here')\n    return x\n"
        caller = "import torch\nfrom helper import helper\n\n@torch.compile\ndef f(x):\n    return x\n"
        self.write({"helper.py": helper, "caller.py": caller})
        self.git("add", ".")
        self.git("commit", "--message=helper")
        self.write({"caller.py": caller.replace("return x", "return helper(x)")})
        self.assertEqual(self.lines("--changed"), [("helper.py", 2)])

    def test_since(self):
        self.git("checkout", "-b", "feature")
        self.write({"model.py": MODEL.replace("        return x", "        print('new')\n        return x")})
        self.git("commit", "--all", "--message=two")
        self.git("checkout", "main")
        self.write({"other.py": MODEL.replace("        return x", "        print('main')\n        return x")})
        self.git("commit", "--all", "--message=three")
        self.git("checkout", "feature")
        # What main has got meanwhile is not this branch's doing.
        self.assertEqual(self.lines("--since", "main"), [("model.py", 8)])
        self.assertEqual(self.lines("--since", "HEAD"), [])
        self.assertIn("the revision `nosuch`", self.refused("check", "--since", "nosuch"))
        self.assertIn("the revision `--output=x`", self.refused("check", "--since=--output=x"))
        self.assertFalse((self.root / "x").exists())

    def test_staged(self):
        staged = MODEL.replace("        return x", "        print('staged')\n        return x")
        self.write({"model.py": staged})
        self.git("add", "model.py")
        self.assertEqual(self.lines("--staged"), [("model.py", 8)])
        # What is staged counts, not what the file holds by now.
        self.write({"model.py": "\n\n\n" + MODEL, "other.py": MODEL.replace("print(", "print(1, ")})
        self.assertEqual(self.lines("--staged"), [("model.py", 8)])

    def test_before_the_first_commit(self):
        shutil.rmtree(self.root / ".git")
        self.git("init")
        self.assertEqual(len(self.lines("--changed")), 4)
        self.git("add", "model.py")
        self.assertEqual(self.lines("--staged"), [("model.py", 6), ("model.py", 7)])

    def test_outside_of_a_repository(self):
        shutil.rmtree(self.root / ".git")
        done = self.run_program("check", "--changed", environment={"GIT_CEILING_DIRECTORIES": str(self.root.parent)})
        self.assertEqual(done.returncode, 2)
        self.assertIn("is not in a git repository", done.stderr)
        done = self.run_program("check", "--changed", environment={"PATH": "/nowhere"})
        self.assertIn("cannot run git", done.stderr)

    def test_contradictions(self):
        self.assertIn("cannot be used together", self.refused("check", "--changed", "--staged"))
        self.assertIn("holds all findings", self.refused("check", "--changed", "--update-baseline"))
        self.assertIn("not what they hold", self.refused("check", "--staged", "--add-ignore"))


if __name__ == "__main__":
    program.main()
