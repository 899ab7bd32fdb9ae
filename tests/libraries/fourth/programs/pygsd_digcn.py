import torch
from torch_geometric_signed_directed.nn import DGCNConv, DIMPA

conv, dimpa = DGCNConv(), DIMPA(hop=2)
edge_index = torch.randint(0, 10, (2, 30))
w = torch.rand(30)


@torch.compile
def forward(x):
    return dimpa(x, x, edge_index, w)


print(forward(torch.randn(10, 4)).shape)
