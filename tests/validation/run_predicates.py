"""Are branches that graphmend rewrites still what they were? Runs each program of predicates/ as it
is written, uncompiled, against what `graphmend check --fix --unsafe-fixes` makes of it: uncompiled,
and as one graph under the backends eager and aot_eager.

A program defines `build()`, which gives a function or module, and `CALLS`, the arguments of calls
that take each branch both ways and back; all calls are made on one object. Outputs, buffers and
gradients must be equal to the bit; a parameter that the taken side does not use may have a gradient
of zeros. `FAILS`: arguments that must raise, compiled too. Exit 77 without torch.
"""

import contextlib
import copy
import importlib.util
import pathlib
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
SKIPPED = 77
sys.path.insert(0, str(HERE.parents[1] / "python"))  # what some fixes import


@contextlib.contextmanager
def unchanged_flags():
    """A fix may set flags of Dynamo: for its own program only."""
    import torch._dynamo.config as config

    before = config.get_config_copy()
    try:
        yield
    finally:
        for name, value in before.items():
            if getattr(config, name) != value:
                setattr(config, name, value)


def load(path, name):
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def bits(value):
    import torch

    if isinstance(value, torch.Tensor):
        array = value.detach().contiguous()
        return str(value.dtype), tuple(value.shape), array.view(torch.uint8 if array.dim() else array.dtype).tolist()
    if isinstance(value, (tuple, list)):
        return [bits(item) for item in value]
    return repr(value)


def call(function, args, owner):
    """Output, gradients of arguments and parameters, buffers."""
    import torch

    torch.manual_seed(0)
    args = copy.deepcopy(args)
    leaves = [a for a in args if isinstance(a, torch.Tensor) and a.is_floating_point()]
    for leaf in leaves:
        leaf.requires_grad_()
    parameters = list(owner.parameters()) if isinstance(owner, torch.nn.Module) else []
    for parameter in parameters:
        parameter.grad = None
    out = function(*args)
    first = out[0] if isinstance(out, tuple) else out
    if isinstance(first, torch.Tensor) and first.requires_grad:
        first.float().sum().backward()
    grads = [torch.zeros_like(t) if t.grad is None else t.grad for t in leaves + parameters]
    buffers = list(owner.buffers()) if isinstance(owner, torch.nn.Module) else []
    return bits(out), bits([g + 0.0 for g in grads]), bits(buffers)


def problems(path, graphmend, work):
    import torch

    fixed = work / path.name
    shutil.copy(path, fixed)
    done = subprocess.run([graphmend, "check", "--fix", "--unsafe-fixes", str(fixed)], capture_output=True, text=True)
    if fixed.read_text() == path.read_text():
        yield f"is not rewritten: {done.stdout[-300:]}{done.stderr[-300:]}"
        return
    before, after = load(path, path.stem), load(fixed, path.stem + "_fixed")
    for backend in (None, "eager", "aot_eager"):
        torch._dynamo.reset()
        torch.manual_seed(1)
        reference = before.build()
        torch.manual_seed(1)
        owner = after.build()
        function = owner if backend is None else torch.compile(owner, backend=backend, fullgraph=True)
        for number, args in enumerate(before.CALLS):
            expected = call(reference, args, reference)
            try:
                found = call(function, args, owner)
            except Exception as error:  # whatever the compiler says is the finding
                yield f"{backend}, call {number}: {type(error).__name__}: {str(error).strip().splitlines()[0]}"
                break
            for what, a, b in zip(("output", "gradients", "buffers"), expected, found):
                if a != b:
                    yield f"{backend}, call {number}: {what} differ: {a} became {b}"
        for args in getattr(before, "FAILS", ()):
            try:
                function(*copy.deepcopy(args))
            except Exception:
                continue
            yield f"{backend}: does not raise"


def main():
    if importlib.util.find_spec("torch") is None:
        print("torch is not installed")
        return SKIPPED
    graphmend = str(pathlib.Path(sys.argv[1]).resolve())
    found = 0
    programs = sorted((HERE / "predicates").glob("*.py"))
    with tempfile.TemporaryDirectory() as work:
        for path in programs:
            if len(sys.argv) > 2 and path.stem not in sys.argv[2:]:
                continue
            with unchanged_flags():
                for text in problems(path, graphmend, pathlib.Path(work)):
                    print(f"{path.stem}: {text}")
                    found += 1
    print(f"{len(programs)} programs, {found} problems")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
