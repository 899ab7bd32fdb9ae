"""Asks the program for its findings on the files that an entry ran."""

from __future__ import annotations

import json
import os
import subprocess


class LinterError(Exception):
    """The program did not report; the message is what it said."""


def _driver(function: str) -> str:
    """A file that compiles the function; of modules the linter assumes it anyway."""
    module, _, name = function.partition(":")
    if not name:
        return ""
    first = name.partition(".")[0]
    return f"import torch\nfrom {module} import {first}\n\ntorch.compile({name})\n"


def _run(program: str, arguments: list, text: str) -> str:
    command = [program, *arguments]
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1):
        raise LinterError(done.stderr.strip() or f"exit status {done.returncode}")
    return done.stdout


def _locate(finding: dict, relative_to: str) -> dict:
    return {**finding, "file": os.path.realpath(os.path.join(relative_to, finding["path"]))}


def check(program: str, measured: dict, report: str = "json"):
    """`graphmend check` on the files that ran: its report; each finding has `file`, absolute."""
    files = list(measured["executed"])
    if not files:
        return {"findings": [], "problems": []}
    arguments = ["check", "--output-format", report, "--exit-zero", *sorted(files)]
    driver = _driver(measured["function"])
    if driver:
        name = os.path.join(measured["root"], "graphmend_validated_entry.py")
        arguments += ["-", "--stdin-filename", name]
    result = json.loads(_run(program, arguments, driver))
    if report == "json":
        result["findings"] = [_locate(f, os.getcwd()) for f in result["findings"]]
    return result


def rules(program: str) -> list:
    return json.loads(_run(program, ["rules", "--output-format", "json"], ""))["rules"]
