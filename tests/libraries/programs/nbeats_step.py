import torch
from nbeats_pytorch.model import NBeatsNet
from torch.nn import functional as F

net = NBeatsNet(stack_types=(NBeatsNet.GENERIC_BLOCK, NBeatsNet.TREND_BLOCK, NBeatsNet.SEASONALITY_BLOCK), forecast_length=4, backcast_length=8, hidden_layer_units=16, thetas_dim=(4, 3, 4), nb_blocks_per_stack=2)
optimizer = torch.optim.Adam(net.parameters(), lr=1e-3)


@torch.compile
def loss_fn(history, future):
    backcast, forecast = net(history)
    return F.mse_loss(forecast, future)


for _ in range(2):
    optimizer.zero_grad()
    loss_fn(torch.randn(4, 8), torch.randn(4, 4)).backward()
    optimizer.step()
