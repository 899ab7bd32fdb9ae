"""`graphmend validate` on the real compiler: what it measures, and every fault it can meet.

    validate_test.py PROGRAM PACKAGE

Runs all entries of project/pyproject.toml at once, then checks the report of each. Exit 77 when
torch is not installed.
"""

import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

HERE = pathlib.Path(__file__).resolve().parent
PROGRAM, PACKAGE = (os.path.abspath(path) for path in sys.argv[1:3])
FAULTS = {
    "faults:missing": ("not-importable", "`missing`"),
    "no_such_module:Model": ("not-importable", "No module named 'no_such_module'"),
    "faults:not_callable": ("bad-entry", "is a int"),
    "faults:NeedsArguments": ("construct-raises", "width"),
    "inputs raise": ("inputs-raise", "no data today"),
    "faults:raises": ("call-raises", "in the model"),
    "faults:hangs": ("timeout", "call 0: more than 10 s"),
    "faults:eats_memory": ("out-of-memory", "call 0"),
    "faults:segfaults": ("crash", "call 0: SIGSEGV"),
    "faults:writes_into_the_report": ("garbled", "no result of the arm `eager`: '[1]'"),
    "faults:recompiles": ("compile-raises", "call 3"),
}


def run(arguments, folder, **variables):
    environment = {**os.environ, "GRAPHMEND_PACKAGE": PACKAGE, **variables}
    command = [PROGRAM, "validate", *arguments]
    return subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, timeout=900
    )


OUTLINED = """import torch


def group_means(x: torch.Tensor, labels: torch.Tensor):
    out = torch.zeros_like(x)
    for k in torch.unique(labels):
        out[labels == k] = x[labels == k].mean(0)
    return out
"""


class Outlined(unittest.TestCase):
    def test_a_loop_becomes_an_operator_that_proves_equal(self):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            (folder / "groups.py").write_text(OUTLINED)
            asked = ["groups:group_means", "--input", "x=float32[6,2]", "--input", "labels=int64[6]:0..3"]
            asked += ["--output-format", "json", "--python", sys.executable]
            done = run([*asked, "--outline"], folder)
            self.assertEqual(done.returncode, 2)
            self.assertIn("--outline goes with --fix or --diff", done.stderr)
            done = run([*asked, "--fix", "--outline"], folder)
            (entry,) = json.loads(done.stdout)["entries"]
            self.assertEqual((entry["breaks_after"], entry["dropped_fixes"]), ([], []), done.stdout + done.stderr)
            self.assertEqual([found["path"] for found in entry["findings"]], ["groups.py"] * 2)
            self.assertIn("@graphmend.outline.region", (folder / "groups.py").read_text())


