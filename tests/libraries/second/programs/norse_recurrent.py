import norse.torch as norse
import torch

lif = torch.compile(norse.LIFRecurrent(8, 16))
out, state = lif(torch.randn(5, 2, 8))
out.sum().backward()
encoder = torch.compile(norse.PoissonEncoder(5))
encoder(torch.rand(2, 8))
