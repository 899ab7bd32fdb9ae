import torch
from routing_transformer import RoutingTransformerLM

model = RoutingTransformerLM(num_tokens=64, dim=32, heads=4, depth=2, max_seq_len=64, window_size=16, n_local_attn_heads=2, causal=True)
compiled = torch.compile(model)
logits, aux_loss = compiled(torch.randint(0, 64, (1, 64)), input_mask=torch.ones(1, 64).bool())
(logits.mean() + aux_loss).backward()
