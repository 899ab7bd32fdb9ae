#!/usr/bin/env python3
"""Hold graphmend against torch on small programs, line by line.

    forms.py record FORMS FOLDER [--python PYTHON]     what torch does, into FOLDER/record.json
    forms.py compare FORMS FOLDER PROGRAM [--tell]     what graphmend says, against that

FORMS is a text (forms/*.txt) from which one program each is made:

    = EXPRESSION                 a function `f(x)` that computes it
    ; STATEMENT | STATEMENT …    one that runs these lines
    [title]                      Python that defines `f(x)`, up to the next form
    %%                           Python in front of each of the first two kinds that follow

`f` is compiled with the backend eager and called with a tensor of 2 x 2, unless the program
compiles something itself. Programs that raise are told apart with their error; what Python itself
refuses is no disagreement. This is a measure, not a test: it shows which forms nobody has thought
of. `compare` prints those in which the two differ:

    missed   Dynamo broke at a line of which graphmend says nothing
    alarm    a firm finding at a line at which Dynamo did not break
    note     a break that is only a note
"""
import argparse
import collections
import json
import logging
import os
import pathlib
import re
import signal
import subprocess
import sys
import types
import warnings

PRELUDE = """\
import abc, argparse, array, ast, asyncio, base64, bisect, builtins, collections, contextlib, contextvars, copy, csv, ctypes
import dataclasses, datetime, decimal, difflib, enum, fractions, functools, gc, hashlib, heapq, importlib, inspect, io
import itertools, json, logging, math, numbers, operator, os, pathlib, pickle, platform, pprint, queue, random, re, secrets
import shutil, socket, statistics, string, struct, subprocess, sys, tempfile, textwrap, threading, time, traceback, types
import typing, uuid, warnings, weakref, zlib
import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
"""
RUN = '\n\ntorch.compile(f, backend="eager")(torch.ones(2, 2))\n'
AT_ONCE = 25  # programs in one child: some end the process that runs them
SECONDS = 10


def read_forms(path):
    """(title, program) of each form."""
    forms, setup, block = [], "", None
    for line in path.read_text(encoding="utf-8").splitlines(keepends=True):
        if line.startswith(("= ", "; ")):
            block = None
            given = line[2:].rstrip("\n")
            lines = [f"r = {given}"] if line[0] == "=" else given.split(" | ")
            body = "".join(f"    {text}\n" for text in ["x = x + 1", *lines, "return x + 2"])
            forms.append([given, f"{setup}\ndef f(x):\n{body}"])
        elif line.startswith("["):
            block = [line.strip().strip("[]"), ""]
            forms.append(block)
        elif line.startswith("%%"):
            setup, block = "", None
        elif block:
            block[1] += line
        else:
            setup += line
    for form in forms:
        program = PRELUDE + form[1].rstrip("\n") + "\n"
        yield form[0], program if "torch.compile(" in program else program + RUN


def write_programs(forms, folder):
    folder.mkdir(parents=True, exist_ok=True)
    programs = {}
    for number, (title, program) in enumerate(read_forms(forms)):
        path = folder / f"form{number:04}.py"
        path.write_text(program, encoding="utf-8")
        programs[path] = title
    return programs


# ---- Recording: these functions run in an interpreter that has torch ----


class Breaks(logging.Handler):
    """Where Dynamo says that it broke, of the program that runs."""

    def __init__(self):
        super().__init__()
        self.program, self.seen = "", set()

    def emit(self, record):
        text = record.getMessage()
        inside = [at for at in re.findall(r'File "([^"]+)", line (\d+), in (\S+)', text) if at[0] == self.program]
        inside = [at for at in inside if at[2] != "<module>"]
        first = re.match(rf"Graph break[^/]*{re.escape(self.program)}:(\d+)", text)
        line = inside[-1][1] if inside else first[1] if first else None
        gb_id = re.search(r"gb\d+", text)
        if line:
            self.seen.add((int(line), gb_id[0].upper() if gb_id else ""))


