#!/usr/bin/env python3
"""Run programs for fix_table.py and write down what they do.

Reads jobs from standard input, a JSON object a line, and answers each with its exit status. A job
runs in a fork of this process, for importing torch takes longer than most of the programs:

    program  what to run, as __main__
    tree     the sources that are measured, of the program's libraries and of the program itself
    path     the folders that come first on the path
    eager    whether what torch.compile returns runs uncompiled
    limit    the seconds after which the program is ended
    out      the file to write, in the folder to run in: the graph breaks laid at statements of
             the tree (as merge.py lays them), what the program printed, logged and warned in
             order, the exception that ended it, and digests of what each compiled call got and
             gave and of all that the program's globals hold at the end
"""
import functools
import json
import logging
import os
import pathlib
import random
import signal
import sys
import traceback
import types
import warnings

import numpy
import torch
import torch._dynamo

import measure
import merge
from digest import ADDRESS, digest, hashed

class Ear:
    """What is said, in order: it stands for sys.stdout, and hears logging and warnings as well."""

    encoding, errors = "utf-8", "strict"

    def __init__(self, tree):
        self.tree, self.said = str(tree), []
        self.make_record = logging.getLogRecordFactory()

    def plain(self, text):
        return ADDRESS.sub("an address", str(text).replace(self.tree, ""))

    def write(self, text):
        if self.said and self.said[-1][0] == "print":
            self.said[-1][1] += self.plain(text)
        else:
            self.said.append(["print", self.plain(text)])
        return len(text)

    def flush(self):
        pass

    def isatty(self):
        return False

    def hear_record(self, name, level, *rest, **kwargs):
        record = self.make_record(name, level, *rest, **kwargs)
        if name.split(".")[0] != "torch":
            self.said.append([f"log {record.levelname}", self.plain(record.getMessage())])
        return record

    def hear_warning(self, message, category, filename, lineno, *_):
        if "/torch/" not in filename:
            self.said.append([f"warning {category.__name__}", self.plain(message)])

    def listen(self):
        sys.stdout = self
        logging.setLogRecordFactory(self.hear_record)
        warnings.showwarning = self.hear_warning


class Recorder:
    """Stands for torch.compile, and digests each call of what it returns."""

    def __init__(self, roots):
        self.roots, self.calls, self.depth = roots, [], 0
        self.compile = torch.compile

    def install(self):
        torch.compile = self.compile_recorded
        module_class = torch._dynamo.eval_frame.OptimizedModule
        call = module_class.__call__

        def call_module(module, *args, **kwargs):
            if torch.compiler.is_compiling():
                return call(module, *args, **kwargs)
            return self.call(functools.partial(call, module), args, kwargs, module)

        module_class.__call__ = call_module

    def compile_recorded(self, model=None, *, fullgraph=False, dynamic=None, **_):
        if model is None:
            return functools.partial(self.compile_recorded, fullgraph=fullgraph, dynamic=dynamic)
        compiled = self.compile(model, fullgraph=fullgraph, dynamic=dynamic, backend="eager")
        if isinstance(compiled, torch.nn.Module) or isinstance(compiled, type):
            return compiled
        owner = getattr(model, "__self__", None)

        @functools.wraps(compiled)
        def recorded(*args, **kwargs):
            if torch.compiler.is_compiling():
                return compiled(*args, **kwargs)
            return self.call(compiled, args, kwargs, owner)

        recorded._torchdynamo_inline = model  # in other compiled code, Dynamo goes right there
        return recorded

    def call(self, compiled, args, kwargs, owner):
        # One that runs within another is part of it, and when both are compiled it is not seen.
        self.depth += 1
        try:
            output = compiled(*args, **kwargs)
        finally:
            self.depth -= 1
        if self.depth == 0:
            whole = {"output": output, "args": args, "kwargs": kwargs, "owner": owner}
            self.calls.append(digest(whole, self.roots, "call"))
        return output


def random_state():
    return {"torch": hashed(torch.get_rng_state().numpy().tobytes()),
            "numpy": hashed(repr(numpy.random.get_state()[1:]).encode()),
            "random": hashed(repr(random.getstate()).encode())}


def counted_breaks(spy, tree):
    """The breaks at statements of the tree: [file, line of the statement, GB id, reason]."""
    spans = {}

    def statement(file, line):
        if file not in spans:
            spans[file] = merge.first_lines(tree / file)
        return file, spans[file].get(line, line)

    inside = lambda file: not file.startswith("/") and (tree / file).is_file()
    traced = {statement(file, line) for file, lines in spy.traced.items() if inside(file)
              for line in lines}
    counted = []
    for event in spy.breaks():
        file, line = merge.blamed(event)
        if event["gb"] == "GB0003" or not inside(file):
            continue
        moved = (file, line) != (event["file"], event["line"])
        if not moved or statement(file, line) in traced:
            counted.append([*statement(file, line), event["gb"], event["reason"]])
    return counted


def run(program, ear):
    """Run the program as __main__; the exception that ended it, if any."""
    module = types.ModuleType("__main__")
    module.__dict__.update(__file__=str(program))
    sys.modules["__main__"], sys.argv = module, [str(program)]
    try:
        exec(compile(program.read_text(), str(program), "exec"), module.__dict__)
        error = None
    except BaseException as raised:
        error = ear.plain(f"{type(raised).__name__}: {raised}".split("\n")[0][:300])
    return module, error


def loaded_files(tree):
    files = (getattr(module, "__file__", None) for module in list(sys.modules.values()))
    return sorted(file.removeprefix(f"{tree}/") for file in filter(None, files)
                  if file.startswith(f"{tree}/"))


def measure_job(job):
    program, tree, out = (pathlib.Path(job[key]) for key in ("program", "tree", "out"))
    sys.path[:0] = job["path"]
    measure.SITE = f"{tree}/"
    for seed in (torch.manual_seed, numpy.random.seed, random.seed):
        seed(0)
    roots = {path.name.removesuffix(".py") for path in tree.iterdir()}
    ear, recorder = Ear(tree), Recorder(roots)
    with measure.Spy() as spy:
        if job["eager"]:
            torch.compiler.set_stance("force_eager")
        ear.listen()
        recorder.install()
        module, error = run(program, ear)
    end = {}
    for name, value in list(vars(module).items()):
        if not name.startswith("__"):
            end.update(digest(value, roots, name))
    result = {"error": error, "said": ear.said, "calls": recorder.calls, "random": random_state(),
              "end": end, "breaks": counted_breaks(spy, tree),
              "files": loaded_files(tree) + [f"programs/{program.name}"]}
    out.write_text(json.dumps(result))


def run_fork(job):
    """Ends this process: no threads or destructors of a library may hold it."""
    out = pathlib.Path(job["out"])
    os.chdir(out.parent)
    signal.alarm(int(job["limit"]))
    with open(os.devnull, "r+b") as nothing, open(out.with_suffix(".log"), "wb") as log:
        for number, file in enumerate((nothing, nothing, log)):
            os.dup2(file.fileno(), number)
    try:
        measure_job(job)
    except BaseException:
        traceback.print_exc()
        sys.stderr.flush()
        os._exit(1)
    os._exit(0)


def main():
    del sys.path[0]  # the folder of this script, which the libraries shall not see
    torch.set_num_threads(1)
    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            run_fork(json.loads(line))
        _, status = os.waitpid(child, 0)
        print(os.waitstatus_to_exitcode(status), flush=True)


if __name__ == "__main__":
    main()
