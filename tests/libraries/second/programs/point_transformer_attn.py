import torch
from point_transformer_pytorch import MultiheadPointTransformerLayer, PointTransformerLayer

layer = torch.compile(PointTransformerLayer(dim=16, pos_mlp_hidden_dim=8, attn_mlp_hidden_mult=2, num_neighbors=4))
multi = torch.compile(MultiheadPointTransformerLayer(dim=16, heads=2, dim_head=8, pos_mlp_hidden_dim=8, attn_mlp_hidden_mult=2))
features, positions, mask = torch.randn(1, 10, 16), torch.randn(1, 10, 3), torch.ones(1, 10).bool()
layer(features, positions, mask=mask).sum().backward()
multi(features, positions, mask=mask)
