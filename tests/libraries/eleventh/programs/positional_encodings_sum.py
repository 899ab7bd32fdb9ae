import torch
from torch import nn
from positional_encodings.torch_encodings import PositionalEncoding1D, PositionalEncoding2D, PositionalEncodingPermute3D, Summer

text = torch.compile(nn.Sequential(nn.Embedding(30, 10), Summer(PositionalEncoding1D(10)), nn.Linear(10, 4)))
print(text(torch.randint(0, 30, (2, 7))).shape, text(torch.randint(0, 30, (2, 9))).shape)
image = torch.compile(PositionalEncoding2D(8))
print(image(torch.zeros(1, 6, 4, 8)).sum().item(), image(torch.zeros(1, 6, 4, 8)).shape)
volume = torch.compile(PositionalEncodingPermute3D(11))
print(volume(torch.zeros(1, 11, 3, 4, 5)).shape)
