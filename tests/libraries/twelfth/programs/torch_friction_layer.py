import torch
from torch_friction import FrictionLayer

layer = FrictionLayer(mu0=0.6, a=0.015, b=0.02, Dc=0.01, law="slip", seed=42)
step = torch.compile(layer)
friction, state = step(torch.tensor([1e-6]), torch.tensor([0.1]), 0.1)
print(friction, state)
