"""Inputs of programs: tensors by a few words, so that a call is a text that stands in a report.

    t("float32", (2, 3), seed=1, layout="expanded", grad=True)

A call is the source of statements that set `args`; `inputs(source)` runs it and gives the arguments
and the leaves that gradients are asked of.
"""

LAYOUTS = ("plain", "transposed", "strided", "offset", "expanded")


def values(torch, dtype, count, seed, low, high):
    """`count` numbers: small ones, some of them equal, so that tests go both ways."""
    generator = torch.Generator("cpu").manual_seed(seed)
    numbers = torch.rand(count, generator=generator, dtype=torch.float64, device="cpu") * (high - low) + low
    numbers = numbers.to(torch.get_default_device())
    if dtype == torch.bool:
        return numbers > (low + high) / 2
    if dtype.is_complex:
        return torch.complex(numbers, numbers.flip(0)).to(dtype)
    if not dtype.is_floating_point:
        return numbers.floor().to(dtype)
    # Quarters and halves are exact in every floating dtype; the others are rounded.
    return torch.where(numbers.frac() < 0.5, (numbers * 4).round() / 4, numbers).to(dtype)


def laid_out(torch, numbers, shape, layout):
    """A tensor of this shape with the strides of the layout, over storage that holds `numbers`."""
    if layout == "expanded" and shape:
        return numbers[: shape[1:].numel()].reshape(1, *shape[1:]).expand(shape)
    if layout == "transposed" and len(shape) > 1:
        return numbers[: shape.numel()].reshape(*shape[:-2], shape[-1], shape[-2]).transpose(-1, -2)
    if layout == "strided" and shape:
        return numbers[: shape.numel() * 2].reshape(*shape[:-1], shape[-1] * 2)[..., ::2]
    if layout == "offset" and shape:
        return numbers[: shape.numel() + shape[1:].numel()].reshape(shape[0] + 1, *shape[1:])[1:]
    return numbers[: shape.numel()].reshape(shape)


def inputs(source):
    """The arguments that the source sets, and the tensors that were asked to require a gradient."""
    import torch

    leaves = []

    def t(dtype, shape, seed=0, layout="plain", grad=False, low=-2.0, high=2.0):
        shape = torch.Size(shape)
        number_type = getattr(torch, dtype)
        numbers = values(torch, number_type, max(shape.numel() * 3, 3), seed, low, high)
        if grad and (number_type.is_floating_point or number_type.is_complex):
            numbers.requires_grad_()
            leaves.append(numbers)
        return laid_out(torch, numbers, shape, layout)

    def exact(data, dtype=None, grad=False):
        made = torch.tensor(data, dtype=getattr(torch, dtype) if dtype else None)
        if grad:
            made.requires_grad_()
            leaves.append(made)
        return made

    names = {"torch": torch, "t": t, "exact": exact}
    exec(source, names)
    return names["args"], leaves
