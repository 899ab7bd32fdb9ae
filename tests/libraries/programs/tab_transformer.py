import torch
from tab_transformer_pytorch import FTTransformer

model = FTTransformer(categories=(4, 3), num_continuous=3, dim=16, dim_out=1, depth=2, heads=4, attn_dropout=0.1, ff_dropout=0.1)
compiled = torch.compile(model)
categorical = torch.stack([torch.randint(0, 4, (5,)), torch.randint(0, 3, (5,))], dim=1)
loss = torch.nn.functional.mse_loss(compiled(categorical, torch.randn(5, 3)), torch.rand(5, 1))
loss.backward()
