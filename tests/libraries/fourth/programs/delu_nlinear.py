import delu
import torch

layer = torch.compile(delu.nn.NLinear(5, 4, 3))
layer(torch.randn(2, 5, 4)).sum().backward()
