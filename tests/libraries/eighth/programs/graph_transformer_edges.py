import torch
from graph_transformer_pytorch import GraphTransformer

model = GraphTransformer(dim=32, depth=2, edge_dim=16, heads=2, dim_head=16, with_feedforwards=True, gated_residual=True, rel_pos_emb=True)
compiled = torch.compile(model)
nodes, edges = torch.randn(1, 12, 32), torch.randn(1, 12, 12, 16)
mask = torch.ones(1, 12).bool()
nodes, edges = compiled(nodes, edges, mask=mask)
print(nodes.shape, edges.shape)
