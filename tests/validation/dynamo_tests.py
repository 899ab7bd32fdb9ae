#!/usr/bin/env python3
"""Hold graphmend against PyTorch's own tests of Dynamo.

    dynamo_tests.py record FOLDER RESULTS [FILE ...] [--python PYTHON] [--limit SECONDS]
    dynamo_tests.py compare FOLDER RESULTS PROGRAM [FILE ...] [--python PYTHON]
                    [--markdown] [--misses N] [--tell] [--json OUT] [-- CHECK OPTION ...]

FOLDER holds PyTorch's test/dynamo, which is no part of this project and is never copied
into it. `record` runs each of its tests on torch, in a process of its own, and writes what
Dynamo did into RESULTS: every graph break with the user's stack, every error that ended a
compilation, the functions that were compiled, and the lines that were traced. The tests run
with the settings that users have: torch's TestCase turns nested graph breaks on, and this
turns them off again. Whether a test passes does not matter here, only what Dynamo did.

`compare` runs graphmend on each file and holds the findings against the record, test by
test. A test is one function in the source; its parametrized variants are taken together.
Many tests hand their function to a helper that compiles it, so that nothing in view says what
is compiled. With --tell, the functions that torch compiled in these tests are marked as
compiled in a copy of the file, which tells what the rules know from what was followed.
"""
import argparse
import ast
import bisect
import collections
import gc
import glob
import json
import os
import re
import subprocess
import sys
import tempfile
import time

FILES = """test_error_messages test_functions test_misc test_repros test_modules
    test_exceptions test_ctx_manager test_generator test_sets test_dicts test_nested_graph_breaks
    test_decorators test_exc test_reconstruct test_subgraphs test_global test_hooks test_unspec
    test_modes test_autograd_function test_python_autograd test_higher_order_ops test_subclasses
    test_input_attr_tracking test_model_output test_skip_non_tensor test_sdpa test_comptime
    test_reorder_logs test_recompiles test_compile test_frame_init test_view test_comprehensions
    test_list test_len_protocol test_nb_bool test_nb_float test_nb_index test_nb_int test_enum
    test_einops test_exitstack test_getitem test_tp_slots test_deque_reconstruct
    test_user_defined_object test_tree_map test_resume test_unittest test_base_output test_nops
    test_lazy_constant test_buffers_override test_optimizers""".split()
VARIANTS = 3  # of a parametrized test
BREAKS = ("Unsupported", "UserError", "UncapturedHigherOrderOpError", "UnspecializedParam")


# ---- Recording: these functions run in an interpreter that has torch ----


