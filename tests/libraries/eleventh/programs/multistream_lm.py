import torch
from multistream_transformers import MultistreamTransformer

model = torch.compile(MultistreamTransformer(num_tokens=30, dim=32, depth=2, causal=True, max_seq_len=24, num_streams=2, heads=2, dim_head=16))
print(model(torch.randint(0, 30, (2, 24)), mask=torch.ones(2, 24).bool()).shape)
