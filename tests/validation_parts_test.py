"""The parts of `graphmend validate` that need no torch: shapes, settings, overlay, verdicts, workers.

    validation_parts_test.py PACKAGE
"""

import importlib
import importlib.util
import os
import pathlib
import subprocess
import sys
import tempfile
import textwrap
import time
import unittest
import unittest.mock

PACKAGE = os.path.abspath(sys.argv[1])


def load_package():
    path = os.path.join(PACKAGE, "__init__.py")
    spec = importlib.util.spec_from_file_location(
        "graphmend", path, submodule_search_locations=[PACKAGE]
    )
    sys.modules["graphmend"] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(sys.modules["graphmend"])


load_package()
from graphmend.validation import entry, faults, live, logs, pages, patch, pool  # noqa: E402
from graphmend.validation import linter, profiling, proving, record, record_worker  # noqa: E402
from graphmend.validation import report_html, report_markdown, report_sarif  # noqa: E402
from graphmend.validation import report_text, reported, request  # noqa: E402
from graphmend.validation import specs, summary, timeline, trace, verdicts  # noqa: E402


class InFolder(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name).resolve()
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(self.folder)

    def write(self, name, text):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(textwrap.dedent(text))
        return str(path)


class Specs(unittest.TestCase):
    def test_forms(self):
        self.assertEqual(
            specs.parse("x=float32[2,16]").as_json(),
            {"name": "x", "dtype": "float32", "shape": [2, 16], "fill": "randn"},
        )
        self.assertEqual(specs.parse("int64[1,8]:3..128").fill, [3, 128])
        self.assertEqual(specs.parse("int64[2]:[4,5]").fill, {"values": [4, 5]})
        self.assertEqual(specs.parse("bool[]").shape, ())
        self.assertEqual(specs.parse("m=bool[4]:ones").fill, "ones")

    def test_mistakes(self):
        for text, message in {
            "x": "is not the shape",
            "x=float33[2]": "`float33` is not one of",
            "x=float32[2,]": "a size is missing",
            "x=int64[2]:randn": "randn makes floating-point",
            "x=int64[2]:5..5": "nothing lies in",
            "x=int64[2]:twos": "not a way to fill",
        }.items():
            with self.subTest(text), self.assertRaisesRegex(specs.SpecError, message):
                specs.parse(text)
        with self.assertRaisesRegex(specs.SpecError, "`x` is given twice"):
            specs.parse_call(["x=float32[2]", "x=float32[3]"])


