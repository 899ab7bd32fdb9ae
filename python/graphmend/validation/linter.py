"""Asks the program for findings and fixes in the files that an entry ran."""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
import urllib.parse

from . import patch


class LinterError(Exception):
    """The program did not report; the message is what it said."""


def _driver(functions: list) -> str:
    """A file that compiles the functions; of modules the linter assumes it anyway."""
    lines = ["import torch"] if functions else []
    for function in functions:
        module, _, name = function.partition(":")
        lines.append(f"from {module} import {name.partition('.')[0]}\n\ncompiled = torch.compile({name})")
    return "\n".join(lines) + "\n" if lines else ""


def run(program: str, arguments: list, text: str = "") -> bytes:
    """What the program writes to standard output. Raises LinterError."""
    command = [program, *arguments]
    try:
        done = subprocess.run(command, input=text.encode(), capture_output=True, check=False)
    except OSError as error:
        raise LinterError(f"{program}: {error.strerror}") from None
    if done.returncode not in (0, 1):
        said = done.stderr.decode(errors="replace").strip()
        raise LinterError(said or f"exit status {done.returncode}")
    return done.stdout


def _check(program: str, measurements: list, options: list) -> bytes:
    files = sorted({file for measured in measurements for file in measured["executed"]})
    functions = [measured["function"] for measured in measurements if measured["function"]]
    arguments = ["check", *options, *files]
    if functions:
        root = next(measured["root"] for measured in measurements if measured["function"])
        name = os.path.join(root, "graphmend_validated_entry.py")
        arguments += ["-", "--stdin-filename", name]
    return run(program, arguments, _driver(functions))


def absolute(path: str) -> str:
    """A path as the program shows it, made absolute and free of links."""
    return os.path.realpath(os.path.join(os.getcwd(), path))


def findings(program: str, measured: dict) -> list:
    """What `graphmend check` finds in the files that ran; each has `file`, absolute."""
    if not measured["executed"]:
        return []
    text = _check(program, [measured], ["--output-format", "json", "--exit-zero"])
    return [{**found, "file": absolute(found["path"])} for found in json.loads(text)["findings"]]


def sarif(program: str, measurements: list) -> tuple:
    """The SARIF log on all files that ran, and the absolute path of each of its results."""
    files = any(measured["executed"] for measured in measurements)
    options = ["--output-format", "sarif", "--exit-zero"]
    text = _check(program, measurements, options) if files else run(program, ["check", *options, os.devnull])
    log = json.loads(text)
    paths = []
    for result in log["runs"][0]["results"]:
        uri = result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
        paths.append(absolute(urllib.parse.unquote(uri.partition("file://")[2] or uri)))
    return log, paths


def _as_listed(executed: dict) -> str:
    """Lines of files as `--fix-lines` takes them."""
    return "".join(f"{path}:{line}\n" for path, lines in sorted(executed.items()) for line in sorted(lines))


def fixed_sources(program: str, measured: dict, codes: list, fixing: list, lines: dict | None = None) -> dict:
    """{path: fixed bytes} of what `graphmend check --fix` with these options would write; no codes: all rules. With
    `lines` ({path: lines that ran}) only of findings on these."""
    options = ["--fix", "--diff", *fixing]
    if codes:
        options += ["--select", ",".join(codes)]
    fixed = {}
    with tempfile.TemporaryDirectory(prefix="graphmend-") as folder:
        # Standard output has the diff as people may look at it.
        diff = os.path.join(folder, "fixes.diff")
        if lines is not None:
            listed = os.path.join(folder, "lines")
            with open(listed, "w", encoding="utf-8", errors="surrogateescape") as file:
                file.write(_as_listed(lines))
            options += ["--fix-lines", listed]
        _check(program, [measured], [*options, "-o", diff])
        with open(diff, "rb") as file:
            text = file.read()
    for name, hunks in patch.split(text):
        path = absolute(name)
        with open(path, "rb") as file:
            fixed[path] = patch.apply(file.read(), hunks)
    return fixed


def rules(program: str) -> list:
    return json.loads(run(program, ["rules", "--output-format", "json"]))["rules"]
