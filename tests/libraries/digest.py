"""What a value is, as flat text that two processes can compare.

`digest(value, roots)` gives {path: text} for all that the value holds: tensors with dtype, shape,
strides and bits, numbers, strings, containers, modules with their parameters, buffers and
gradients. NaNs count as equal, and of tuples of constants it is not told whether they are one or
several. Objects are entered where their class is one of torch's or of the
packages in `roots`; of others only the class is told, for what they hold is not the program's.
"""
import dataclasses
import hashlib
import numbers
import re
import types

import numpy
import torch

DEEPEST = 12
# Of objects, as repr() and id() tell them.
ADDRESS = re.compile(r"\b0x[0-9a-f]{8,}\b|\b(?:9[3-9]|1[0-4]\d)\d{12}\b")
SKIPPED = (types.FunctionType, types.MethodType, types.BuiltinFunctionType, types.ModuleType, type)


def digest(value, roots, name="value"):
    found = Digests(roots)
    with torch.no_grad(), torch._C.DisableTorchFunctionSubclass():
        found.add(name, value, 0)
    return found.texts


class Digests:
    def __init__(self, roots):
        self.roots, self.texts = {*roots, "torch", "__main__"}, {}
        self.seen = {}  # id: (path, object); the object is kept, so that its id stays its own

    def add(self, path, value, depth):
        if isinstance(value, SKIPPED):
            return
        if isinstance(value, torch.Tensor):
            self.add_tensor(path, value, depth)
        elif is_constant(value):
            self.texts[path] = shortened(repr(value))
        elif isinstance(value, numpy.ndarray):
            self.texts[path] = f"{value.dtype} {value.shape} {hashed(value.tobytes())}"
        elif depth == DEEPEST:
            self.texts[path] = type(value).__name__
        elif id(value) in self.seen:
            self.texts[path] = f"as {self.seen[id(value)][0]}"
        else:
            self.seen[id(value)] = path, value
            self.add_parts(path, value, depth + 1)

    def add_parts(self, path, value, depth):
        if isinstance(value, torch._dynamo.eval_frame.OptimizedModule):
            value = value._orig_mod
        self.texts[path] = type(value).__name__
        if isinstance(value, dict):
            items = list(value.items())
            if any(isinstance(key, torch.Tensor) for key in value):
                # Optimizers keep their state by parameter, in an order that may be of addresses.
                items.sort(key=lambda pair: str(digest(pair, self.roots)))
            for i, (key, item) in enumerate(items):
                plain = isinstance(key, (str, int, float, tuple))
                name = ADDRESS.sub("an address", repr(key)) if plain else f"#{i}"
                self.add(f"{path}[{name}]", item, depth)
        elif isinstance(value, (list, tuple)):
            for i, item in enumerate(value):
                self.add(f"{path}[{i}]", item, depth)
        elif isinstance(value, (set, frozenset)):
            if all(isinstance(item, (str, numbers.Number)) for item in value):
                self.texts[path] = shortened(repr(sorted(value, key=repr)))
        elif type(value).__module__.split(".")[0] in self.roots or dataclasses.is_dataclass(value):
            for key, item in list(getattr(value, "__dict__", {}).items()):
                self.add(f"{path}.{key}", item, depth)

    def add_tensor(self, path, tensor, depth):
        kind = "" if type(tensor) in (torch.Tensor, torch.nn.Parameter) else type(tensor).__name__
        try:
            shape = [str(tensor.dtype), str(tuple(tensor.shape))]
            shape += [str(tensor.stride())] if tensor.layout is torch.strided else []
            shape += ["requires grad"] if tensor.requires_grad else []
            if hasattr(tensor, "__tensor_flatten__"):
                for name in tensor.__tensor_flatten__()[0]:
                    self.add(f"{path}.{name}", getattr(tensor, name), depth + 1)
            else:
                shape.append(hashed(bits(tensor)))
            self.texts[path] = " ".join([kind, *shape]).strip()
            if tensor.is_leaf and tensor.grad is not None:
                self.add(f"{path}.grad", tensor.grad, depth + 1)
        except (RuntimeError, ValueError, TypeError, NotImplementedError, AttributeError) as error:
            # Not yet initialised, or inside of a transform: no storage to read.
            self.texts[path] = f"{type(tensor).__name__}, unreadable: {type(error).__name__}"


def is_constant(value):
    """Whether it can never change, so that nothing hangs on which of several equal ones it is."""
    if isinstance(value, tuple):
        return all(is_constant(item) for item in value)
    return value is None or isinstance(value, (str, bytes, numbers.Number))


def bits(tensor):
    tensor = tensor.detach()
    if tensor.layout is not torch.strided:
        tensor = tensor.to_dense()
    if tensor.is_quantized:
        tensor = tensor.int_repr()
    tensor = tensor.resolve_conj().resolve_neg()
    if tensor.is_complex():
        tensor = torch.view_as_real(tensor)
    if tensor.is_floating_point():
        tensor = tensor.masked_fill(tensor != tensor, float("nan"))  # whatever a NaN's payload
    return tensor.cpu().contiguous().reshape(-1).view(torch.uint8).numpy().tobytes()


def hashed(data):
    return hashlib.sha256(data).hexdigest()[:12]


def shortened(text):
    text = ADDRESS.sub("an address", text)
    return text if len(text) <= 60 else f"{text[:40]}… {hashed(text.encode())}"
