import torch
from soft_moe_pytorch import DynamicSlotsSoftMoE, SoftMoE

moe = torch.compile(SoftMoE(dim=32, seq_len=16, num_experts=4))
moe(torch.randn(2, 16, 32)).sum().backward()
dynamic = torch.compile(DynamicSlotsSoftMoE(dim=32, num_experts=4, geglu=True))
dynamic(torch.randn(2, 12, 32))
