import torch
from torch import nn
from torch_ema import ExponentialMovingAverage

model = nn.Linear(8, 2)
ema = ExponentialMovingAverage(model.parameters(), decay=0.995)


@torch.compile
def validate(x):
    ema.update()
    with ema.average_parameters():
        return model(x)


for _ in range(2):
    validate(torch.randn(3, 8))
