import torch
from mirtorch.alg import CG, FISTA
from mirtorch.linear import Diag, Diff2dgram, FFTCn, Identity
from mirtorch.prox import L1Regularizer

mask = (torch.rand(1, 1, 16, 16) > 0.4).float()
fourier = FFTCn((1, 1, 16, 16), (1, 1, 16, 16), (2, 3), norm="ortho")
sampling = Diag(mask)
A = sampling * fourier
image = torch.randn(1, 1, 16, 16) + 0j
kspace = A * image


@torch.compile
def forward_adjoint(x):
    return A.H * (A * x)


print(forward_adjoint(image).shape)
normal = A.H * A + 0.1 * Identity((1, 1, 16, 16))
cg = CG(normal, max_iter=5)
reconstruct = torch.compile(cg.run)
print(reconstruct(torch.zeros_like(image), A.H * kspace).abs().mean())
fista = FISTA(f_grad=lambda x: A.H * (A * x - kspace), f_L=1.0, g_prox=L1Regularizer(0.01), max_iter=4)
print(torch.compile(fista.run)(torch.zeros_like(image)).abs().mean())
