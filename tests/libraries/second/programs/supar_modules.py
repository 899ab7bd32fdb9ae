import torch
from supar.modules import MLP, Biaffine, SharedDropout, Triaffine

head, dep = MLP(16, 8, dropout=0.3), MLP(16, 8, dropout=0.3)
biaffine, triaffine = Biaffine(8, n_out=3, bias_x=True, bias_y=True), Triaffine(8, bias_x=True)


@torch.compile
def scores(x):
    h, d = head(x), dep(x)
    return biaffine(d, h), triaffine(d, h, d)


s, t = scores(torch.randn(2, 5, 16))
(s.sum() + t.sum()).backward()