class Recorder:
    """What Dynamo does while one test runs: breaks, errors, compiled functions, traced lines."""

    def __init__(self, file):
        self.file, self.events, self.traced = file, [], set()

    def lines_of(self, stack):
        return [frame.lineno for frame in stack or () if frame.filename == self.file]

    def note(self, kind, error, stack, reason):
        gb = re.search(r"gb(\d+)\.html", str(error) + str(reason))
        lines = [line.strip() for line in str(reason).split("\n") if line.strip()]
        inner = [f"{os.path.basename(f.filename)}:{f.lineno}" for f in list(stack or ())[-1:]]
        self.events.append({
            "kind": kind, "type": type(error).__name__, "lines": self.lines_of(stack),
            "inner": inner[0] if inner else None, "gb": "GB" + gb.group(1) if gb else None,
            "reason": (lines or [""])[0][:160],
            "explanation": next((line for line in lines if line.startswith("Expl")), "")[:300]})

    def install(self):
        import torch
        from torch._dynamo import convert_frame, symbolic_convert, test_case
        base, recorder = symbolic_convert.InstructionTranslatorBase, self
        log, starts, compile_, set_up = (base.log_graph_break, base.starts_line,
                                         convert_frame._compile, test_case.TestCase.setUp)

        def log_graph_break(translator, code_options, reason, exc):
            if not exc.logged:
                stack = getattr(exc, "real_stack", None)
                stack = torch._guards.TracingContext.extract_stack() if stack is None else stack
                recorder.note("break", exc, stack, reason)
            return log(translator, code_options, reason, exc)

        def starts_line(translator, line):
            if translator.f_code.co_filename == recorder.file:
                recorder.traced.add(line)
            return starts(translator, line)

        def without_nesting(test):
            set_up(test)
            torch._dynamo.config.nested_graph_breaks = False

        # What is compiled by Inductor afterwards breaks no graph, and takes long.
        torch._TorchCompileInductorWrapper.__call__ = lambda _, graph, inputs: graph.forward
        base.log_graph_break, base.starts_line = log_graph_break, starts_line
        convert_frame._compile = self.compiling(compile_)
        test_case.TestCase.setUp = without_nesting

    def compiling(self, compile_):
        """`_compile` of Dynamo, which notes how the compilation of a frame ended."""
        from torch._dynamo import guards

        def wrapped(code, *args, **kwargs):
            guards.guard_manager_testing_hook_fn = None  # tests of another release set it
            export = args[7] if len(args) > 7 else kwargs.get("export", False)
            event = {"kind": "export" if export else "compiled", "name": code.co_qualname,
                     "here": code.co_filename == self.file, "line": code.co_firstlineno,
                     "file": os.path.basename(code.co_filename)}
            try:
                result = compile_(code, *args, **kwargs)
            except Exception as error:
                if not getattr(error, "logged", False):
                    self.note("export" if export else "raised", error,
                              getattr(error, "real_stack", None), error)
                raise
            if getattr(result, "guarded_code", None) is None:
                event["kind"] = "skipped"
                event["reason"] = str(getattr(result, "skip_reason", ""))[:160]
            self.events.append(event)
            return result
        return wrapped


def run_one(case, file, out):
    """Runs one test in this process, which was forked for it, and writes the record."""
    null = os.open(os.devnull, os.O_RDWR)
    for number in (0, 1, 2):
        os.dup2(null, number)
    import unittest
    recorder = Recorder(file)
    recorder.install()
    result = unittest.TestResult()
    unittest.TestSuite([case]).run(result)
    state = ("skipped" if result.skipped else "passed" if result.wasSuccessful() else "failed")
    trouble = (result.errors + result.failures + [(0, "")])[0][1].split("To execute this test")[0]
    with open(out, "w") as stream:
        json.dump({"state": state, "trouble": trouble[-300:], "events": recorder.events,
                   "traced": sorted(recorder.traced)}, stream)
    os._exit(0)


def run_forked(case, file, limit):
    """The record of a test that was run in a forked process, within a time limit."""
    handle, out = tempfile.mkstemp(suffix=".json")
    os.close(handle)
    child = os.fork()
    if child == 0:
        try:
            run_one(case, file, out)
        finally:
            os._exit(1)
    end = time.monotonic() + limit
    while os.waitpid(child, os.WNOHANG)[0] == 0:
        if time.monotonic() > end:
            os.kill(child, 9)
            os.waitpid(child, 0)
            break
        time.sleep(0.005)
    text = open(out).read()
    os.unlink(out)
    return json.loads(text) if text else {"state": "died", "events": [], "traced": []}


def cases_of(suite):
    for item in suite:
        if hasattr(item, "__iter__"):
            yield from cases_of(item)
        else:
            yield item


def fill_in_names(source):
    """Stands in for the helpers of other releases that the tests import from torch.

    A helper that is gone was a decorator, which here leaves the test as it is, or an exception.
    """
    import importlib
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.ImportFrom) or not (node.module or "").startswith("torch"):
            continue
        try:
            module = importlib.import_module(node.module)
        except (ImportError, SyntaxError):  # the syntax of a later Python
            continue
        for name in node.names:
            if name.name != "*" and not hasattr(module, name.name):
                stand_in = type(name.name, (Exception,), {}) if name.name[0].isupper() else as_it_is
                setattr(module, name.name, stand_in)


