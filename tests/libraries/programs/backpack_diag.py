import torch
from backpack import backpack, extend
from backpack.extensions import BatchGrad, Variance
from torch import nn

model = extend(nn.Sequential(nn.Linear(8, 16), nn.ReLU(), nn.Linear(16, 3)))
loss_fn = extend(nn.CrossEntropyLoss())


@torch.compile
def step(x, y):
    loss = loss_fn(model(x), y)
    with backpack(BatchGrad(), Variance()):
        loss.backward()
    return [p.variance for p in model.parameters()]


step(torch.randn(6, 8), torch.randint(0, 3, (6,)))
