import torch
from optimum.quanto import Calibration, freeze, qint8, quantize
from torch import nn

model = nn.Sequential(nn.Linear(32, 64), nn.ReLU(), nn.Linear(64, 4)).eval()
quantize(model, weights=qint8, activations=qint8)
with Calibration():
    model(torch.randn(4, 32))
freeze(model)
compiled = torch.compile(model)
with torch.no_grad():
    compiled(torch.randn(4, 32))
