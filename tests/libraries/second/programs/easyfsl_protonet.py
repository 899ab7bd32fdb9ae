import torch
from easyfsl.methods import MatchingNetworks, PrototypicalNetworks, RelationNetworks
from torch import nn

backbone = nn.Sequential(nn.Conv2d(3, 8, 3, padding=1), nn.ReLU(), nn.AdaptiveAvgPool2d(2), nn.Flatten())
model = PrototypicalNetworks(backbone)
compiled = torch.compile(model)
labels = torch.tensor([0, 0, 1, 1, 2, 2])
model.process_support_set(torch.randn(6, 3, 16, 16), labels)
nn.functional.cross_entropy(compiled(torch.randn(4, 3, 16, 16)), torch.tensor([0, 1, 2, 0])).backward()
