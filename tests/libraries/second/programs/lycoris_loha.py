import torch
from lycoris.modules.loha import LohaModule
from lycoris.modules.locon import LoConModule
from torch import nn

base, conv = nn.Linear(16, 8), nn.Conv2d(3, 8, 3, padding=1)
loha = torch.compile(LohaModule("loha", base, lora_dim=2, alpha=1))
loha(torch.randn(2, 16)).sum().backward()
locon = torch.compile(LoConModule("locon", conv, lora_dim=2, alpha=1, use_tucker=True))
locon(torch.randn(1, 3, 8, 8)).sum().backward()
