import torch


@torch.compile(backend="eager")
def crop(x, n, scale):
    return x[: int(n)] * scale.item()


def f(x, n, scale):
    y = x + 1
    return crop(y, n % 4, scale=scale) * 2


def build():
    return f


CALLS = [(torch.randn(5), torch.tensor(n), torch.tensor(2.5)) for n in (1, 3, 2)]
