"""What a call of a program does, as data that can be compared: results with dtype, strides, sharing of
storage and bits; what it changed; gradients; random state; messages in order; exceptions."""

import contextlib
import dataclasses
import hashlib
import io
import logging
import numbers
import warnings


# Of the programs; what torch and others log is their own affair.
LOGGERS = ("program", "root", "other")


class Memory:
    """Numbers storages in the order in which they are seen, so that sharing can be compared."""

    def __init__(self):
        self.known = {}
        self.kept = []  # alive, so that no storage gets the number of one that is gone

    def number(self, tensor):
        storage = tensor.untyped_storage()
        self.kept.append(storage)
        return self.known.setdefault(storage._cdata if storage.nbytes() == 0 else storage.data_ptr(), len(self.known))


def of_tensor(torch, tensor, memory):
    if type(tensor) is not torch.Tensor and type(tensor) is not torch.nn.Parameter:
        kind = type(tensor).__name__
    else:
        kind = "tensor"
    if tensor.is_sparse:
        tensor = tensor.to_dense()
        kind = "sparse"
    if tensor.is_meta:
        tensor, kind = torch.zeros_like(tensor, device="cpu", requires_grad=tensor.requires_grad), "meta tensor"
    plain = tensor.detach().resolve_conj().resolve_neg().contiguous().reshape(-1)
    wide = torch.view_as_real(plain) if plain.is_complex() else plain
    if wide.is_floating_point():  # the sign and the rest of a NaN depend on how it was vectorised
        wide = torch.where(wide.isnan(), torch.nan, wide)
    bits = wide.clone(memory_format=torch.contiguous_format).view(torch.uint8).cpu().numpy().tobytes().hex() if wide.numel() else ""
    shown = wide.reshape(-1).double().tolist()
    return {
        "is": kind,
        "dtype": str(tensor.dtype),
        "shape": list(tensor.shape),
        # Of a dimension without extent the stride says nothing.
        "stride": [s if n > 1 else 0 for s, n in zip(tensor.stride(), tensor.shape)] if tensor.numel() else [],
        "offset": tensor.storage_offset() if tensor.numel() else 0,
        "storage": memory.number(tensor) if tensor.numel() else -1,
        "grad": tensor.requires_grad,
        "bits": bits,
        "values": shown,
    }


def of(torch, value, memory, depth=0):
    if isinstance(value, torch.Tensor):
        return of_tensor(torch, value, memory)
    if value is None or isinstance(value, (bool, str, bytes)):
        return {"is": type(value).__name__, "value": repr(value)}
    if isinstance(value, numbers.Number):
        return {"is": type(value).__name__, "value": repr(value)}
    if depth > 6:
        return {"is": "deep"}
    if isinstance(value, dict):
        return {"is": "dict", "of": type(value).__name__, "items": [[repr(k), of(torch, v, memory, depth + 1)] for k, v in value.items()]}
    if isinstance(value, (list, tuple)):
        return {"is": type(value).__name__, "items": [["", of(torch, v, memory, depth + 1)] for v in value]}
    if isinstance(value, (set, frozenset)):
        return {"is": type(value).__name__, "value": repr(sorted(map(repr, value)))}
    if isinstance(value, (torch.dtype, torch.device, torch.Size)):
        return {"is": type(value).__name__, "value": repr(value)}
    if isinstance(value, torch.nn.Module):
        return {"is": type(value).__name__, "items": state_of(torch, value, memory, depth)}
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        fields = [[f.name, of(torch, getattr(value, f.name), memory, depth + 1)] for f in dataclasses.fields(value)]
        return {"is": type(value).__name__, "items": fields}
    return {"is": type(value).__name__}


def state_of(torch, owner, memory, depth=0):
    """Parameters, buffers and plain attributes."""
    if owner is None:
        return []
    if not isinstance(owner, torch.nn.Module):
        return [[name, of(torch, value, memory, depth + 1)] for name, value in sorted(vars(owner).items())]
    tensors = [[name, of(torch, value, memory)] for name, value in [*owner.named_parameters(), *owner.named_buffers()]]
    # What is registered has its own list, and what begins with an underscore is the module's affair.
    plain = [[name, of(torch, value, memory, depth + 1)] for name, value in sorted(vars(owner).items())
             if not name.startswith("_") and name != "training"]
    return tensors + plain


def random_state(torch):
    import random

    import numpy

    device = torch.get_default_device()
    of_device = torch.get_device_module(device).get_rng_state().numpy().tobytes() if device.type != "cpu" else b""
    state = (of_device, torch.random.get_rng_state().numpy().tobytes(), random.getstate(), numpy.random.get_state()[1].tobytes())
    return hashlib.sha1(repr(state).encode()).hexdigest()


def seed(torch, number):
    import random

    import numpy

    if torch.get_default_device().type != "cpu":
        torch.get_device_module(torch.get_default_device()).manual_seed(number)
    torch.default_generator.manual_seed(number)  # torch.manual_seed asks each device that there may be
    random.seed(number)
    numpy.random.seed(number)


def raised(error):
    lines = str(error).strip().split("\n")
    text = lines[0] if "raised:" not in lines[0] else " ".join(lines[:2])  # by a backend: what it raised
    return {"type": type(error).__name__, "is": [cls.__name__ for cls in type(error).__mro__], "text": text[:200],
            "traced": "from user code:" in str(error)}


@contextlib.contextmanager
def heard(folder):
    """All that is said meanwhile, as lines: what is printed, logged and warned with, in order."""
    lines = []

    class Ear(logging.Handler):
        def emit(self, record):
            if record.name.split(".")[0] not in LOGGERS:
                return
            try:
                text = record.getMessage()
            except Exception as error:  # which handlers print to the standard error, and go on
                text = type(error).__name__
            lines.append(f"log {record.name} {record.levelname} {record.funcName}: {text}")

    class Mouth(io.TextIOBase):
        def write(self, text):
            # How a print cuts its text into pieces is its own affair.
            if lines and lines[-1].startswith("print "):
                lines[-1] += text
            elif text:
                lines.append("print " + text)
            return len(text)

    def show(message, category, filename, *_):
        if "/torch/" not in filename or "scalar" in str(message):
            lines.append(f"warning {category.__name__}: {str(message)[:200]}")

    ear = Ear()
    root = logging.getLogger()
    level = root.level
    root.addHandler(ear)
    root.setLevel(logging.DEBUG)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("always")
            warnings.showwarning = show
            with contextlib.redirect_stdout(Mouth()):
                yield lines
    finally:
        root.removeHandler(ear)
        root.setLevel(level)


def floating_outputs(torch, value, found):
    if isinstance(value, torch.Tensor):
        if value.requires_grad and not value.is_sparse:
            found.append(value)
    elif isinstance(value, dict):
        for item in value.values():
            floating_outputs(torch, item, found)
    elif isinstance(value, (list, tuple)):
        for item in value:
            floating_outputs(torch, item, found)
    return found


def backward(torch, result, leaves):
    """Gradients of the leaves: each output weighs in by numbers of its own."""
    for leaf in leaves:
        leaf.grad = None
    outputs = floating_outputs(torch, result, [])
    if not outputs:
        return {"grads": None}
    weights = [torch.linspace(1, 2, max(o.numel(), 1), dtype=torch.float64)[: o.numel()].reshape(o.shape).to(o.dtype) for o in outputs]
    try:
        torch.autograd.backward(outputs, weights)
    except Exception as error:  # what autograd refuses is part of what the program does
        return {"raises": raised(error)}
    memory = Memory()
    return {"grads": [None if leaf.grad is None else of(torch, leaf.grad, memory) for leaf in leaves]}