class Requests(InFolder):
    def plan(self, *operands, **options):
        return request.validate_plan(
            {
                "operands": list(operands),
                "options": {name.replace("_", "-"): value for name, value in options.items()},
                "program": "graphmend",
                "tool_version": "1",
            }
        )

    def test_command_line(self):
        plan = self.plan(
            "m:f", input=["x=float32[2]", "float32[3]"], vary=["x=float32[9]"], train=[],
            dynamic=["false"], memory_limit=["1.5G"], max_breaks=["3"], jobs=["4"],
        )
        (one,) = plan.entries
        shapes = [[spec["shape"] for spec in call] for call in one["inputs"]["calls"]]
        self.assertEqual(shapes, [[[2], [3]]] * 3 + [[[9], [3]]])
        self.assertEqual((one["train"], one["dynamic"]), (True, False))
        self.assertEqual((one["max_breaks"], one["memory_bytes"]), (3, 3 * 2**29))
        self.assertEqual(plan.jobs, 4)

    def test_ray(self):
        self.assertEqual(self.plan("m:f").ray, "")
        self.assertEqual(self.plan("m:f", ray=[]).ray, "local")
        self.assertEqual(self.plan("m:f", ray=["head:6379"]).ray, "head:6379")
        plan = self.plan(ray=["m:f"])
        self.assertEqual((plan.ray, plan.entries[0]["name"]), ("local", "m:f"))

    def test_hugging_face(self):
        plan = self.plan(hf_config=["T5Model", "d_model=64", "text.size=2", "act=relu", "ids=[1,2]"])
        self.assertEqual(
            plan.entries[0]["target"],
            {
                "kind": "huggingface",
                "model": "T5Model",
                "options": {"d_model": 64, "text.size": 2, "act": "relu", "ids": [1, 2]},
            },
        )

    def test_mistakes(self):
        for arguments, message in [
            (((), {}), "nothing to validate"),
            ((("m",), {}), "`m` names no module and attribute"),
            ((("m:f",), {"hf_config": ["T5"]}), "another one is named too"),
            (((), {"hf_config": ["T5", "d"]}), "`d` is not key=value"),
            ((("m:f",), {"vary": ["x=float32[2]"]}), "no --input is given"),
            ((("m:f",), {"input": ["x=float32[2]"], "vary": ["y=float32[2]"]}), "names no --input"),
            ((("m:f",), {"inputs": ["a:b"], "input": ["float32[2]"]}), "as a function and as shapes"),
            ((("m:f",), {"device": ["gpu"]}), "--device: `gpu`"),
            ((("m:f",), {"memory_limit": ["much"]}), "`much` is not a size"),
            ((("m:f",), {"jobs": ["0"]}), "0 is less than 1"),
            ((("m:f",), {"require": ["speed"]}), "--require: `speed`"),
            ((("m:f",), {"output_format": ["xml"]}), "`xml` is not known"),
        ]:
            with self.subTest(message), self.assertRaisesRegex(request.UsageError, message):
                self.plan(*arguments[0], **arguments[1])

    def test_what_windows_lacks(self):
        with unittest.mock.patch.object(request.os, "name", "nt"):
            for options in ({"memory_limit": ["1G"]}, {"bench": []}):
                with self.assertRaisesRegex(request.UsageError, "does not work on Windows"):
                    self.plan("m:f", **options)
            self.plan("m:f")

    @unittest.skipIf(sys.version_info < (3, 11), "no tomllib")
    def test_settings(self):
        self.write(
            "pyproject.toml",
            """
            [tool.graphmend.validate]
            timeout = 30
            device = "cpu"
            [[tool.graphmend.validate.entries]]
            entry = "m:f"
            calls = [["x=float32[2]"]]
            timeout = 5
            [[tool.graphmend.validate.entries]]
            hf-config = {class = "T5Model", d_model = 64}
            dynamic = true
            """,
        )
        first, second = self.plan(max_breaks=["0"]).entries
        self.assertEqual((first["seconds"], first["device"], first["max_breaks"]), (5, "cpu", 0))
        self.assertEqual((second["seconds"], second["dynamic"]), (30, True))
        self.assertEqual(second["target"]["options"], {"d_model": 64})
        self.assertEqual(self.plan("a:b").entries[0]["seconds"], 30)
        self.write("graphmend.toml", "[[validate.entries]]\nentry = 'own:file'\n")
        self.assertEqual(self.plan().entries[0]["name"], "own:file")

    @unittest.skipIf(sys.version_info < (3, 11), "no tomllib")
    def test_mistakes_in_settings(self):
        for text, message in {
            "[tool.graphmend.validate]\ntimeot = 3": "`timeot` is not known",
            "[[tool.graphmend.validate.entries]]\nentri = 'm:f'": "`entri` is not known",
            "[[tool.graphmend.validate.entries]]\nentry = 'm'": "validate.entries: m: `m` names no",
            "[tool": "pyproject.toml: ",
        }.items():
            self.write("pyproject.toml", text)
            with self.subTest(text), self.assertRaisesRegex(request.UsageError, message):
                self.plan()


