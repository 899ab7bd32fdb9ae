import torch
from wavepack.wavelet_packet import fwpt, get_wavelet_filters, ifwpt

lo, hi, lo_rec, hi_rec = get_wavelet_filters("db2")
analyse = torch.compile(lambda x: fwpt(x, lo, hi, levels=2))
x = torch.randn(2, 1, 64, requires_grad=True)
packets = analyse(x)
packets.square().sum().backward()
print(packets.shape)
