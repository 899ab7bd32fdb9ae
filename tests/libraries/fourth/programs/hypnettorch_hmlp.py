import torch
from hypnettorch.hnets import HMLP
from hypnettorch.mnets import MLP

mnet = MLP(n_in=3, n_out=2, hidden_layers=(8,), no_weights=True, verbose=False)
hnet = HMLP(mnet.param_shapes, cond_in_size=4, num_cond_embs=3, layers=(16,), verbose=False)


@torch.compile
def forward(x, task):
    return mnet.forward(x, weights=hnet.forward(cond_id=task))


forward(torch.randn(6, 3), 1).sum().backward()
