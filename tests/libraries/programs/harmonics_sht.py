import torch
import torch_harmonics as th
from torch import nn

sht = th.RealSHT(16, 32, grid="equiangular")
isht = th.InverseRealSHT(16, 32, grid="equiangular")


@torch.compile
def spectral_filter(signal, gain):
    return isht(sht(signal) * gain)


gain = nn.Parameter(torch.ones(sht.lmax, 1))
spectral_filter(torch.randn(2, 16, 32), gain).sum().backward()
