import torch
from gateloop_transformer import Transformer

model = Transformer(num_tokens=64, dim=32, depth=2, dim_head=8, heads=4, use_gate_looped_attn=True)
compiled = torch.compile(model)
loss = compiled(torch.randint(0, 64, (1, 17)), return_loss=True)
loss.backward()
