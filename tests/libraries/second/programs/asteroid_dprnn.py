import torch
from asteroid.losses import SingleSrcMultiScaleSpectral
from asteroid.masknn.recurrent import DPRNN

masker = torch.compile(DPRNN(16, 2, bn_chan=8, hid_size=8, chunk_size=10, n_repeats=1))
masker(torch.randn(1, 16, 35)).sum().backward()
spectral = torch.compile(SingleSrcMultiScaleSpectral(n_filters=[128, 64], windows_size=[128, 64], hops_size=[32, 16]))
spectral(torch.randn(2, 1000), torch.randn(2, 1000))
