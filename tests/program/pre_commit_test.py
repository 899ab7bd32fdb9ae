#!/usr/bin/env python3
"""The hooks and the action: pre_commit_test.py GRAPHMEND.

Real pre-commit, where it is installed, with the generated mirror and a wheel around the program that
is tested; and the scripts that action.yml runs.
"""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
import zipfile

import program
from program import MODEL, ProjectTest

ROOT = pathlib.Path(__file__).resolve().parents[2]
CALLER = "import torch\nfrom helper import helper\n\n@torch.compile\ndef f(x):\n    return helper(x)\n"
HELPER = "def helper(x):\n    print(x)\n    return x\n"
MENDABLE = HELPER.replace("print(x)", 'print("on")')


class GitTest(ProjectTest):
    ENVIRONMENT = {
        "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull, "GIT_AUTHOR_NAME": "a",
        "GIT_AUTHOR_EMAIL": "a@b", "GIT_COMMITTER_NAME": "a", "GIT_COMMITTER_EMAIL": "a@b",
    }

    def run_in(self, folder, *words, **environment):
        return subprocess.run(words, cwd=folder, capture_output=True, text=True,
                              env={**os.environ, **self.ENVIRONMENT, **environment})

    def git(self, folder, *words):
        done = self.run_in(folder, "git", *words)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout


@unittest.skipUnless(shutil.which("pre-commit") and shutil.which("git"), "pre-commit is not installed")
class PreCommitTest(GitTest):
    shared = None  # what is made once: the mirror, the wheel, and what pre-commit installs of them

    @classmethod
    def setUpClass(cls):
        scratch = tempfile.TemporaryDirectory()
        cls.addClassCleanup(scratch.cleanup)
        cls.shared = pathlib.Path(scratch.name).resolve()

    def make_wheel(self, folder, version):
        folder.mkdir()
        info = f"graphmend-{version}.dist-info"
        with zipfile.ZipFile(folder / f"graphmend-{version}-py3-none-any.whl", "w") as wheel:
            script = zipfile.ZipInfo(f"graphmend-{version}.data/scripts/graphmend")
            script.external_attr = 0o100755 << 16
            wheel.writestr(script, pathlib.Path(program.GRAPHMEND).read_bytes())
            wheel.writestr(f"{info}/METADATA", f"Metadata-Version: 2.1\nName: graphmend\nVersion: {version}\n")
            wheel.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
            wheel.writestr(f"{info}/RECORD", "")

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
        self.make_wheel(self.shared / "wheels", "9.9.9")
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


@unittest.skipUnless(shutil.which("git"), "git is not installed")
class ActionTest(GitTest):
    def run_action(self, step, **environment):
        return self.run_in(self.root, sys.executable, ROOT / "ci/action/run.py", step,
                           GRAPHMEND=program.GRAPHMEND, **environment)

    def test_check(self):
        self.write({"model.py": MODEL})
        summary, outputs = self.root / "summary.md", self.root / "outputs"
        done = self.run_action("check", GITHUB_STEP_SUMMARY=str(summary), GITHUB_OUTPUT=str(outputs),
                               INPUT_ARGS="--ignore 'GM201'", INPUT_PATHS="model.py")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRegex(done.stdout, r"^::warning title=graphmend \(GM101\),file=model.py,line=6,")
        self.assertEqual(outputs.read_text(), "exit-status=1\nfindings=1\n")
        self.assertIn("| GM101 | branch-on-tensor | 1 |", summary.read_text())
        self.assertEqual(len(json.loads((self.root / "graphmend.sarif").read_text())["runs"][0]["results"]), 1)
        self.assertEqual(self.run_action("check", INPUT_PATHS="nosuch").returncode, 2)

    def test_compare(self):
        self.git(self.root, "init")
        self.write({"model.py": MODEL})
        self.git(self.root, "add", ".")
        self.git(self.root, "commit", "--message=one")
        base = self.git(self.root, "rev-parse", "HEAD").strip()
        self.write({"model.py": "\n" + MODEL.replace('print("positive")', "x.item()")})
        done = self.run_action("compare", BASE=base)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("**2 → 2**", done.stdout)
        self.assertIn("| GM106 | host-read | 0 | 1 |", done.stdout)
        self.assertIn("| GM201 | print-in-graph | 1 | 0 |", done.stdout)
        self.assertRegex(done.stdout, r"New \(1\):\n\n- `model.py:8` GM106 .*\n\nGone: 1")
        self.assertEqual(len(self.git(self.root, "worktree", "list").splitlines()), 1)

    def test_what_is_checked_may_hold_anything(self):
        self.git(self.root, "init")
        self.git(self.root, "commit", "--allow-empty", "--message=one")
        base = self.git(self.root, "rev-parse", "HEAD").strip()
        self.write({"[l](http:evil) <img src=x> @you.py": MODEL, "::error::x.py": MODEL, "##[error]y.py": MODEL})
        done = self.run_action("compare", BASE=base)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("- `[l](http:evil) <img src=x> @you.py:6` GM101", done.stdout)
        self.assertNotIn("##[", done.stdout)
        # The report is not written where a link of the tree leads.
        victim = self.root.parent / f"{self.root.name}-victim"
        victim.write_text("mine")
        self.addCleanup(victim.unlink)
        (self.root / "graphmend.sarif").symlink_to(victim)
        done = self.run_action("check")
        self.assertEqual(done.returncode, 2)
        self.assertIn("it is a link", done.stderr)
        self.assertEqual(victim.read_text(), "mine")

    def test_action_file(self):
        text = (ROOT / "action.yml").read_text()
        # No input is pasted into a script, where it would be run.
        for script in re.findall(r"run: \|\n((?: {8}.*\n)+)|run: (.*)", text):
            self.assertNotIn("${{", "".join(script))
        try:
            import yaml
        except ImportError:
            self.skipTest("PyYAML is not installed")
        action = yaml.safe_load(text)
        self.assertEqual(action["runs"]["using"], "composite")
        used = set(re.findall(r"inputs\.([\w-]+)", text))
        self.assertEqual(used, set(action["inputs"]))
        for step in action["runs"]["steps"]:
            if "run" not in step:
                continue
            self.assertEqual(step["shell"], "bash")
            done = subprocess.run(["bash", "-n"], input=step["run"], text=True, capture_output=True)
            self.assertEqual(done.stderr, "")
            for script in re.findall(r"\$SOURCE/(\S+?)\"", step["run"]):
                self.assertTrue((ROOT / script).is_file(), script)


if __name__ == "__main__":
    program.main()
