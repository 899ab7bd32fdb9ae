import torch
from torch import nn
from psd import PSDTorch

model = nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 1))
optimizer = PSDTorch(model.parameters(), lr=1e-2, g_thres=10.0, t_thres=1)
step = torch.compile(optimizer.step)
for _ in range(3):
    optimizer.zero_grad()
    loss = model(torch.randn(8, 4)).pow(2).mean()
    loss.backward()
    step()
print(loss.item())
