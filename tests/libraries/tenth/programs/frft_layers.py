import torch
from torch import nn
from torch_frft.frft_module import frft
from torch_frft.layer import DFrFTLayer, FrFTLayer

model = nn.Sequential(FrFTLayer(order=1.25, dim=-1, trainable=True))
discrete = nn.Sequential(DFrFTLayer(order=0.8, dim=-1, trainable=True))
compiled, compiled_discrete = torch.compile(model), torch.compile(discrete)
signal = torch.randn(2, 32)
out = compiled(signal).abs().mean() + compiled_discrete(signal).abs().mean()
out.backward()


@torch.compile
def spectrum(x):
    return frft(x, 0.5).abs()


print(out.item(), spectrum(signal).shape)
