import torch
from deepSTRF.models.audio import ConvNet2D, DNet

dnet = DNet(n_frequency_bands=16, temporal_window_size=5, n_hidden=8)
compiled = torch.compile(dnet)
out = compiled(torch.randn(2, 1, 16, 30))
print(out.shape)
net = torch.compile(ConvNet2D(n_frequency_bands=16, c_hidden=4, n_hidden=8))
print(net(torch.randn(2, 1, 16, 30)).shape)
