import torch
from cplxmodule import cplx
from cplxmodule.nn import CplxLinear, CplxModReLU, CplxModulus, CplxSequential
from torch import nn

net = nn.Sequential(CplxSequential(CplxLinear(6, 8), CplxModReLU(threshold=None), CplxLinear(8, 4)), CplxModulus())


@torch.compile
def forward(real, imag):
    return net(cplx.Cplx(real, imag))


forward(torch.randn(5, 6), torch.randn(5, 6)).mean().backward()
