#!/usr/bin/env python3
"""Measure the snippets again on real torch: do their markers and truth.json still say what it does?

    remeasure.py [--write] [FOLDER/FILE.py…]

Each snippet's build() gives a function and its arguments; a process of its own runs it under
`torch._dynamo.explain` and collects every graph break that Dynamo reports, also those that leave no
graph behind. The line of a break is the innermost frame inside the snippet, its id the first one
that the reason links to. `--write` records what was measured in truth.json and in the markers.

Exit status: 0 the same, 1 something differs, 77 no torch of the recorded release.
"""
import importlib.util
import json
import pathlib
import random
import re
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "validation"))
import children  # noqa: E402

MARKER = re.compile(r"\s*#\s*(BREAK\[([^\]]*)\]|OK)\s*$")


def measure(path):
    import torch
    import torch._dynamo
    breaks, skips = set(), set()
    original = torch._logging.trace_structured

    def spy(name, metadata_fn=dict, *, payload_fn=lambda: None, **rest):
        if name == "artifact" and metadata_fn().get("name") == "dynamo_graph_break_reason":
            text = payload_fn().split("\nTraceback (most recent call last)")[0]
            reason, _, stack = text.partition("User code traceback:")
            lines = [int(n) for file, n in re.findall(r'File "([^"]+)", line (\d+), in', stack) if file == str(path)]
            ids = ["GB" + n for n in re.findall(r"gb(\d+)\.html", reason)] or ["GB????"]
            if lines:
                breaks.add((lines[-1], ids[0]))
                if "GB7000" in ids or "Skipping the function" in reason or "cannot resume" in reason:
                    skips.add(lines[-1])
        return original(name, metadata_fn, payload_fn=payload_fn, **rest)

    spec = importlib.util.spec_from_file_location("snippet", path)
    module = importlib.util.module_from_spec(spec)
    sys.modules["snippet"] = module
    torch.manual_seed(0)
    random.seed(0)
    spec.loader.exec_module(module)
    function, args, kwargs = module.build()
    if isinstance(function, torch.nn.Module) and not getattr(module, "TRAIN", False):
        function.eval()
    torch._logging.trace_structured = spy
    graphs = torch._dynamo.explain(function)(*args, **kwargs).graph_count
    record = {"breaks": sorted(map(list, breaks)), "graphs": graphs}
    if skips:
        record["skips_frame"] = sorted(skips)
    return record


def marked(text):
    found = {}
    for number, line in enumerate(text.splitlines(), 1):
        match = MARKER.search(line)
        if match and match[2]:
            found[number] = set(match[2].split(","))
    return found


def rewrite(path, record):
    lines = path.read_text().splitlines()
    for number, line in enumerate(lines, 1):
        ids = sorted({gb for at, gb in record["breaks"] if at == number})
        match = MARKER.search(line)
        if ids:
            lines[number - 1] = MARKER.sub("", line) + f"  # BREAK[{','.join(ids)}]"
        elif match and match[2]:
            lines[number - 1] = MARKER.sub("", line) + "  # OK"
    path.write_text("\n".join(lines) + "\n")


def main():
    arguments = [a for a in sys.argv[1:] if a != "--write"]
    write = "--write" in sys.argv
    recorded = json.loads((HERE / "truth.json").read_text())
    try:
        import torch
    except ImportError:
        print("no torch here")
        return 77
    if not torch.__version__.startswith(recorded["torch"]):
        print(f"recorded for torch {recorded['torch']}, this is {torch.__version__}")
        return 77
    children.prepare()
    paths = [HERE / a for a in arguments] or sorted(HERE.glob("*/*.py"))
    different = 0
    for path in paths:
        name = str(path.relative_to(HERE))
        record = children.forked(lambda: measure(path), failed=lambda why: {"error": why})
        if "error" in record:
            print(f"{name}: {record['error']}")
            different += 1
            continue
        lines = {}
        for line, gb in record["breaks"]:
            lines.setdefault(line, set()).add(gb)
        if lines == marked(path.read_text()) and record == recorded["snippets"].get(name):
            continue
        different += 1
        print(f"{name}: measured {record}, recorded {recorded['snippets'].get(name)}, marked {marked(path.read_text())}")
        if write:
            recorded["snippets"][name] = record
            rewrite(path, record)
    if write:
        rows = [f"    {json.dumps(k)}: {json.dumps(v)}" for k, v in sorted(recorded["snippets"].items())]
        head = '{\n  "torch": ' + json.dumps(recorded["torch"]) + ',\n  "snippets": {\n'
        (HERE / "truth.json").write_text(head + ",\n".join(rows) + "\n  }\n}\n")
    print(f"{len(paths)} snippets, {different} different")
    return 1 if different and not write else 0


if __name__ == "__main__":
    sys.exit(main())
