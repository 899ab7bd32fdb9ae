import torch


def f(x, m):
    y = x[m]
    rows, columns = torch.where(x > 0)
    i = torch.nonzero(m).squeeze(1)
    kinds, inverse = torch.unique(m, return_inverse=True)
    z = x * 2
    z[i] += 1.0
    return torch.relu(y) * 2, x[rows, columns], x[i] + y, y.sum(0) / max(len(y), 1), kinds[inverse], z


torch.compile(f)


def build():
    return f


X = torch.arange(12.0).reshape(4, 3) - 5
CALLS = [(X, torch.tensor(m)) for m in ([True, False, True, True], [True] * 4, [False, True, False, False])]
