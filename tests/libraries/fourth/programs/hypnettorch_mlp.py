import torch
from hypnettorch.mnets import MLP

net = torch.compile(MLP(n_in=3, n_out=2, hidden_layers=(8, 8), dropout_rate=0.1, use_batch_norm=True, verbose=False))
net(torch.randn(6, 3)).sum().backward()
