"""Asks the program for its findings on the files that an entry ran."""

from __future__ import annotations

import json
import os
import subprocess


class LinterError(Exception):
    """The program did not report; the message is what it said."""


def _driver(entry: dict) -> str:
    """A file in which the entry is compiled: so the linter takes a plain function for one, too."""
    target = entry["target"]
    if target["kind"] != "import":
        return ""
    module, _, name = target["name"].partition(":")
    root = name.partition(".")[0]
    return f"import torch\nfrom {module} import {root}\n\ntorch.compile({name})\n"


def _run(program: str, arguments: list, text: str) -> str:
    command = [program, *arguments]
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1):
        raise LinterError(done.stderr.strip() or f"exit status {done.returncode}")
    return done.stdout


def _locate(finding: dict, relative_to: str) -> dict:
    return {**finding, "file": os.path.realpath(os.path.join(relative_to, finding["path"]))}


def check(program: str, entry: dict, files: list, report: str = "json"):
    """The report of `graphmend check` on `files`, as JSON; each finding has `file`, absolute."""
    if not files:
        return {"findings": [], "problems": []}
    arguments = ["check", "--output-format", report, "--exit-zero", *sorted(files)]
    driver = _driver(entry)
    if driver:
        arguments += ["-", "--stdin-filename", "graphmend_validated_entry.py"]
    result = json.loads(_run(program, arguments, driver))
    if report == "json":
        result["findings"] = [_locate(f, os.getcwd()) for f in result["findings"]]
    return result


def rules(program: str) -> list:
    return json.loads(_run(program, ["rules", "--output-format", "json"], ""))["rules"]
