#!/usr/bin/env python3
"""Run the cases of rules/*.md, fixes/*.md and tests/cases/*.md on real torch and compare with their markers.

    remeasure_cases.py [FILE.md[::TITLE]…]

Cases say what graphmend must report; this says whether torch.compile agrees. Each `py` block is
imported in a process of its own with `torch.compile` recorded, and what was compiled is called with
inputs chosen by parameter name (INPUTS below). Printed are:

    missing      a line where torch broke the graph without an `# error` or `# note` marker
    unconfirmed  an `# error` line where it did not (a side that these inputs do not take, or what
                 follows in a frame that was skipped); fine if it was thought about

Exit status: 0 no line is missing, 1 some are, 77 no torch of the recorded release.
"""
import inspect
import os
import pathlib
import re
import sys
import tempfile
import typing

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests/validation"))
import children  # noqa: E402

RELEASE = "2.13"
MARKER = re.compile(r"#\s*(error|note)\b(?!\w)")
NOT_RUN = re.compile(r"<!--\s*not run:\s*(.+?)\s*-->")


def cases_of(path):
    """(title, {file name: text}, settings, reason not to run) of each case, as tests/run_cases.cpp reads them."""
    titles, files, order, state, name, block = [], {}, [], None, None, []
    skip, settings = None, ""

    def flush():
        if files:
            order.append((" / ".join(titles), dict(files), settings, skip))
        files.clear()

    for line in path.read_text().splitlines():
        if state is not None:
            if line.startswith("```"):
                if state in ("py", "python"):
                    files[name or "case.py"] = "\n".join(block) + "\n"
                    name = None
                elif state == "toml":
                    settings = "\n".join(block) + "\n"
                    target = re.search(r'target-torch = "(.+?)"', settings)
                    if target and target[1] != RELEASE:
                        skip = f"speaks of torch {target[1]}"
                state = None
            else:
                block.append(line)
            continue
        if line.startswith("```"):
            state, block = line[3:].strip() or "text", []
        elif match := re.match(r"(#+) (.*)", line):
            flush()
            depth = max(0, len(match[1]) - 2)
            titles[depth:] = [match[2].strip()]
            skip, settings = None, ""
        elif match := re.fullmatch(r"`([\w/.-]+\.pyi?)`:", line.strip()):
            name = match[1]
        elif match := NOT_RUN.search(line):
            skip = match[1]
    flush()
    return order


def markers_of(text):
    """Lines with an error marker, lines with any marker; a marker alone on its line speaks of the next code line."""
    errors, marked, pending, last = set(), set(), [], 0
    for number, line in enumerate(text.splitlines(), 1):
        found = MARKER.search(line)
        if line.strip().startswith("#"):
            if re.match(r"\s*#\s*\^", line):
                marked.add(last)
                errors.add(last) if "error" in line else None
            elif found:
                pending.append(found[1])
            continue
        kinds = pending + ([found[1]] if found else [])
        pending, last = [], number
        if kinds:
            marked.add(number)
            if "error" in kinds:
                errors.add(number)
    return errors, marked