class Record(unittest.TestCase):
    """What is said of a row of a stub, by what its probe measured."""

    def judge(self, measured=None, **row):
        row = {"ids": ["GB0007"], "since": 0, "before": 1 << 30, "probe": "p", "unmeasured": "", **row}
        return record.judge(row, 9, lambda probe: measured)

    def test_verdicts(self):
        for measured, row, verdict in (
            ({"ids": ["GB0007"]}, {}, "holds"),
            ({"ids": ["GB0001", "GB0007"]}, {}, "holds"),
            ({"ids": ["GB0001"]}, {}, "differs"),
            ({"ids": []}, {}, "differs"),
            ({"ids": []}, {"ids": []}, "differs"),
            ({"ids": ["GB0001"]}, {"ids": []}, "holds"),
            ({"ids": ["GB????"]}, {}, "holds"),  # a release that knows no ids
            ({"error": "no"}, {}, "failed"),
            (None, {"probe": ""}, "no probe"),
            (None, {"probe": "", "unmeasured": "needs CUDA"}, "unmeasured"),
            (None, {"since": 10}, "other release"),
            (None, {"before": 9}, "other release"),
        ):
            self.assertEqual(self.judge(measured, **row)[0], verdict, (measured, row))

    def test_source(self):
        text = record_worker.source("import lib\nlib.start() ;; y = lib.f(x)")
        self.assertIn("\nimport lib\nlib.start()\n", text)
        self.assertIn("\n    y = lib.f(x)\n    return y + 1\n", text)
        for probe in ("y = lib.f(x)", "import a ;;\n  if x is None:\n    y = 1", ""):
            compile(record_worker.source(probe), "probe", "exec")


class Overlay(InFolder):
    def run_python(self, code):
        program = f"import sys; sys.path[:0] = [{os.path.dirname(PACKAGE)!r}, '.']\n" + code
        done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout.splitlines()

    def test_fixed_sources(self):
        self.write("pack/__init__.py", "")
        original = self.write("pack/model.py", "def f():\n    return 'original'\n")
        self.write("pack/data.txt", "beside")
        folder = self.folder / "fixed"
        self.write("fixed" + original, "import os\ndef f():\n    return 'fixed'\n")
        said = self.run_python(
            "from graphmend.validation import overlay\n"
            f"overlay.install(overlay.read({str(folder)!r}))\n"
            "import inspect, os, pack.model as m\n"
            "print(m.f()); print(m.__file__); print(inspect.getsource(m.f).splitlines()[1].strip())\n"
            "print(open(os.path.join(os.path.dirname(m.__file__), 'data.txt')).read())\n"
        )
        self.assertEqual(said, ["fixed", original, "return 'fixed'", "beside"])
        self.assertEqual(list(self.folder.glob("pack/__pycache__")), [])

    def test_importing_the_package_does_not_import_torch(self):
        said = self.run_python(
            "import graphmend, graphmend.validation.front, sys; print('torch' in sys.modules)"
        )
        self.assertEqual(said, ["False"])


def broken(line, gb="GB0170", file="/m.py"):
    found = trace.Break(file, line, gb, title="t", compile_id="0/0")
    return {**found.as_json(), "first_party": {"file": file, "line": line, "function": "f"}}


def finding(line, gb="GB0170"):
    span = {"line": line, "column": 1, "end_line": line, "end_column": 9}
    return {"file": "/m.py", "location": span, "statement": span, "gb_ids": [gb], "code": "GM101",
            "message": "m", "shown": "m.py"}


