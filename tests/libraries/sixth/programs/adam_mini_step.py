import torch
from adam_mini import Adam_mini
from torch import nn

model = nn.Sequential(nn.Linear(6, 8), nn.ReLU(), nn.Linear(8, 3))
optimizer = Adam_mini(model.named_parameters(), lr=1e-3, dim=8, n_heads=2, verbose=False)


@torch.compile
def update():
    optimizer.step()


for _ in range(3):
    loss = nn.functional.cross_entropy(model(torch.randn(16, 6)), torch.randint(0, 3, (16,)))
    loss.backward()
    update()
    optimizer.zero_grad()
