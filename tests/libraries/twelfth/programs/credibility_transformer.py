import torch
from insurance_credibility_transformer import CredibilityTransformer

ct = CredibilityTransformer(cat_cardinalities=[6, 2, 11], n_num_features=5, embed_dim=5, n_heads=1, n_layers=1, alpha=0.9, dropout=0.01, link="log")
compiled = torch.compile(ct)
cats = torch.stack([torch.randint(0, n, (8,)) for n in (6, 2, 11)], 1)
out = compiled(cats, torch.randn(8, 5), torch.ones(8))
print(out.shape if isinstance(out, torch.Tensor) else [type(o) for o in out])