class Verdicts(InFolder):
    def measured(self, breaks, executed=(), **rest):
        eager = {"executed": {"/m.py": list(executed)}}
        before = {"breaks": breaks, "traced": {"/m.py": []}}
        return entry.Measured(**{"eager": eager, "before": before, "findings": [finding(3)], **rest})

    def verdict(self, measured):
        judged, missed = verdicts.judge(measured)
        return judged[0]["verdict"], len(missed)

    def test_before(self):
        self.assertEqual(self.verdict(self.measured([broken(3), broken(3)])), ("confirmed", 0))
        self.assertEqual(self.verdict(self.measured([broken(7)], executed=[7])), ("not reached", 1))
        self.assertEqual(self.verdict(self.measured([], executed=[3])), ("not observed", 0))

    def test_after(self):
        original = self.write("m.py", "a\nb\nif x:\nc\n")

        def verdict(fixed, after, dropped=()):
            measured = self.measured(
                [broken(3, file=original)],
                findings=[{**finding(3), "file": original}],
                after={"breaks": [broken(line, file=original) for line in after]},
                sources={original: fixed},
                dropped=[{"path": original, "code": "GM101", "why": "it lies"}] if dropped else [],
            )
            return self.verdict(measured)[0]

        rewritten, moved = b"new\na\nb\nif y:\nc\n", b"new\na\nb\nif x:\nc\n"
        self.assertEqual(verdict(rewritten, []), "mended")
        self.assertEqual(verdict(moved, [4]), "still breaks")
        self.assertEqual(verdict(moved, [5]), "mended")
        self.assertEqual(verdict(moved, [4], dropped=True), "diverges")


class Patches(unittest.TestCase):
    BEFORE = b"".join(b"line %d\n" % n for n in range(1, 21)) + b"last, no newline"

    def test_what_difflib_writes(self):
        import difflib

        after = self.BEFORE.replace(b"line 3\n", b"").replace(b"line 15\n", b"15a\n15b\n") + b"!"
        lines = [text.decode().splitlines() for text in (self.BEFORE, after)]
        diff = "\n".join(difflib.unified_diff(*lines, "a/m.py", "b/m.py", lineterm="")).encode()
        ((path, hunks),) = patch.split(diff)
        self.assertEqual(path, "m.py")
        self.assertEqual(patch.apply(self.BEFORE, hunks), after)

    def test_several_files(self):
        diff = b"--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n--- a/y\n+++ b/y\n@@ -0,0 +1 @@\n+c\n"
        (x, first), (y, second) = patch.split(diff)
        self.assertEqual((x, y), ("x", "y"))
        self.assertEqual(patch.apply(b"a\n", first), b"b\n")
        self.assertEqual(patch.apply(b"", second), b"c\n")

    def test_another_text(self):
        hunks = [b"@@ -1 +1 @@", b"-a", b"+b"]
        with self.assertRaisesRegex(patch.PatchError, "line 1 is not what"):
            patch.apply(b"x\n", hunks)


