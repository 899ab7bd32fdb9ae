import torch


def f(x, flag=True):
    y = x * 2
    if x.mean() > 0:
        t = y + 1
        if x.max() > 2:
            t = t * 2
        if flag:
            t = t - 3
        else:
            t = t - 4
        y = torch.relu(t)
    return y


torch.compile(f)


def build():
    return f


CALLS = [(torch.full((2,), v),) for v in (1.0, 3.0, -1.0, 3.0)]
