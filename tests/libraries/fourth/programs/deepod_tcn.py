import torch
from deepod.core.networks.base_networks import TcnAE

model = torch.compile(TcnAE(n_features=3, n_hidden="8,4", n_emb=4))
print(model(torch.randn(4, 16, 3))[0].shape)
