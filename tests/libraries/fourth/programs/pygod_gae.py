import torch
from pygod.nn import GAEBase

model = torch.compile(GAEBase(in_dim=6, hid_dim=8, num_layers=2))
x, edge_index = torch.randn(10, 6), torch.randint(0, 10, (2, 30))
model(x, edge_index).mean().backward()
