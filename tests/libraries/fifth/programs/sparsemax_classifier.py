import torch
from sparsemax import Sparsemax
from torch import nn

model = nn.Sequential(nn.Linear(12, 32), nn.ReLU(), nn.Linear(32, 6), Sparsemax(dim=-1))
optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
compiled = torch.compile(model)
x, y = torch.randn(16, 12), torch.randint(0, 6, (16,))
for _ in range(2):
    optimizer.zero_grad()
    probabilities = compiled(x)
    loss = nn.functional.nll_loss(torch.log(probabilities + 1e-6), y)
    loss.backward()
    optimizer.step()
print(loss.item())