def inputs():
    import torch
    torch.manual_seed(0)
    square = lambda: torch.randn(4, 4)
    ids = lambda: torch.tensor([0, 1, 2, 1])
    mask = lambda: torch.tensor([[True, False, True, False]] * 4)
    return {
        **dict.fromkeys(["x", "y", "z", "a", "b", "h", "q", "k", "v", "hidden", "hidden_states", "scores",
                         "logits", "input", "inputs", "feats", "table", "w", "residual", "target"], square),
        **dict.fromkeys(["ids", "input_ids", "labels", "index", "assign"], ids),
        **dict.fromkeys(["mask", "m", "keep", "attention_mask"], mask),
        **dict.fromkeys(["xs", "ts", "parts", "states"], lambda: [square(), square()]),
        **dict.fromkeys(["lengths", "sizes"], lambda: torch.tensor([1, 2, 3, 2])),
        **dict.fromkeys(["n", "count", "offset", "step"], lambda: torch.tensor(2)),
        **dict.fromkeys(["t", "s", "score", "scale"], lambda: torch.tensor(0.7)),
        **dict.fromkeys(["flag", "done"], lambda: torch.tensor(True)),
        **dict.fromkeys(["state", "cache", "batch"], lambda: {"h": square()}),
        **dict.fromkeys(["size", "depth", "i"], lambda: 2),
        **dict.fromkeys(["name", "mode"], lambda: "mean"),
        **dict.fromkeys(["net", "user", "item"], lambda: torch.nn.Linear(4, 4)),
        "nets": lambda: [torch.nn.Linear(4, 4), torch.nn.Linear(4, 4)],
        "wav": lambda: torch.randn(9),
        "allowed": lambda: torch.tensor([True, False, True, True]),
        "image": lambda: torch.randn(1, 3, 4, 4),
    }


# What a parameter that is annotated as a number gets, whatever its name; a tuple
# gets these, or tensors.
ANNOTATED = {"bool": True, "int": 2, "float": 0.5}


def argument(parameter, known):
    name = getattr(parameter.annotation, "__name__", parameter.annotation)
    if name in ANNOTATED:
        return ANNOTATED[name]
    if typing.get_origin(parameter.annotation) is tuple:
        items = [item for item in typing.get_args(parameter.annotation) if item is not ...]
        return tuple(ANNOTATED.get(item.__name__, known["x"]()) for item in items)
    if parameter.name not in known:
        raise LookupError(f"no input for a parameter named {parameter.name!r}")
    return known[parameter.name]()


def arguments(function):
    import torch
    known = inputs()
    if isinstance(function, torch.nn.Module):
        function = function.forward
    positional, keywords = [], {}
    for parameter in inspect.signature(function).parameters.values():
        if parameter.default is not parameter.empty or parameter.kind == parameter.VAR_KEYWORD:
            continue
        if parameter.kind == parameter.VAR_POSITIONAL:
            positional += [torch.randn(4, 4), torch.randn(4, 4)] if parameter.name in ("xs", "ts", "args") else []
            continue
        value = argument(parameter, known)
        if parameter.kind == parameter.KEYWORD_ONLY:
            keywords[parameter.name] = value
        else:
            positional.append(value)
    return positional, keywords


class AnyConfig:
    """A configuration in which everything is switched on."""

    def __getattr__(self, name):
        return True


def setting(parameter):
    if parameter.default is not parameter.empty:
        return parameter.default
    return parameter.annotation() if isinstance(parameter.annotation, type) and parameter.annotation is not parameter.empty else AnyConfig()


