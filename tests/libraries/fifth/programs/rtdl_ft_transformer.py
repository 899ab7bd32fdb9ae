import rtdl
import torch

model = rtdl.FTTransformer.make_baseline(n_num_features=3, cat_cardinalities=[4, 5], d_token=16, n_blocks=2, attention_dropout=0.2, ffn_d_hidden=16, ffn_dropout=0.1, residual_dropout=0.0, last_layer_query_idx=[-1], d_out=2)
optimizer = model.make_default_optimizer()
compiled = torch.compile(model)
x_num, x_cat = torch.randn(8, 3), torch.stack([torch.randint(0, 4, (8,)), torch.randint(0, 5, (8,))], 1)
for _ in range(2):
    optimizer.zero_grad()
    torch.nn.functional.cross_entropy(compiled(x_num, x_cat), torch.randint(0, 2, (8,))).backward()
    optimizer.step()
