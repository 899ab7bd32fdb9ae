import torch
from adamod import AdaMod

model = torch.nn.Sequential(torch.nn.Linear(4, 8), torch.nn.ReLU(), torch.nn.Linear(8, 2))
optimizer = AdaMod(model.parameters(), lr=1e-3, beta3=0.999)
step = torch.compile(optimizer.step)
for _ in range(2):
    optimizer.zero_grad()
    loss = torch.nn.functional.cross_entropy(model(torch.randn(10, 4)), torch.arange(10) % 2)
    loss.backward()
    step()
print(loss.item())
