import torch
from truegrad import nn
from truegrad.optim import TGAdamW

model = torch.nn.Sequential(nn.Linear(1, 10), nn.LayerNorm(10), torch.nn.ReLU(), nn.Linear(10, 1))
optim = TGAdamW(model.parameters())
compiled = torch.compile(model)
for _ in range(2):
    inp = torch.randn((16, 1))
    compiled(inp).mean().backward()
    optim.step()
    optim.zero_grad()
print(compiled(inp).shape)
