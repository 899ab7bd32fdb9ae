import torch
from torch import nn
from pytorch_mixtures import ExpertChoiceMoE, MoEConfig, TopkMoE


def config(**kwargs):
    base = dict(hidden_dim=16, intermediate_dim=32, num_experts=4, expert_fn="ff", expert_act="gelu", router_fn="topk", capacity_factor=None, topk=2,
                dtype=torch.float32)
    return MoEConfig(**{**base, **kwargs})


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.norm, self.moe = nn.LayerNorm(16), TopkMoE(config())

    def forward(self, x):
        out = self.moe(self.norm(x))
        return x + (out[0] if isinstance(out, tuple) else out)


net = torch.compile(nn.Sequential(Block(), Block()))
print(net(torch.randn(2, 8, 16)).shape)
