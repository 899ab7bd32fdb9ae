import torch
from torch_geometric_signed_directed.nn import MagNet_node_classification

model = torch.compile(MagNet_node_classification(num_features=4, hidden=8, K=1, label_dim=3, activation=True, layer=2))
edge_index = torch.randint(0, 10, (2, 30))
x = torch.randn(10, 4)
model(x, x, edge_index).mean().backward()
