"""What tests of hooks and of the action share: git in a project of its own, and a wheel to install."""
import os
import pathlib
import subprocess
import zipfile

import program
from program import ProjectTest


def make_wheel(folder, version):
    """A wheel around the program that is tested."""
    folder.mkdir()
    info = f"graphmend-{version}.dist-info"
    with zipfile.ZipFile(folder / f"graphmend-{version}-py3-none-any.whl", "w") as wheel:
        script = zipfile.ZipInfo(f"graphmend-{version}.data/scripts/graphmend")
        script.external_attr = 0o100755 << 16
        wheel.writestr(script, pathlib.Path(program.GRAPHMEND).read_bytes())
        wheel.writestr(f"{info}/METADATA", f"Metadata-Version: 2.1\nName: graphmend\nVersion: {version}\n")
        wheel.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        wheel.writestr(f"{info}/RECORD", "")


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
