import torch
from compressive_transformer_pytorch import CompressiveTransformer

model = CompressiveTransformer(num_tokens=64, emb_dim=32, dim=32, depth=2, seq_len=16, mem_len=16, cmem_len=4, cmem_ratio=4, memory_layers=[1, 2], heads=2)
compiled = torch.compile(model)
inputs = torch.randint(0, 64, (1, 32))
mask = torch.ones_like(inputs).bool()
logits, memories, aux_loss = compiled(inputs[:, :16], mask=mask[:, :16])
logits, _, aux_loss = compiled(inputs[:, 16:], memories=memories, mask=mask[:, 16:])
(logits.mean() + aux_loss).backward()
