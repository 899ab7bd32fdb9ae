import torch
from torch import nn
from torchcam.methods import LayerCAM

model = nn.Sequential(nn.Conv2d(3, 8, 3, padding=1), nn.ReLU(), nn.AdaptiveAvgPool2d(4), nn.Flatten(), nn.Linear(128, 4)).eval()
compiled = torch.compile(model)
with LayerCAM(model, target_layer="0") as extractor:
    scores = compiled(torch.randn(1, 3, 32, 32))
    maps = extractor(scores.squeeze(0).argmax().item(), scores)
