import torch
from h_transformer_1d import HTransformer1D

model = HTransformer1D(
    num_tokens=64, dim=32, depth=2, causal=True, max_seq_len=128, heads=2, dim_head=16, block_size=16, shift_tokens=True, reversible=True,
)
compiled = torch.compile(model)
x = torch.randint(0, 64, (1, 100))
logits = compiled(x)
logits.sum().backward()
print(logits.shape)