def as_it_is(test=None, *_, **__):
    return test if callable(test) else lambda test: test


def warm_up():
    """Compiles something, so that what Dynamo imports is there before the process is forked."""
    import torch
    torch.compile(lambda x: x.sum() + 1, backend="eager")(torch.ones(2, requires_grad=True))
    torch.compile(lambda x: x.reshape(-1) + 1, backend="aot_eager", dynamic=True)(torch.ones(2, 3))
    torch._dynamo.reset()
    gc.freeze()


def record_file(file, results, limit):
    """Runs all tests of a file and writes RESULTS/STEM.json."""
    import importlib
    import unittest
    stem = os.path.basename(file)[:-3]
    sys.path.insert(0, os.path.dirname(file))
    sys.argv = [file]
    import torch
    torch.set_num_threads(1)
    for path in glob.glob(os.path.join(os.path.dirname(file), "*.py")):
        fill_in_names(open(path).read())
    warm_up()
    module = importlib.import_module(stem)
    methods = methods_of(open(file).read())
    records, seen = [], collections.Counter()
    for case in cases_of(unittest.defaultTestLoader.loadTestsFromModule(module)):
        name = getattr(case, "_testMethodName", None)
        place = name and place_of(name, type(case), methods)
        if not place or seen[place] >= VARIANTS:
            continue
        record = run_forked(case, file, limit)
        seen[place] += record["state"] != "skipped"
        if record["state"] == "died":
            print("no record of", type(case).__name__, name, flush=True)
        records.append({"test": f"{type(case).__name__}.{name}", "method": place, **record})
    with open(os.path.join(results, stem + ".json"), "w") as stream:
        json.dump({"torch": torch.__version__, "records": records}, stream, indent=0)
    print(stem, collections.Counter(record["state"] for record in records), flush=True)


def record(args):
    os.makedirs(args.results, exist_ok=True)
    failed = 0
    for file in files_in(args.folder, args.files):
        log = os.path.join(args.results, os.path.basename(file)[:-3] + ".log")
        with open(log, "w") as stream:
            failed |= subprocess.call(
                [args.python, os.path.abspath(__file__), "worker", file, args.results,
                 "--limit", str(args.limit)], stdin=subprocess.DEVNULL, stdout=stream,
                stderr=subprocess.STDOUT, cwd=args.results,
                env={**os.environ, "HF_HUB_OFFLINE": "1", "OMP_NUM_THREADS": "1",
                     "TORCHINDUCTOR_COMPILE_THREADS": "1"})
        print("\n".join(open(log).read().splitlines()[-1:]), flush=True)
    return failed


# ---- What the source says of its tests ----


def files_in(folder, names):
    names = [os.path.basename(name).removesuffix(".py") for name in names] or FILES
    paths = [os.path.join(os.path.realpath(folder), name + ".py") for name in names]
    return [path for path in paths if os.path.exists(path)]


def methods_of(source):
    """Where the test methods are: {(class, name): (first line, last line)}."""
    found = {}
    for node in ast.walk(ast.parse(source)):
        for item in node.body if isinstance(node, ast.ClassDef) else ():
            if isinstance(item, (ast.FunctionDef, ast.AsyncFunctionDef)):
                first = min([item.lineno] + [mark.lineno for mark in item.decorator_list])
                found[node.name, item.name] = first, item.end_lineno
            elif isinstance(item, ast.Assign) and isinstance(item.targets[0], ast.Name):
                found[node.name, item.targets[0].id] = item.lineno, item.end_lineno
    return found


def place_of(name, kind, methods):
    """The lines of the method behind a test's name, to which parameters may be appended."""
    classes = [base.__name__ for base in kind.__mro__]
    best = None
    for (owner, method), place in methods.items():
        if name != method and not name.startswith(method + "_"):
            continue
        near = next((-i for i, c in enumerate(classes) if c == owner or c.startswith(owner)), None)
        if near is not None and (best is None or (len(method), near) > best[0]):
            best = (len(method), near), place
    return best and best[1]


