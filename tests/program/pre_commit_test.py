#!/usr/bin/env python3
"""The hooks: pre_commit_test.py GRAPHMEND.

Real pre-commit, where it is installed, with the generated mirror and a wheel around the program that
is tested.
"""
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

import program
from git_project import GitTest, make_wheel
from program import MODEL

ROOT = pathlib.Path(__file__).resolve().parents[2]
CALLER = "import torch\nfrom helper import helper\n\n@torch.compile\ndef f(x):\n    return helper(x)\n"
HELPER = "def helper(x):\n    print(x)\n    return x\n"
MENDABLE = HELPER.replace("print(x)", 'print("on")')


@unittest.skipUnless(shutil.which("pre-commit") and shutil.which("git"), "pre-commit is not installed")
class PreCommitTest(GitTest):
    shared = None  # what is made once: the mirror, the wheel, and what pre-commit installs of them

    @classmethod
    def setUpClass(cls):
        scratch = tempfile.TemporaryDirectory()
        cls.addClassCleanup(scratch.cleanup)
        cls.shared = pathlib.Path(scratch.name).resolve()

    def make_hooks(self):
        hooks = self.shared / "hooks"
        if hooks.exists():
            return hooks
        subprocess.run([sys.executable, ROOT / "ci/pre_commit_mirror.py", hooks, "9.9.9"], check=True)
        self.assertEqual(self.run_in(hooks, "pre-commit", "validate-manifest", ".pre-commit-hooks.yaml").returncode, 0)
        self.git(hooks, "init")
        self.git(hooks, "add", ".")
        self.git(hooks, "commit", "--message=hooks")
        self.git(hooks, "tag", "v9.9.9")
        make_wheel(self.shared / "wheels", "9.9.9")
        return hooks

    def make_project(self, *hooks, **files):
        """A repository whose files are staged, with these hooks; a function that runs pre-commit."""
        ids = "".join(f"  - id: {hook}\n" for hook in hooks)
        self.write({
            **{f"project/{name}.py": text for name, text in files.items()},
            "project/graphmend.toml": 'extend-exclude = ["old/"]\n',
            "project/.pre-commit-config.yaml": f"repos:\n- repo: {self.make_hooks()}\n  rev: v9.9.9\n  hooks:\n{ids}",
        })
        project = self.root / "project"
        self.git(project, "init")
        self.git(project, "add", ".")
        environment = {"PRE_COMMIT_HOME": str(self.shared / "home"), "PIP_FIND_LINKS": str(self.shared / "wheels")}

        def run(*words):
            done = self.run_in(project, "pre-commit", "run", *words, **environment)
            if "Could not find a version" in done.stdout + done.stderr and "setuptools" in done.stdout + done.stderr:
                self.skipTest("setuptools cannot be installed here")
            return done

        return project, run

    def test_fix(self):
        project, run = self.make_project("graphmend-fix", "graphmend", caller=CALLER, helper=MENDABLE)
        # Finds what is there, fixes it, and fails, since the commit has not got the fix.
        done = run()
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
        self.assertRegex(done.stdout, r"graphmend fix\.+Failed\n[^\0]*files were modified by this hook")
        fixed = (project / "helper.py").read_text()
        self.assertEqual(fixed, "import graphmend.runtime\n" + MENDABLE.replace("print(", "graphmend.runtime.print("))
        self.assertEqual((project / "caller.py").read_text(), CALLER)
        # Passes with it.
        self.git(project, "add", ".")
        done = run()
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertEqual(done.stdout.count("Passed"), 2)
        self.git(project, "commit", "--no-verify", "--message=one")
        # What has no fix that is safe is left for the hook that reports.
        self.write({"project/helper.py": fixed.replace('print("on")', "print(x)").replace("graphmend.runtime.print", "print")})
        self.git(project, "add", ".")
        done = run()
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stdout, r"graphmend fix\.+Passed\n")
        self.assertIn("GM201", done.stdout)
        self.assertEqual((project / "helper.py").read_text(), fixed.replace('print("on")', "print(x)").replace("graphmend.runtime.print", "print"))

    def test_notebooks(self):
        project, run = self.make_project("graphmend-fix")
        cell = {"cell_type": "code", "execution_count": 1, "metadata": {}, "outputs": [], "source": CALLER.replace("from helper import helper\n", MENDABLE).splitlines(True)}
        notebook = {"cells": [cell], "metadata": {"language_info": {"name": "python"}}, "nbformat": 4, "nbformat_minor": 4}
        (project / "model.ipynb").write_text(json.dumps(notebook, indent=1))
        self.git(project, "add", ".")
        self.assertIn("files were modified by this hook", run().stdout)
        self.assertIn("graphmend.runtime.print(", (project / "model.ipynb").read_text())
        self.git(project, "add", ".")
        self.assertEqual(run().returncode, 0)

    def test_mirror(self):
        project, run = self.make_project("graphmend", caller=CALLER, helper=HELPER)
        done = run()
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
        self.assertIn("helper.py:2:5", done.stdout)
        self.assertIn("GM201", done.stdout)
        # Only the helper is in the commit; that it is compiled is seen all the same.
        self.git(project, "commit", "--no-verify", "--message=one")
        self.write({"project/helper.py": "\n" + HELPER})
        self.git(project, "add", ".")
        self.assertIn("helper.py:3:5", run().stdout)
        self.write({"project/helper.py": HELPER.replace("print(x)", "print(x)  # graphmend: ignore[GM201]")})
        self.git(project, "add", ".")
        done = run()
        self.assertEqual(done.returncode, 0, done.stdout)
        # What the settings leave out stays out, though pre-commit names it.
        self.write({"project/old/model.py": MODEL})
        self.git(project, "add", ".")
        self.assertEqual(run("--all-files").returncode, 0)


if __name__ == "__main__":
    program.main()