class Entries(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(tempfile.mkdtemp())
        shutil.copytree(HERE / "project", cls.folder / "project")
        project = cls.folder / "project"
        before = {path: path.read_bytes() for path in project.rglob("*") if path.is_file()}
        arguments = ["--jobs", "2", "--output-format", "json", "--python", sys.executable]
        cls.done = run(arguments, project, KILLED_ONCE=str(cls.folder / "marker"))
        cls.untouched = before == {p: p.read_bytes() for p in project.rglob("*") if p.is_file()}
        if cls.done.returncode != 2:
            raise AssertionError(f"exit {cls.done.returncode}\n{cls.done.stdout}{cls.done.stderr}")
        cls.report = json.loads(cls.done.stdout)
        cls.entries = {entry["name"]: entry for entry in cls.report["entries"]}

    @classmethod
    def tearDownClass(cls):
        shutil.rmtree(cls.folder)

    def measured(self, name):
        entry = self.entries[name]
        self.assertIsNone(entry["fault"], entry["fault"])
        return entry

    def test_faults(self):
        for name, (kind, text) in FAULTS.items():
            with self.subTest(name):
                fault = self.entries[name]["fault"]
                self.assertIsNotNone(fault)
                self.assertEqual(fault["kind"], kind, fault)
                self.assertIn(text, fault["detail"])

    def test_a_dead_worker_is_started_again(self):
        self.measured("faults:killed_once")
        self.assertIn("(twice)", self.entries["faults:segfaults"]["fault"]["detail"])

    def test_breaks(self):
        entry = self.measured("models:Noisy")
        self.assertEqual(
            sorted((b["path"], b["line"], b["gb"]) for b in entry["breaks"]),
            [("models.py", 12, "GB0170")] * 4 + [("models.py", 23, "GB0291")] * 2,
        )
        self.assertEqual(entry["before"]["breaks"], 3)
        self.assertEqual(entry["before"]["breaks_later"], 3)
        self.assertEqual(entry["before"]["recompiles"], 3)
        self.assertFalse(entry["before"]["fullgraph"])
        self.assertEqual(entry["before"]["output"], "equal")
        self.assertTrue(entry["before"]["messages_equal"])

    def test_verdicts(self):
        found = {f["location"]["line"]: f["verdict"] for f in self.measured("models:Noisy")["findings"]}
        self.assertEqual(found[12], "confirmed")
        self.assertEqual(found[23], "confirmed")
        self.assertEqual(found[26], "not reached")

    def test_training(self):
        entry = self.measured("noisy, trained")
        self.assertEqual(entry["before"]["breaks"], 3)
        self.assertEqual(entry["before"]["output"], "equal")

    def test_whole(self):
        entry = self.measured("models:make_whole")
        self.assertEqual(entry["before"]["breaks"], 0)
        self.assertEqual(entry["before"]["graphs"], 1)
        self.assertTrue(entry["before"]["fullgraph"])
        self.assertEqual(entry["failed_gates"], [])

    def test_random_state(self):
        entry = self.measured("models:dropping")
        self.assertEqual(entry["before"]["output"], "equal")
        self.assertTrue(entry["before"]["random_equal"])

    def test_skipped_frame_and_gate(self):
        entry = self.measured("models:warn_in_loop")
        self.assertTrue(entry["breaks"][0]["skips_frame"])
        self.assertEqual(entry["before"]["skipped_frames"], 1)
        self.assertEqual(entry["failed_gates"], ["1 graph breaks, at most 0 are allowed"])

    def test_results_that_cannot_be_compared(self):
        self.assertEqual(self.measured("faults:no_tensor")["before"]["output"], "no tensor")
        entry = self.measured("faults:non_deterministic")
        self.assertEqual(entry["before"]["output"], "non-deterministic")

    def test_the_users_tree_stays_as_it_is(self):
        self.assertTrue(self.untouched)


class Profile(unittest.TestCase):
    def test_costs_are_those_of_the_breaks_and_shown_in_the_page(self):
        with tempfile.TemporaryDirectory() as folder:
            shutil.copy(HERE / "project/models.py", folder)
            arguments = ["models:Noisy", "--input", "float32[2,4]", "--profile", "traces", "--python", sys.executable]
            done = run([*arguments, "--output-format", "json"], folder)
            self.assertEqual(done.returncode, 0, done.stderr)
            (entry,) = json.loads(done.stdout)["entries"]
            profile = entry["profile"]["before"]
            self.assertLess(profile["outside_ms"], profile["pass_ms"])
            places = {(found["dynamo_line"], found["gb"]) for found in entry["breaks"]}
            self.assertTrue(profile["breaks"])
            self.assertLessEqual({(cost["line"], cost["gb"]) for cost in profile["breaks"]}, places)
            done = run([*arguments, "--output-format", "html", "-o", "page.html"], folder)
            self.assertEqual(done.returncode, 0, done.stderr)
            page = pathlib.Path(folder, "page.html").read_text()
            for text in ("of a pass</span>", " ms</text>", "<svg", "models.py:"):
                self.assertTrue(text in page, text)
            self.assertFalse(os.path.realpath(folder) in page, "paths are relative")


class Interruption(unittest.TestCase):
    def test_workers_end_with_it(self):
        with tempfile.TemporaryDirectory() as folder:
            shutil.copy(HERE / "project/faults.py", folder)
            pid_file = pathlib.Path(folder, "pid")
            environment = {**os.environ, "GRAPHMEND_PACKAGE": PACKAGE, "PID_FILE": str(pid_file)}
            arguments = ["faults:hangs", "--inputs", "faults:INPUT", "--python", sys.executable]
            process = subprocess.Popen(
                [PROGRAM, "validate", *arguments], cwd=folder, env=environment, stderr=subprocess.PIPE
            )
            while not pid_file.exists() or not pid_file.read_text().strip():
                self.assertIsNone(process.poll())
                time.sleep(0.1)
            process.send_signal(signal.SIGTERM)
            _, said = process.communicate(timeout=60)
            self.assertEqual(process.returncode, 2)
            self.assertIn(b"error: interrupted", said)
            time.sleep(0.5)
            with self.assertRaises(ProcessLookupError):
                os.kill(int(pid_file.read_text()), 0)


class Interpreters(unittest.TestCase):
    def fault(self, python, files=()):
        with tempfile.TemporaryDirectory() as folder:
            for name, text in {"model.py": "def f(x): return x\n", **dict(files)}.items():
                path = pathlib.Path(folder, name)
                path.parent.mkdir(exist_ok=True)
                path.write_text(text)
            arguments = ["model:f", "--input", "float32[2]", "--python", python]
            done = run([*arguments, "--output-format", "json"], folder)
        self.assertEqual(done.returncode, 2, done.stderr)
        return json.loads(done.stdout)["entries"][0]["fault"] if done.stdout else done.stderr

    def test_without_torch(self):
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder], check=True)
            fault = self.fault(folder + "/bin/python")
        self.assertEqual(fault["kind"], "torch-missing")

    def test_old_torch(self):
        fault = self.fault(sys.executable, {"torch/__init__.py": "__version__ = '1.13.1+cpu'\n"})
        self.assertEqual(fault["kind"], "torch-too-old")

    def test_no_interpreter(self):
        self.assertIn("error: cannot run", self.fault("no-such-python"))


if __name__ == "__main__":
    try:
        import torch._dynamo
    except ImportError:
        print("torch is not installed")
        sys.exit(77)
    unittest.main(argv=sys.argv[:1])
