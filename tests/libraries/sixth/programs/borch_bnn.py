import borch
import torch
from borch import infer, nn

net = nn.Sequential(nn.Linear(4, 8), torch.nn.ReLU(), nn.Linear(8, 2))
net(torch.randn(2, 4))


@torch.compile
def loss(x, y):
    borch.sample(net)
    return torch.nn.functional.cross_entropy(net(x), y) + infer.vi_loss(**borch.pq_to_infer(net), kl_scaling=1e-2)


loss(torch.randn(6, 4), torch.randint(0, 2, (6,))).backward()
