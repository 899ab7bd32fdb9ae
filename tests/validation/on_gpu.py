"""What only a GPU can show, by one command of at most nine minutes.

    on_gpu.py PROGRAM [--device cuda|cpu] [--rows t5,whisper,…] [--seconds 520] [--markdown FILE]
    on_gpu.py PROGRAM --reduced

What it showed last is in docs/gpu.md. `--reduced` is the test of the script: two small models, few calls,
on the CPU.

1. `graphmend validate --diff --unsafe-fixes --bench --profile`: breaks, results, peak memory, host
   reads, synchronisations and copies, before and after the fixes. On a GPU with transformers the rows
   are models of it (models/pyproject.toml), else those of gpu/small_models.py.
2. Messages under mode="reduce-overhead": text, order and number over many replays of the CUDA graphs,
   beside those of the uncompiled original. On the CPU the mode makes no CUDA graphs.
3. Speed of gpu/small_models.py: eager, compiled before and after the fixes, on a GPU by CUDA events.

Prints the tables for the docs as Markdown. Exit status 1 where results, messages or breaks are not what
they have to be, 77 where torch is not installed. What does not fit into the time is named, and fails.
"""

import argparse
import importlib.util
import json
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
SKIPPED = 77
ROWS = ("t5", "whisper", "bart", "biogpt", "pegasus-causal")
REPLAYS = 50
REDUCED = ("Logged", "Guarded")


class Run:
    """The options, what is wrong so far, and how much time is left."""

    def __init__(self, options):
        self.options = options
        self.ends = time.monotonic() + options.seconds
        self.wrong: list = []
        self.tables: list = []

    def left(self) -> float:
        return max(1.0, self.ends - time.monotonic())

    def table(self, title: str, columns: list, rows: list) -> None:
        lines = [f"## {title}", "", "| " + " | ".join(columns) + " |", "|---" * len(columns) + "|"]
        lines += ["| " + " | ".join(map(str, row)) + " |" for row in rows]
        self.tables.append("\n".join(lines) + "\n")
        print(self.tables[-1], flush=True)

    def call(self, command: list, **more):
        """None where it did not end in time."""
        try:
            return subprocess.run(command, capture_output=True, text=True, timeout=self.left(), **more)
        except subprocess.TimeoutExpired:
            self.wrong.append(f"no time was left for {command[1:3]}")
            return None


def project(folder: pathlib.Path, options, rows: tuple) -> None:
    """A project for `graphmend validate`: the rows, for the device that is asked for."""
    if rows:
        text = (HERE / "models/pyproject.toml").read_text()
        separator = "[[tool.graphmend.validate.entries]]\n"
        head, *entries = text.split(separator)
        wanted = [entry for entry in entries if json.loads(entry.split("\n")[0][7:]) in rows]
        head = head.replace('device = "cpu"', f'device = "{options.device}"')
        (folder / "pyproject.toml").write_text(separator.join([head, *wanted]))
        return
    shutil.copy(HERE / "gpu/small_models.py", folder)
    names = REDUCED if options.reduced else ("Logged", "Printed", "Guarded", "Gated", "Shown")
    lines = ["[tool.graphmend.validate]", f'device = "{options.device}"', "dynamic = false"]
    for name in names:
        lines += [
            "[[tool.graphmend.validate.entries]]",
            f'entry = "small_models:{name}"',
            f'calls = [["x=float32[8,{options.width}]"], ["x=float32[8,{options.width}]"]]',
        ]
    (folder / "pyproject.toml").write_text("\n".join(lines) + "\n")


def _number(row: dict, key: str) -> str:
    return f"{row[key]:.1f}" if key in row else "–"


def _mib(row: dict) -> str:
    return f"{row['peak_memory'] / 2**20:.1f}" if "peak_memory" in row else "–"


def validate(run: Run, rows: tuple) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        project(folder, run.options, rows)
        command = [run.options.program, "validate", "--python", sys.executable, "--output-format", "json"]
        command += ["--diff", "--unsafe-fixes"]
        if not run.options.reduced:
            command += ["--profile", str(folder / "traces")]
        command += ["--bench"] * run.options.bench
        if rows and run.options.device == "cuda":
            # Side by side: what is shown is memory and counts, of each process its own, and no time.
            command += ["--jobs", str(len(rows))]
        done = run.call(command, cwd=folder, env=run.environment)
        if done is None:
            return
        if not done.stdout:
            run.wrong.append("validate: " + done.stderr.strip())
            return
        report = json.loads(done.stdout)
    run.wrong += [f"{problem['entry']}: {problem['message']}" for problem in report["problems"]]
    lines = []
    for entry in report["entries"]:
        lines.append(_validated(run, entry))
    columns = ["model", "breaks", "results", "messages", "peak MiB", "host reads", "synchronisations", "bytes copied"]
    run.table("Before → after the fixes, `graphmend validate`", columns, lines)


