"""Finds tensors in whatever a call returns, and compares two lists of them.

Equal means equal to the bit: same type, shape and bytes, so a NaN equals itself and -0.0 is not
0.0. What is not equal is said as the largest difference, and for floating point as the largest
number of representable values in between (ulp).
"""

from __future__ import annotations

import collections.abc
import dataclasses

import torch

_DEPTH = 8


def named_tensors(value, name: str = "output", depth: int = _DEPTH, seen=None):
    """(name, tensor) of all tensors in `value`, in a fixed order, each object once."""
    seen = set() if seen is None else seen
    if isinstance(value, torch.Tensor):
        yield name, value
        return
    if depth == 0 or value is None or isinstance(value, (str, bytes, int, float, complex, type)):
        return
    if id(value) in seen:
        return
    seen.add(id(value))
    if isinstance(value, collections.abc.Mapping) or hasattr(value, "items"):
        children = [(f"{name}[{key!r}]", item) for key, item in dict(value.items()).items()]
    elif isinstance(value, (list, tuple)):
        children = [(f"{name}[{index}]", item) for index, item in enumerate(value)]
    elif hasattr(value, "to_legacy_cache"):  # caches of transformers
        children = [(name, value.to_legacy_cache())]
    elif dataclasses.is_dataclass(value):
        fields = [field.name for field in dataclasses.fields(value)]
        children = [(f"{name}.{key}", getattr(value, key, None)) for key in fields]
    elif hasattr(value, "__dict__") and not callable(value):
        children = [(f"{name}.{key}", item) for key, item in vars(value).items()]
    else:
        return
    for child_name, child in children:
        yield from named_tensors(child, child_name, depth - 1, seen)


def to_host(tensor):
    """A copy that later changes do not reach, and that torch.save takes."""
    plain = tensor.detach()
    if plain.layout != torch.strided:
        plain = plain.to_dense()
    if plain.is_quantized:
        plain = plain.dequantize()
    return plain.cpu().clone(memory_format=torch.contiguous_format)


def _bytes(tensor):
    return tensor.reshape(-1).view(torch.uint8) if tensor.numel() else tensor.reshape(-1)


_ORDERED = {
    torch.float64: (torch.int64, 64),
    torch.float32: (torch.int32, 32),
    torch.float16: (torch.int16, 16),
    torch.bfloat16: (torch.int16, 16),
}


def _ulp(left, right):
    """Largest count of representable values between two finite values, or None."""
    if left.dtype not in _ORDERED:
        return None
    kind, bits = _ORDERED[left.dtype]
    finite = torch.isfinite(left) & torch.isfinite(right)
    if not finite.any():
        return None

    def ordered(tensor):
        # The bits of a float order like its value once negative ones are mirrored.
        number = tensor[finite].view(kind).to(torch.int64)
        lowest = -(1 << (bits - 1)) if bits < 64 else torch.iinfo(torch.int64).min
        return torch.where(number < 0, lowest - number, number)

    distance = (ordered(left) - ordered(right)).abs().max()
    return int(distance)


def _difference(left, right) -> dict:
    wide = torch.complex128 if left.is_complex() else torch.float64
    gap = (left.to(wide) - right.to(wide)).abs().double()
    missing = torch.isnan(gap) & ~(torch.isnan(left.abs().double()) & torch.isnan(right.abs().double()))
    largest = gap[torch.isfinite(gap)]
    return {
        "largest": float(largest.max()) if largest.numel() else None,
        "ulp": _ulp(left, right),
        "elements": int(((gap != 0) & ~torch.isnan(gap)).sum() + missing.sum()),
        "of": left.numel(),
        "only_one_finite": int(missing.sum() + torch.isinf(gap).sum()),
    }


def compare(reference: list, other: list) -> dict:
    """{"equal": bool, "differences": […]} of two lists of (name, tensor) on the host."""
    differences = []
    names, other_names = [n for n, _ in reference], [n for n, _ in other]
    if names != other_names:
        gone = [n for n in names if n not in other_names]
        new = [n for n in other_names if n not in names]
        differences.append({"what": "tensors", "gone": gone[:8], "new": new[:8]})
    others = dict(other)
    for name, left in reference:
        right = others.get(name)
        if right is None:
            continue
        if left.dtype != right.dtype or left.shape != right.shape:
            kinds = [f"{t.dtype}{list(t.shape)}".replace("torch.", "") for t in (left, right)]
            differences.append({"what": name, "kind": kinds})
        elif not torch.equal(_bytes(left), _bytes(right)):
            differences.append({"what": name, **_difference(left, right)})
    return {"equal": not differences, "differences": differences[:32], "tensors": len(reference)}