def run_program(path, breaks):
    import torch._dynamo
    from torch._dynamo import symbolic_convert

    breaks.program, breaks.seen, error = str(path), set(), None
    torch._dynamo.reset()
    symbolic_convert.graph_break_dup_warning_checker.reset()
    module = types.ModuleType(path.stem)
    module.__file__ = str(path)
    sys.modules[path.stem] = module
    signal.alarm(SECONDS)
    try:
        exec(compile(path.read_text(encoding="utf-8"), path, "exec"), module.__dict__)
    except BaseException as raised:  # whatever the program does
        error = f"{type(raised).__name__}: {raised}".split("\n")[0][:100]
    signal.alarm(0)
    return {"breaks": sorted(breaks.seen), "error": error}


def in_child(paths, results, breaks):
    """Each of them in turn, until one ends the process."""
    child = os.fork()
    if child:
        os.waitpid(child, 0)
        return
    try:
        null = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(null, stream)
        for path in paths:
            told = json.dumps([path.name, run_program(path, breaks)])
            with results.open("a", encoding="utf-8") as out:
                out.write(told + "\n")
    finally:
        os._exit(0)


def record(forms, folder):
    import torch._logging

    programs = list(write_programs(forms, folder))
    torch._logging.set_logs(graph_breaks=True)
    breaks = Breaks()
    log = logging.getLogger("torch._dynamo.symbolic_convert.__graph_breaks")
    log.addHandler(breaks)
    log.propagate = False
    warnings.simplefilter("ignore")
    signal.signal(signal.SIGALRM, signal.default_int_handler)
    results, told = folder / "told.jsonl", {}
    results.write_text("", encoding="utf-8")
    left = programs
    while left:
        in_child(left[:AT_ONCE], results, breaks)
        told = dict(map(json.loads, results.read_text(encoding="utf-8").splitlines()))
        ended = [path for path in left[:AT_ONCE] if path.name not in told]
        for path in ended[:1]:
            with results.open("a", encoding="utf-8") as out:
                out.write(json.dumps([path.name, {"breaks": [], "error": "ended the process"}]) + "\n")
            told[path.name] = None
        left = [path for path in left if path.name not in told]
    told = dict(map(json.loads, results.read_text(encoding="utf-8").splitlines()))
    (folder / "record.json").write_text(json.dumps(told, indent=0), encoding="utf-8")
    print(f"{len(told)} programs recorded")


# ---- Comparing ----


def findings(program, paths, folder):
    """line → whether a finding there is firm, of each program."""
    out = folder / "findings.json"
    command = [program, "check", "--isolated", "--no-cache", "--exit-zero", "-o", f"json:{out}", *map(str, paths)]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    said = collections.defaultdict(dict)
    for finding in json.loads(out.read_text(encoding="utf-8"))["findings"]:
        lines, line = said[pathlib.Path(finding["path"]).name], finding["location"]["line"]
        lines[line] = lines.get(line, False) or finding["firm"]
    return said


def disagreement(broke, lines):
    firm = {line for line, is_firm in lines.items() if is_firm}
    if broke - set(lines):
        return "missed"
    return "alarm" if firm - broke else "note" if broke - firm else ""


def compare(forms, folder, program, tell):
    programs = write_programs(forms, folder)
    told = json.loads((folder / "record.json").read_text(encoding="utf-8"))
    said, count = findings(program, programs, folder), collections.Counter()
    for path, title in programs.items():
        seen, lines = told[path.name], said[path.name]
        kind = disagreement({line for line, _ in seen["breaks"]}, lines)
        if kind and seen["error"]:
            kind = "raises"
        count[kind or "agree"] += 1
        if kind and (kind != "raises" or tell):
            print(f"{kind:7} {path.name}  {title}  torch {seen['breaks']}  graphmend {lines}")
    print(f"{forms.stem}: {sum(count.values())} programs, {dict(count)}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("do", choices=["record", "compare"])
    parser.add_argument("forms", type=pathlib.Path)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("program", nargs="?", default="graphmend")
    parser.add_argument("--python", default=sys.executable, help="an interpreter that has torch")
    parser.add_argument("--tell", action="store_true", help="print those that raise as well")
    options = parser.parse_args()
    folder = options.folder.resolve()
    if options.do == "compare":
        return compare(options.forms, folder, options.program, options.tell)
    if options.python != sys.executable:
        return subprocess.run([options.python, __file__, "record", options.forms, folder]).returncode
    return record(options.forms, folder)


if __name__ == "__main__":
    sys.exit(main())