class Proofs(InFolder):
    def arm(self, output="equal", breaks=0):
        effects = {"said_equal": True, "rng_equal": True}
        return {"output": output, "effects": effects, "marks": [[breaks]], "breaks": [0] * breaks}

    def test_the_fixes_that_fail_are_dropped(self):
        bad = {"/a.py": ["GM2"]}
        codes = {"/a.py": ["GM1", "GM2"], "/b.py": ["GM1"]}

        def fixed(files, selected, reached=True):
            return {
                file: " ".join(c for c in codes[file] if not selected or c in selected).encode()
                for file in files
                if not selected or set(selected) & set(codes[file])
            }

        def run(sources):
            wrong = any(c.encode() in sources.get(f, b"") for f, all_ in bad.items() for c in all_)
            return self.arm("differs" if wrong else "equal")

        measured = {"executed": dict.fromkeys(codes), "before": self.arm(breaks=3)}
        prover = proving.Prover("graphmend", measured, run, [])
        prover._fixed = fixed
        found = [{"file": file, "code": code} for file in codes for code in codes[file]]
        proof = prover.prove(found)
        self.assertEqual(proof.sources, {"/a.py": b"GM1", "/b.py": b"GM1"})
        self.assertEqual(
            proof.dropped, [{"path": "/a.py", "code": "GM2", "why": "its results are others"}]
        )
        self.assertEqual(proof.arm["output"], "equal")
        self.assertEqual(proof.unreached, {})

    def test_what_did_not_run_is_not_proved(self):
        path, other = self.write("a.py", "one\ntwo\n"), self.write("b.py", "three\n")
        whole = {path: b"ONE\nTWO\n", other: b"THREE\n"}
        measured_with = []

        def fixed(files, selected, reached=True):
            return {path: b"ONE\ntwo\n"} if reached else whole

        def run(sources):
            measured_with.append(sources)
            return self.arm()

        prover = proving.Prover("graphmend", {"executed": {path: [1], other: []}, "before": self.arm()}, run, [])
        prover._fixed = fixed
        proof = prover.prove([])
        self.assertEqual(proof.sources, {path: b"ONE\ntwo\n"})
        self.assertEqual(measured_with, [proof.sources])
        self.assertEqual(proof.arm, self.arm())  # what proved equal at once is measured all the same
        self.assertEqual(proof.dropped, [])
        self.assertEqual(proof.unreached, {path: (b"ONE\ntwo\n", whole[path]), other: (b"three\n", whole[other])})
        shown = summary._unreached(proof.unreached)
        self.assertIn("-two\n+TWO", shown[0]["diff"])
        self.assertNotIn("ONE\n+", shown[0]["diff"])

    def test_lines_as_the_program_takes_them(self):
        self.assertEqual(linter._as_listed({"/b.py": [2], "/a.py": [3, 1]}), "/a.py:1\n/a.py:3\n/b.py:2\n")

    def test_slower_is_said(self):
        def row(low, median, high):
            return {"low_ms": low, "median_ms": median, "high_ms": high}

        slower = summary._slower({"inductor": {"before": row(1, 2, 3), "after": row(4, 5, 6)}})
        self.assertEqual(slower, ["under inductor the fixed entry takes 2.50 times as long: 2 → 5 ms"])
        for after in (row(2, 3, 4), row(0.5, 1, 1.5)):
            self.assertEqual(summary._slower({"inductor": {"before": row(1, 2, 3), "after": after}}), [])
        self.assertEqual(summary._slower({"inductor": {"eager": row(1, 2, 3), "before": row(1, 2, 3)}}), [])

    def test_written_whole(self):
        path = self.write("m.py", "old\n")
        os.chmod(path, 0o640)
        proving.write({path: b"new\r\n"})
        self.assertEqual(pathlib.Path(path).read_bytes(), b"new\r\n")
        self.assertEqual(os.stat(path).st_mode & 0o777, 0o640)
        self.assertEqual(os.listdir(self.folder), ["m.py"])


class Profiles(unittest.TestCase):
    def test_time_outside_belongs_to_breaks(self):
        breaks = [trace.Break("m", 1, compile_id=name) for name in ("0/0", "1/0", "2/0")]
        runs = [("1/0", 3.0, 4.0), ("3/0", 6.0, 7.0)]  # frame 0 has no graph, frame 3 no break
        total, shares = profiling.outside(runs, 0.0, 9.0, breaks)
        self.assertEqual(total, 7.0)
        self.assertEqual(shares, {0: 3.0, 1: 1.0, 2: 1.0 + 2.0})


class Reports(unittest.TestCase):
    def test_texts_cannot_do_harm(self):
        self.assertEqual(report_text.one_line("a\x1b[31mb\nc"), "a\ufffd[31mb")
        self.assertEqual(report_markdown.escape("a|b_<c>"), "a\\|b\\_\\<c\\>")
        self.assertEqual(report_markdown.code("a`b"), "``a`b``")

    def test_fault(self):
        one = {"name": "m:f", "train": False, "max_breaks": None, "require": None}
        measured = entry.Measured(fault=faults.Fault("timeout", "call 0").as_json())
        report = summary.whole([summary.entry_report(one, measured)], "1", [])
        self.assertEqual(report["exit_status"], 2)
        self.assertIn("not measured: ran past the time limit", report_text.render(report, False))
        self.assertIn("ran past the time limit", report_markdown.render(report))
        log = report_sarif.annotate({"runs": [{"results": []}]}, [], report)
        self.assertEqual(
            log["runs"][0]["properties"]["validation"]["entries"][0]["fault"]["kind"], "timeout"
        )