# ---- Comparing ----


Test = collections.namedtuple("Test", "file name first last events traced states")


def tests_of(file, results):
    """The tests of a file as recorded, the variants of each taken together."""
    with open(os.path.join(results, os.path.basename(file)[:-3] + ".json")) as stream:
        records = json.load(stream)["records"]
    together = collections.OrderedDict()
    for item in records:
        together.setdefault(tuple(item["method"]), []).append(item)
    return [Test(file, items[0]["test"], *place, [e for item in items for e in item["events"]],
                 {line for item in items for line in item["traced"]},
                 {item["state"] for item in items})
            for place, items in together.items()]


def breaks_of(test):
    """Distinct breaks of a test, each a list of lines in the file, outermost first."""
    found = {}
    for event in test.events:
        if event["kind"] == "break" or event["kind"] == "raised" and event["type"] in BREAKS:
            found.setdefault(tuple(event["lines"]), event)
    return found


def kind_of(test):
    breaks = breaks_of(test)
    if any(breaks):
        return "break"
    if breaks:
        return "library"
    if any(event["kind"] == "raised" for event in test.events):
        return "error"
    return "whole" if any(event["kind"] == "compiled" for event in test.events) else "nothing"


class Findings:
    """What graphmend says of one file; `moved` leads from its lines to those of the original."""

    def __init__(self, program, file, options, moved=None):
        self.crashed, self.moved = False, moved
        entries = self.run(program, "entries", file, options).get("entries", [])
        self.entries = sorted(self.line(entry["line"]) for entry in entries)
        report = self.run(program, "check", file, options + ["--isolated", "--no-cache"])
        self.all = [{**f, "at": self.span(f["location"]), "around": self.span(f["statement"])}
                    for f in report.get("findings", [])
                    if os.path.basename(f["path"]) == os.path.basename(file)]

    def run(self, program, command, file, options):
        done = subprocess.run([program, command, "--output-format", "json", *options,
                               os.path.basename(file)], cwd=os.path.dirname(file),
                              capture_output=True, text=True)
        try:
            if done.returncode < 0:
                raise ValueError(done.returncode)
            return json.loads(done.stdout)
        except ValueError:
            self.crashed = True
            print(f"{command} {file}: exit {done.returncode}\n{done.stderr}", file=sys.stderr)
            return {}

    def line(self, line):
        return self.moved[min(line, len(self.moved)) - 1] if self.moved else line

    def span(self, place):
        return self.line(place["line"]), self.line(place["end_line"])

    def at(self, line):
        """Findings at a line: in what breaks or in the statement around it."""
        return [f for f in self.all if f["at"][0] <= line <= f["at"][1]
                or f["around"][0] <= line <= f["around"][1]]

    def within(self, first, last):
        return [f for f in self.all if first <= f["at"][0] <= last]

    def entered(self, test):
        """Is anything that torch compiled in the test seen as compiled?"""
        index = bisect.bisect_left(self.entries, test.first)
        if index < len(self.entries) and self.entries[index] <= test.last:
            return True
        return any(line in test.traced for line in self.entries)


def functions_of(source):
    """The functions of a source: [(first line, line of `def`, last line, column)]."""
    return [(min([node.lineno] + [mark.lineno for mark in node.decorator_list]), node.lineno,
             node.end_lineno, node.col_offset)
            for node in ast.walk(ast.parse(source)) if isinstance(node, ast.FunctionDef)]


def entered_by_torch(test, functions):
    """The lines of `def` of what torch compiled in a test, up to its first graph break."""
    found = set()
    for event in test.events:
        if event["kind"] == "compiled" and event["here"]:
            found |= {line for first, line, *_ in functions if first == event["line"]}
        elif event["kind"] in ("break", "raised") and event["lines"]:
            outer = event["lines"][0]
            around = [function for function in functions if function[1] <= outer <= function[2]]
            return found | {max(around)[1]} if around else found
    return found


