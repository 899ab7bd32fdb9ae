"""`graphmend triage` on logs as torch writes them; needs no torch.

    triage_test.py PROGRAM PACKAGE
"""

import importlib.util
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

PROGRAM, PACKAGE = (os.path.abspath(path) for path in sys.argv[1:3])

MODEL = """\
import torch


class Model(torch.nn.Module):
    def forward(self, x):
        if x.sum() > 0:
            x = x + 1
        for _ in range(2):
            print(x.shape)
        return x
"""
BRANCH = """\
Graph break in user code at {file}:6
Graph Break Reason: Encountered graph break when attempting to trace CALL: a function call:

Data-dependent branching
  Explanation: Detected data-dependent branching.
  Hint: Use `torch.cond` to express dynamic control flow.

  Developer debug context: attempted to jump with TensorVariable()

 For more details about this graph break, please visit: https://example.org/gb/gb0170.html

User code traceback:
  File "train.py", line 3, in <module>
    model(x)
  File "{file}", line 6, in forward
    if x.sum() > 0:
"""
AGAIN = "Graph break (user stack suppressed due to duplicate graph break) in user code at {file}:6\n"
LOOP = """\
Graph break in user code at {file}:9
Graph Break Reason: Failed to handle graph break gracefully. Graph break encountered:

Failed to trace builtin operator
  Explanation: Dynamo does not know how to trace builtin operator `print`.
  Hint: This graph break may have been caused by an earlier graph break.

  Developer debug context: frame skipped: forward

 For more details about this graph break, please visit: https://example.org/gb/gb0059.html
"""
EXPLAIN = """\
Graph Count: 2
Graph Break Count: 1
Op Count: 2
Break Reasons:
  Break Reason 1:
    Reason: generic_jump TensorVariable()
    User Stack:
      <FrameSummary file {file}, line 6 in forward>
Ops per Graph:
  Ops 1:
"""
PREFIX = "V1121 16:46:00.96{n}000 11658 torch/_dynamo/symbolic_convert.py:5124] [{n}/0] [__graph_breaks] "


def prefixed(texts, before=""):
    lines = []
    for number, text in enumerate(texts):
        for line in text.splitlines():
            lines.append(before + PREFIX.format(n=number) + line)
        lines.append(before + "epoch 1, loss 0.5")
    return "\n".join(lines) + "\n"


def traced(texts):
    lines = []
    head = PREFIX.partition(" [")[0].format(n=0)
    for number, text in enumerate(texts):
        artifact = {"name": "dynamo_graph_break_reason", "encoding": "string"}
        metadata = {"artifact": artifact, "frame_id": number, "frame_compile_id": 0}
        lines.append(f"{head} {json.dumps(metadata)}")
        lines += ["\t" + line for line in text.splitlines()]
        lines.append(f'{head} {{"chromium_event": {{}}}}')
    return "\n".join([*lines, head + ' {"artifact": {"na'])  # the writer was killed


