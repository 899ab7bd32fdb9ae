import torch
from torchcast.nn import EncoderTransformer, L1Loss, TimeLastLayerNorm
from torch import nn

model = nn.Sequential(nn.Conv1d(3, 8, 3, padding=1), TimeLastLayerNorm(8), nn.Conv1d(8, 3, 1))
criterion = L1Loss()


@torch.compile
def loss_fn(x, y):
    return criterion(model(x), y)


y = torch.randn(2, 3, 12)
y[0, 0, 3] = float("nan")
loss_fn(torch.randn(2, 3, 12), y).backward()
