import torch
from torch import nn
from sp_adapters import SPLoRALinear

layer = SPLoRALinear(16, 8, rank=2)
net = nn.Sequential(layer, nn.ReLU(), SPLoRALinear(8, 4, rank=0.5))
compiled = torch.compile(net)
optimizer = torch.optim.SGD([p for p in net.parameters() if p.requires_grad], 0.1)
for _ in range(2):
    loss = compiled(torch.randn(6, 16)).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