def told_findings(args, file, tests):
    """Findings where what torch compiled in these tests is marked in a copy of the file."""
    source = open(file).read()
    functions = functions_of(source)
    marks = {line for test in tests for line in entered_by_torch(test, functions)}
    columns = {line: column for _, line, _, column in functions}
    lines, moved = [], []
    for number, text in enumerate(source.split("\n"), 1):
        if number in marks:
            lines.append(" " * columns[number] + "@torch.compile")
            moved.append(number)
        lines.append(text)
        moved.append(number)
    with tempfile.TemporaryDirectory() as folder:
        copy = os.path.join(folder, os.path.basename(file))
        with open(copy, "w") as stream:
            stream.write("\n".join(lines))
        return Findings(args.program, copy, options_of(args, file), moved)


def options_of(args, file):
    return ["--python", args.python, "--src", os.path.dirname(file), *args.options]


def judge_break(test, findings):
    """The verdict on a test that breaks, and the breaks that are not reported."""
    missed, firm = [], True
    matched = []
    for lines, event in breaks_of(test).items():
        if not lines:
            continue
        here = [f for line in lines for f in findings.at(line)]
        matched += here
        firm = firm and any(f["firm"] for f in here)
        if not here:
            missed.append((lines[-1], event))
    if missed:
        return "missed", missed
    extra = [f for f in findings.within(test.first, test.last) if f["firm"] and f not in matched
             and any(line in test.traced for line in range(f["at"][0], f["at"][1] + 1))]
    if extra:
        return "false", [(f["at"][0], f) for f in extra]
    return ("firm" if firm else "noted"), []


def judge_whole(test, findings, broken):
    """The verdict on a test whose graph is whole, and the findings that say otherwise."""
    helpers = [f for line in test.traced - broken if not test.first <= line <= test.last
               for f in findings.at(line)]
    wrong = [f for f in findings.within(test.first, test.last) + helpers if f["firm"]]
    return ("false", [(f["at"][0], f) for f in wrong]) if wrong else ("quiet", [])


def judge(test, findings, broken):
    """(kind, verdict, disagreements) of a test."""
    kind = kind_of(test)
    if kind not in ("break", "whole"):
        return kind, None, []
    verdict, wrong = (judge_break(test, findings) if kind == "break"
                      else judge_whole(test, findings, broken))
    if verdict in ("missed", "quiet") and not findings.entered(test):
        verdict = "unseen"
    return kind, verdict, wrong


def compare_file(args, file):
    """All verdicts of a file: [(test, kind, verdict, disagreements)], and whether it crashed."""
    tests = tests_of(file, args.results)
    findings = Findings(args.program, file, options_of(args, file))
    broken = {line for test in tests for lines in breaks_of(test) for line in lines}
    verdicts = [(test, *judge(test, findings, broken)) for test in tests]
    unseen = [test for test, _, verdict, _ in verdicts if verdict == "unseen"]
    if args.tell and unseen:
        told = told_findings(args, file, unseen)
        findings.crashed |= told.crashed
        verdicts = [(test, *judge(test, told, broken)) if verdict == "unseen"
                    else (test, kind, verdict, wrong) for test, kind, verdict, wrong in verdicts]
    return verdicts, findings.crashed


COLUMNS = ("file", "tests", "break", "whole", "firm", "noted", "quiet", "missed", "false alarms",
           "not followed, break", "not followed, whole", "in libraries", "errors", "crashes",
           "agree")


