#!/usr/bin/env python3
"""What the pages tell people to do works: docs_test.py GRAPHMEND

For README and docs/: each code block is what it says, by its language; settings are taken by
`graphmend config`, and commands of graphmend are run in a copy of the examples. For every page of the
repository: links within it lead to a file, and to a heading of it. (Output that pages show is
compared by readme_test.py.)
"""
import ast
import json
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent
GRAPHMEND = ""
MANUAL = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
BLOCK = re.compile(r"(?ms)^( *)```(\w+)\n(.*?)^ *```$")
FENCE = re.compile(r"(?ms)^ *(```|~~~).*?^ *\1\s*$")
LINK = re.compile(r"(?<!!)\[[^\]]*\]\(([^)\s]+)\)")


def blocks(*languages):
    for page in MANUAL:
        for _, language, text in BLOCK.findall(page.read_text()):
            if language in languages:
                yield f"{page.name}: {text.splitlines()[0]}", text


def pages():
    """All Markdown of ours that is text; cases are code."""
    left_out = ("subprojects", "build", "dist", ".", "tests/cases")
    for path in sorted(ROOT.rglob("*.md")):
        relative = path.relative_to(ROOT)
        if not relative.as_posix().startswith(left_out) and "node_modules" not in relative.parts:
            yield path


def anchors(text):
    for heading in re.findall(r"(?m)^#+ (.*)$", FENCE.sub("", text)):
        yield re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


class DocsTest(unittest.TestCase):
    def run_program(self, words, folder):
        return subprocess.run([GRAPHMEND, *words], cwd=folder, capture_output=True, text=True)

    def test_links(self):
        broken = []
        for page in pages():
            text = page.read_text()
            for target in LINK.findall(FENCE.sub("", re.sub(r"`[^`]*`", "", text))):
                # The site makes this page; site_test.py checks what leads to it.
                if re.match(r"[a-z]+:", target) or (page.parent.name, target) == ("docs", "rules.md"):
                    continue
                name, _, anchor = target.partition("#")
                path = page.parent / name if name else page
                if not path.exists() or (anchor and anchor not in anchors(path.read_text())):
                    broken.append(f"{page.relative_to(ROOT)}: {target}")
        self.assertEqual(broken, [])
        self.assertGreater(len(list(pages())), 30)

    def test_settings(self):
        import tomllib
        checked = 0
        for where, text in blocks("toml"):
            settings = tomllib.loads(text)
            if "graphmend" not in settings.get("tool", {}):
                continue
            with tempfile.TemporaryDirectory() as folder:
                pathlib.Path(folder, "pyproject.toml").write_text(text)
                self.assertEqual(self.run_program(["config"], folder).stderr, "", where)
            checked += 1
        self.assertGreater(checked, 1)

    def test_commands(self):
        with tempfile.TemporaryDirectory() as folder:
            shutil.copytree(ROOT / "examples", pathlib.Path(folder, "examples"))
            commands = [(where, line.split(" #")[0]) for where, text in blocks("sh") for line in text.splitlines()
                        if line.startswith("graphmend ")]
            self.assertGreater(len(commands), 2)
            for where, line in commands:
                done = self.run_program(shlex.split(line)[1:], folder)
                self.assertIn(done.returncode, (0, 1), f"{where}: {line}: {done.stderr}")

    def test_scripts(self):
        """What the pages call in this repository is there."""
        for where, text in blocks("sh"):
            for word in re.findall(r"(?m)(?:^|&& )(ci/[\w.]+)", text):
                self.assertTrue((ROOT / word).is_file(), f"{where}: {word}")

    def test_python(self):
        for where, text in blocks("py", "python"):
            with self.subTest(where):
                ast.parse(text)

    def test_json(self):
        for where, text in blocks("json"):
            with self.subTest(where):
                json.loads(text)

    def test_yaml(self):
        try:
            import yaml
        except ImportError:
            self.skipTest("PyYAML is not installed")
        hooks = {hook["id"] for hook in yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text())}
        inputs = set(yaml.safe_load((ROOT / "action.yml").read_text())["inputs"])
        for where, text in blocks("yaml"):
            page = yaml.safe_load(text)
            steps = page if isinstance(page, list) else page.get("steps", [])
            for step in steps:
                if str(step.get("uses", "")).startswith("graphmend/"):
                    self.assertLessEqual(set(step.get("with", {})), inputs, where)
            for repository in page.get("repos", []) if isinstance(page, dict) else []:
                self.assertLessEqual({hook["id"] for hook in repository["hooks"]}, hooks, where)

    def test_lua(self):
        if not shutil.which("nvim"):
            self.skipTest("Neovim is not installed")
        for where, text in blocks("lua"):
            done = subprocess.run(
                ["nvim", "--headless", "--clean", "-c", "lua assert(loadstring(table.concat(vim.fn.readfile('/dev/stdin'), '\\n')))", "-c", "qa!"],
                input=text, capture_output=True, text=True, timeout=60)
            self.assertEqual((done.returncode, done.stderr), (0, ""), where)


if __name__ == "__main__":
    GRAPHMEND = str(pathlib.Path(sys.argv.pop(1)).resolve())
    unittest.main(verbosity=1)
