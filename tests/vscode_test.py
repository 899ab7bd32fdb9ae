#!/usr/bin/env python3
"""The extension for VS Code: its own logic, and what its package holds: vscode_test.py GRAPHMEND

Skipped (77) where npm is not installed. What it needs is installed into editors/vscode/node_modules
as its lock file says. How it looks in the editor is tested by `npm run e2e` there.
"""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest
import zipfile

FOLDER = pathlib.Path(__file__).resolve().parent.parent / "editors/vscode"
GRAPHMEND = ""


def npm(*words):
    done = subprocess.run(["npm", *words], cwd=FOLDER, text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, timeout=900)
    return done.returncode, done.stdout


def install():
    """Nothing where what the lock file names is there already."""
    done = FOLDER / "node_modules/.package-lock.json"
    if not done.exists() or done.stat().st_mtime < (FOLDER / "package-lock.json").stat().st_mtime:
        # No install scripts: nothing here needs one, and none may download a program.
        status, said = npm("ci", "--ignore-scripts", "--no-audit", "--no-fund")
        if status:
            sys.exit(f"npm ci failed:\n{said}")


class VscodeTest(unittest.TestCase):
    def test_logic(self):
        status, said = npm("test", "--silent")
        self.assertEqual(status, 0, said)

    def test_package(self):
        with tempfile.TemporaryDirectory() as scratch:
            scratch = pathlib.Path(scratch)
            status, said = npm("run", "--silent", "package", "--", "--server", GRAPHMEND, "--out", str(scratch))
            self.assertEqual(status, 0, said)
            (vsix,) = scratch.glob("graphmend-*.vsix")
            with zipfile.ZipFile(vsix) as archive:
                archive.extractall(scratch / "out")
            extension = scratch / "out/extension"
            files = {path.relative_to(extension).as_posix() for path in extension.rglob("*") if path.is_file()}
            self.assertLessEqual({"package.json", "readme.md", "changelog.md", "LICENSE.txt", "NOTICE", "dist/extension.js", "media/icon.png"}, files)
            self.assertFalse([name for name in files if "node_modules" in name or name.endswith((".ts", ".map", ".pyc"))])
            program = extension / "server/bin/graphmend"
            program.chmod(0o755)
            said = subprocess.run([program, "--version"], capture_output=True, text=True, check=True).stdout
            manifest = json.loads((extension / "package.json").read_text())
            self.assertIn(manifest["version"], said)
            self.assertIn("vscode-languageclient", (extension / "NOTICE").read_text())
            # The program finds what it runs in Python.
            environment = {**os.environ, "GRAPHMEND_PACKAGE": ""}
            done = subprocess.run([program, "triage", "-"], input="no log\n", capture_output=True, text=True, env=environment)
            self.assertNotIn("is not beside", done.stderr)


if __name__ == "__main__":
    GRAPHMEND = str(pathlib.Path(sys.argv.pop(1)).resolve())
    if not shutil.which("npm"):
        print("skipped: npm is not installed", file=sys.stderr)
        sys.exit(77)
    install()
    unittest.main(verbosity=1)
