import torch
from torch import nn
from torch_cif import cif_function

alpha_net = nn.Linear(16, 1)


@torch.compile
def fire(x, lengths):
    alpha = torch.sigmoid(alpha_net(x)).squeeze(-1)
    out = cif_function(x, alpha, beta=1.0, target_lengths=lengths)
    return out["cif_out"]


print([t.shape for t in fire(torch.randn(2, 20, 16), torch.tensor([5, 7]))])
