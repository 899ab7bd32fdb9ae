import torch
import torch.nn.functional as F
from torch import nn
from sophia_opt import SophiaG

model = nn.Sequential(nn.Embedding(32, 16), nn.Linear(16, 32))
optimizer = SophiaG(model.parameters(), lr=2e-4, betas=(0.965, 0.99), rho=0.01, weight_decay=1e-1)


@torch.compile
def train_step(x, y):
    optimizer.zero_grad(set_to_none=True)
    loss = F.cross_entropy(model(x).flatten(0, 1), y.flatten())
    loss.backward()
    optimizer.step(bs=64)
    return loss


for _ in range(2):
    ids = torch.randint(0, 32, (4, 9))
    loss = train_step(ids[:, :-1], ids[:, 1:])
    optimizer.zero_grad()
    F.cross_entropy(model(ids[:, :-1]).flatten(0, 1), ids[:, 1:].flatten()).backward()
    optimizer.update_hessian()
print(loss.item())