def run_case(folder, files, assumed):
    """Lines (file, line, ids) where torch broke the graph. What a case writes goes into its folder."""
    os.chdir(folder)
    import torch
    import torch._dynamo
    compiled = []
    original = torch.compile


    def record(function=None, **options):
        if function is None:
            return lambda f: record(f, **options)
        compiled.append((function, options))
        return original(function, backend="eager", **{k: v for k, v in options.items() if k in ("dynamic", "fullgraph")})

    def record_method(module, **options):
        compiled.append((module, options))

    torch.compile = record
    torch.nn.Module.compile = record_method
    sys.path.insert(0, folder)
    sys.argv = ["case"]
    modules = []
    for name in files:
        import importlib
        modules.append(importlib.import_module(name[:-3].replace("/__init__", "").replace("/", ".")))
    torch.compile = original
    if assumed:
        for module in modules:
            for value in list(vars(module).values()):
                if isinstance(value, type) and issubclass(value, torch.nn.Module) and value.__module__ == module.__name__:
                    wanted = [p for p in inspect.signature(value).parameters.values() if p.kind == p.POSITIONAL_OR_KEYWORD]
                    compiled.append((value(*map(setting, wanted)), {}))
    lines = set()
    spied = torch._logging.trace_structured

    def spy(name, metadata_fn=dict, *, payload_fn=lambda: None, **rest):
        if name == "artifact" and metadata_fn().get("name") == "dynamo_graph_break_reason":
            text = payload_fn().split("\nTraceback (most recent call last)")[0]
            stack = re.findall(r'File "([^"]+)", line (\d+), in', text.split("User code traceback:")[-1])
            gbs = re.findall(r"gb(\d+)\.html", text)
            inside = [(os.path.relpath(f, folder), int(n)) for f, n in stack if f.startswith(folder)]
            if inside:
                lines.add((*inside[-1], "GB" + gbs[0] if gbs else "?"))
        return spied(name, metadata_fn, payload_fn=payload_fn, **rest)

    torch._logging.trace_structured = spy
    problems = []
    seen = set()
    for function, options in compiled:
        if id(function) in seen:
            continue
        seen.add(id(function))
        torch._dynamo.reset()
        try:
            positional, keywords = arguments(function)
        except LookupError as error:
            problems.append(str(error))
            continue
        try:
            original(function, backend="eager", fullgraph=options.get("fullgraph", False))(*positional, **keywords)
        except Exception as error:
            # With fullgraph=True the first break is raised; its message ends in the user's frames.
            raised = [(os.path.relpath(f, folder), int(n)) for f, n in re.findall(r'File "([^"]+)", line (\d+), in', str(error))
                      if f.startswith(folder)]
            if options.get("fullgraph") and raised:
                lines.add((*raised[-1], "raised"))
                continue
            problems.append(f"{getattr(function, '__name__', type(function).__name__)}: {type(error).__name__}: {str(error).splitlines()[0] if str(error) else ''}")
    if not compiled:
        problems.append("nothing is compiled")
    return sorted(lines), problems


def main():
    try:
        import torch
    except ImportError:
        print("no torch here")
        return 77
    if not torch.__version__.startswith(RELEASE):
        print(f"recorded for torch {RELEASE}, this is {torch.__version__}")
        return 77
    children.prepare()
    wanted = sys.argv[1:] or [str(p) for folder in ("rules", "fixes", "tests/cases") for p in sorted((ROOT / folder).rglob("*.md"))]
    missing = unconfirmed = skipped = ran = 0
    for argument in wanted:
        path, _, title = argument.partition("::")
        for name, files, settings, skip in cases_of(pathlib.Path(path)):
            if title and title not in name:
                continue
            where = f"{os.path.relpath(path, ROOT)}::{name}"
            if skip:
                skipped += 1
                continue
            with tempfile.TemporaryDirectory() as folder:
                folder = os.path.realpath(folder)
                for file, text in files.items():
                    target = pathlib.Path(folder, file)
                    target.parent.mkdir(parents=True, exist_ok=True)
                    target.write_text(re.sub(r"\breveal\(", "(", text))
                assumed = 'assume-compiled = "modules"' in settings
                lines, problems = children.forked(lambda: run_case(folder, files, assumed), failed=lambda why: ([], [why]))
            ran += 1
            broke = {(file, line) for file, line, _ in lines}
            for problem in problems:
                print(f"problem      {where}: {problem}")
            for file, text in files.items():
                errors, marked = markers_of(text)
                source = text.splitlines()
                for f, line, gb in lines:
                    if f == file and line not in marked:
                        missing += 1
                        print(f"missing      {where}: {file}:{line} {gb} {source[line - 1].strip()}")
                for line in sorted(errors):
                    if (file, line) not in broke:
                        unconfirmed += 1
                        print(f"unconfirmed  {where}: {file}:{line} {source[line - 1].strip()}")
    print(f"{ran} cases run, {skipped} not run on purpose, {missing} lines missing, {unconfirmed} unconfirmed")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
