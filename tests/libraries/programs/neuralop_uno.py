import torch
from neuralop.losses import LpLoss
from neuralop.models import UNO

model = UNO(
    in_channels=1, out_channels=1, hidden_channels=8, uno_out_channels=[8, 8, 8], uno_n_modes=[[4, 4], [4, 4], [4, 4]],
    uno_scalings=[[1.0, 1.0], [0.5, 0.5], [2.0, 2.0]], n_layers=3, channel_mlp_skip="linear",
)
loss_fn = LpLoss(d=2)


@torch.compile
def step(x, y):
    return loss_fn(model(x), y)


step(torch.randn(2, 1, 16, 16), torch.randn(2, 1, 16, 16)).backward()