def _validated(run: Run, entry: dict) -> list:
    name, before, after = entry["name"], entry["before"], entry["after"]
    if entry["fault"] or not before:
        run.wrong.append(f"{name}: {entry['fault'] and entry['fault']['title']}")
        return [name, "–"]
    total = before["breaks"] + before["breaks_later"]
    left = after["breaks"] + after["breaks_later"] if after else total
    if not after or left >= total:
        run.wrong.append(f"{name}: {total} breaks, and {left} after the fixes")
    for arm, figures in (("before", before), ("after", after or before)):
        if figures["output"] not in ("equal", "no tensor"):
            run.wrong.append(f"{name}: results {arm} the fixes: {figures['output']}")
        if not figures["messages_equal"]:
            run.wrong.append(f"{name}: messages {arm} the fixes differ")
    bench = entry["bench"].get("inductor", {})
    profile = entry["profile"] or {}
    both = [profile.get(arm) or {} for arm in ("before", "after")] if "before" in profile else [profile, {}]
    cells = [f"{_number(a, key)} → {_number(b, key)}" for key in ("host_reads", "synchronisations", "bytes_copied")
             for a, b in [both]]
    peak = " → ".join(_mib(bench.get(arm, {})) for arm in ("before", "after"))
    return [name, f"{total} → {left}", (after or before)["output"], "equal", peak, *cells]


def fixed_models(run: Run, folder: pathlib.Path) -> None:
    """small_models.py as it is, and mended_models.py with its fixes."""
    shutil.copy(HERE / "gpu/small_models.py", folder)
    shutil.copy(HERE / "gpu/small_models.py", folder / "mended_models.py")
    command = [run.options.program, "check", "--fix", "--unsafe-fixes", "--exit-zero", "mended_models.py"]
    done = run.call(command, cwd=folder, env=run.environment)
    if done is not None and "Fixed 6 graph breaks" not in done.stderr:
        run.wrong.append("small_models.py: " + done.stderr.strip())


def in_child(run: Run, folder: pathlib.Path, part: str) -> dict:
    command = [sys.executable, str(HERE / "on_gpu.py"), run.options.program, "--child", part]
    command += ["--device", run.options.device, "--seconds", str(run.left())]
    command += ["--reduced"] * run.options.reduced
    done = run.call(command, cwd=folder, env={**run.environment, "PYTHONPATH": f"{folder}:{HERE.parents[1] / 'python'}"})
    if done is None:
        return {}
    if done.returncode != 0:
        run.wrong.append(f"{part} ended with:\n" + "\n".join(done.stderr.strip().splitlines()[-25:]))
        return {}
    return json.loads(done.stdout.strip().splitlines()[-1])


def messages(run: Run, folder: pathlib.Path) -> None:
    found = in_child(run, folder, "messages")
    lines = []
    for name, row in found.items():
        if row["fixed"] != row["original"]:
            run.wrong.append(f"{name}: messages over {run.options.calls} calls differ")
        if row["launches"] == 0 and run.options.device == "cuda":
            run.wrong.append(f"{name}: no CUDA graph was replayed")
        lines.append([name, run.options.calls, len(row["original"]), len(row["fixed"]), row["launches"]])
    columns = ["model", "calls", "messages, original", "messages, fixed and replayed", "CUDA graphs in a call"]
    run.table('Messages under `mode="reduce-overhead"`', columns, lines)


def speed(run: Run, folder: pathlib.Path) -> None:
    found = in_child(run, folder, "speed")
    lines = []
    for name, row in found.items():
        ratio = row["after"] / row["before"]
        loud = " **slower**" if ratio > 1.02 else ""
        lines.append([name, *(f"{row[arm]:.4f}" for arm in ("eager", "before", "after")), f"{ratio:.2f}{loud}"])
    columns = ["model", "eager, ms", "compiled before, ms", "after, ms", "after / before"]
    run.table("Warm latency, median" + (" by CUDA events" if run.options.device == "cuda" else ""), columns, lines)


# ---- in a process of its own, so that nothing of one part is there in another ----------------------
def _recorded(function) -> list:
    """What a call prints and logs, in order."""
    import contextlib
    import io
    import logging

    said: list = []

    class Out(io.TextIOBase):
        def write(self, text):
            if text.strip():
                said.append("print " + text.strip())
            return len(text)

    class Ears(logging.Handler):
        def emit(self, record):
            said.append(f"{record.levelname} {record.name.rpartition('.')[2]} {record.getMessage()}")

    ears = Ears()
    logging.getLogger().addHandler(ears)
    try:
        with contextlib.redirect_stdout(Out()):
            function()
    finally:
        logging.getLogger().removeHandler(ears)
    return [line.replace("mended_models", "small_models") for line in said]


