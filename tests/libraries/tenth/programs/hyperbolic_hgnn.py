import torch
from torch_hyperbolic.models import HGNN

model = HGNN(in_channels=8, out_channels=3, hidden_dim=16, manifold="PoincareBall")
compiled = torch.compile(model)
edges = torch.randint(0, 10, (2, 30))
out = compiled(torch.randn(10, 8) * 0.1, edges)
out.sum().backward()
print(out.shape)