def row_of(name, verdicts, crashed):
    count = collections.Counter((kind, verdict) for _, kind, verdict, _ in verdicts)
    kinds = collections.Counter(kind for _, kind, _, _ in verdicts)
    false = count["break", "false"] + count["whole", "false"]
    right = count["break", "firm"] + count["break", "noted"] + count["whole", "quiet"]
    judged = kinds["break"] + kinds["whole"] - count["whole", "unseen"]
    return [name, len(verdicts), kinds["break"], kinds["whole"], count["break", "firm"],
            count["break", "noted"], count["whole", "quiet"], count["break", "missed"], false,
            count["break", "unseen"], count["whole", "unseen"], kinds["library"],
            kinds["error"], int(crashed), f"{100 * right / judged:.0f} %" if judged else "-"]


def print_table(rows, markdown):
    rows = [[str(cell) for cell in row] for row in [COLUMNS, *rows]]
    if markdown:
        rows.insert(1, ["---"] * len(COLUMNS))
        print("\n".join("| " + " | ".join(row) + " |" for row in rows))
        return
    widths = [max(map(len, column)) for column in zip(*rows)]
    for row in rows:
        print("  ".join(cell.ljust(width) for cell, width in zip(row, widths)))


def describe(test, kind, verdict, wrong, source):
    """A disagreement in words: test, place, code, what Dynamo or graphmend says."""
    lines = [f"{verdict} ({kind}) {os.path.basename(test.file)}:{test.first} {test.name}"]
    for line, what in wrong or [(test.first, None)]:
        said = (f"{what['code']} {what['message']}" if what and "code" in what else
                f"{what['gb']} {what['reason']} {what['explanation']}" if what else "")
        code = source[line - 1].strip() if line <= len(source) else ""
        lines.append(f"    {line}: {code}\n        {said}")
    return "\n".join(lines)


def compare(args):
    rows, everything, wrong, crashes = [], [], [], False
    for file in files_in(args.folder, args.files):
        if not os.path.exists(os.path.join(args.results, os.path.basename(file)[:-3] + ".json")):
            continue
        verdicts, crashed = compare_file(args, file)
        crashes |= crashed
        rows.append(row_of(os.path.basename(file), verdicts, crashed))
        everything += verdicts
        source = open(file).read().splitlines()
        wrong += [(describe(*verdict, source), verdict) for verdict in verdicts
                  if verdict[2] in ("missed", "false") or verdict[1:3] == ("break", "unseen")]
    rows.append(row_of("all", everything, crashes))
    print_table(rows, args.markdown)
    for text, _ in wrong[:args.misses]:
        print(text)
    if args.json:
        with open(args.json, "w") as stream:
            json.dump([{"file": os.path.basename(test.file), "test": test.name, "kind": kind,
                        "verdict": verdict, "first": test.first, "last": test.last,
                        "wrong": wrong} for test, kind, verdict, wrong in everything], stream)
    return 1 if crashes else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command", choices=["record", "compare", "worker"])
    parser.add_argument("folder", help="PyTorch's test/dynamo; for worker, one file")
    parser.add_argument("results", help="folder of what was recorded, outside of the repository")
    parser.add_argument("names", nargs="*", help="compare: graphmend; then files, default all")
    parser.add_argument("--python", default=sys.executable, help="interpreter that has torch")
    parser.add_argument("--limit", type=float, default=60, help="seconds for one test")
    parser.add_argument("--markdown", action="store_true", help="the table as Markdown")
    parser.add_argument("--misses", type=int, default=0, help="print this many disagreements")
    parser.add_argument("--json", help="write every verdict to this file")
    parser.add_argument("--tell", action="store_true",
                        help="say what torch compiled in tests of which nothing was followed")
    arguments = sys.argv[1:]
    cut = arguments.index("--") if "--" in arguments else len(arguments)
    args = parser.parse_intermixed_args(arguments[:cut])
    args.options, args.results = arguments[cut + 1:], os.path.abspath(args.results)
    args.files = args.names[1:] if args.command == "compare" else args.names
    if args.command == "worker":
        return record_file(args.folder, args.results, args.limit)
    if args.command == "record":
        return record(args)
    args.program = os.path.abspath(args.names[0])
    return compare(args)


if __name__ == "__main__":
    sys.exit(main())
