import tednet.tnn.tensor_ring as tr
import torch

conv = torch.compile(tr.TRConv2D([2, 2], [2, 4], [2, 2, 2, 2, 2], 3, padding=1))
print(conv(torch.randn(2, 4, 8, 8)).shape)
