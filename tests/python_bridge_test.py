"""How the program hands `validate` and `triage` over: interpreter, package, request, exit status.

    python_bridge_test.py PROGRAM
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

PROGRAM = os.path.abspath(sys.argv[1])
# A package that shows what it was given; `validate exit:7` ends with that status.
FAKE = """\
import json, os, signal, sys
with os.fdopen(3) as file:
    request = json.load(file)
request["stdin"] = sys.stdin.read()
request["python"] = sys.executable
print(json.dumps(request))
sys.stdout.flush()
for word in request["operands"]:
    kind, _, value = word.partition(":")
    if kind == "exit":
        sys.exit(int(value))
    if kind == "kill":
        os.kill(os.getpid(), int(value))
"""


class PythonBridge(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name).resolve()
        self.package = self.folder / "graphmend"
        (self.package / "validation").mkdir(parents=True)
        (self.package / "validation/__main__.py").write_text(FAKE)

    def run_program(self, *arguments, program=PROGRAM, **variables):
        environment = {k: v for k, v in os.environ.items() if k not in ("VIRTUAL_ENV", "CONDA_PREFIX")}
        environment.update({"GRAPHMEND_PACKAGE": str(self.package), **variables})
        return subprocess.run(
            [program, *arguments], env=environment, input="user's own", capture_output=True, text=True
        )

    def request(self, *arguments, **options):
        done = self.run_program(*arguments, **options)
        self.assertEqual(done.returncode, 0, done.stderr)
        return json.loads(done.stdout)

    def test_check_validates(self):
        asked = self.request("check", "--fix", "--unsafe-fixes", "--validate")
        self.assertEqual((asked["command"], asked["operands"]), ("validate", []))
        self.assertEqual(asked["options"], {"fix": [], "unsafe-fixes": []})
        self.assertEqual(self.request("check", "--diff", "--validate")["options"], {"diff": []})
        asked = self.request("check", "--diff", "--validate", "--outline", "--side-effects", "inline")
        self.assertEqual(asked["options"], {"diff": [], "outline": [], "side-effects": ["inline"]})
        for words in (["--validate"], ["--fix", "--validate", "src"], ["--fix", "--validate", "--changed"]):
            done = self.run_program("check", *words)
            self.assertEqual((done.returncode, done.stdout), (2, ""))
            self.assertIn("--validate", done.stderr)

    def test_options(self):
        asked = self.request(
            "validate", "m:f", "--input", "x=float32[2]", "--input", "y=int64[1,8]:0..9", "--train",
            "--max-breaks", "1", "--max-breaks=2", "-o", "out", "n:g",
        )  # fmt: skip
        self.assertEqual((asked["version"], asked["command"]), (1, "validate"))
        self.assertEqual(asked["operands"], ["m:f", "n:g"])
        self.assertEqual(os.path.realpath(asked["program"]), os.path.realpath(PROGRAM))
        self.assertEqual(
            asked["options"],
            {
                "input": ["x=float32[2]", "y=int64[1,8]:0..9"],
                "train": [],
                "max-breaks": ["2"],
                "output-file": ["out"],
            },
        )
        self.assertEqual(asked["stdin"], "user's own")

    def test_words(self):
        options = self.request("validate", "--hf-config", "T5Model", "a=1", "b=[1, 2]", "--ray")["options"]
        self.assertEqual(options, {"hf-config": ["T5Model", "a=1", "b=[1, 2]"], "ray": [""]})

    def test_triage(self):
        asked = self.request("triage", "log", "-", "--output-format", "json")
        self.assertEqual((asked["command"], asked["operands"]), ("triage", ["log", "-"]))

    def test_exit_status_is_that_of_the_package(self):
        self.assertEqual(self.run_program("validate", "exit:7").returncode, 7)
        self.assertEqual(self.run_program("validate", "kill:15").returncode, -15)

    def test_interpreter(self):
        own = self.folder / "venv"
        (own / "bin").mkdir(parents=True)
        (own / "bin/python").symlink_to(sys.executable)
        self.assertEqual(self.request("validate", VIRTUAL_ENV=str(own))["python"], str(own / "bin/python"))
        asked = self.request("validate", "--python", sys.executable, VIRTUAL_ENV="/nowhere")
        self.assertEqual(asked["options"]["python"], [sys.executable])
        for arguments, variables, message in [
            (("--python", "/no/such/python"), {}, "error: cannot run /no/such/python"),
            ((), {"PATH": str(self.folder)}, "error: no Python interpreter is on PATH"),
            ((), {"VIRTUAL_ENV": "/nowhere"}, "error: cannot run /nowhere/bin/python"),
        ]:
            with self.subTest(message):
                done = self.run_program("validate", "m:f", *arguments, **variables)
                self.assertEqual((done.returncode, done.stdout), (2, ""))
                self.assertIn(message, done.stderr)

    def test_package_beside_the_program(self):
        for where in ("lib/python3.11/site-packages/graphmend", "graphmend"):
            with self.subTest(where):
                prefix = self.folder / where.replace("/", "-")
                (prefix / "bin").mkdir(parents=True)
                program = prefix / "bin/graphmend"
                os.link(PROGRAM, program) if same_device(PROGRAM, prefix) else copy(PROGRAM, program)
                (prefix / where).parent.mkdir(parents=True, exist_ok=True)
                done = self.run_program("validate", program=str(program), GRAPHMEND_PACKAGE="")
                self.assertIn("error: the Python package of graphmend is not beside", done.stderr)
                (prefix / where).symlink_to(self.package)
                self.request("validate", program=str(program), GRAPHMEND_PACKAGE="")

    def test_unknown_options(self):
        done = self.run_program("validate", "--max-break", "1")
        self.assertEqual(done.returncode, 2)
        self.assertIn("did you mean `--max-breaks`?", done.stderr)
        self.assertEqual(self.run_program("validate", "--help").returncode, 0)


def same_device(one, other):
    return os.stat(one).st_dev == os.stat(other).st_dev


def copy(source, target):
    target.write_bytes(pathlib.Path(source).read_bytes())
    target.chmod(0o755)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
