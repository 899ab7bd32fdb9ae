import torch
from tomesd.merge import bipartite_soft_matching_random2d
from torch import nn

torch.manual_seed(0)
attention = nn.MultiheadAttention(16, 2, batch_first=True)


@torch.compile
def merged_attention(x, ratio):
    merge, unmerge = bipartite_soft_matching_random2d(x, 8, 8, 2, 2, int(x.shape[1] * ratio), no_rand=True)
    y = merge(x)
    y = attention(y, y, y)[0]
    return x + unmerge(y)


x = torch.randn(2, 64, 16)
out = merged_attention(x, 0.5)
out.mean().backward()
print(out.shape)
