import torch
from molecule_attention_transformer import MAT

model = torch.compile(MAT(dim_in=10, model_dim=32, dim_out=1, depth=2, heads=4, Lg=0.5, Ld=0.5, La=1, dist_kernel_fn="exp"))
atoms, mask = torch.randn(2, 9, 10), torch.ones(2, 9).bool()
adjacency, distance = torch.randint(0, 2, (2, 9, 9)).float(), torch.rand(2, 9, 9)
out = model(atoms, mask=mask, adjacency_mat=adjacency, distance_mat=distance)
out.mean().backward()
print(out.shape)
