import torch


def f(x):
    scale = x.abs().max().item()
    count = int((x > 0).sum())
    a, b = torch.stack([(x > 0).sum() % 3, (x < 0).sum() % 3]).tolist()
    y = x[:count] * (scale * 2.0 + 1.0)
    return y, x[:a] / scale, torch.full((2,), scale) + b, x > scale - 1, count


torch.compile(f)


def build():
    return f


CALLS = [(torch.tensor(v),) for v in ([1.0, -2.0, 3.0], [4.0, 5.0, 0.5], [-1.0, -2.0, 3.0])]
