import torch
from pypots.nn.modules.saits import BackboneSAITS
from pypots.nn.functional import calc_mae, calc_mse

model = BackboneSAITS(n_steps=12, n_features=4, n_layers=1, d_model=16, n_heads=2, d_k=8, d_v=8, d_ffn=32, dropout=0.1, attn_dropout=0.1)


@torch.compile
def step(x, mask):
    x1, x2, x3, *_ = model(x, mask)
    return sum(calc_mae(out, x, mask) for out in (x1, x2, x3))


step(torch.randn(2, 12, 4), (torch.rand(2, 12, 4) > 0.2).float()).backward()
