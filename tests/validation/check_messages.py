"""Kept messages on real torch: fixed programs say, compute and learn what the originals do.

    check_messages.py GRAPHMEND [NAME …]

Each program below is fixed by `GRAPHMEND check --fix --unsafe-fixes`; the original runs in eager
mode, the result in eager mode and as one graph (fullgraph=True) under three backends. What is
printed, logged (level, logger, function, text) and warned (category, text), in order, and outputs
and gradients must be equal in every call; eager use must not import the compiler. Where inductor
makes CUDA graphs (simulated_cuda_graphs.py), messages must cost none: one for each graph, and all
of them written outside. Exit 77 where torch is not installed.
"""

import contextlib
import importlib.util
import io
import logging
import pathlib
import re
import subprocess
import sys
import tempfile
import warnings

import simulated_cuda_graphs

ROOT = pathlib.Path(__file__).resolve().parents[2]
SKIPPED = 77
CUDA_GRAPHS = "inductor with CUDA graphs"
BACKENDS = ("eager", "aot_eager", "inductor", CUDA_GRAPHS)
EXACT = (None, "eager", "aot_eager")
INLINE = ("what the compiler has no constant for", "kinds", "mutated later", "under conditions on tensors")  # also with the helper written into the module
# There, log records name the lambda, and a number that is changed later splits a CUDA graph.
LAMBDA = re.compile(r"^(log \w+) (\w+|<lambda>): ")

HEAD = """\
import functools
import logging
import warnings

import torch
import torch.nn as nn

logger = logging.getLogger(__name__)
logger.setLevel(logging.INFO)


@functools.lru_cache(None)
def warning_once(self, *args, **kwargs):
    self.warning(*args, **kwargs)


logging.Logger.warning_once = warning_once
"""

