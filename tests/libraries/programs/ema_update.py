import torch
from ema_pytorch import EMA
from torch import nn

net = nn.Linear(8, 8)
ema = EMA(net, beta=0.999, update_after_step=1, update_every=1)
update = torch.compile(ema.update)
for _ in range(3):
    with torch.no_grad():
        net.weight.add_(torch.randn_like(net.weight) * 0.01)
    update()
out = torch.compile(ema)(torch.randn(1, 8))
