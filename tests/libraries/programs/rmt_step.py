import torch
from recurrent_memory_transformer_pytorch import RecurrentMemoryTransformer

model = RecurrentMemoryTransformer(num_tokens=64, num_memory_tokens=4, dim=32, depth=2, causal=True, dim_head=8, heads=4, seq_len=16, use_xl_memories=True)
compiled = torch.compile(model)
memories, xl = None, None
for _ in range(2):
    logits, memories, xl = compiled(torch.randint(0, 64, (1, 16)), memories, xl_memories=xl)
