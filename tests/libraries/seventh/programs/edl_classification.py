import torch
from edl_pytorch import Dirichlet, evidential_classification
from torch import nn

model = nn.Sequential(nn.Linear(4, 16), nn.ReLU(), Dirichlet(16, 3))


@torch.compile
def loss_fn(x, y):
    return evidential_classification(model(x), y, lamb=0.1)


loss = loss_fn(torch.randn(12, 4), torch.randint(0, 3, (12,)))
loss.backward()
print(loss)
