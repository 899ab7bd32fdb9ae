import torch
from lightning_fabric import Fabric
from torch import nn

fabric = Fabric(accelerator="cpu", devices=1)
fabric.launch()
model = nn.Sequential(nn.Linear(8, 16), nn.ReLU(), nn.Linear(16, 1))
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
model, optimizer = fabric.setup(model, optimizer)


@torch.compile
def training_step(x, y):
    loss = nn.functional.mse_loss(model(x), y)
    fabric.backward(loss)
    fabric.clip_gradients(model, optimizer, max_norm=1.0)
    optimizer.step()
    optimizer.zero_grad()
    return loss.detach()


for _ in range(2):
    training_step(torch.randn(4, 8), torch.randn(4, 1))
