import torch
from torch import nn
from muon import SingleDeviceMuonWithAuxAdam

body = nn.Sequential(nn.Linear(16, 32), nn.ReLU(), nn.Linear(32, 32), nn.ReLU())
head = nn.Linear(32, 4)
hidden = [p for p in body.parameters() if p.ndim >= 2]
other = [p for p in body.parameters() if p.ndim < 2] + [*head.parameters()]
optimizer = SingleDeviceMuonWithAuxAdam([dict(params=hidden, lr=0.02, weight_decay=0.01, use_muon=True),
                                         dict(params=other, lr=3e-4, betas=(0.9, 0.95), weight_decay=0.01, use_muon=False)])


@torch.compile
def train_step(x, y):
    optimizer.zero_grad()
    loss = nn.functional.cross_entropy(head(body(x)), y)
    loss.backward()
    optimizer.step()
    return loss


for _ in range(2):
    print(train_step(torch.randn(8, 16), torch.randint(0, 4, (8,))).item())
