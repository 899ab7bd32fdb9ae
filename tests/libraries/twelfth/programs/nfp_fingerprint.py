import torch
from NeuralGraph.model import QSAR

model = QSAR(hid_dim=128, n_class=1, max_degree=5)
compiled = torch.compile(model)
atoms, bonds = torch.rand(2, 10, 37), torch.rand(2, 10, 5, 6)
edges = torch.randint(-1, 10, (2, 10, 5))
print(compiled(atoms, bonds, edges).shape)
