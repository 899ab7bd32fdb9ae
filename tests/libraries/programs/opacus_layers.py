import torch
from opacus.layers import DPLSTM, DPMultiheadAttention

lstm = DPLSTM(8, 16, num_layers=1, batch_first=True)
attention = DPMultiheadAttention(16, 4, dropout=0.0)


@torch.compile
def encode(x):
    out, _ = lstm(x)
    attended, _ = attention(out, out, out)
    return attended.mean(1)


encode(torch.randn(2, 6, 8)).sum().backward()
