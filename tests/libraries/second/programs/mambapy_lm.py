import torch
from mambapy.mamba import Mamba, MambaConfig

model = Mamba(MambaConfig(d_model=16, n_layers=2, d_state=4))
compiled = torch.compile(model)
compiled(torch.randn(2, 12, 16)).square().mean().backward()
step = torch.compile(model.step)
caches = [(None, torch.zeros(2, 32, 3)) for _ in range(2)]
with torch.no_grad():
    step(torch.randn(2, 16), caches)
