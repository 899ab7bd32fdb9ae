"""`graphmend validate --ray`: the same results as without, and a killed worker costs one entry.

    ray_test.py PROGRAM PACKAGE [NUMBER OF ENTRIES [JOBS]]

Starts a local Ray. Without a number, 4 entries are also measured by --jobs, and compared. Exit 77
without torch or ray.
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

SOURCE = """\
import os
import signal

import torch


def killed(x):
    os.kill(os.getpid(), signal.SIGKILL)


class Chain(torch.nn.Module):
    breaks = 0

    def forward(self, x):
        for _ in range(1):
            x = x * 2
        if self.breaks > 0:
            print("one")
        if self.breaks > 1:
            print("two")
        return x + 1
"""
ENTRY = """
class Chain{n}(Chain):
    breaks = {breaks}
"""
VOLATILE = ("seconds", "attempts")


def project(folder, number):
    text, settings = SOURCE, "[tool.graphmend.validate]\ntimeout = 600\n"
    names = ["models:killed"]
    for n in range(number - 1):
        text += ENTRY.format(n=n, breaks=n % 3)
        names.append(f"models:Chain{n}")
    for name in names:
        settings += f'[[tool.graphmend.validate.entries]]\nentry = "{name}"\n'
        settings += 'calls = [["x=float32[4]"]]\n'
    pathlib.Path(folder, "models.py").write_text(text)
    pathlib.Path(folder, "pyproject.toml").write_text(settings)


def run(program, package, folder, *arguments):
    command = [program, "validate", "--python", sys.executable, "--output-format", "json"]
    started = time.monotonic()
    done = subprocess.run(
        [*command, *arguments],
        cwd=folder,
        env={**os.environ, "GRAPHMEND_PACKAGE": package, "RAY_USAGE_STATS_ENABLED": "0"},
        capture_output=True,
        text=True,
    )
    if not done.stdout:
        raise SystemExit(f"exit {done.returncode}\n{done.stderr[-4000:]}")
    return json.loads(done.stdout), time.monotonic() - started


def without_times(value):
    if isinstance(value, dict):
        return {key: without_times(item) for key, item in value.items() if key not in VOLATILE}
    return [without_times(item) for item in value] if isinstance(value, list) else value


def first_difference(mine, other, where=""):
    """Where two reports differ, for whoever has to find out why."""
    if isinstance(mine, dict) and isinstance(other, dict) and mine.keys() == other.keys():
        parts = [first_difference(mine[key], other[key], f"{where}.{key}") for key in mine]
        return next(filter(None, parts), "")
    if isinstance(mine, list) and isinstance(other, list) and len(mine) == len(other):
        parts = [first_difference(*pair, f"{where}[{n}]") for n, pair in enumerate(zip(mine, other))]
        return next(filter(None, parts), "")
    return "" if mine == other else f"{where}: {mine!r} and {other!r}"


def main(program, package, number="4", jobs="2"):
    try:
        import ray
        import torch
    except ImportError as error:
        print(error)
        return 77
    program, package = os.path.abspath(program), os.path.abspath(package)
    with tempfile.TemporaryDirectory() as folder:
        project(folder, int(number))
        report, seconds = run(program, package, folder, "--ray", "--jobs", jobs)
        other = None
        if int(number) <= 4:
            other, _ = run(program, package, folder, "--jobs", jobs)
    killed, *rest = report["entries"]
    wrong = [
        entry["name"]
        for n, entry in enumerate(rest)
        if entry["fault"] or entry["before"]["breaks"] != n % 3 or entry["before"]["output"] != "equal"
    ]
    if not killed["fault"] or "(twice)" not in killed["fault"]["detail"]:
        wrong.append(f"models:killed: {killed['fault']}")
    if other:
        difference = first_difference(without_times(report), without_times(other))
        wrong += [f"--ray and --jobs differ: {difference}"] if difference else []
    print(f"{len(report['entries'])} entries on a local Ray, {jobs} at a time: {seconds:.0f} s")
    print(f"torch {torch.__version__}, ray {ray.__version__}; wrong: {wrong or 'none'}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
