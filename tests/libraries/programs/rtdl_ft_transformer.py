import torch
from rtdl_revisiting_models import FTTransformer

model = FTTransformer(
    n_cont_features=4, cat_cardinalities=[3, 5], d_out=1, n_blocks=2, d_block=16, attention_n_heads=4, attention_dropout=0.1,
    ffn_d_hidden=None, ffn_d_hidden_multiplier=2.0, ffn_dropout=0.1, residual_dropout=0.0,
)
compiled = torch.compile(model)
optimizer = model.make_default_optimizer()
out = compiled(torch.randn(6, 4), torch.stack([torch.randint(0, 3, (6,)), torch.randint(0, 5, (6,))], 1))
out.mean().backward()
optimizer.step()
