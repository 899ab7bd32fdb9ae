import torch
from VN_transformer import VNTransformer

model = VNTransformer(dim=16, depth=2, dim_head=8, heads=2, dim_feat=8, bias_epsilon=1e-6, translation_equivariance=True)
compiled = torch.compile(model)
coors, feats = torch.randn(1, 12, 3), torch.randn(1, 12, 8)
out = compiled(coors, feats=feats)
print([o.shape for o in out] if isinstance(out, tuple) else out.shape)
