"""Shapes of inputs as they are written on the command line.

    [NAME=]DTYPE[SHAPE][:FILL]      x=float32[2,16]   ids=int64[1,8]:3..128   mask=bool[4]:ones

A spec with a name is a keyword argument, one without is positional. FILL is `randn` (the default
of floating point), `LOW..HIGH` (integers from LOW to HIGH - 1; `0..10` is their default),
`zeros`, `ones`, or the values themselves as a JSON list. Needs no torch to parse.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass

_SPEC = re.compile(
    r"(?:(?P<name>[A-Za-z_]\w*)=)?(?P<dtype>[a-z]+\d*\w*)\[(?P<shape>[\d\s,]*)\](?::(?P<fill>.+))?"
)
_RANGE = re.compile(r"(-?\d+)\.\.(-?\d+)")
_DTYPES = (
    "float64 float32 float16 bfloat16 int64 int32 int16 int8 uint8 bool complex64 complex128"
).split()
_EXAMPLE = "for example --input 'x=float32[2,16]' or --input 'ids=int64[1,8]:0..100'"


class SpecError(ValueError):
    """The text is no spec; the message says why, with an example."""


@dataclass
class InputSpec:
    name: str  # "" for a positional argument
    dtype: str
    shape: tuple
    fill: object  # "randn", "zeros", "ones", "random", [low, high] or {"values": list}

    def as_json(self) -> dict:
        shape = list(self.shape)
        return {"name": self.name, "dtype": self.dtype, "shape": shape, "fill": self.fill}


def _fill(text: str, dtype: str, spec: str):
    if not text:
        if dtype == "bool":
            return "random"
        return "randn" if dtype.startswith(("float", "bfloat", "complex")) else [0, 10]
    if text in ("zeros", "ones"):
        return text
    if text == "randn":
        if not dtype.startswith(("float", "bfloat", "complex")):
            raise SpecError(f"`{spec}`: randn makes floating-point values, not {dtype}; {_EXAMPLE}")
        return text
    bounds = _RANGE.fullmatch(text)
    if bounds:
        low, high = int(bounds[1]), int(bounds[2])
        if low >= high:
            raise SpecError(f"`{spec}`: nothing lies in {text}; {_EXAMPLE}")
        return [low, high]
    try:
        return {"values": json.loads(text)}
    except ValueError:
        raise SpecError(f"`{spec}`: `{text}` is not a way to fill a tensor; {_EXAMPLE}") from None


def parse(text: str) -> InputSpec:
    match = _SPEC.fullmatch(text.strip())
    if not match:
        raise SpecError(f"`{text}` is not the shape of an input; {_EXAMPLE}")
    if match["dtype"] not in _DTYPES:
        raise SpecError(f"`{text}`: `{match['dtype']}` is not one of {', '.join(_DTYPES)}")
    sizes = [size.strip() for size in match["shape"].split(",")] if match["shape"].strip() else []
    if not all(sizes):
        raise SpecError(f"`{text}`: a size is missing; {_EXAMPLE}")
    fill = _fill(match["fill"] or "", match["dtype"], text)
    return InputSpec(match["name"] or "", match["dtype"], tuple(map(int, sizes)), fill)


def parse_call(texts: list) -> list:
    """The specs of one call, as JSON; each name once."""
    specs = [parse(text) for text in texts]
    names = [spec.name for spec in specs if spec.name]
    for name in names:
        if names.count(name) > 1:
            raise SpecError(f"--input: `{name}` is given twice")
    return [spec.as_json() for spec in specs]


def make(spec: dict):
    """The tensor; random ones come from torch's current seed."""
    import torch

    dtype, shape, fill = getattr(torch, spec["dtype"]), spec["shape"], spec["fill"]
    if fill == "zeros":
        return torch.zeros(shape, dtype=dtype)
    if fill == "ones":
        return torch.ones(shape, dtype=dtype)
    if fill == "randn":
        if dtype.is_complex:
            return torch.randn(shape, dtype=dtype)
        return torch.randn(shape).to(dtype)
    if fill == "random":
        return torch.rand(shape) < 0.5
    if isinstance(fill, dict):
        return torch.tensor(fill["values"], dtype=dtype).reshape(shape)
    return torch.randint(fill[0], fill[1], shape).to(dtype)
