import torch
from long_short_transformer import LongShortTransformer

model = LongShortTransformer(num_tokens=100, dim=32, depth=2, heads=2, dim_head=16, max_seq_len=64, window_size=16, r=1, segment_size=16, causal=True)
compiled = torch.compile(model)
x = torch.randint(0, 100, (1, 64))
mask = torch.ones(1, 64).bool()
print(compiled(x, mask=mask).shape)