class Triage(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.model = self.folder / "model.py"
        self.model.write_text(MODEL)
        self.texts = [text.format(file=self.model) for text in (BRANCH, AGAIN, LOOP)]

    def run_triage(self, *arguments, text=None):
        command = [PROGRAM, "triage", "--python", sys.executable, *arguments]
        environment = {**os.environ, "GRAPHMEND_PACKAGE": PACKAGE}
        return subprocess.run(
            command, cwd=self.folder, env=environment, input=text, capture_output=True, text=True
        )

    def report(self, log, text):
        path = self.folder / log
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
        operand = log if path.parent == self.folder else str(path.parent)
        done = self.run_triage("--output-format", "json", operand)
        self.assertEqual(done.returncode, 0, done.stderr)
        return json.loads(done.stdout)

    def test_a_log_names_any_file_and_no_other_is_read(self):
        secret, outside = self.folder / "secret.env", pathlib.Path(tempfile.mkstemp(suffix=".py")[1])
        self.addCleanup(outside.unlink)
        for path in (secret, outside):
            path.write_text("TOKEN=abc123\n")
        (self.folder / "link.py").symlink_to(outside)
        (self.folder / "env.py").symlink_to(secret)
        os.mkfifo(self.folder / "pipe.py")
        names = [secret, outside, "link.py", "env.py", self.folder / "pipe.py", "pipe.py", "/dev/zero", "/dev/stdin", "/etc/passwd",
                 "/tmp/\x1b[31mx\x1b]0;title\x07.py", "::error::x.py", "##[error]x.py"]
        texts = [f"Graph break in user code at {name}:1\nGraph Break Reason: ::x ##[y [l](u) <b>\x1b[2J\n" for name in names]
        (self.folder / "log").write_text(prefixed(texts))
        for form in ("full", "json", "html", "markdown"):
            done = self.run_triage("--output-format", form, "--color", "never", "log")
            self.assertEqual(done.returncode, 0, done.stderr)
            for word in ("TOKEN", "abc123", "root:", "\x1b", "\x07", "##["):
                self.assertNotIn(word, done.stdout, form)
            self.assertFalse([line for line in done.stdout.splitlines() if line.lstrip().startswith("::")])
            self.assertNotIn("GM000", done.stdout + done.stderr)
        self.assertNotIn("[l](u)", done.stdout.replace("\\", "?"))

    def test_logs_that_are_none(self):
        os.mkfifo(self.folder / "pipe.log")
        for name, why in (("pipe.log", "is not a file"), ("/dev/zero", "is not a file"), ("gone", "No such file")):
            done = self.run_triage(name)
            self.assertEqual((done.returncode, done.stdout), (2, ""))
            self.assertIn(f"{name}: {why}", done.stderr)
        deep = self.folder / "deep"
        deep.write_text(PREFIX.partition(" [")[0].format(n=0) + ' {"a": ' + "[" * 200000 + "\n" + prefixed(self.texts))
        done = self.run_triage(str(deep))
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("model.py:6", done.stdout)

    def check(self, report):
        branch, loop = report["breaks"]
        self.assertEqual(report["records"], 3)
        self.assertEqual((branch["path"], branch["line"], branch["gb"]), ("model.py", 6, "GB0170"))
        self.assertEqual((branch["times"], branch["cascade"]), (2, False))
        self.assertEqual(branch["title"], "Data-dependent branching")
        self.assertEqual(branch["finding"]["code"], "GM101")
        self.assertEqual((loop["line"], loop["gb"], loop["cascade"]), (9, "GB0059", True))
        self.assertTrue(loop["skips_frame"])
        self.assertEqual(loop["finding"]["code"], "GM201")

    def test_text_of_torch_logs(self):
        texts = [self.texts[0], self.texts[0], self.texts[2]]
        self.check(self.report("log", prefixed(texts)))
        self.check(self.report("ci.log", prefixed(texts, "2026-11-21T10:00:00Z [rank0]: ")))
        self.check(self.report("plain.log", "\n".join(texts)))

    def test_duplicates_without_details(self):
        report = self.report("log", prefixed(self.texts))
        self.assertEqual([item["line"] for item in report["breaks"]], [6, 9])
        self.assertEqual(report["breaks"][0]["times"], 2)

    def test_trace_folder(self):
        texts = [self.texts[0], self.texts[0], self.texts[2]]
        self.check(self.report("trace/dedicated_log_torch_trace_1.log", traced(texts)))

    def test_compilations_of_a_trace(self):
        head = PREFIX.partition(" [")[0].format(n=0)
        metrics = {
            "compile_id": "0/1", "co_name": "forward", "co_filename": str(self.model), "co_firstlineno": 5,
            "graph_op_count": 7, "recompile_reason": "size of x", "entire_frame_compile_time_s": 0.5,
        }  # fmt: skip
        last = json.dumps({"compilation_metrics": metrics, "frame_id": 0, "frame_compile_id": 1})
        text = traced(self.texts[:1]).rpartition("\n")[0] + f"\n{head} {last}\n"
        broken, again = self.report("trace/dedicated_log_torch_trace_1.log", text)["compilations"]
        self.assertEqual((broken["found"]["gb"], broken["found"]["line"], broken["frame"]["ops"]), ("GB0170", 6, None))
        self.assertEqual((again["found"], again["frame"]["ops"], again["frame"]["path"]), (None, 7, "model.py"))
        self.assertEqual(again["frame"]["recompiled_because"], "size of x")

    def test_html(self):
        (self.folder / "log").write_text(prefixed(self.texts))
        done = self.run_triage("--output-format", "html", "-o", "out.html", "log")
        if not all(map(importlib.util.find_spec, ("jinja2", "pygments"))):
            self.assertEqual(done.returncode, 2)
            self.assertIn("which HTML reports are made with", done.stderr)
            self.assertIn("graphmend[validate]", done.stderr)
            return
        self.assertEqual(done.returncode, 0, done.stderr)
        page = (self.folder / "out.html").read_text()
        for text in ("3 graph breaks", "model.py:6", "GM101:", "<svg", '<span class="k">if</span>', "may go away"):
            self.assertIn(text, page)
        self.assertFalse(str(self.folder) in page, "paths are relative")

    def test_explain(self):
        report = self.report("explain.txt", EXPLAIN.format(file=self.model))
        (item,) = report["breaks"]
        self.assertEqual((item["line"], item["gb"], item["finding"]["code"]), (6, "GB0170", "GM101"))
        self.assertIn("explain() leaves out breaks", report["problems"][0])

    def test_a_file_that_is_not_here_still_has_its_rules(self):
        report = self.report("log", prefixed([BRANCH.format(file="/elsewhere/model.py")]))
        self.assertIsNone(report["breaks"][0]["finding"])
        self.assertIn("GM101", [rule["code"] for rule in report["breaks"][0]["rules"]])

    def test_text_and_markdown(self):
        done = self.run_triage("-", text=prefixed(self.texts))
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("model.py:6 (2 times): GB0170 Data-dependent branching", done.stdout)
        self.assertIn("3 graph breaks at 2 places; 1 may go away", done.stdout)
        done = self.run_triage("--output-format", "markdown", "-", text=prefixed(self.texts))
        self.assertIn("| `model.py:6` | 2 |", done.stdout)

    def test_trouble(self):
        (self.folder / "empty").mkdir()
        for arguments, message in {
            ("missing.log",): "error: missing.log: No such file or directory",
            ("empty",): "error: empty holds no .log file",
            (): "error: no log is named",
            ("--output-format", "xml", "model.py"): "error: --output-format: `xml` is not known",
        }.items():
            with self.subTest(arguments):
                done = self.run_triage(*arguments)
                self.assertEqual((done.returncode, done.stdout), (2, ""))
                self.assertIn(message, done.stderr)
        done = self.run_triage("model.py")
        self.assertEqual(done.returncode, 0)
        self.assertIn("There is no graph break in these logs", done.stdout)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
