"""Measures every line of probes.txt on the installed torch and compares with what is recorded.

    run_probes.py              compares; a difference is an error (exit 1)
    run_probes.py --record     writes observed/<release>.json
    run_probes.py TEXT …       only the probes whose key contains one of the texts; prints them
                               (with --record: and puts them into the recorded file)

Exit 77 when torch is not installed. A probe of another library that is not installed is passed over,
and what is recorded of it stays. Each probe runs in a forked child: it may do what it likes to the
process.
"""

import ast
import importlib.util
import json
import os
import pathlib
import re
import sys
import tempfile
import textwrap

import children
import stub_rows

HERE = pathlib.Path(__file__).resolve().parent
SKIPPED = 77

PRELUDE = """\
import collections, contextlib, copy, dataclasses, functools, json, logging, math, os, random, sys, threading, time, warnings
import numpy as np
import torch, torch._dynamo
import torch.nn as nn, torch.nn.functional as F
"""


def read_probes():
    """(key, setup, body) of each line; `{a b}` in a key makes a probe for each word, put for `{}`."""
    for number, line in enumerate((HERE / "probes.txt").read_text(encoding="utf-8").splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        key, bar, text = line.partition(" | ")
        if not bar:
            raise SystemExit(f"probes.txt:{number}: no ' | ' between key and example")
        setup, _, body = text.rpartition(" ;; ")
        words = re.search(r"\{([^}]*)\}", key)
        for word in words.group(1).split() if words else [""]:
            fill = lambda s: s.replace("{}", word).replace("\\n", "\n").strip()
            yield (key.replace(words.group(0), word) if words else key).strip(), fill(setup), fill(body)


def table():
    probes = list(read_probes())
    keys = [key for key, _, _ in probes]
    for key in keys:
        if keys.count(key) > 1:
            raise SystemExit(f"probes.txt: {key} stands there twice")
    return probes


def missing_library(setup, body):
    """The first top-level package that the example imports and that is not installed, or None."""
    for node in ast.walk(ast.parse(source(setup, body))):
        if not isinstance(node, (ast.Import, ast.ImportFrom)):
            continue
        for name in [node.module] if isinstance(node, ast.ImportFrom) else [a.name for a in node.names]:
            root = name.split(".")[0]
            if importlib.util.find_spec(root) is None:
                return root
    return None


def source(setup, body):
    return (
        PRELUDE + setup + "\ndef f(x, m, l):\n    y = x * 2\n    i = l.min()\n"
        + textwrap.indent(body, "    ") + "\n    return y + 1\n"
    )


def measure(setup, body):
    """The ids of all graph breaks, as Dynamo's structured trace names them."""
    import torch
    import torch._dynamo

    reasons = []
    trace_structured = torch._logging.trace_structured

    def spy(name, metadata_fn=dict, *, payload_fn=lambda: None, **options):
        if name == "artifact" and metadata_fn().get("name") == "dynamo_graph_break_reason":
            reasons.append(payload_fn())
        return trace_structured(name, metadata_fn, payload_fn=payload_fn, **options)

    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "probe.py")
        text = source(setup, body)
        pathlib.Path(path).write_text(text, encoding="utf-8")
        module = {"__name__": "probe", "__file__": path}
        exec(compile(text, path, "exec"), module)
        torch._logging.trace_structured = spy
        inputs = (torch.rand(3, 4) + 0.1, torch.tensor([True, False, True]), torch.tensor([2, 1, 2]))
        try:
            torch._dynamo.explain(module["f"])(*inputs)
        except Exception:  # what breaks may fail as well; the reasons count
            pass
    ids = set()
    for reason in reasons:
        head = reason.split("\nUser code traceback:")[0]
        found = re.findall(r"gb(\d+)\.html", head)
        ids.add("GB" + found[0] if found else "GB????")
    return sorted(ids)


def main(arguments):
    try:
        import torch
        import torch._dynamo
    except ImportError:
        print("torch is not installed")
        return SKIPPED
    children.prepare()
    release = ".".join(torch.__version__.split(".")[:2])
    recorded_path = HERE / "observed" / f"{release}.json"
    record = "--record" in arguments
    wanted = [a for a in arguments if not a.startswith("--")]
    measured, bad, passed_over = {}, 0, {}
    for key, setup, body in table():
        if wanted and not any(w in key for w in wanted):
            continue
        if library := missing_library(setup, body):
            passed_over.setdefault(library, []).append(key)
            continue
        measured[key] = children.forked(lambda: measure(setup, body), failed=lambda why: [why])
        if wanted:
            print(f"{key:50} {measured[key]}")
    for library, keys in passed_over.items():
        print(f"{library} is not installed: {len(keys)} probes passed over")
    if record:
        recorded_path.parent.mkdir(exist_ok=True)
        if recorded_path.exists():
            kept = {key for key, _, _ in table()} if wanted else set().union(*passed_over.values())
            old = json.loads(recorded_path.read_text(encoding="utf-8"))
            measured = {k: v for k, v in old.items() if k in kept} | measured
        lines = [f"  {json.dumps(k)}: {json.dumps(v)}" for k, v in sorted(measured.items())]
        recorded_path.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
        print(f"{len(measured)} probes recorded in {recorded_path.relative_to(HERE)}")
        return 0
    if not recorded_path.exists():
        print(f"nothing is recorded for torch {release}")
        return SKIPPED
    recorded = json.loads(recorded_path.read_text(encoding="utf-8"))
    # A row that names several ids says that circumstances decide between them.
    declared = {row.key: set(row.ids) for row in stub_rows.rows() if len(row.ids) > 1}
    for key, ids in measured.items():
        by_circumstances = ids and set(ids) <= declared.get(key, set())
        if recorded.get(key) != ids and not by_circumstances:
            print(f"{key}: measured {ids}, recorded {recorded.get(key)}")
            bad += 1
    for key in recorded.keys() - {key for key, _, _ in table()}:
        print(f"{key}: recorded, but probes.txt has no such probe")
        bad += 1
    print(f"{len(measured)} probes on torch {torch.__version__}, {bad} differences")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
