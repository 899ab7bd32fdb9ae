import torch
from torchnmf.metrics import kl_div
from torchnmf.nmf import NMF, NMFD

S = torch.rand(1, 33, 40)
net = NMFD(S.shape, rank=3, T=5)
reconstruct = torch.compile(net)
V = reconstruct()
print(torch.compile(kl_div)(V, S))

plain = NMF(torch.Size([20, 30]), rank=4)
fit = torch.compile(plain.fit)
n_iter = fit(torch.rand(20, 30), beta=2, max_iter=15)
print(n_iter)
