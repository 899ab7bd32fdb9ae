import torch
from involution_pytorch import Inv2d
from torch import nn

net = nn.Sequential(nn.Conv2d(3, 16, 3, stride=2, padding=1), Inv2d(channels=16, kernel_size=3, stride=1), nn.ReLU(), nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(16, 4))
compiled = torch.compile(net)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for _ in range(2):
    optimizer.zero_grad()
    loss = nn.functional.cross_entropy(compiled(torch.rand(4, 3, 32, 32)), torch.randint(0, 4, (4,)))
    loss.backward()
    optimizer.step()
print(loss)
