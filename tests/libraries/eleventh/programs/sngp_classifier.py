import torch
from torch import nn
from sngp import SNGP

backbone = nn.Sequential(nn.Linear(6, 32), nn.ReLU())
model = SNGP(out_features=3, backbone=backbone, backbone_output_features=32, num_inducing=64)
compiled = torch.compile(model)
optimizer = torch.optim.Adam(model.parameters(), 1e-3)
x, y = torch.randn(16, 6), torch.randint(0, 3, (16,))
for _ in range(2):
    loss = nn.functional.cross_entropy(compiled(x)[0], y)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
