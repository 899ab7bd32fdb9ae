import torch
from torch_relativistic.gnn import MultiObserverGNN

edge_index = torch.tensor([[0, 1, 2, 3, 3], [1, 2, 3, 0, 1]])
model = torch.compile(MultiObserverGNN(feature_dim=8, hidden_dim=16, output_dim=3, num_observers=2))
out = model(torch.randn(4, 8), edge_index)
out.sum().backward()
print(out.shape)
