import torch
from torch_l1_snr import L1SNRDBLoss, L1SNRLoss

plain, regular = torch.compile(L1SNRLoss("plain", l1_weight=0.1)), torch.compile(L1SNRDBLoss("db", lambda0=0.1, use_regularization=True))
estimate, target = torch.randn(2, 2000, requires_grad=True), torch.randn(2, 2000)
loss = plain(estimate, target) + regular(estimate, target)
loss.backward()
print(loss.item())
