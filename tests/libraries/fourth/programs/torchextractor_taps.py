import torch
import torchextractor as tx
from torch import nn

backbone = nn.Sequential(nn.Conv2d(3, 4, 3), nn.ReLU(), nn.Conv2d(4, 4, 3), nn.AdaptiveAvgPool2d(1))
extractor = tx.Extractor(backbone, ["0", "2"])
model = torch.compile(extractor)
output, features = model(torch.rand(1, 3, 12, 12))
print({name: f.shape for name, f in features.items()})
