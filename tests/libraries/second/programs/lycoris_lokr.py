import torch
from lycoris import LycorisNetwork, create_lycoris
from torch import nn

model = nn.Sequential(nn.Linear(16, 32), nn.ReLU(), nn.Linear(32, 4))
LycorisNetwork.apply_preset({"enable_conv": False, "target_module": ["Linear"], "target_name": [], "unet_target_module": ["Linear"]})
network = create_lycoris(model, 1.0, linear_dim=4, linear_alpha=2.0, algo="lokr")
network.apply_to()
compiled = torch.compile(model)
optimizer = torch.optim.AdamW(network.parameters(), lr=1e-3)
for _ in range(2):
    compiled(torch.randn(2, 16)).square().mean().backward()
    optimizer.step()
    optimizer.zero_grad()
