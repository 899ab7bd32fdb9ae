import torch
from invariant_point_attention import IPABlock

block = torch.compile(IPABlock(dim=16, heads=2, scalar_key_dim=8, scalar_value_dim=8, point_key_dim=2, point_value_dim=2, pairwise_repr_dim=4))
seq, pairwise = torch.randn(1, 10, 16), torch.randn(1, 10, 10, 4)
rotations, translations = torch.eye(3).expand(1, 10, 3, 3).contiguous(), torch.zeros(1, 10, 3)
block(seq, pairwise_repr=pairwise, rotations=rotations, translations=translations, mask=torch.ones(1, 10).bool()).sum().backward()
