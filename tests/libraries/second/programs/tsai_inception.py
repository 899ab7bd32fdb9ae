import torch
from tsai.models.InceptionTime import InceptionTime
from tsai.models.TST import TST

inception = InceptionTime(3, 4, nf=8)
compiled = torch.compile(inception)
torch.nn.functional.cross_entropy(compiled(torch.randn(2, 3, 40)), torch.tensor([0, 3])).backward()
tst = torch.compile(TST(3, 4, 40, d_model=16, n_heads=2, d_ff=32, n_layers=1))
tst(torch.randn(2, 3, 40))
