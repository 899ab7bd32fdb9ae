import torch
from torch import nn
from einconv.modules import ConvNd, UnfoldNd

conv = ConvNd(2, 3, 8, 3, padding=1)
compiled = torch.compile(nn.Sequential(conv, nn.ReLU()))
out = compiled(torch.randn(2, 3, 8, 8))
out.sum().backward()
print(out.shape)
unfold = torch.compile(UnfoldNd(3, padding=1))
print(unfold(torch.randn(1, 2, 6, 6)).shape)
