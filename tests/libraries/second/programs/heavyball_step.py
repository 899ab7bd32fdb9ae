import heavyball
import torch

model = torch.nn.Linear(8, 4)
optimizer = heavyball.AdamW(model.parameters(), lr=1e-3)


@torch.compile
def step(x):
    loss = model(x).square().mean()
    loss.backward()
    optimizer.step()
    optimizer.zero_grad()
    return loss


for _ in range(2):
    step(torch.randn(4, 8))
