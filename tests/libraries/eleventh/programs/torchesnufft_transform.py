import torch
from torchesnufft.functional import nufft1, nufft2

x = (torch.rand(1, 40) - 0.5) * 2 * torch.pi
c = torch.complex(torch.randn(1, 1, 40), torch.randn(1, 1, 40))
print(torch.compile(nufft1)(x, c, (16,)).shape)
