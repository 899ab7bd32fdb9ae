import torch
from torch import nn
from torch_crps import crps_ensemble, scrps_ensemble

net = nn.Linear(6, 10)


@torch.compile
def loss_fn(x, y):
    members = net(x)
    return crps_ensemble(members, y).mean() + scrps_ensemble(members, y).mean()


loss = loss_fn(torch.randn(16, 6), torch.randn(16))
loss.backward()
print(loss.item())
