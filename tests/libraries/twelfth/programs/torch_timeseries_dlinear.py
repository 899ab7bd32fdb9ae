import torch
from torch import nn
from torch_timeseries.model import DLinear

model = DLinear(seq_len=48, pred_len=12, enc_in=3, individual=True)
optimizer = torch.optim.Adam(model.parameters())


@torch.compile
def step(x, y):
    optimizer.zero_grad()
    loss = nn.functional.mse_loss(model(x), y)
    loss.backward()
    optimizer.step()
    return loss


print(step(torch.randn(2, 48, 3), torch.randn(2, 12, 3)).item())
