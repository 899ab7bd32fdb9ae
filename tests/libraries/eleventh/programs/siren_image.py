import torch
from siren import SIREN

model = SIREN([32, 32], 2, 3, w0=1.0, w0_initial=30.0, initializer="siren", c=6)
compiled = torch.compile(model)
grid = torch.stack(torch.meshgrid(torch.linspace(-1, 1, 8), torch.linspace(-1, 1, 8), indexing="ij"), -1).reshape(-1, 2)
optimizer = torch.optim.Adam(model.parameters(), 1e-4)
for _ in range(2):
    loss = (compiled(grid) - torch.rand(64, 3)).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