# name: (source of `Net`, what happens between the two calls)
PROGRAMS = {
    "what the compiler has no constant for": """
import dataclasses

PARTED = "the graph breaks at each message, as in the original"


@dataclasses.dataclass(frozen=True)
class Point:
    x: int = 1


class Plain:
    def __repr__(self):
        return "Plain()"


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.lin = nn.Linear(4, 4)
        self.point = Point()
        self.plain = Plain()

    def forward(self, x):
        y = self.lin(x)
        logger.info("at %s", self.point)
        logger.info(f"by {self.plain} of {y.shape}")
        print(f"of {self.lin}, {y.mean().item():.4f}", [self.point, y.shape[0]])
        warnings.warn(f"near {self.point}")
        return y * 2


def between():
    pass
""",
    "kinds": """
class Inner(nn.Module):
    def __init__(self):
        super().__init__()
        self.lin = nn.Linear(4, 4)

    def forward(self, x, n: int = 3):
        logger.warning_once("shown once")
        for i in range(2):
            x = self.lin(x)
            logger.info("step %d of %d: %.3f", i, n, x.detach().mean())
        logger.debug(f"hidden {x.max().item()}")
        return x


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.inner = Inner()

    def forward(self, x):
        print("before", x.shape, x.dtype, end="!\\n")
        y = self.inner(x)
        print(f"mean {y.mean().item():.4f} {{all}} {y.shape[0]:>{6}}", "and %.2f" % y.max().item())
        warnings.warn(f"careful {y.dim()}", FutureWarning)
        print("last", {"a": [y.shape[0], None]}, (1, "two"), sep="|")
        return y * 2


def between():
    logger.setLevel(logging.DEBUG)
""",
    "mutated later": """
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.lin = nn.Linear(4, 4)
        self.register_buffer("count", torch.zeros((), dtype=torch.long))

    def forward(self, x):
        print("count", self.count)
        self.count.add_(1)
        y = self.lin(x).detach().clone()
        print(f"value {y.sum().item():.4f}")
        y.mul_(3)
        print(f"value {y.sum().item():.4f}")
        return self.lin(x) + y


def between():
    pass
""",
    "many, with and without tensors": """
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.lin = nn.Linear(4, 4)

    def step(self, x, n: int):
        print("step", x.shape, n, {"a": x.dtype}, x.device)
        logger.info("sum %d %d", x.argmax(), n)
        logger.debug("never %s", x.shape)
        return self.lin(x)

    def forward(self, x):
        for i in range(3):
            x = self.step(x, i)
        warnings.warn("nothing but text")
        print(f"max {x.max().item():.3f}")
        logger.error("end")
        return x + 1


def between():
    pass
""",
    "a message of every call before one that is shown once": """
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.lin = nn.Linear(4, 4)

    def forward(self, x):
        logger.info("first")
        logger.warning_once("then once")
        y = self.lin(x)
        logger.error("sum %.3f", y.sum().item())
        return y


def between():
    logger.setLevel(logging.ERROR)
""",
    "under conditions on tensors": """
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.lin = nn.Linear(4, 4)

    def forward(self, x):
        if x.mean() > 0:
            warnings.warn("mean is positive")
            logger.info("mean %.3f of %s", x.mean().item(), x.shape)
            x = x + 1
        else:
            print(f"mean is {x.mean().item():.4f}, shape {x.shape}")
        y = self.lin(x).relu()
        if (y > 0.5).any():
            print("large", y.dtype)
            if y.max() > 1.5:
                logger.warning("very large: %s", y.dim())
                y = y.clamp(max=1.5)
            else:
                logger.warning_once("not that large")
        logger.info("end")
        return y


def between():
    pass
""",
    "before an early return": """
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.lin = nn.Linear(4, 4)

    def forward(self, x):
        y = self.lin(x)
        if y.sum() > 0:
            logger.error("sum is %d", 1)
            return y * 2
        y = y + 1
        return y


def between():
    pass
""",
    "computed and varying numbers": """
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.lin = nn.Linear(4, 4)

    def forward(self, x):
        y = self.lin(x)
        mean = y.mean().item()
        print(f"{100 * y.sum().item():.1f}% {-mean:.3f}", round(abs(mean), 2), f"{mean / 2 - 1:.3f}")
        logger.info("max %.2f of %d", y.max().item() / y.shape[0], y.argmax().item() + 1)
        return y


def between():
    pass
""",
    "subclasses, keys and categories": """
import enum


class Mode(str, enum.Enum):
    A = "a"


class Level(enum.IntEnum):
    LOW = 1


class Own(UserWarning):
    __module__ = "elsewhere"


Made = type("Named", (UserWarning,), {})
direct = logging.Logger("mine")


def deprecate(message, category=None):
    warnings.warn(message, category)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.lin = nn.Linear(4, 4)
        self.mode = Mode.A
        self.level = Level.LOW

    def forward(self, x):
        y = self.lin(x)
        print("mode", self.mode, self.level, [self.mode, self.level], f"{self.mode}")
        print({"constant": 1.5, torch.float32: y.shape[0], ("constant", 5): 2, True: self.mode})
        logger.info("pads %s", {"constant": 5})
        warnings.warn("own", Own)
        warnings.warn("made", Made)
        deprecate("old")
        return y


def between():
    pass
""",
    "numbers that a break gives": """
PARTED = True


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.lin = nn.Linear(4, 4)
        self.kept = {}

    def forward(self, x):
        y = self.lin(x)
        part = abs(y.sum().item()) % 3
        print(f"part {part}, {part:.2f}")
        logger.info(f"place {y.argmax().item() % 3:02d}")
        self.kept[str(part)] = part
        return y


def between():
    pass
""",
}

TENSOR_FREE = """
import sys
sys.path.insert(0, {package!r})
import graphmend.runtime as r, logging, torch
r.print("a", torch.ones(1)); r.warn("b"); r.log(logging.getLogger("c"), "warning", "d")
found = [m for m in ("torch._dynamo", "torch._inductor") if m in sys.modules]
sys.exit(f"imported in eager mode: {{found}}" if found else 0)
"""


def load(path, name):
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


@contextlib.contextmanager
def heard(name, is_inside):
    """All that is said meanwhile, as lines; what is said inside of a CUDA graph is marked."""
    lines = []

    def hear(line):
        lines.append(("in a CUDA graph: " if is_inside() else "") + line)

    class Ear(logging.Handler):
        def emit(self, record):
            if record.name == name:
                hear(f"log {record.levelname} {record.funcName}: {record.getMessage()}")

    class Mouth(io.StringIO):
        def write(self, text):
            hear(f"print {text!r}") if text else None
            return len(text)

    ear, show = Ear(), warnings.showwarning
    logging.getLogger().addHandler(ear)
    warnings.showwarning = lambda m, c, f, *_: "/torch/" in f or hear(f"warning {c.__name__}: {m}")
    try:
        with contextlib.redirect_stdout(Mouth()):
            yield lines
    finally:
        warnings.showwarning = show
        logging.getLogger().removeHandler(ear)


