import torch
from torch import nn
from torchastic import Compass

net = nn.Linear(5, 5).to(torch.bfloat16)
optimizer = Compass(net.parameters(), lr=1e-2)


@torch.compile
def step(x):
    optimizer.zero_grad()
    loss = (net(x) - x).abs().mean()
    loss.backward()
    optimizer.step()
    return loss


for _ in range(2):
    print(step(torch.randn(10, 5, dtype=torch.bfloat16)).item())
