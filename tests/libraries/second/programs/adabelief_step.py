import torch
from adabelief_pytorch import AdaBelief

model = torch.nn.Linear(8, 1)
optimizer = AdaBelief(model.parameters(), lr=1e-3, eps=1e-16, weight_decouple=True, rectify=True, print_change_log=False)


@torch.compile
def step(x):
    loss = model(x).square().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return loss


for _ in range(2):
    step(torch.randn(4, 8))
