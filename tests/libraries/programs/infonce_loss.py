import torch
from info_nce import InfoNCE
from torch import nn

encoder = nn.Linear(16, 8)
loss = InfoNCE(negative_mode="paired")
step = torch.compile(lambda q, p, n: loss(encoder(q), encoder(p), encoder(n)))
step(torch.randn(4, 16), torch.randn(4, 16), torch.randn(4, 5, 16)).backward()
