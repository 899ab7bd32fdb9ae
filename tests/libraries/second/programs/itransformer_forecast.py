import torch
from iTransformer import iTransformer

model = iTransformer(num_variates=7, lookback_len=32, dim=32, depth=2, heads=2, dim_head=8, pred_length=(8, 16), num_tokens_per_variate=1, use_reversible_instance_norm=True)
compiled = torch.compile(model)
compiled(torch.randn(2, 32, 7), targets=(torch.randn(2, 8, 7), torch.randn(2, 16, 7))).backward()
