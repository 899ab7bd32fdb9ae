import tempfile

import torch
from delve import SaturationTracker
from torch import nn

model = nn.Sequential(nn.Linear(10, 16), nn.ReLU(), nn.Linear(16, 3))
tracker = SaturationTracker(tempfile.mkdtemp() + "/run", save_to="csv", modules=model, stats=["lsat", "idim"], device="cpu")
compiled = torch.compile(model)
for _ in range(2):
    compiled(torch.randn(8, 10)).mean().backward()
tracker.add_saturations()
