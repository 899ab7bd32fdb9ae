import torch
from fkan.torch import FractionalJacobiNeuralBlock as fJNB
from torch import nn

model = nn.Sequential(nn.Linear(2, 16), fJNB(3), nn.Linear(16, 8), fJNB(4), nn.Linear(8, 1))
optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
compiled = torch.compile(model)
x = torch.rand(20, 2)
for _ in range(2):
    loss = (compiled(x) - x.prod(dim=1, keepdim=True)).square().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(loss.item())
