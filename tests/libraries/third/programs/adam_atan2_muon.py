import torch
from adam_atan2_pytorch import MuonAdamAtan2
from torch import nn

model = nn.Sequential(nn.Linear(8, 8), nn.LayerNorm(8), nn.Linear(8, 2))
muon = [p for p in model.parameters() if p.ndim == 2]
opt = MuonAdamAtan2(muon_params=muon, params=list(model.parameters()), lr=1e-4)
step = torch.compile(opt.step)
for _ in range(2):
    model(torch.randn(4, 8)).square().mean().backward()
    step()
    opt.zero_grad()
