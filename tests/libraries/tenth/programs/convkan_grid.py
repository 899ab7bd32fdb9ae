import torch
from convkan import KANLinear

layer = KANLinear(4, 3, grid_size=4)


@torch.compile
def loss_fn(x):
    return layer(x).pow(2).mean() + 0.1 * layer.regularization_loss()


@torch.compile
def update(x):
    layer.update_grid(x)


loss = loss_fn(torch.rand(1, 32, 4))
loss.backward()
update(torch.rand(1, 32, 4))
print(loss.item())
