import torch
from torch import nn
from torchmore import flex, layers

model = nn.Sequential(
    layers.Input("BDHW", range=(-10, 10), sizes=[None, 1, None, None], device=None),
    flex.Conv2d(8, 3, padding=1), flex.BatchNorm2d(), nn.ReLU(), nn.MaxPool2d(2),
    flex.Conv2d(16, 3, padding=1), nn.ReLU(),
    layers.Fun("lambda x: x.mean(3)"), layers.Reorder("BDL", "LBD"), flex.LSTM(12, bidirectional=True), layers.Reorder("LBD", "BLD"), nn.Linear(24, 5))
x = torch.rand(2, 1, 16, 20)
flex.shape_inference(model, x.shape)
compiled = torch.compile(model)
print(compiled(x).shape)