class Workers(InFolder):
    def test_a_line_that_was_cut_off_is_left_out(self):
        path = self.write("events", '{"phase": "a"}\n{"resu')
        self.assertEqual(pool.read_events(path), [{"phase": "a"}])

    def test_what_cannot_be_a_report_is_a_fault_of_the_entry(self):
        # The user's code runs in the worker, and knows where that writes.
        worker = self.write("worker.py", """\
            import json, sys
            job = json.load(open(sys.argv[1]))
            open(job["events"], "wb").write(bytes.fromhex(job["garbage"]))
            """)
        for garbage in (
            b"garbage\n", b"\xff\x00\n", b"[1]\n", b'"x"\n', b"1\n", b"[" * 100000 + b"\n", b'{"phase": 1}\n',
            b'{"fault": 1}\n', b'{"fault": {"kind": "x", "detail": "", "hint": ""}}\n', b'{"result": 1}\n',
            b'{"result": {}}\n', b'{"result": {"calls": [], "executed": [], "no_tensor": 0}}\n',
        ):
            with self.subTest(garbage[:60]), unittest.mock.patch.object(pool, "WORKER", worker):
                with self.assertRaises(faults.Fault) as caught:
                    pool.run({"arm": "eager", "garbage": garbage.hex()}, pool.Limits(60))
                self.assertEqual(caught.exception.kind, "garbled")
        events = self.write("events", "{}\n" * 9)
        with unittest.mock.patch.object(pool, "_MOST_REPORTED", 10), self.assertRaises(faults.Fault):
            pool.read_events(events)

    def test_the_shape_of_a_report(self):
        environment = {"torch": "2", "python": "3", "device": "cpu", "device_name": "CPU"}
        call = {"said": ["print x"], "rng": "1"}
        sound = {"calls": [call], "executed": {"m.py": [1, 2]}, "no_tensor": False, "function": "m:f", "root": "/",
                 "environment": environment}
        self.assertEqual(reported.result("eager", sound), sound)
        for name, wrong in (("calls", [1]), ("executed", {"m.py": ["1"]}), ("executed", {"m.py": [True]}), ("root", None)):
            with self.subTest(name), self.assertRaises(faults.Fault):
                reported.result("eager", {**sound, name: wrong})
        compiled = {
            "calls": [call], "marks": [[1, 1, 1]], "graph_ops": [3], "traced": {}, "compared": [],
            "breaks": [{**trace.Break("m.py", 1).as_json(), "first_party": None}],
            "frames": [{"compile_id": "0/0", "function": "f", "file": "m.py", "line": 1, "ops": 3, "skipped": False,
                        "recompiled_because": "", "seconds": 0.1}],
            "fullgraph": {"ok": True, "reason": "", "gb": ""}, "environment": environment,
        }
        self.assertEqual(reported.result("compiled", compiled), compiled)
        for marks in ([], [[1, 1]], [[1, 1, 1]] * 2):
            with self.subTest(marks), self.assertRaises(faults.Fault):
                reported.result("compiled", {**compiled, "marks": marks})
        self.assertEqual(reported.reply("warm 2", "[0.1, 2]\n"), [0.1, 2])
        for order, line in (("cold", "[]"), ("warm 2", "[]"), ("warm 2", '["x"]'), ("facts", "1"), ("cold", "x")):
            with self.subTest(line), self.assertRaises(faults.Fault):
                reported.reply(order, line)

    def test_without_an_interpreter(self):
        with self.assertRaises(faults.Fault) as caught:
            pool.run({"arm": "eager"}, pool.Limits(5), "no-such-python")
        self.assertEqual(caught.exception.kind, "crash")

    def test_the_clock_starts_behind_the_import_of_torch(self):
        events = self.write("events", '{"phase": "importing torch"}\n')
        self.addCleanup(setattr, pool, "_START_UP_SECONDS", pool._START_UP_SECONDS)
        pool._START_UP_SECONDS = 1.0
        sleeper = [sys.executable, "-c", "import time; time.sleep(60)"]
        for phase, least in (("importing torch", 0.9), ("call 0", 0.2)):
            self.write("events", f'{{"phase": "{phase}"}}\n')
            with subprocess.Popen(sleeper) as process:
                started = time.monotonic()
                with self.assertRaises(subprocess.TimeoutExpired):
                    pool._wait(process, 0.2, events)
                process.kill()
            self.assertGreater(time.monotonic() - started, least)

    def test_unreadable_logs(self):
        with self.assertRaises(logs.LogError):
            logs.read("missing")


