import torch
from lgatr import LGATr, SelfAttentionConfig, MLPConfig
from lgatr.interface import embed_vector, extract_scalar

net = LGATr(in_mv_channels=1, out_mv_channels=1, hidden_mv_channels=4, in_s_channels=0, out_s_channels=0, hidden_s_channels=4,
            num_blocks=1, attention=SelfAttentionConfig(num_heads=2), mlp=MLPConfig())


@torch.compile
def score(p4):
    mv, _ = net(embed_vector(p4).unsqueeze(-2), scalars=None)
    return extract_scalar(mv).mean()


score(torch.randn(2, 5, 4)).backward()
