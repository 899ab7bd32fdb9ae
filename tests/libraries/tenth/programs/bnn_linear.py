import torch
from torch import nn
import bnn

net = bnn.Sequential(bnn.BLinear(6, 12), nn.ReLU(), bnn.BLinear(12, 2))
compiled = torch.compile(net)
x = torch.randn(8, 6)
out = torch.stack([compiled(x) for _ in range(2)])
(out.var(0).mean() + 1e-3 * net.get_kl_div()).backward()
print(out.shape)
