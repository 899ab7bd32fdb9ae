import torch
from gotennet_pytorch import GotenNet

torch.set_default_dtype(torch.float64)
model = GotenNet(dim=32, max_degree=2, depth=1, heads=2, dim_head=16, dim_edge_refinement=32, return_coors=False)
compiled = torch.compile(model)

atom_ids = torch.randint(0, 14, (1, 12))
coors = torch.randn(1, 12, 3)
adj_mat = torch.randint(0, 2, (1, 12, 12)).bool()
invariant, coors_out = compiled(atom_ids, adj_mat=adj_mat, coors=coors)
print(invariant.shape)
