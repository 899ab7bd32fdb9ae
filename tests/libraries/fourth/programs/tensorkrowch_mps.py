import tensorkrowch as tk
import torch

mps = tk.models.MPSLayer(n_features=6, in_dim=3, out_dim=4, bond_dim=3)
mps.trace(tk.embeddings.poly(torch.zeros(1, 5), axis=-1, degree=2).expand(1, 5, 3))
model = torch.compile(mps)
data = tk.embeddings.poly(torch.rand(7, 5), degree=2)
model(data).sum().backward()
