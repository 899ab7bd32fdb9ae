import torch
from s5 import S5, S5Block

s5 = torch.compile(S5(16, 8))
s5(torch.randn(2, 12, 16)).sum().backward()
block = torch.compile(S5Block(16, 8, bidir=False))
block(torch.randn(2, 12, 16))