def frame(ops, again="", skipped=False, ended_by=None):
    return {
        "function": "f", "path": "m.py", "line": 1, "ops": ops, "skipped": skipped,
        "recompiled_because": again, "break": ended_by, "seconds": 0.1,
    }  # fmt: skip


class Pages(unittest.TestCase):
    def test_timeline(self):
        found = {"gb": "GB0170", "title": "Data-dependent branching", "path": "m.py", "line": 7}
        frames = [frame(4, ended_by=0), frame(16, again="size of x"), frame(0, skipped=True), frame(None)]
        drawing = timeline.layout(frames, [found], {0: 0.25}, timeline.most_ops(frames))
        self.assertEqual([box.kind for box in drawing.boxes], ["graph", "again", "skipped", "graph"])
        self.assertEqual([box.text for box in drawing.boxes], ["4 ops", "16 ops", "uncompiled", "graph"])
        self.assertLess(drawing.boxes[0].width, drawing.boxes[1].width)
        self.assertEqual([(cut.text, cut.cost) for cut in drawing.cuts], [("line 7", "0.25 ms")])
        self.assertEqual(drawing.summary, "3 compiled graphs, 1 break, 1 of the graphs recompiled")
        for left, right in zip(drawing.boxes, drawing.boxes[1:]):
            self.assertLessEqual(left.x + left.width, right.x)

    def test_timeline_goes_on_in_the_next_row(self):
        drawing = timeline.layout([frame(9)] * 500, [], {}, 9)
        self.assertTrue(all(box.x + box.width <= timeline.WIDTH for box in drawing.boxes))
        self.assertEqual(drawing.height, max(box.y for box in drawing.boxes) + timeline.ROW)
        self.assertEqual(len(drawing.boxes) + drawing.left_out, 500)

    def test_slower_is_as_loud_as_faster(self):
        def row(median):
            return {"median_ms": median, "low_ms": 0.95 * median, "high_ms": 1.05 * median}

        said = report_html.changes({"eager": row(2.0), "before": row(3.0), "after": row(3.1)})
        self.assertEqual([one["word"] for one in said], ["no clear difference", "slower", "slower"])
        self.assertEqual([one["tone"] for one in said], ["dim", "red", "red"])
        self.assertEqual(said[1]["text"], "Compiled: slower, 1.50 of the time of eager")
        noisy = report_html.changes({"before": row(2.0), "after": {**row(9.0), "low_ms": 3.0, "high_ms": 40.0}})
        self.assertEqual((noisy[0]["word"], noisy[0]["tone"]), ("too noisy to tell", "dim"))
        faster = report_html.changes({"before": row(2.0), "after": row(1.0)})
        self.assertEqual(faster[0]["text"], "After the fixes: faster, 0.50 of the time of before")

    def test_missing_libraries_are_named(self):
        with unittest.mock.patch.object(importlib.util, "find_spec", return_value=None):
            with self.assertRaisesRegex(pages.MissingLibrary, "lacks Jinja2 and Pygments") as caught:
                pages.require()
        self.assertIn("pip install 'graphmend[validate]'", caught.exception.hint)

    def test_nobody_looks_on(self):
        with live.progress("entries", 1, "never") as shown:
            shown.doing("a", "eager")
            shown.done("a")
        self.assertIsInstance(shown, live.Nothing)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
