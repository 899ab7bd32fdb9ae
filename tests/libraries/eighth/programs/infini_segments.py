import torch
from infini_transformer_pytorch import InfiniTransformer

transformer = InfiniTransformer(num_tokens=64, dim=32, depth=2, dim_head=16, heads=2, use_mem_delta_rule=True)
compiled = torch.compile(transformer)
x = torch.randint(0, 64, (1, 24))
logits, cached_kv, memories = compiled(x, return_new_memories=False)
logits, cached_kv, memories = compiled(x, past_memories=memories, return_new_memories=True)
logits, cached_kv, memories = compiled(x, past_memories=memories, return_new_memories=True)
print(logits.shape, len(memories))
