import torch
from sinkhorn_transformer import SinkhornTransformerLM

model = torch.compile(SinkhornTransformerLM(num_tokens=32, dim=16, heads=2, depth=1, max_seq_len=32, bucket_size=8, causal=True))
model(torch.randint(0, 32, (1, 32))).sum().backward()
