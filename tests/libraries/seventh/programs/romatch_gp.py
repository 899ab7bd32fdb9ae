import torch
from romatch.models.matcher import GP, ConvRefiner, CosKernel

gp = GP(CosKernel, T=0.2, gp_dim=16, basis="fourier", no_cov=True)
compiled = torch.compile(gp)
with torch.no_grad():
    print(compiled(torch.randn(1, 8, 6, 6), torch.randn(1, 8, 6, 6)).shape)
