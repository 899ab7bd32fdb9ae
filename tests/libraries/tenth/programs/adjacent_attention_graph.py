import torch
from adjacent_attention_network import AdjacentAttentionNetwork

model = AdjacentAttentionNetwork(dim=32, depth=2, heads=2, dim_head=16, num_neighbors_cutoff=4, num_global_nodes=2)
model = torch.compile(model)

adjacency = torch.empty(1, 12, 12).uniform_() < 0.3
nodes = torch.randn(1, 12, 32)
mask = torch.ones(1, 12).bool()
mask[:, -2:] = False

out = model(nodes, adjacency, mask=mask)
out.sum().backward()
print(out.shape)
