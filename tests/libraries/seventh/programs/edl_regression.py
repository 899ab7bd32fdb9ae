import torch
from edl_pytorch import NormalInvGamma, evidential_regression
from torch import nn

model = nn.Sequential(nn.Linear(1, 32), nn.ReLU(), NormalInvGamma(32, 1))
compiled = torch.compile(model)
optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
x = torch.linspace(-4, 4, 40).unsqueeze(1)
y = x**3 + torch.randn(40, 1) * 3
for _ in range(3):
    loss = evidential_regression(compiled(x), y, lamb=3e-2)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