def joined(said):
    """Printed pieces that follow one another as one: how print cuts its text is its own affair."""
    out = []
    for line in said:
        if line.startswith("print ") and out and out[-1].startswith("print "):
            out[-1] = "print " + repr(eval(out[-1][6:]) + eval(line[6:]))
        else:
            out.append(line)
    return out


def run(torch, path, name, backend, inline=False):
    if backend == CUDA_GRAPHS:
        with simulated_cuda_graphs.simulated() as graphs:
            result = run_on(torch, path, name, "inductor", lambda: graphs.inside)
        if not graphs.sizes or (set(graphs.sizes) != {1} and not inline):
            raise RuntimeError(f"partitions of each graph, instead of one: {graphs.sizes}")
        return result
    return run_on(torch, path, name, backend, lambda: False)


def run_on(torch, path, name, backend, is_inside):
    module = load(path, name)
    torch._dynamo.reset() if backend else None
    torch.manual_seed(0)
    net = module.Net()
    whole = not hasattr(module, "PARTED")
    call = torch.compile(net, backend=backend, fullgraph=whole) if backend else net
    result = []
    for number in range(3):
        torch.manual_seed(number)
        x = torch.randn(2, 4)
        with heard(name, is_inside) as said, contextlib.nullcontext() if number else torch.no_grad():
            out = call(x)
        if number:
            out.sum().backward()
        grads = [p.grad.clone() for p in net.parameters() if p.grad is not None]
        buffers = [b.clone() for b in net.buffers()]
        # A message behind a break names the function that Dynamo makes of the rest.
        lines = [re.sub(r"torch_dynamo_resume_in_(\w+)_at_\d+", r"\1", line) for line in joined(said)]
        result.append(([line.replace(name, "NAME") for line in lines], [out.detach(), *grads, *buffers]))
        module.between()
    return result


def differences(torch, want, got, exact, inline=False):
    for number, ((said, tensors), (said_now, tensors_now)) in enumerate(zip(want, got)):
        if inline:
            said, said_now = ([LAMBDA.sub(r"\1: ", line) for line in lines] for lines in (said, said_now))
        if said != said_now:
            yield f"call {number} says\n    {said_now}\n  instead of\n    {said}"
        same = torch.equal if exact else torch.allclose
        if len(tensors) != len(tensors_now) or not all(map(same, tensors, tensors_now)):
            yield f"call {number}: outputs, gradients or buffers differ"


def main():
    program, only = sys.argv[1], sys.argv[2:]
    if importlib.util.find_spec("torch") is None:
        print("torch is not installed: skipped")
        return SKIPPED
    package = str(ROOT / "python")
    eager = subprocess.run([sys.executable, "-c", TENSOR_FREE.format(package=package)], capture_output=True, text=True)
    bad = eager.returncode != 0
    if bad:
        print(eager.stderr)
    sys.path.insert(0, package)
    import torch
    import torch._dynamo

    warnings.simplefilter("always")
    torch.set_num_threads(1)
    with tempfile.TemporaryDirectory() as folder:
        for name, source in PROGRAMS.items():
            if only and name not in only:
                continue
            original = pathlib.Path(folder) / "original.py"
            fixed = pathlib.Path(folder) / "fixed.py"
            original.write_text(HEAD + "\n" + source)
            stem = name.replace(" ", "_")
            want = run(torch, original, f"original_{stem}", None)
            for how in ("runtime", "inline") if name in INLINE else ("runtime",):
                fixed.write_text(HEAD + "\n" + source)
                fix = [program, "check", "--fix", "--unsafe-fixes", "--fix-only", "--side-effects", how]
                subprocess.run([*fix, str(fixed)], check=True, capture_output=True)
                for backend in (None, *(EXACT[1:] if "PARTED" in source else BACKENDS)):
                    what = f"{name}, {how}, {backend or 'uncompiled'}"
                    try:
                        got = run(torch, fixed, f"fixed_{stem}_{how}_{backend}", backend, how == "inline")
                    except Exception as error:
                        problems = [f"{type(error).__name__}: {str(error)[:600]}"]
                    else:
                        problems = list(differences(torch, want, got, backend in EXACT, how == "inline"))
                    bad |= bool(problems)
                    print(f"{'FAILED' if problems else 'equal '} {what}", *problems, sep="\n  ")
    return int(bad)


if __name__ == "__main__":
    sys.exit(main())
