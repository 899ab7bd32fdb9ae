import ivon
import torch
from torch import nn

model = nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 3))
optimizer = ivon.IVON(model.parameters(), lr=0.1, ess=100, mc_samples=2)


@torch.compile
def train(x, y):
    for _ in range(2):
        with optimizer.sampled_params(train=True):
            optimizer.zero_grad()
            loss = nn.functional.cross_entropy(model(x), y)
            loss.backward()
    optimizer.step()
    return loss


train(torch.randn(8, 4), torch.randint(0, 3, (8,)))
