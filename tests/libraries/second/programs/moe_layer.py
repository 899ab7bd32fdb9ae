import torch
from mixture_of_experts import HeirarchicalMoE, MoE

moe = MoE(dim=16, num_experts=4, hidden_dim=32, second_policy_train="random", capacity_factor_train=1.25)
compiled = torch.compile(moe)
out, aux = compiled(torch.randn(2, 8, 16))
(out.mean() + aux).backward()
