import torch
from torch import nn
from torch_rating import BerrarLayer, EloLayer, PiLayer

elo = torch.compile(EloLayer(in_channels=2))
print(elo(torch.tensor([1500.0, 1520.0]), torch.tensor([1480.0, 1510.0])))
