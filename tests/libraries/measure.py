#!/usr/bin/env python3
"""Run one program and write down where torch.compile breaks in it.

    measure.py PROGRAM [--out DIR] [--eager] [--limit SECONDS]

The program runs in a fresh process, with every torch.compile backed by "eager". Written to DIR/NAME.json: each graph
break that Dynamo records (file, line, GB id, reason, user stack), the lines that it traced, the number of graphs, and
the exception that ended the program, if any. With --eager, torch.compile does nothing and nothing is written: that
tells a program that never worked from one that only fails when compiled.
"""
import argparse
import collections
import json
import os
import pathlib
import re
import subprocess
import sys
import sysconfig
import time
import traceback

HERE = pathlib.Path.cwd()  # the set: a folder with programs/
SITE = sysconfig.get_paths()["purelib"] + "/"
NEVER = ("torch/", "numpy/", "scipy/", "functorch/", "torchgen/", "sympy/", "networkx/")
FRAME = re.compile(r'File "([^"]+)", line (\d+), in (\S+)')


def relative(path):
    """Where a file lies, from site-packages on; a program is programs/NAME.py."""
    if path.startswith(SITE):
        return path[len(SITE):]
    return "programs/" + os.path.basename(path) if path.startswith(str(HERE / "programs") + "/") else path


class Spy:
    """Records Dynamo's structured graph-break artifacts and the lines that it traces."""

    def __enter__(self):
        import torch
        import torch._dynamo
        from torch._dynamo import exc, side_effects, symbolic_convert

        self.events, self.traced = [], collections.defaultdict(set)
        plain, translator_class = torch._logging.trace_structured, symbolic_convert.InstructionTranslatorBase
        starts_line = translator_class.starts_line

        def trace_structured(name, metadata_fn=dict, *, payload_fn=lambda: None, **kwargs):
            if name == "artifact" and metadata_fn().get("name") == "dynamo_graph_break_reason":
                above = [(f.filename, f.lineno, f.name) for f in exc.get_stack_above_dynamo()]
                self.events.append((payload_fn(), above))
            return plain(name, metadata_fn, payload_fn=payload_fn, **kwargs)

        def traced_line(translator, line):
            file = relative(translator.f_code.co_filename)
            if not file.startswith(("/", "<") + NEVER):
                self.traced[file].add(line)
            return starts_line(translator, line)

        torch._logging.trace_structured = trace_structured
        translator_class.starts_line = traced_line
        # Dynamo drops each caller of the same name as its callee (forward in forward) from the stack: keep them all.
        if hasattr(torch._dynamo.config, "collapse_resume_frames"):
            torch._dynamo.config.collapse_resume_frames = False
        for module in (exc, side_effects, symbolic_convert):
            if hasattr(module, "collapse_resume_frames"):
                module.collapse_resume_frames = lambda stack: stack
        return self

    def __exit__(self, *_):
        pass

    def breaks(self):
        for payload, above in self.events:
            if payload.startswith("WON'T CONVERT"):
                continue  # the same break follows as an event of its own
            head = payload.split("Traceback (most recent call last)")[0]
            stack = [(file, int(line), name) for file, line, name in FRAME.findall(head)]
            at = re.search(r"Graph break in user code at (.+):(\d+)", payload)
            place = (at.group(1), int(at.group(2))) if at else stack[-1][:2] if stack else ("?", 0)
            if not at:  # the stack of a skipped frame lacks its callers
                stack = above + stack
            gb = re.search(r"gb(\d+)\.html", payload)
            lines = [line.strip() for line in head.split("\n") if line.strip()]
            reason = next((l for l in lines[1:] if l.startswith("Explanation:")), lines[1] if len(lines) > 1 else "")
            yield {"file": relative(place[0]), "line": place[1], "gb": "GB" + gb.group(1) if gb else None,
                   "reason": reason.removeprefix("Explanation:").strip()[:240], "skip": not at,
                   "stack": [[relative(file), line, name] for file, line, name in stack]}


def run(program, out, eager):
    import random
    import runpy

    import numpy
    import torch

    torch.set_num_threads(1)
    for seed in (torch.manual_seed, numpy.random.seed, random.seed):
        seed(0)
    result = {"name": program.stem, "torch": torch.__version__, "error": None}
    graphs, compile_for_real = [], torch.compile

    def backend(module, _inputs):
        graphs.append(1)
        return module.forward

    def compile(model=None, *, fullgraph=False, dynamic=None, backend_=backend, **_):
        if eager:
            return model if model is not None else lambda function: function
        return compile_for_real(model, fullgraph=fullgraph, dynamic=dynamic, backend=backend_)

    torch.compile = lambda model=None, backend=None, mode=None, options=None, **kwargs: compile(model, **kwargs)
    start = time.time()
    with Spy() as spy:
        try:
            runpy.run_path(str(program), run_name="__main__")
        except BaseException as error:
            result["error"] = f"{type(error).__name__}: {str(error)[:500]}"
            traceback.print_exc()
    result["seconds"] = round(time.time() - start, 1)
    result["graphs"], result["breaks"] = len(graphs), list(spy.breaks())
    result["traced"] = {file: sorted(lines) for file, lines in sorted(spy.traced.items())}
    if not eager:
        out.write_text(json.dumps(result, indent=0))
    sys.stdout.flush(), sys.stderr.flush()
    os._exit(1 if result["error"] else 0)  # no threads or destructors of a library may hold the process


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("--out", type=pathlib.Path, default=HERE / "truth")
    parser.add_argument("--eager", action="store_true")
    parser.add_argument("--limit", type=float, default=120)
    parser.add_argument("--child", action="store_true", help=argparse.SUPPRESS)
    args = parser.parse_args()
    args.out.mkdir(exist_ok=True, parents=True)
    program, out = args.program.resolve(), args.out / f"{args.program.stem}.json"
    if args.child:
        run(program, out, args.eager)
    environment = {**os.environ, "TORCH_DYNAMO_AUTOMATIC_DYNAMIC_LOCAL_PGO": "0", "OMP_NUM_THREADS": "1",
                   "HF_HUB_OFFLINE": "1", "MPLBACKEND": "Agg", "WANDB_MODE": "disabled"}
    command = [sys.executable, str(pathlib.Path(__file__).resolve()), str(program), "--child", "--out", str(args.out.resolve())]
    try:
        sys.exit(subprocess.run(command + ["--eager"] * args.eager, env=environment, timeout=args.limit).returncode)
    except subprocess.TimeoutExpired:
        if not args.eager:
            out.write_text(json.dumps({"name": program.stem, "error": f"no end within {args.limit:g} s"}))
        sys.exit(124)


if __name__ == "__main__":
    main()
