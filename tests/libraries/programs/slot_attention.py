import torch
from slot_attention import SlotAttention

slots = SlotAttention(num_slots=4, dim=32, iters=3)
compiled = torch.compile(slots)
compiled(torch.randn(2, 20, 32)).sum().backward()
compiled(torch.randn(2, 20, 32), num_slots=6)
