import torch
from catalyst.contrib.losses import CategoricalRegressionLoss, QuantileRegressionLoss
from catalyst.contrib.optimizers import Lamb, Lookahead, QHAdamW, SGDP
from torch import nn


def train(make_optimizer):
    model = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 2))
    optimizer = make_optimizer(model.parameters())
    step = torch.compile(optimizer.step)
    for _ in range(3):
        loss = nn.functional.cross_entropy(model(torch.randn(6, 4)), torch.randint(0, 2, (6,)))
        loss.backward()
        step()
        optimizer.zero_grad()
    return loss.item()


print(train(lambda p: Lamb(p, lr=1e-2)), train(lambda p: QHAdamW(p)), train(lambda p: SGDP(p, lr=0.1, momentum=0.9)))
print(train(lambda p: Lookahead(torch.optim.Adam(p), k=2)))
