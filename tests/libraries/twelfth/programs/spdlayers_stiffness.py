import torch
from torch import nn
import spdlayers

out_shape = 6
model = nn.Sequential(nn.Linear(2, 32), nn.ReLU(), nn.Linear(32, spdlayers.in_shape_from(out_shape)), spdlayers.Cholesky(output_shape=out_shape))
optimizer = torch.optim.Adam(model.parameters())


@torch.compile
def step(x, C):
    optimizer.zero_grad()
    loss = nn.functional.mse_loss(model(x), C)
    loss.backward()
    optimizer.step()
    return loss


print(step(torch.randn(5, 2), torch.eye(6).expand(5, 6, 6)).item())