def _launches(torch, function, device: str) -> int:
    if device != "cuda":
        return 0
    kinds = [torch.profiler.ProfilerActivity.CUDA, torch.profiler.ProfilerActivity.CPU]
    with torch.profiler.profile(activities=kinds) as found:
        function()
        torch.cuda.synchronize()
    return sum(event.count for event in found.key_averages() if "GraphLaunch" in event.key)


def child_messages(torch, options) -> dict:
    import mended_models
    import small_models

    rows = {}
    with torch.no_grad():
        for (name, model, x), (_, fixed, _) in models(small_models, mended_models, options):
            torch._dynamo.reset()
            inputs = [x + number for number in range(3)]
            compiled = torch.compile(fixed, fullgraph=True, mode="reduce-overhead")
            compiled(inputs[0])  # warms up, then records
            compiled(inputs[0])

            def replay(callee):
                for number in range(options.calls):
                    callee(inputs[number % 3].clone())

            rows[name] = {
                "original": _recorded(lambda: replay(model)),
                "fixed": _recorded(lambda: replay(compiled)),
                "launches": _launches(torch, lambda: _recorded(lambda: compiled(inputs[0])), options.device),
            }
    return rows


def _timed(torch, function, device: str) -> float:
    """Milliseconds."""
    if device == "cuda":
        begin, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
        begin.record()
        function()
        end.record()
        torch.cuda.synchronize()
        return begin.elapsed_time(end)
    begin = time.perf_counter()
    function()
    return 1000 * (time.perf_counter() - begin)


def child_speed(torch, options) -> dict:
    import mended_models
    import small_models

    rows = {}
    with torch.no_grad():
        for (name, model, x), (_, fixed, _) in models(small_models, mended_models, options):
            torch._dynamo.reset()
            arms = {"eager": model, "before": torch.compile(model), "after": torch.compile(fixed, fullgraph=True)}
            _recorded(lambda: [callee(x) for callee in arms.values() for _ in range(3)])
            times: dict = {arm: [] for arm in arms}
            ends = time.monotonic() + options.seconds / 20

            def turns():  # the arms take turns: a machine that becomes slower does so for all
                for _ in range(4 * options.calls):
                    for arm, callee in arms.items():
                        times[arm].append(_timed(torch, lambda: callee(x), options.device))
                    if time.monotonic() > ends:
                        break

            _recorded(turns)
            rows[name] = {arm: statistics.median(found) for arm, found in times.items()}
    return rows


def models(original, fixed, options):
    """The models as written beside those with fixes."""
    pairs = zip(original.make(options.device), fixed.make(options.device))
    return [pair for pair in pairs if not options.reduced or pair[0][0] in REDUCED]


def child(options) -> int:
    import torch

    torch.manual_seed(0)
    if options.child == "messages":
        found = child_messages(torch, options)
    else:
        found = child_speed(torch, options)
    print(json.dumps(found))
    return 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", type=os.path.abspath)
    parser.add_argument("--device", choices=("cuda", "cpu"))
    parser.add_argument("--rows", type=lambda text: tuple(text.split(",")))
    parser.add_argument("--seconds", type=float, default=520)
    parser.add_argument("--markdown", type=pathlib.Path, help="the tables, too")
    parser.add_argument("--no-bench", dest="bench", action="store_false")
    parser.add_argument("--reduced", action="store_true")
    parser.add_argument("--child", choices=("messages", "speed"), help=argparse.SUPPRESS)
    options = parser.parse_args()
    if importlib.util.find_spec("torch") is None:
        print("torch is not installed")
        return SKIPPED
    import torch

    if options.reduced:
        options.device, options.bench = "cpu", False
    options.calls = 5 if options.reduced else REPLAYS
    options.device = options.device or ("cuda" if torch.cuda.is_available() else "cpu")
    if options.child:
        return child(options)
    on_gpu = options.device == "cuda"
    options.width = 1024 if on_gpu else 32
    run = Run(options)
    package = str(HERE.parents[1] / "python/graphmend")
    run.environment = {**os.environ, "GRAPHMEND_PACKAGE": package, "ON_GPU_WIDTH": str(options.width)}
    name = torch.cuda.get_device_name() if on_gpu else "CPU"
    print(f"torch {torch.__version__}, {name}\n", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        fixed_models(run, pathlib.Path(folder))
        messages(run, pathlib.Path(folder))
        speed(run, pathlib.Path(folder))
    has_transformers = importlib.util.find_spec("transformers") is not None
    rows = options.rows or (ROWS if on_gpu and has_transformers else ())
    validate(run, rows)
    if options.markdown:
        head = f"Measured by `tests/validation/on_gpu.py` on {name}, torch {torch.__version__}.\n\n"
        options.markdown.write_text(head + "\n".join(run.tables))
    for line in run.wrong:
        print("wrong: " + line)
    return 1 if run.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
