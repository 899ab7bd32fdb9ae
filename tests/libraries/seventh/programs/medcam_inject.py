import torch
from medcam import medcam
from torch import nn

model = nn.Sequential(nn.Conv2d(1, 4, 3, padding=1), nn.ReLU(), nn.Conv2d(4, 4, 3, padding=1), nn.ReLU(), nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(4, 2))
model = medcam.inject(model, backend="gcam", layer="2", return_attention=True, label="best")
model.eval()
compiled = torch.compile(model)
out, attention = compiled(torch.rand(1, 1, 12, 12))
print(out.shape, attention.shape)
